import { FIRST_MINOR, MINOR_COUNT } from './minors';

/** Whether a minor serves an apiVersion and kind. */
export type ServedState =
  /** By default, or because the cluster is declared to serve the version. */
  | 'served'
  /** Of another minor, an alpha or beta API that must be switched on, or a name that no built-in API group ever had. */
  | 'not-served'
  /** An extension, or a mistake. */
  | 'unknown';

/** A kind in one version, as it was measured. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** One letter for each minor: `k` served by default, `o` when switched on, `-` not at all. */
  readonly letters: string;
  readonly namespaced: boolean | undefined;
  readonly type: string | undefined;
  /** For kinds removed before the first minor: the release that removed the version. */
  readonly removed: string | undefined;
  /** For the same: the kind that Kubernetes names as replacement, as the table has it. */
  readonly replacement: string | undefined;
}

let kinds: readonly ServedKind[] | undefined;
let groups: ReadonlySet<string> | undefined;

/** Rows by `<apiVersion> <kind>`; loaded when the first object is checked. */
function rows(): { readonly [name: string]: string } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./served.generated') as typeof import('./served.generated')).SERVED;
}

/** All kinds, for rare look-ups. */
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

/** Whether a group belongs to the API server itself, so that a kind of it that is not in the table does not exist. */
export function isBuiltInGroup(apiVersion: string): boolean {
  groups ??= new Set(servedKinds().map(each => groupOf(each.apiVersion)));
  // The core group has a bare version; other words without a slash are no API: kustomize has files of the apiVersion `builtin`.
  return /\/|^v\d/.test(apiVersion) && groups.has(groupOf(apiVersion));
}

export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The minors with this letter, in words: `is served from 1.34 on`. */
export function minorsWith(letters: string, letter: string): string {
  const first = letters.indexOf(letter);
  const last = letters.lastIndexOf(letter);
  const [from, to] = [`1.${FIRST_MINOR + first}`, `1.${FIRST_MINOR + last}`];
  return last === MINOR_COUNT - 1 ? (first === 0 ? 'is served' : `is served from ${from} on`) : `is served up to ${to}`;
}
