/** Counts by class of mutation or by kind. */
interface Count {
  asked: number;
  refused: number;
  verdicts: number;
  fields: number;
  cel: number;
}

/** How one mutation went. */
export interface Outcome {
  readonly accepted: boolean;
  /** Refused by rules in CEL alone. */
  readonly isCel: boolean;
  readonly agrees: boolean;
  readonly agreesOnFields: boolean;
}

/** Agreement with a server. */
export class Tally {
  public readonly rows = new Map<string, Count>();
  public readonly disagreements: string[] = [];

  public add(keys: readonly string[], { accepted, isCel, agrees, agreesOnFields }: Outcome): void {
    for (const key of keys) {
      const row = this.rows.get(key) ?? { asked: 0, refused: 0, verdicts: 0, fields: 0, cel: 0 };
      this.rows.set(key, row);
      row.asked++;
      row.refused += accepted ? 0 : 1;
      row.cel += isCel ? 1 : 0;
      row.verdicts += agrees ? 1 : 0;
      row.fields += agreesOnFields ? 1 : 0;
    }
  }

  public verdictRate(key: string): number {
    const { asked, verdicts } = this.rows.get(key)!;
    return verdicts / asked;
  }

  public fieldRate(key: string): number {
    const { asked, fields } = this.rows.get(key)!;
    return fields / asked;
  }

  public print(): string {
    const percent = (rate: number) => `${(100 * rate).toFixed(2)} %`.padStart(9);
    return [...this.rows].map(([key, { asked, refused, cel }]) =>
      `${key.padEnd(60)} ${String(asked).padStart(6)} asked ${String(refused).padStart(6)} refused`
      + `  verdict ${percent(this.verdictRate(key))}  fields ${percent(this.fieldRate(key))}  only CEL ${cel}`).join('\n');
  }
}
