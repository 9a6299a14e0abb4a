import { cutAnswer } from './cut';
import { UnusableInput } from '../../lint/input/paths';

/** After so many requests without an answer nothing more is asked: a server that lets everybody wait would take hours. */
export const MOST_FAILURES = 5;
/** How many objects are asked about at a time. */
const AT_ONCE = 8;

/** Asks about many things at a time, goes on where one of them fails, and gives up when too many have. */
export class Failures {
  private readonly errors = new Set<UnusableInput>();
  private leftOut = 0;

  /** What went wrong, for whoever reads the report: with each of these it holds less than it should. */
  public get texts(): readonly string[] {
    const left = this.leftOut === 0 ? [] : [`the API server was asked no more after ${this.errors.size} requests without an answer: it said nothing about ${this.leftOut} objects`];
    return [...new Set([...this.errors].map(error => cutAnswer(error.message))), ...left];
  }

  /** The same error again, of an answer that several things wait for, counts once. */
  public add(error: unknown): void {
    if (!(error instanceof UnusableInput)) {
      throw error;
    }
    this.errors.add(error);
  }

  public async forEach<Thing>(things: readonly Thing[], ask: (thing: Thing, index: number) => Promise<void>): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < things.length && this.errors.size < MOST_FAILURES) {
        const index = next++;
        await ask(things[index], index).catch(error => this.add(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.leftOut += things.length - next;
  }
}
