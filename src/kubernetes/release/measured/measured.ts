import { Rows, rowFor } from './rows';
import { FIRST_MINOR, MINOR_COUNT } from '../../schema/minors';

/** When API servers keep a field. */
export interface Measured {
  /** First minor that keeps it by default; all later ones do too. */
  readonly since?: number;
  /** The feature gate it depends on. */
  readonly gate?: string;
  /** First minor that keeps it only with the gate on. */
  readonly gateSince?: number;
}

/**
 * Looks up fields and APIs that are needed together, each as `<Kind> <path>`, `<Kind> <path>=<value>` or `<group>/<version>`.
 * They must depend on the same gate, which the tables name.
 */
export function measured(needed: readonly string[]): Measured {
  const rows = needed.map(rowOf);
  const [gate] = rows.flatMap(([, gates]) => gates ?? []);
  const marks = together(rows.map(([byDefault]) => byDefault));
  const switched = together(rows.map(([byDefault, , moved = '']) => [...byDefault].map((mark, minor) => mark === 'k' ? mark : moved[minor] ?? '.').join('')));
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
    return [(require('./apis.generated') as typeof import('./apis.generated')).APIS[needed] ?? forAll('-')];
  }
  // Loaded late: only an app whose patterns ask needs the table.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const fields: Rows = (require('./fields.generated') as typeof import('./fields.generated')).FIELDS;
  const [kind, ...path] = needed.split(' ');
  return (rowFor(fields, kind, path.join(' ')) ?? forAll('k')).split(' ');
}

function forAll(mark: string): string {
  return mark.repeat(MINOR_COUNT);
}

/** For each minor, whether all of them are kept. */
function together(marks: readonly string[]): boolean[] {
  return [...marks[0]].map((_, minor) => marks.every(each => each[minor] === 'k'));
}
