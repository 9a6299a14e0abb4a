import { isAgreed, Outcome } from './sweep';

/** Agreement of a group of outcomes. */
export interface Row {
  readonly group: string;
  readonly sent: number;
  readonly refused: number;
  readonly agreed: number;
  readonly sameFields: number;
}

export function rowsOf(outcomes: readonly Outcome[], groupOf: (outcome: Outcome) => string, isSame: (outcome: Outcome) => boolean): Row[] {
  const groups = new Map<string, Outcome[]>();
  outcomes.forEach(outcome => groups.set(groupOf(outcome), [...groups.get(groupOf(outcome)) ?? [], outcome]));
  return [...groups].map(([group, members]) => ({
    group,
    sent: members.length,
    refused: members.filter(each => each.isRefused).length,
    agreed: members.filter(isAgreed).length,
    sameFields: members.filter(isSame).length,
  })).sort((one, other) => one.group < other.group ? -1 : 1);
}

/** A table for people. */
export function printed(title: string, rows: readonly Row[]): string {
  const share = (part: number, all: number) => `${(100 * part / Math.max(1, all)).toFixed(2)} %`;
  const lines = rows.map(({ group, sent, refused, agreed, sameFields }) =>
    `${group.padEnd(46)} ${String(sent).padStart(6)} ${String(refused).padStart(8)} ${share(agreed, sent).padStart(9)} ${share(sameFields, sent).padStart(11)}`);
  return [`${title.padEnd(46)}   sent  refused    agreed same fields`, ...lines].join('\n');
}

/** Outcomes on which server and library differ, for the message of a failed test. */
export function described(outcomes: readonly Outcome[]): string[] {
  return outcomes.map(({ type, minor, mutation, server, ours }) => `${type} ${minor}: ${mutation.what}\n  server: ${server.join('; ')}\n  ours: ${ours.join('; ')}`);
}
