/** One comparison. */
export interface Compared {
  readonly group: string;
  readonly agrees: boolean;
  /** Whether the same field is named, where both refuse and the server names one. */
  readonly sameField: boolean | undefined;
  readonly line: string;
}

/** Counts of a class. */
export interface Count {
  readonly group: string;
  readonly compared: number;
  readonly agreed: number;
  readonly named: number;
  readonly namedAlike: number;
}

export function countsOf(all: readonly Compared[]): Count[] {
  return [...new Set(all.map(({ group }) => group))].sort().map(group => {
    const same = all.filter(each => each.group === group);
    return {
      group,
      compared: same.length,
      agreed: same.filter(({ agrees }) => agrees).length,
      named: same.filter(({ sameField }) => sameField !== undefined).length,
      namedAlike: same.filter(({ sameField }) => sameField === true).length,
    };
  });
}

/** A table for people. */
export function printed(counts: readonly Count[]): string {
  return ['| class | compared | accept or refuse alike | same field |', '| --- | --- | --- | --- |',
    ...counts.map(({ group, compared, agreed, named, namedAlike }) => `| ${group} | ${compared} | ${share(agreed, compared)} | ${share(namedAlike, named)} |`)].join('\n');
}

export function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${(Math.floor(part / whole * 10_000) / 100).toFixed(2)} %`;
}
