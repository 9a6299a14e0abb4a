/** Choices that are the same in every run with the same seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761) % PRIME || 1;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = this.state * 48_271 % PRIME;
    return (this.state - 1) / (PRIME - 1);
  }

  of<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)];
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

const PRIME = 2 ** 31 - 1;
