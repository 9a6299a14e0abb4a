import { Finding, FindingClass } from './finding';
import { noticed } from './notice';
import { NOT_RUN } from './notices';

/** Limit of the findings of one rule and class: nobody reads more, and their number must not fill the memory. */
export const MOST_OF_RULE = 10_000;
/** Limit of the findings that are reported for single objects. */
export const MOST_OF_OBJECTS = 100_000;

/** Collects the findings of one source up to a limit, and counts the rest. The limit is per class, so that infos displace no error. */
export class LimitedFindings {
  private readonly findings: Finding[] = [];
  private readonly counts = new Map<FindingClass, number>();

  constructor(private readonly source: string, private readonly most: number) {}

  /** Adds a finding; `make` is called only below the limit. */
  public add(kind: FindingClass, make: () => Finding): void {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    if (count <= this.most) {
      this.findings.push(make());
    }
  }

  /** Whether the limit of the class is reached. */
  public isFull(kind: FindingClass): boolean {
    return (this.counts.get(kind) ?? 0) >= this.most;
  }

  /** All findings, and one that says how many were left out. That one marks the run as incomplete, and cannot be acknowledged. */
  public list(): Finding[] {
    const left = [...this.counts.values()].reduce((sum, count) => sum + Math.max(0, count - this.most), 0);
    return left === 0 ? this.findings
      : [...this.findings, tooMany(`${this.source} found ${left.toLocaleString('en')} more than the ${this.most.toLocaleString('en')} that are told`)];
  }
}

/** Thrown when the input exceeds what a run checks; the check stops. */
export class TooMany extends Error {}

/** The finding for input that was not checked, or not reported, completely. */
export function tooMany(what: string): Finding {
  return {
    ...noticed(NOT_RUN),
    message: `Too many: ${what}`,
    help: 'repair what is told first, or check the files in several runs',
  };
}
