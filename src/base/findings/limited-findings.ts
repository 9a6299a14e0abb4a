import { Finding, FindingClass } from './finding';
import { noticed } from './notice';
import { NOT_RUN } from './notices';

/** Findings of one rule and one class: nobody reads more, and a file of any size must not fill the memory. */
export const MOST_OF_RULE = 10_000;
/** Findings about the objects one by one. */
export const MOST_OF_OBJECTS = 100_000;

/** Findings of one source, in a bearable number. Each class is counted by itself: infos hide no error. */
export class LimitedFindings {
  private readonly findings: Finding[] = [];
  private readonly counts = new Map<FindingClass, number>();

  constructor(private readonly source: string, private readonly most: number) {}

  /** Adds a finding, which is made only if there is room for it. */
  public add(kind: FindingClass, make: () => Finding): void {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    if (count <= this.most) {
      this.findings.push(make());
    }
  }

  /** Whether another one of the class is only counted. */
  public isFull(kind: FindingClass): boolean {
    return (this.counts.get(kind) ?? 0) >= this.most;
  }

  /** All of them, and what was left out: then the run is not whole, and no acknowledgement of the others makes it so. */
  public list(): Finding[] {
    const left = [...this.counts.values()].reduce((sum, count) => sum + Math.max(0, count - this.most), 0);
    return left === 0 ? this.findings
      : [...this.findings, tooMany(`${this.source} found ${left.toLocaleString('en')} more than the ${this.most.toLocaleString('en')} that are told`)];
  }
}

/** There is more to look at than a run takes on; whoever looks stops. */
export class TooMany extends Error {}

/** What says that not all was looked at, or told. */
export function tooMany(what: string): Finding {
  return {
    ...noticed(NOT_RUN),
    message: `Too many: ${what}`,
    help: 'repair what is told first, or check the files in several runs',
  };
}
