import { spawn } from 'child_process';
import { once } from 'events';
import type { Readable } from 'stream';
import { cutAnswer } from './cut';

/** A program to run, whose standard output is its answer. */
export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Time limit in milliseconds. */
  readonly patience: number;
  /** Limit of its standard output in bytes. @default LARGEST_OUTPUT */
  readonly most?: number;
  /** Called with each line of its standard error. */
  readonly say: (line: string) => void;
}

/** The result. */
export interface Ended {
  readonly output: string;
  /** Why the output is not valid. */
  readonly problem?: string;
}

/** Limits: bytes of standard output, lines of standard error. */
export const LARGEST_OUTPUT = 1024 * 1024;
export const MOST_LINES = 50;
/** Milliseconds to wait for the last lines after the program has ended. */
const LINGER = 200;

/** Runs a program without standard input until it ends, or exceeds its time or output limit. */
export function runBounded(run: Run): Promise<Ended> {
  return new Promise<Ended>(resolve => {
    const child = start(run);
    const chunks: Buffer[] = [];
    let size = 0;
    const most = run.most ?? LARGEST_OUTPUT;
    const end = (problem?: string) => {
      clearTimeout(alarm);
      child.kill('SIGKILL');
      // Child processes of the program may keep these open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ output: Buffer.concat(chunks).toString('utf8'), problem });
    };
    const alarm = setTimeout(() => end(`it had not ended within ${Math.ceil(run.patience / 1000)} s`), run.patience);
    child.on('error', error => end(error.message));
    const ended = () => end(child.exitCode === 0 ? undefined : `it ended with ${child.signalCode ?? `status ${child.exitCode}`}`);
    child.on('close', ended);
    // A child process (browser, agent) may keep standard error open; what the program itself wrote has arrived by now.
    void Promise.all([once(child, 'exit'), once(child.stdout, 'close')]).then(() => setTimeout(ended, LINGER), () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      return size > most ? end(`it wrote more than ${most / 1024 / 1024} MiB`) : chunks.push(chunk);
    });
    tellLines(child.stderr, run.say);
  }).catch((error: unknown): Ended => ({ output: '', problem: (error as Error).message }));
}

function start({ program, args, environment }: Run) {
  return spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
}

/** Passes on lines while the program runs: the user may have to act on them. */
function tellLines(stream: Readable, say: (line: string) => void): void {
  let [rest, lines] = ['', 0];
  const tell = (line: string) => {
    if (++lines <= MOST_LINES) {
      say(cutAnswer(line));
    }
  };
  stream.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = cutAnswer(parts.pop()!);
    parts.forEach(tell);
  });
  stream.on('end', () => {
    if (rest !== '') {
      tell(rest);
    }
  });
}
