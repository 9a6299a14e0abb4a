/**
 * Steps of work that a run takes on for definitions of its input: nodes visited, characters read, ways of a pattern followed. Definitions come from anybody,
 * and one that is hostile multiplies with every object of its kind. An honest one needs some hundreds of steps for an object; ten million take a second.
 */
const FREE_STEPS = 50_000_000;
const STEPS_OF_OBJECT = 2_000;

/** There is no work left: what is not checked by then is not checked in this run. */
export class WorkSpent extends Error {}

/** An account of work, for a whole run. */
export class Work {
  /** For an input of so many objects. */
  static forObjects(count: number): Work {
    return new Work(FREE_STEPS + STEPS_OF_OBJECT * count);
  }

  private done = 0;

  constructor(private readonly most: number) {}

  public get steps(): number {
    return this.done;
  }

  /** @throws WorkSpent where there is none left. */
  public spend(steps: number): void {
    this.done += steps;
    if (this.done > this.most) {
      throw new WorkSpent();
    }
  }
}
