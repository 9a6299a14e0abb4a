import { createHash } from 'crypto';
import * as fc from 'fast-check';
import { Clusters } from './clusters';
import { Program } from './expression';
import { Case, cases } from './generators/programs';
import { outcomeOf } from './outcome';
import { print } from './printer';
import { Failure } from './refusal';
import { simplify } from './simplify';
import { Tally } from './tally';
import { TypeChecker } from './type-check';
import { Minor } from '../harness/api-server';

export interface FuzzOptions {
  readonly minor: Minor;
  readonly cases: number;
  /** With the same seed, the case of a number is the same program. */
  readonly seed: number;
  /** Number of the first case. @default 0 */
  readonly first?: number;
  /** Only this pattern; all of them otherwise. */
  readonly pattern?: string;
  /** Without clusters only what needs none is checked. */
  readonly clusters?: Clusters;
  /** Failures of different kinds after which it stops. @default 10 */
  readonly mostFailures?: number;
  readonly progress?: (line: string) => void;
}

/** One way in which the library failed, by the smallest program that shows it. */
export interface Finding {
  readonly minor: Minor;
  /** Number of the case. */
  readonly number: number;
  readonly kind: string;
  readonly message: string;
  /** TypeScript that runs by itself. */
  readonly source: string;
}

export interface FuzzResult {
  readonly tally: Tally;
  readonly findings: readonly Finding[];
}

/** Requests in flight: the servers work while the next program is synthesised. */
const AT_ONCE = 8;

/** Runs so many cases of one minor. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const run = new Run(options);
  await Promise.all(Array.from({ length: AT_ONCE }, () => run.work()));
  return { tally: run.tally, findings: [...run.findings.values()] };
}

/** The program of a number. Numbers next to each other have nothing in common. */
export function caseOf(minor: Minor, pattern: string | undefined, seed: number, number: number): Case {
  const parameters = { seed: mixed(`${seed} ${minor} ${number}`), numRuns: 1, unbiased: true };
  return fc.sample(cases(minor, pattern), parameters)[0];
}

class Run {
  readonly tally = new Tally();
  readonly findings = new Map<string, Finding>();
  private next: number;
  private checker?: TypeChecker;

  constructor(private readonly options: FuzzOptions) {
    this.next = options.first ?? 0;
  }

  async work(): Promise<void> {
    const { minor, seed, pattern, first = 0, mostFailures = 10 } = this.options;
    while (this.next < first + this.options.cases && this.findings.size < mostFailures) {
      const number = this.next++;
      await this.one(caseOf(minor, pattern, seed, number), number);
      this.report();
    }
  }

  private async one(given: Case, number: number): Promise<void> {
    try {
      const outcome = await this.examine(given.program, given.hasGates);
      this.tally.note(given.pattern, outcome.is, outcome.is === 'refused' ? outcome.reason : undefined);
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      this.tally.note(given.pattern, 'failed');
      await this.found(given, number, error);
    }
  }

  private async examine(program: Program, hasGates: boolean) {
    const outcome = outcomeOf(program);
    if (outcome.is === 'accepted') {
      await this.options.clusters?.check(this.options.minor, hasGates, outcome.yaml, outcome.objects);
    }
    return outcome;
  }

  /** The first of a kind is simplified and kept. */
  private async found(given: Case, number: number, failure: Failure): Promise<void> {
    if (this.findings.has(failure.kind)) {
      return;
    }
    const finding = { minor: this.options.minor, number, kind: failure.kind, message: failure.message, source: print(given.program) };
    this.findings.set(failure.kind, finding);
    this.options.progress?.(`${this.options.minor}: case ${number} fails: ${failure.kind}`);
    const smallest = await simplify(given.program, program => this.failsAlike(program, given.hasGates, failure.kind));
    const message = await this.messageOf(smallest, given.hasGates) ?? failure.message;
    this.findings.set(failure.kind, { ...finding, message, source: print(smallest) });
  }

  /** In the same way. What fails raw without something required is nobody's program: the compiler refuses it. */
  private async failsAlike(program: Program, hasGates: boolean, kind: string): Promise<boolean> {
    try {
      await this.examine(program, hasGates);
      return false;
    } catch (error) {
      return error instanceof Failure && error.kind === kind && (!error.isRaw || (this.checker ??= new TypeChecker()).problems(program).length === 0);
    }
  }

  private async messageOf(program: Program, hasGates: boolean): Promise<string | undefined> {
    return this.examine(program, hasGates).then(() => undefined, error => (error instanceof Failure ? error.message : undefined));
  }

  private report(): void {
    const { cases: count, minor, progress } = this.options;
    if (this.tally.cases % 250 === 0 || this.tally.cases === count) {
      progress?.(`${minor}: ${this.tally.cases} of ${count} cases, ${this.tally.count('accepted')} accepted, ${this.findings.size} kinds of failures`);
    }
  }
}

function mixed(text: string): number {
  return createHash('sha256').update(text).digest().readInt32LE();
}
