import { FIRST_MINOR, MINOR_COUNT } from './minors';

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
  /** Of the same: the kind that Kubernetes names in its place, as the table has it. */
  readonly replacement: string | undefined;
}

let kinds: readonly ServedKind[] | undefined;
let groups: ReadonlySet<string> | undefined;

/** Rows by `<apiVersion> <kind>`; loaded when the first object is checked. */
function rows(): { readonly [name: string]: string } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./served.generated') as typeof import('./served.generated')).SERVED;
}

/** All kinds, for what is asked seldom. */
export function servedKinds(): readonly ServedKind[] {
  return kinds ??= Object.entries(rows()).map(([name, row]) => readRow(name, row));
}

function readRow(name: string, row: string): ServedKind {
  const [apiVersion, kind] = name.split(' ');
  const [letters, second, third, fourth] = row.split(' ');
  const isRetired = /^\d/.test(second);
  return {
    apiVersion,
    kind,
    letters,
    namespaced: isRetired ? undefined : second === 'n',
    type: isRetired ? undefined : third,
    removed: isRetired ? second : undefined,
    replacement: isRetired && fourth !== undefined ? `${third} ${fourth}` : undefined,
  };
}

export function servedKind(apiVersion: string, kind: string): ServedKind | undefined {
  return namedKind(`${apiVersion} ${kind}`);
}

/** A kind as the table names it: `apps/v1 Deployment`. */
export function namedKind(name: string): ServedKind | undefined {
  return Object.hasOwn(rows(), name) ? readRow(name, rows()[name]) : undefined;
}

/** Whether the API server owns the group, so that a kind of it that is not in the table does not exist. */
export function isBuiltInGroup(apiVersion: string): boolean {
  groups ??= new Set(servedKinds().map(each => groupOf(each.apiVersion)));
  // Without a group it is of the core, if it looks like a version at all: kustomize has files of the apiVersion `builtin`.
  return /\/|^v\d/.test(apiVersion) && groups.has(groupOf(apiVersion));
}

export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** Minors with the letter: `is served from 1.34 on`. */
export function minorsWith(letters: string, letter: string): string {
  const first = letters.indexOf(letter);
  const last = letters.lastIndexOf(letter);
  const [from, to] = [`1.${FIRST_MINOR + first}`, `1.${FIRST_MINOR + last}`];
  return last === MINOR_COUNT - 1 ? (first === 0 ? 'is served' : `is served from ${from} on`) : `is served up to ${to}`;
}
