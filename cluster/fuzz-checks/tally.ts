import { Outcome } from './run';

/** Agreement over some cases. */
export interface Row {
  readonly group: string;
  readonly cases: number;
  /** Refused or dropped by the server. */
  readonly bad: number;
  /** Both accept, both say that something is dropped, or both reject. */
  readonly agreed: number;
  /** Where both reject or drop and the server names a field. */
  readonly named: number;
  readonly sameField: number;
}

/** Rows in the order in which their groups first come. */
export function rowsOf(outcomes: readonly Outcome[], groupOf: (outcome: Outcome) => string): Row[] {
  const groups = new Map<string, Outcome[]>();
  outcomes.forEach(outcome => {
    const group = groups.get(groupOf(outcome));
    group === undefined ? groups.set(groupOf(outcome), [outcome]) : group.push(outcome);
  });
  return [...groups].map(([group, members]) => rowOf(group, members));
}

export function rowOf(group: string, members: readonly Outcome[]): Row {
  const count = (is: (outcome: Outcome) => boolean) => members.filter(is).length;
  return {
    group,
    cases: members.length,
    bad: count(({ server }) => server.is !== 'accepted'),
    agreed: count(({ agrees }) => agrees),
    named: count(({ sameField }) => sameField !== undefined),
    sameField: count(({ sameField }) => sameField === true),
  };
}

/** Rounded down, so that only all is 100 %. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${(Math.floor(part / whole * 10_000) / 100).toFixed(2)} %`;
}

/** Of each kind and each class of mutation. */
export const LEAST = 0.995;

/** Groups that agree less than they should. */
export function below(rows: readonly Row[], least: number): string[] {
  return rows.filter(({ agreed, cases }) => agreed / cases < least).map(({ group, agreed, cases }) => `${group}: ${share(agreed, cases)} of ${cases}`);
}
