import { spawn } from 'child_process';
import { once } from 'events';
import type { Readable } from 'stream';
import { cutAnswer } from './cut';

/** A program that writes an answer to its standard output. */
export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  /** Beside that of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds until it is ended. */
  readonly patience: number;
  /** Is told each line of its standard error. */
  readonly say: (line: string) => void;
}

/** What became of it. */
export interface Ended {
  readonly output: string;
  /** Why its output does not count. */
  readonly problem?: string;
}

/** Of the standard output, in bytes, and of what is told of the standard error, in lines. */
export const LARGEST_OUTPUT = 1024 * 1024;
export const MOST_LINES = 50;
/** Milliseconds for the last lines of a program that has ended. */
const LINGER = 200;

/** Runs a program without standard input until it has ended, its time is up, or it has written too much. */
export function runBounded(run: Run): Promise<Ended> {
  return new Promise<Ended>(resolve => {
    const child = start(run);
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (problem?: string) => {
      clearTimeout(alarm);
      child.kill('SIGKILL');
      // What it has started itself may hold these open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ output: Buffer.concat(chunks).toString('utf8'), problem });
    };
    const alarm = setTimeout(() => end(`it had not ended within ${Math.ceil(run.patience / 1000)} s`), run.patience);
    child.on('error', error => end(error.message));
    const ended = () => end(child.exitCode === 0 ? undefined : `it ended with ${child.signalCode ?? `status ${child.exitCode}`}`);
    child.on('close', ended);
    // A browser or an agent that it started may hold its standard error open: what it wrote itself is there by now.
    void Promise.all([once(child, 'exit'), once(child.stdout, 'close')]).then(() => setTimeout(ended, LINGER), () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      return size > LARGEST_OUTPUT ? end(`it wrote more than ${LARGEST_OUTPUT / 1024 / 1024} MiB`) : chunks.push(chunk);
    });
    tellLines(child.stderr, run.say);
  }).catch((error: unknown): Ended => ({ output: '', problem: (error as Error).message }));
}

function start({ program, args, environment }: Run) {
  return spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
}

/** Line by line while it runs: somebody may have to do what it says. */
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
