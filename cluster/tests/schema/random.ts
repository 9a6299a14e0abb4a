/** Numbers from a seed, so that a failure can be run again: the "minimal standard" generator of Park and Miller. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed % 2147483646 + 1;
  }

  public below(limit: number): number {
    this.state = this.state * 48271 % 2147483647;
    return Math.floor(this.state / 2147483647 * limit);
  }

  public one<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}
