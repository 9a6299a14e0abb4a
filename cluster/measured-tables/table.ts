import { collapse } from './collapse';

/** A table as it is committed: one short text for each key, in sections. */
export type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What is to be said of a field in one kind. */
export interface Entry {
  readonly kind: string;
  /** Path, with `=VALUE` behind it where the statement holds for one value only. */
  readonly path: string;
  readonly text: string;
  /** Whether a reader assumes this where nothing is written. */
  readonly assumed: boolean;
}

/** Section for fields that pods and all pod templates share; its paths begin with `spec`. */
export const POD = 'pod';
/** Section for the metadata of every kind. */
export const ANY = 'any';

/**
 * Sorts entries into sections. What most pods or most kinds share is said once; a kind says again what differs there. `podPaths` is where each kind
 * has its pods: `spec.template.` for a Deployment.
 */
export function tableOf(entries: readonly Entry[], podPaths: Readonly<Record<string, string>>): Table {
  const sharedKeys = entries.map(entry => sharedKey(entry, podPaths));
  const sharing = grouped(entries, (_, index) => sharedKeys[index]);
  const shared = new Map([...sharing].flatMap(([key, same]) => key === undefined ? [] : [[key, mostFrequent(same)]]));
  const own = entries.map((entry, index): Entry => {
    const common = shared.get(sharedKeys[index] ?? '');
    return common === undefined ? entry : { ...entry, assumed: (entry.assumed && common.assumed) || saysTheSame(entry.text, common.text) };
  });
  const all = [...own, ...[...shared].map(([key, entry]): Entry => ({ ...entry, kind: key.split(' ')[0], path: key.slice(key.indexOf(' ') + 1) }))];
  return Object.fromEntries([...grouped(all, ({ kind }) => kind)]
    .map(([kind, same]) => [kind, collapse(same)] as const)
    .filter(([, rows]) => Object.keys(rows).length > 0)
    .sort(([one], [other]) => one < other ? -1 : 1));
}

/** Section and path under which other kinds may say the same. */
function sharedKey({ kind, path }: Entry, podPaths: Readonly<Record<string, string>>): string | undefined {
  const pods = podPaths[kind];
  if (pods !== undefined && path.startsWith(`${pods}spec.`)) {
    return `${POD} ${path.slice(pods.length)}`;
  }
  return path.startsWith('metadata.') ? `${ANY} ${path}` : undefined;
}

function mostFrequent(entries: readonly Entry[]): Entry {
  const [most] = [...grouped(entries, ({ text }) => text).values()].sort((one, other) => other.length - one.length);
  return most[0];
}

/** Minors that do not serve a kind say nothing about its fields: `-ddd` is no other statement than `dddd`. */
function saysTheSame(text: string, common: string): boolean {
  return text.length === common.length && [...text].every((letter, index) => letter === common[index] || letter === '-');
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  items.forEach((item, index) => groups.set(keyOf(item, index), [...groups.get(keyOf(item, index)) ?? [], item]));
  return groups;
}
