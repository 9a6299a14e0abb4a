import { writeSync } from 'fs';
import { cut, LONGEST_TEXT } from '../../base/text/cut';
import { guarded, inOneLine } from '../../base/text/printable';

/*
 * The only place that prints; a test holds all other sources to it. What somebody else may have written needs no care before it comes here: control
 * characters and commands of build logs are shown as their codes. Only line breaks are the business of the caller, who knows which of them are his own:
 * `note` takes a text as one line, and everything with several lines of somebody else indents them (report/text.ts).
 */

/** Standard output cannot be written: the disk is full, say. */
export class OutputFailed extends Error {}

/** Prints whole lines on standard output, as fast as they are read. A reader who has seen enough (`| head`) is no failure. */
export async function print(pieces: Iterable<string>): Promise<void> {
  for (const chunk of chunksOf(pieces)) {
    const error = await written(process.stdout, guarded(chunk));
    if (error?.code === 'EPIPE' || error?.code === 'ERR_STREAM_DESTROYED') {
      return;
    }
    if (error) {
      throw new OutputFailed(`standard output cannot be written: ${error.message}`);
    }
  }
}

/** A report is never one text: of the largest ones there is none. And a call for each line takes longer than the line. */
function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length >= CHUNK) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') {
    yield chunk;
  }
}

const CHUNK = 65_536;
/** How long a full pipe is waited for before it is tried again. */
const PAUSE_MS = 10;

/** A remark of the program on standard error: one line, and one more for what to do. */
export function note(text: string, hint?: string): Promise<void> {
  return warn(`cdk8s-ai: ${inOneLine(cut(text, LONGEST_TEXT))}\n${hint === undefined ? '' : `  ${inOneLine(cut(hint, LONGEST_TEXT))}\n`}`);
}

/** Prints on standard error. When that cannot be written, nobody is left to be told. */
export async function warn(text: string): Promise<void> {
  await written(process.stderr, guarded(text));
}

/** The same for the last moment of a process, in which nothing else runs any more. */
export function warnAtLast(text: string): void {
  let rest = Buffer.from(guarded(text));
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(process.stderr.fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        return;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** Replaces the line that standard error shows at the moment; an empty one removes it. Nothing where that is no terminal. */
export function rewriteLine(text: string): void {
  if (process.stderr.isTTY) {
    void written(process.stderr, `\r\u001b[K${inOneLine(text)}`);
  }
}

/** Whether standard output is a terminal that shows colours. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true && process.env.TERM !== 'dumb';
}

/** Waits for the other end. Files throw, pipes call back and complain a second time with an event, which ends a process that does not listen. */
function written(stream: NodeJS.WriteStream, text: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise(resolve => {
    const done = (error?: Error | null) => {
      if (error && stream.listenerCount('error') === 0) {
        stream.once('error', () => {});
      }
      resolve(error ?? undefined);
    };
    try {
      stream.write(text, done);
    } catch (error) {
      done(error as Error);
    }
  });
}
