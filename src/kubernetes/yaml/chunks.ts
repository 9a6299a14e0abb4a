import { CODE } from './characters';

/** The bytes of one document in a file, and its first line. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Line that starts with `---` but goes on with text, so that it separates nothing: `--- a: 1`. */
  readonly badSeparator?: number;
}

/** What may follow `---`: white space as Go's strings.TrimSpace removes it, then a comment or nothing. */
const BLANK_OR_COMMENT = /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*(?:#|$)/;

/**
 * Splits a file at the lines that start with `---`. A separator before the first line of a document becomes part of that document.
 *
 * Source: k8s.io/apimachinery/pkg/util/yaml/decoder.go YAMLReader (v0.36).
 */
export function* chunks(bytes: Buffer, from: number, fromLine: number): Generator<Chunk> {
  let start = from;
  let startLine = fromLine;
  let line = fromLine;
  let badSeparator: number | undefined;
  for (let at = from; at < bytes.length; at++, line++) {
    const end = lineEnd(bytes, at);
    if (isSeparator(bytes, at)) {
      if (!BLANK_OR_COMMENT.test(bytes.toString('utf8', at + 3, end))) {
        badSeparator ??= line;
      } else if (at > start) {
        yield { start, end: at, line: startLine, badSeparator };
        start = end + 1;
        startLine = line + 1;
        badSeparator = undefined;
      }
    }
    at = end;
  }
  if (start < bytes.length) {
    yield { start, end: bytes.length, line: startLine, badSeparator };
  }
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(CODE.LF, start);
  return end < 0 ? bytes.length : end;
}

function isSeparator(bytes: Buffer, at: number): boolean {
  return bytes[at] === CODE.DASH && bytes[at + 1] === CODE.DASH && bytes[at + 2] === CODE.DASH;
}
