/** How the cases of a run ended, for each pattern. */
export class Tally {
  private readonly patterns = new Map<string, { accepted: number; refused: number; failed: number; reasons: Map<string, number> }>();

  /** @param reason why it was refused; undefined when it was accepted. */
  note(pattern: string, ended: 'accepted' | 'refused' | 'failed', reason?: string): void {
    const row = this.row(pattern);
    row[ended]++;
    if (reason !== undefined) {
      row.reasons.set(reason, (row.reasons.get(reason) ?? 0) + 1);
    }
  }

  count(ended: 'accepted' | 'refused' | 'failed'): number {
    return [...this.patterns.values()].reduce((sum, row) => sum + row[ended], 0);
  }

  get cases(): number {
    return this.count('accepted') + this.count('refused') + this.count('failed');
  }

  /** A line for each pattern, each followed by the reasons that were given most. */
  lines(mostReasons: number): string[] {
    return [...this.patterns].sort().flatMap(([pattern, row]) => {
      const cases = row.accepted + row.refused + row.failed;
      const reasons = [...row.reasons].sort(([, one], [, other]) => other - one);
      const shown = reasons.slice(0, mostReasons).map(([reason, count]) => `${reason} ${count}`);
      return [
        `${pattern}: ${cases} cases, ${percent(row.accepted, cases)} accepted, ${percent(row.refused, cases)} refused for ${reasons.length} reasons, ${row.failed} failed`,
        ...(shown.length > 0 ? [`  refused: ${shown.join(', ')}${reasons.length > shown.length ? ', …' : ''}`] : []),
      ];
    });
  }

  private row(pattern: string) {
    let row = this.patterns.get(pattern);
    if (!row) {
      row = { accepted: 0, refused: 0, failed: 0, reasons: new Map() };
      this.patterns.set(pattern, row);
    }
    return row;
  }
}

function percent(part: number, whole: number): string {
  return `${Math.round(100 * part / whole)} %`;
}
