import { isAscii } from 'buffer';
import { CODE } from './characters';

/** The range of one document in the bytes of its file. */
export interface Source {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** 1-based line of the file at which it starts. */
  readonly line: number;
  readonly json: boolean;
}

/** How many END characters follow a text, so that a cursor may look ahead without a bounds check. */
export const PADDING = 4;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const USUAL_SIZE = 65_536;

/** Buffer in which documents are padded, reused for small ones. Joining strings would make a rope, which is slower to read. */
let room: Buffer | undefined;

/** The text of a document, decoded at each call so that nothing keeps it in memory. */
export function textOfDocument({ bytes, start, end }: Source): string {
  return bytes.toString(encodingOf(bytes.subarray(start, end)), start, end);
}

/** The text of a YAML document for a cursor, followed by a line break, as in Go, and by NUL, which no document may contain. */
export function paddedText({ bytes, start, end }: Source): string {
  const length = end - start - (isMarked({ bytes, start, end }) ? BYTE_ORDER_MARK.length : 0);
  const target = roomFor(length + 1 + PADDING);
  bytes.copy(target, 0, end - length, end);
  let padded = length;
  if (target[padded - 1] !== CODE.LF || padded === 0) {
    target[padded++] = CODE.LF;
  }
  target.fill(0, padded, padded += PADDING);
  return target.toString(encodingOf(target.subarray(0, padded)), 0, padded);
}

/** Go removes a byte order mark from the start of each document. */
function isMarked({ bytes, start, end }: Pick<Source, 'bytes' | 'start' | 'end'>): boolean {
  return bytes.compare(BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length, start, Math.min(start + BYTE_ORDER_MARK.length, end)) === 0;
}

function roomFor(size: number): Buffer {
  if (size > USUAL_SIZE) {
    return Buffer.allocUnsafe(size);
  }
  return room ??= Buffer.allocUnsafe(USUAL_SIZE);
}

function encodingOf(bytes: Buffer): 'latin1' | 'utf8' {
  return isAscii(bytes) ? 'latin1' : 'utf8';
}

/** The 1-based line of the file at an offset of the text. */
export function lineAt({ line }: Source, text: string, offset: number): number {
  let count = line;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

/** Line breaks of a document, indexed for many look-ups: a List has all its items in one document. */
export class LineIndex {
  private readonly breaks: number[] = [];

  constructor(private readonly source: Source, text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.breaks.push(at);
    }
  }

  /** The 1-based line of the file at an offset. */
  at(offset: number): number {
    return this.source.line + this.breaksBefore(offset);
  }

  /** The line of the document at an offset, counted from 0, and what of its text stands before it. */
  columnAt(offset: number): { readonly line: number; readonly column: number } {
    const line = this.breaksBefore(offset);
    return { line, column: line === 0 ? offset : offset - this.breaks[line - 1] - 1 };
  }

  private breaksBefore(offset: number): number {
    let [low, high] = [0, this.breaks.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.breaks[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** A character of UTF-16 takes no more bytes of UTF-8. */
const MOST_BYTES = 3;

/** Where the lines of a document begin in the bytes of its file, for many look-ups. */
export class ByteIndex {
  private readonly starts: number[];

  constructor(private readonly source: Source) {
    const { bytes, start, end, json } = source;
    this.starts = [start + (!json && isMarked(source) ? BYTE_ORDER_MARK.length : 0)];
    for (let at = bytes.indexOf(CODE.LF, start); at >= 0 && at < end; at = bytes.indexOf(CODE.LF, at + 1)) {
      this.starts.push(at + 1);
    }
  }

  /** The offset in the bytes of the file. */
  at({ line, column }: { readonly line: number; readonly column: number }): number {
    const [{ bytes, end }, start] = [this.source, this.starts[line]];
    if (isAscii(bytes.subarray(start, start + column))) {
      return start + column;
    }
    const text = bytes.toString('utf8', start, Math.min(end, start + MOST_BYTES * column));
    return start + Buffer.byteLength(text.slice(0, column));
  }
}
