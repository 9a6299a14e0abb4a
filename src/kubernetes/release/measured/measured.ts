import { Rows, rowFor } from './rows';

/** What API servers did with a field, by minor. */
export interface Measured {
  /** First minor that keeps it by default, as all later ones do. */
  readonly since?: number;
  /** Feature gate that decides. */
  readonly gate?: string;
  /** First minor that does not keep it by default but does with the gate switched on. */
  readonly gateSince?: number;
}

const FIRST_MINOR = 33;

/**
 * Reads what was measured of fields and APIs that are needed together, each as `<Kind> <path>`, `<Kind> <path>=<value>` or `<group>/<version>`.
 * One gate decides about all of them; the tables name it.
 */
export function measured(needed: readonly string[]): Measured {
  const rows = needed.map(rowOf);
  const [gate] = rows.flatMap(([, gates]) => gates ?? []);
  const marks = together(rows.map(([byDefault]) => byDefault));
  const switched = together(rows.map(([byDefault, , moved = '....']) => [...byDefault].map((mark, minor) => mark === 'k' ? mark : moved[minor]).join('')));
  const since = marks.lastIndexOf(false) + 1;
  const gateSince = switched.findIndex((kept, minor) => kept && !marks[minor]);
  return {
    ...(since < marks.length && { since: FIRST_MINOR + since }),
    ...(gate !== undefined && { gate }),
    ...(gateSince >= 0 && { gateSince: FIRST_MINOR + gateSince }),
  };
}

function rowOf(needed: string): string[] {
  if (!needed.includes(' ')) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return [(require('./apis.generated') as typeof import('./apis.generated')).APIS[needed] ?? '----'];
  }
  // Loaded when a pattern asks for the first time: an app that asks nothing does not read the table.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const fields: Rows = (require('./fields.generated') as typeof import('./fields.generated')).FIELDS;
  const [kind, ...path] = needed.split(' ');
  return (rowFor(fields, kind, path.join(' ')) ?? 'kkkk').split(' ');
}

/** Whether all are kept, minor by minor. */
function together(marks: readonly string[]): boolean[] {
  return [...marks[0]].map((_, minor) => marks.every(each => each[minor] === 'k'));
}
