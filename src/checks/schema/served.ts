import { FIRST_MINOR, MINOR_COUNT } from './minors';
import { nearestName } from '../nearest-name';

/** What a minor says about an apiVersion and kind. */
export type Serving =
  /** Served by default, or because the cluster is said to serve the version. */
  | 'served'
  /** Of another minor, or an alpha or beta API that a cluster must ask for, or nothing that a built-in API group ever had. */
  | 'not-served'
  /** An extension, or nonsense. */
  | 'unknown';

/** A kind in one version, as it was measured. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** For each minor: `k` by default, `o` when asked for, `-` not at all. */
  readonly letters: string;
  readonly namespaced: boolean | undefined;
  readonly type: string | undefined;
  /** Of kinds that went before the first minor: the release that took the version. */
  readonly removed: string | undefined;
}

/** No kind has a longer name; to look for the nearest of longer ones costs more than it gives. */
const LONGEST_NAME = 64;

let kinds: readonly ServedKind[] | undefined;
let groups: ReadonlySet<string> | undefined;

/** Rows by `<apiVersion> <kind>`; loaded when the first object is checked. */
function rows(): { readonly [name: string]: string } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./served.generated') as typeof import('./served.generated')).SERVED;
}

/** All kinds, for what is asked seldom. */
function table(): readonly ServedKind[] {
  return kinds ??= Object.entries(rows()).map(([name, row]) => readRow(name, row));
}

function readRow(name: string, row: string): ServedKind {
  const [apiVersion, kind] = name.split(' ');
  const [letters, second, third] = row.split(' ');
  const isRetired = /^\d/.test(second);
  return {
    apiVersion,
    kind,
    letters,
    namespaced: isRetired ? undefined : second === 'n',
    type: isRetired ? undefined : third,
    removed: isRetired ? second : undefined,
  };
}

export function servedKind(apiVersion: string, kind: string): ServedKind | undefined {
  const name = `${apiVersion} ${kind}`;
  return Object.hasOwn(rows(), name) ? readRow(name, rows()[name]) : undefined;
}

/** Whether the API server owns the group, so that a kind of it that is not in the table does not exist. */
export function isBuiltInGroup(apiVersion: string): boolean {
  groups ??= new Set(table().map(each => groupOf(each.apiVersion)));
  // Without a group it is of the core, if it looks like a version at all: kustomize has files of the apiVersion `builtin`.
  return /\/|^v\d/.test(apiVersion) && groups.has(groupOf(apiVersion));
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** What to do about a version that the minor does not serve; undefined when there is nothing to say. */
export function servedInstead(apiVersion: string, kind: string, minor: number): string | undefined {
  const known = servedKind(apiVersion, kind);
  const others = table().filter(each => each.kind === kind && each.apiVersion !== apiVersion);
  const sameGroup = others.filter(each => groupOf(each.apiVersion) === groupOf(apiVersion));
  const byDefault = [...sameGroup, ...others].find(each => each.letters[minor] === 'k');
  const hints = [
    byDefault && `write apiVersion: ${byDefault.apiVersion}`,
    known?.letters.includes('k') && `${apiVersion} ${minorsWith(known.letters, 'k')}`,
    !byDefault && sameGroup.filter(each => each.letters.includes('k')).map(each => `${each.apiVersion} ${minorsWith(each.letters, 'k')}`).join(', '),
    known?.letters[minor] === 'o' && `where the cluster serves ${apiVersion} (--runtime-config), say so with --api ${apiVersion}`,
  ].filter(hint => typeof hint === 'string' && hint !== '');
  return hints.length > 0 ? hints.join('; ') : nearestKind(apiVersion, kind);
}

function nearestKind(apiVersion: string, kind: string): string | undefined {
  const names = table().filter(each => each.apiVersion === apiVersion && each.kind !== kind).map(each => each.kind);
  const nearest = kind.length > LONGEST_NAME ? undefined : nearestName(kind, names);
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}

/** Minors with the letter: `is served from 1.34 on`. */
export function minorsWith(letters: string, letter: string): string {
  const first = letters.indexOf(letter);
  const last = letters.lastIndexOf(letter);
  const [from, to] = [`1.${FIRST_MINOR + first}`, `1.${FIRST_MINOR + last}`];
  return last === MINOR_COUNT - 1 ? (first === 0 ? 'is served' : `is served from ${from} on`) : `is served up to ${to}`;
}
