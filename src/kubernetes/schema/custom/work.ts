/**
 * The budget of steps that a run spends on definitions of its input: nodes visited, characters read, transitions followed. Definitions may be hostile,
 * and the cost of one multiplies with every object of its kind. An honest one needs some hundreds of steps for an object; ten million take a second.
 */
const FREE_STEPS = 50_000_000;
const STEPS_OF_OBJECT = 2_000;

/** The budget is spent: whatever has not been checked stays unchecked in this run. */
export class WorkSpent extends Error {}

/** A budget of steps for a whole run. */
export class Work {
  /** The budget for an input with this number of objects. */
  static forObjects(count: number): Work {
    return new Work(FREE_STEPS + STEPS_OF_OBJECT * count);
  }

  private done = 0;

  constructor(private readonly most: number) {}

  public get steps(): number {
    return this.done;
  }

  /** @throws WorkSpent when the budget is exceeded. */
  public spend(steps: number): void {
    this.done += steps;
    if (this.done > this.most) {
      throw new WorkSpent();
    }
  }
}
