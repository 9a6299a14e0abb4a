import { ChildProcess, fork } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Found, Job, Message } from './job';
import { Watchdog } from './watchdog';

/** Milliseconds after which a run of the program counts as endless. */
export const PATIENCE = 30_000;
/** Milliseconds to load the sources: some seconds, and more on a busy machine. */
const LOADING = 180_000;
/** Heap limit in MiB; V8 ends the process beyond it, which is a finding. */
const MOST_HEAP = 1200;
/** Runs per worker: it accumulates what the program keeps for one run, and nobody runs it a thousand times in one process. */
const MOST_BATCHES = 25;

const REPOSITORY = path.join(__dirname, '../..');
export const PROGRAM = path.join(REPOSITORY, 'src/cli/main');

/** The result of a batch. */
export interface Batch {
  readonly cases: number;
  readonly found?: Found;
  readonly shown?: string;
}

export interface WorkerOptions {
  /** Module whose `main` is fuzzed. */
  readonly subject?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Time limit of a run of the program in milliseconds. */
  readonly patience?: number;
}

/** The process in which the program runs: started on demand, killed when a case hangs, and started again. */
export class WorkerProcess {
  private child?: ChildProcess;
  private folder?: string;
  private batches = 0;

  constructor(private readonly options: WorkerOptions = {}) {}

  public async do(job: Job): Promise<Batch> {
    if (this.batches++ >= MOST_BATCHES) {
      await this.end();
      this.batches = 0;
    }
    const child = this.child ?? await this.start();
    return this.watch(child, job);
  }

  /** Ends the process and removes the folders that a killed one left. */
  public async end(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    if (this.folder !== undefined) {
      fs.rmSync(this.folder, { recursive: true, force: true });
      this.folder = undefined;
    }
  }

  private async start(): Promise<ChildProcess> {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
    const child = fork(path.join(__dirname, 'worker.ts'), [this.options.subject ?? PROGRAM], {
      execArgv: ['-r', require.resolve('ts-node/register/transpile-only'), `--max-old-space-size=${MOST_HEAP}`],
      env: { ...process.env, ...this.options.env, TMPDIR: this.folder, TS_NODE_PROJECT: path.join(REPOSITORY, 'build-tools/tsconfig.json'), NODE_NO_WARNINGS: '1', NODE_OPTIONS: '' },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    child.stderr!.resume();
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the worker has not loaded after ${LOADING / 1000} s`)), LOADING);
      const said: Buffer[] = [];
      child.stderr!.on('data', (chunk: Buffer) => said.push(chunk));
      child.once('exit', () => reject(new Error(`the worker ended while it was loaded: ${Buffer.concat(said).toString().slice(0, 2000)}`)));
      child.once('message', () => {
        clearTimeout(late);
        child.removeAllListeners('exit');
        child.stderr!.removeAllListeners('data').resume();
        resolve();
      });
    });
    return child;
  }

  private watch(child: ChildProcess, job: Job): Promise<Batch> {
    let [number, failing, last] = [0, undefined as Found | undefined, ''];
    return new Promise(resolve => {
      const end = (batch: Batch) => {
        watchdog.stop();
        child.removeAllListeners('message').removeAllListeners('exit');
        child.stderr!.removeAllListeners('data').resume();
        resolve(batch);
      };
      // During the search for a smaller example, the first one is kept.
      const gone = (broken: string, detail: string) => {
        const found = failing ?? { problem: { broken: `${job.kind}: ${broken}`, detail }, seed: job.seed, path: job.path ?? String(number), input: '' };
        end({ cases: number + 1, found });
      };
      const watchdog = new Watchdog(child, this.options.patience ?? PATIENCE, detail => {
        child.removeAllListeners('exit');
        void this.end().then(() => gone('every run ends', detail));
      });
      child.stderr!.on('data', (chunk: Buffer) => {
        last = (last + chunk.toString()).slice(-2000);
      });
      child.once('exit', (status, signal) => {
        void this.end().then(() => gone('the process lives', `${signal ?? `status ${status}`}: ${/FATAL ERROR[^\n]*/.exec(last)?.[0] ?? last.slice(0, 500)}`));
      });
      child.on('message', (message: Message) => {
        watchdog.reset();
        switch (message.is) {
          case 'case': number = failing ? number : message.number; break;
          case 'failing': failing = message.found; break;
          case 'done': end(message); break;
        }
      });
      child.send(job);
    });
  }
}
