import { writeSync } from 'fs';
import { NotWritten, replaceFile } from './replace-file';
import { cut, LONGEST_TEXT } from '../../base/text/cut';
import { guarded, inOneLine } from '../../base/text/printable';
import { reasonOfSystem } from '../input/bytes';

/*
 * The only module that prints; a test enforces that. Untrusted text may be passed as it is: control characters and commands of build logs are escaped here.
 * Only line breaks are left to the caller, who knows which of them are intended:
 * `note` prints a text as one line, and untrusted text of several lines is indented (report/text.ts).
 */

/** Thrown when a report cannot be written, for example because the disk is full. */
export class OutputFailed extends Error {}

/** Prints whole lines on standard output, waiting for the reader. A reader that closes the pipe (`| head`) is no error. */
export function print(pieces: Iterable<string>): Promise<void> {
  return printed(pieces, guarded);
}

/** The same for commands of a build log: whoever makes them leaves no line break and no unseen character in what others wrote. */
export function printCommands(pieces: Iterable<string>): Promise<void> {
  return printed(pieces, text => text);
}

async function printed(pieces: Iterable<string>, safe: (text: string) => string): Promise<void> {
  for (const chunk of chunksOf(pieces)) {
    const error = await written(process.stdout, safe(chunk));
    if (error?.code === 'EPIPE' || error?.code === 'ERR_STREAM_DESTROYED') {
      return;
    }
    if (error) {
      throw new OutputFailed(`standard output cannot be written: ${error.message}`);
    }
  }
}

/** Writes a report to the file that the user names, and what was there before is gone. The text is the same as on standard output. */
export function writeReport(file: string, pieces: Iterable<string>): void {
  writeReplaced(file, () => replaceFile(file, guardedChunks(pieces)));
}

function* guardedChunks(pieces: Iterable<string>): Generator<string> {
  for (const chunk of chunksOf(pieces)) {
    yield guarded(chunk);
  }
}

/** Writes a file, and reports why it cannot be written. */
export function writeReplaced(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof NotWritten) {
      throw new OutputFailed(`${file}: ${error.message}`);
    }
    throw (error as NodeJS.ErrnoException).code === undefined ? error : new OutputFailed(`${file}: ${reasonOfSystem(error)}`);
  }
}

/** Lines are joined into chunks: one string could exceed the limit of V8, and one call for each line is slow. */
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
/** Pause before another try to write to a full pipe. */
const PAUSE_MS = 10;

/** Prints a note on standard error: one line, and one more for a hint. */
export function note(text: string, hint?: string): Promise<void> {
  return warn(`cdk8s-ai: ${inOneLine(cut(text, LONGEST_TEXT))}\n${hint === undefined ? '' : `  ${inOneLine(cut(hint, LONGEST_TEXT))}\n`}`);
}

/** Prints on standard error; failures are ignored, since nobody could see them. */
export async function warn(text: string): Promise<void> {
  await written(process.stderr, guarded(text));
}

/** The same, synchronously, for exit handlers. */
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

/** Replaces the current line of standard error; an empty text removes it. Does nothing without a terminal. */
export function rewriteLine(text: string): void {
  if (process.stderr.isTTY) {
    void written(process.stderr, `\r\u001b[K${inOneLine(text)}`);
  }
}

/** Whether standard output is a terminal with colours. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true && process.env.TERM !== 'dumb';
}

/** Columns of the terminal that standard output is; undefined where it is none. */
export function terminalColumns(): number | undefined {
  return process.stdout.columns;
}

/** Writes and waits. Files throw; pipes call back and also emit an error event, which would end the process if nobody listened. */
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
