import { CODE, isBlank, isBreakOrEnd } from './characters';
import { Cursor } from './cursor';

interface Header {
  /** Line breaks at the end: +1 keeps all (`|+`), -1 drops all (`|-`), 0 keeps one. */
  readonly chomping: number;
  /** Indentation beyond that of the parent (`|2`); 0 where the first line decides. */
  readonly increment: number;
}

/** Reads a literal (`|`) or folded (`>`) scalar; `parentIndent` is the column of the collection it is in, -1 outside any. */
export function blockScalar(cursor: Cursor, parentIndent: number): string {
  const opening = cursor.position;
  const literal = cursor.code() === CODE.PIPE;
  cursor.position++;
  const { chomping, increment } = header(cursor, opening);
  const lines = new BlockLines(cursor, parentIndent, opening);
  if (increment > 0) {
    lines.indent = Math.max(parentIndent, 0) + increment;
  }
  return lines.read(literal, chomping);
}

function header(cursor: Cursor, opening: number): Header {
  let chomping = chompingAt(cursor);
  const increment = incrementAt(cursor, opening);
  // The two indicators may stand in either order, each once.
  if (chomping === 0 && increment > 0) {
    chomping = chompingAt(cursor);
  }
  cursor.passRestOfLine();
  if (!isBreakOrEnd(cursor.code())) {
    cursor.fail('found something other than a comment behind the sign of a block scalar', opening);
  }
  if (cursor.isAtBreak()) {
    cursor.passBreak();
  }
  return { chomping, increment };
}

function chompingAt(cursor: Cursor): number {
  const code = cursor.code();
  if (code !== CODE.PLUS && code !== CODE.DASH) {
    return 0;
  }
  cursor.position++;
  return code === CODE.PLUS ? 1 : -1;
}

function incrementAt(cursor: Cursor, opening: number): number {
  const digit = cursor.code() - CODE.ZERO;
  if (!(digit >= 0 && digit <= 9)) {
    return 0;
  }
  if (digit === 0) {
    cursor.fail('found an indentation of 0 at a block scalar', opening);
  }
  cursor.position++;
  return digit;
}

/** Source: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_block_scalar and its _breaks (v2.4.3). */
class BlockLines {
  /** Column of the text; 0 until the first line has shown it. */
  indent = 0;

  constructor(private readonly cursor: Cursor, private readonly parentIndent: number, private readonly opening: number) {}

  read(literal: boolean, chomping: number): string {
    const { cursor } = this;
    let value = '';
    let lastBreak = '';
    let breaks = this.passBreaks();
    let indentedMore = false;
    while (cursor.column === this.indent && cursor.code() !== CODE.END) {
      const indented = isBlank(cursor.code());
      if (!literal && !indentedMore && !indented && lastBreak === '\n') {
        value += breaks === '' ? ' ' : breaks;
      } else {
        value += lastBreak + breaks;
      }
      indentedMore = indented;
      value += this.line();
      lastBreak = cursor.isAtBreak() ? cursor.passBreak() : '';
      breaks = this.passBreaks();
    }
    return value + (chomping === -1 ? '' : lastBreak) + (chomping === 1 ? breaks : '');
  }

  private line(): string {
    const { cursor } = this;
    const start = cursor.position;
    let at = start;
    while (!isBreakOrEnd(cursor.text.charCodeAt(at))) {
      at++;
    }
    cursor.position = at;
    return cursor.text.slice(start, at);
  }

  /** Skips indentation and empty lines and returns the line breaks. The first call finds out the indentation. */
  private passBreaks(): string {
    const { cursor } = this;
    let breaks = '';
    let widest = 0;
    for (;;) {
      while (this.isIndentation() && cursor.code() === CODE.SPACE) {
        cursor.position++;
      }
      widest = Math.max(widest, cursor.column);
      if (this.isIndentation() && cursor.code() === CODE.TAB) {
        cursor.fail('found a tab character where an indentation space is expected', this.opening);
      }
      if (!cursor.isAtBreak()) {
        break;
      }
      breaks += cursor.passBreak();
    }
    this.indent ||= Math.max(widest, this.parentIndent + 1, 1);
    return breaks;
  }

  private isIndentation(): boolean {
    return this.indent === 0 || this.cursor.column < this.indent;
  }
}
