import { Found, Job, KIND_NAMES } from './job';
import type { KindName } from './kinds';
import { keyOf } from './trial';
import { WorkerOptions, WorkerProcess } from './worker-process';

export interface FuzzOptions extends WorkerOptions {
  readonly kinds?: readonly KindName[];
  readonly seed: number;
  /** Cases per batch; by default the kind decides. */
  readonly runs?: number;
  /** Stops after this many cases. */
  readonly cases?: number;
  /** Or at this time, in milliseconds since 1970. */
  readonly until?: number;
  readonly progress?: (line: string) => void;
  /** Stops after this many findings. */
  readonly most?: number;
}

/** A violated property, with the case. */
export interface Finding extends Found {
  readonly kind: KindName;
}

export interface Fuzzed {
  readonly findings: readonly Finding[];
  readonly cases: ReadonlyMap<KindName, number>;
}

const BETWEEN_LINES = 10_000;
const SEEDS = 2 ** 31;
const BETWEEN_SEEDS = 7919;

/** Runs batches of all kinds in turn; the seed of each follows from the first seed and the number of the batch. */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const run = new Run(options);
  try {
    await run.all();
  } finally {
    await run.worker.end();
  }
  return run;
}

class Run implements Fuzzed {
  public readonly findings: Finding[] = [];
  public readonly cases = new Map<KindName, number>();
  public readonly worker: WorkerProcess;
  private readonly begun = Date.now();
  private told = Date.now();

  constructor(private readonly options: FuzzOptions) {
    this.worker = new WorkerProcess(options);
  }

  public async all(): Promise<void> {
    const { kinds = KIND_NAMES, seed, runs } = this.options;
    for (let batch = 0; this.goesOn(); batch++) {
      const known = this.findings.map(({ problem }) => keyOf(problem));
      await this.one({ kind: kinds[batch % kinds.length], seed: (seed + batch * BETWEEN_SEEDS) % SEEDS, runs, known });
      this.report();
    }
  }

  private get count(): number {
    return [...this.cases.values()].reduce((sum, each) => sum + each, 0);
  }

  private goesOn(): boolean {
    const { cases = Infinity, until = Infinity, most = 100 } = this.options;
    return this.count < cases && Date.now() < until && this.findings.length < most;
  }

  private async one(job: Job): Promise<void> {
    const { cases, found } = await this.worker.do(job);
    this.cases.set(job.kind, (this.cases.get(job.kind) ?? 0) + cases);
    if (found === undefined || job.known.includes(keyOf(found.problem))) {
      return;
    }
    const input = found.input || (await this.worker.do({ ...job, path: found.path, show: {} })).shown!;
    this.findings.push({ ...found, input, kind: job.kind });
    this.options.progress?.(told({ ...found, input, kind: job.kind }));
  }

  private report(): void {
    if (Date.now() - this.told > BETWEEN_LINES) {
      this.told = Date.now();
      const seconds = (this.told - this.begun) / 1000;
      this.options.progress?.(`${Math.round(seconds)} s: ${this.count} cases, ${Math.round(this.count / seconds)} a second, ${this.findings.length} findings`);
    }
  }
}

/** A finding as text for whoever fixes it. */
export function told({ kind, problem, seed, path, input }: Finding): string {
  const indented = (text: string) => text.replace(/^/gm, '  ');
  return `FINDING ${problem.broken}\n${indented(problem.detail)}\n${indented(input)}\n  again: npm run fuzz:hostile -- --only ${kind} --seed ${seed} --path ${path}`;
}
