import { cutAnswer } from './cut';
import { UnusableInput } from '../../lint/input/paths';

/** After this many failed requests no more are sent: with a server that never answers, a run would take hours. */
export const MOST_FAILURES = 5;
/** How many requests are sent at a time. */
const AT_ONCE = 8;

/** Sends requests in parallel, continues after a failure, and stops after too many. */
export class Failures {
  private readonly errors = new Set<UnusableInput>();
  private leftOut = 0;

  /** The errors, for the report: each means that the result is incomplete. */
  public get texts(): readonly string[] {
    const left = this.leftOut === 0 ? [] : [`the API server was asked no more after ${this.errors.size} requests without an answer: it said nothing about ${this.leftOut} objects`];
    return [...new Set([...this.errors].map(error => cutAnswer(error.message))), ...left];
  }

  /** Adds an error. The same error object, of an answer that several requests share, counts once. */
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
