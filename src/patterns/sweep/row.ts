/**
 * One row of a sweep: what one index runs with.
 */
export interface SweepRow {
  /**
   * What people call it, in `row.json` and `explain()`. Letters, digits, `.`, `_` and `-`, at most 63; unique in its table.
   *
   * @default - its index
   */
  readonly name?: string;

  /** The parameters by the name of the variable that carries each. Every row has the same names; each value is text in one line. */
  readonly parameters: { [name: string]: string };
}
