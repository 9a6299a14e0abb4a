import * as fs from 'fs';

/** Thrown when there are more bytes than the limit. */
export class TooLarge extends Error {}

/** Thrown where a pipe or device is read that could block for ever. */
export class NoRegularFile extends Error {}

/** Where a shell puts the pipe of `<(command)`: only the command line names these. */
const DESCRIPTOR = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/**
 * Reads a small file. Neither a pipe nor a device is read, but for the descriptors of the process itself: opening or reading one could block for ever.
 *
 * @throws NoRegularFile where it is one.
 */
export function readRegular(name: string, most: number): Buffer {
  if (DESCRIPTOR.test(name)) {
    return readFrom(name, most);
  }
  // eslint-disable-next-line no-bitwise -- flags of the operating system
  const descriptor = fs.openSync(name, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile() && !stat.isDirectory()) {
      throw new NoRegularFile();
    }
    return readAll(descriptor, most);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Bytes per read of a stream of unknown size, and pause where it has no data yet. */
const CHUNK = 65_536;
const PAUSE_MS = 10;

/**
 * Reads a file, which may grow meanwhile, or be a device that never ends.
 *
 * @throws TooLarge where there are more bytes than `most`.
 */
export function readFrom(name: string, most: number): Buffer {
  const descriptor = fs.openSync(name, 'r');
  try {
    // One byte more than the size, so that one read shows the end.
    const { size } = fs.fstatSync(descriptor);
    return readAll(descriptor, most, Math.min(Math.max(size, CHUNK), most) + 1);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Reads in chunks: readFileSync fails with EAGAIN on a pipe whose writer has not written yet. */
export function readAll(descriptor: number, most: number, first: number = CHUNK): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunks.length === 0 ? first : CHUNK);
    const read = readSome(descriptor, chunk);
    if (read === 0) {
      return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    }
    size += read;
    if (size > most) {
      throw new TooLarge();
    }
    chunks.push(chunk.subarray(0, read));
  }
}

function readSome(descriptor: number, into: Buffer): number {
  for (;;) {
    try {
      return fs.readSync(descriptor, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') {
        return 0; // What Windows says at the end of a pipe.
      }
      if (code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** The message of a system error, without the system call and path. */
export function reasonOfSystem(error: unknown): string {
  return (error as Error).message.split(/, \w+(?: '|$)/)[0];
}
