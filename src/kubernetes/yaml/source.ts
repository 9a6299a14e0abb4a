import { isAscii } from 'buffer';
import { CODE } from './characters';

/** Where a document stands in the bytes of its file. */
export interface Source {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** The line that it starts at. */
  readonly line: number;
  readonly json: boolean;
}

/** Signs of the end that a cursor may look ahead at. */
export const PADDING = 4;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const USUAL_SIZE = 65_536;

/** Documents are copied here to get their padding. Joining strings would do, and reading what is joined takes longer. */
let room: Buffer | undefined;

/** The text of a document, made anew at each call so that nobody keeps it. */
export function textOfDocument({ bytes, start, end }: Source): string {
  return bytes.toString(encodingOf(bytes.subarray(start, end)), start, end);
}

/** The text of a YAML document for a cursor: ended by a line break, as Go does it, and by NUL, which no document can have. */
export function paddedText({ bytes, start, end }: Source): string {
  // Go takes a byte order mark away from the start of each document.
  const marked = bytes.compare(BYTE_ORDER_MARK, 0, 3, start, Math.min(start + 3, end)) === 0;
  const length = end - start - (marked ? 3 : 0);
  const target = roomFor(length + 1 + PADDING);
  bytes.copy(target, 0, end - length, end);
  let padded = length;
  if (target[padded - 1] !== CODE.LF || padded === 0) {
    target[padded++] = CODE.LF;
  }
  target.fill(0, padded, padded += PADDING);
  return target.toString(encodingOf(target.subarray(0, padded)), 0, padded);
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

/** The line of the file that an offset is in. */
export function lineAt({ line }: Source, text: string, offset: number): number {
  let count = line;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

/** Lines of a document that is asked for many of them: the items of a List stand in one document. */
export class LineIndex {
  private readonly breaks: number[] = [];

  constructor(private readonly source: Source, text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.breaks.push(at);
    }
  }

  /** The line of the file that an offset is in: one more for each line break in front of it. */
  at(offset: number): number {
    let [low, high] = [0, this.breaks.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.breaks[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.source.line + low;
  }
}
