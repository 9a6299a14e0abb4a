import { quotedPattern } from '../../base/text/pattern';

/** Five characters that each start chooses. Source: apiserver/pkg/storage/names/generate.go (v1.36) */
const LETTERS = '[a-z0-9]{5}';
/** What stands before them is cut there. */
const CUT = 58;
/** The hash of a template, or an index, between two dashes. */
const LONGEST_HASH = 12;

/** What a controller puts behind the name of its object to name a pod. */
const ENDS: { readonly [kind: string]: string } = {
  // The hash of the template, and letters.
  Deployment: `[a-z0-9]+-${LETTERS}`,
  DaemonSet: LETTERS,
  StatefulSet: '[0-9]+',
  // A leader by its group; a worker by its group and its place in it.
  LeaderWorkerSet: '[0-9]+(-[0-9]+)?',
  // With the index of an indexed one.
  Job: `([0-9]+-)?${LETTERS}`,
  // Of each Job the minute of its schedule.
  CronJob: `[0-9]+-([0-9]+-)?${LETTERS}`,
  // The Job of a role, its number, and the index.
  JobSet: `[a-z0-9-]+-[0-9]+-[0-9]+-${LETTERS}`,
};

/** The names that pods of an object can have, as a regular expression of Prometheus; undefined where nobody knows. */
export function podNamesOf({ kind, name }: { readonly kind: string; readonly name: string }): string | undefined {
  const end = ENDS[kind];
  if (end === undefined) {
    return undefined;
  }
  const mayBeCut = end.endsWith(LETTERS) && name.length + LONGEST_HASH > CUT;
  return mayBeCut ? `${quotedPattern(name.slice(0, CUT))}[a-z0-9-]*${LETTERS}` : `${quotedPattern(name)}-${end}`;
}
