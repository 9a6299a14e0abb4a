import { blockScalar } from './block-scalar';
import { Blocks } from './blocks';
import { CODE, isBlankOrEnd } from './characters';
import { Cursor, SyntaxProblem } from './cursor';
import { fitted, fittedMap, owned } from './memory';
import { OneLine, OTHER_FORM } from './one-line';
import { Positions } from './positions';
import { PADDING } from './source';

/** Tabs, line breaks other than LF, and what no document may contain, in one pass over the text: NUL is the padding behind it. */
const UNUSUAL = /[\0-\t\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/;
const SECOND_MARK = 0xfeff;
const START = '---\n';
/** Of all documents that a process reads. */
const BLOCKS = new Blocks();

/**
 * Reads the form that nearly all manifests have, line by line and without tokens, in half the time: a mapping whose keys, scalars and brackets each end on
 * their line, and block scalars; no anchors, no tags.
 *
 * Any other form, and every error, is left to the composer. test/kubernetes/yaml/fast-path.test.ts holds that the two read alike.
 */
export class FastPath {
  /** Offset of the value of the last document. */
  start = 0;
  private readonly cursor = new Cursor();
  private readonly line: OneLine;
  /** Column of the next text, -1 at the end. */
  private column = -1;
  /** Whether that text is the first of its line. */
  private isFirst = true;

  /** @param places if given, gets the positions of what is read; of no use where nothing is. */
  constructor(private readonly places?: Positions) {
    this.line = new OneLine(this.cursor, places);
  }

  /** The value of a document (`text` is padded); undefined where it has another form. */
  read(text: string): Record<string, unknown> | undefined {
    const { cursor } = this;
    cursor.begin(text);
    this.line.begin();
    try {
      return text.search(UNUSUAL) < text.length - PADDING || cursor.code() === SECOND_MARK ? undefined : this.document();
    } catch (problem) {
      if (problem === OTHER_FORM || problem instanceof SyntaxProblem) {
        return undefined;
      }
      throw problem;
    }
  }

  private document(): Record<string, unknown> | undefined {
    const { cursor } = this;
    if (cursor.text.startsWith(START)) {
      cursor.position = cursor.lineStart = START.length;
    }
    this.toContent();
    this.start = cursor.position;
    if (this.column !== 0) {
      return undefined;
    }
    this.places?.begin(this.start);
    const value = this.mapping();
    // Anything left over stands at a column that no open block has: another form.
    return cursor.position === cursor.text.length - PADDING ? value : undefined;
  }

  /** Moves to the next text, over empty lines and comments. */
  private toContent(): void {
    const { cursor } = this;
    const { text } = cursor;
    let at = cursor.position;
    this.isFirst = at === cursor.lineStart;
    for (;;) {
      let code = text.charCodeAt(at);
      while (code === CODE.SPACE) {
        code = text.charCodeAt(++at);
      }
      if (code === CODE.HASH) {
        at = text.indexOf('\n', at);
      } else if (code !== CODE.LF) {
        cursor.position = at;
        this.column = code === CODE.END ? -1 : at - cursor.lineStart;
        return;
      }
      cursor.lineStart = ++at;
      this.isFirst = true;
    }
  }

  private mapping(): Record<string, unknown> {
    const { column, cursor, places } = this;
    const object: Record<string, unknown> = {};
    let size = 0;
    this.line.enter();
    do {
      const { position } = cursor;
      const key = this.line.key();
      places?.enter(key, position);
      this.line.put(object, key, this.value(column, key));
      places?.leave();
      size++;
    } while (this.column === column);
    this.line.leave();
    return fittedMap(object, size);
  }

  private sequence(): unknown[] {
    const { cursor, column, places } = this;
    const items: unknown[] = [];
    this.line.enter();
    do {
      places?.enter(items.length, cursor.position);
      cursor.position++;
      items.push(this.value(column));
      places?.leave();
    } while (this.column === column && this.isDash());
    this.line.leave();
    return fitted(items);
  }

  /** The value behind a colon or dash; `column` is the column of its key or dash. */
  private value(column: number, key?: string): unknown {
    const code = this.line.passBlanks();
    if (code === CODE.LF || code === CODE.HASH) {
      this.toContent();
      return key === undefined ? this.nested(column, false) : this.below(column, key);
    }
    if (key === undefined && this.line.isKey()) {
      this.column = this.cursor.column;
      return this.mapping();
    }
    const isBlock = code === CODE.PIPE || code === CODE.GREATER;
    const value = isBlock ? owned(blockScalar(this.cursor, column)) : this.line.value(code, false);
    this.toContent();
    return value;
  }

  /** The same for a key, whose value may be one that was read before. */
  private below(column: number, key: string): unknown {
    const { cursor, column: inner } = this;
    if (this.places !== undefined || inner < column || inner === column && !this.isDash()) {
      return this.nested(column, true);
    }
    const { text, lineStart, position } = cursor;
    const known = BLOCKS.at(key, text, lineStart);
    if (known !== undefined) {
      const end = lineStart + known.text.length;
      cursor.lineStart = cursor.position = end;
      this.toContent();
      if (cursor.lineStart === end && (this.column < inner || inner === column && this.column === column && !this.isDash())) {
        return known.value;
      }
      // It goes on, if only with empty lines, which may belong to a text at its end.
      cursor.lineStart = lineStart;
      cursor.position = position;
      this.column = inner;
    }
    const value = this.nested(column, true);
    // Text behind a value on its line: another form, which ends in no line of its own.
    if (this.isFirst) {
      BLOCKS.put(key, { text: text.slice(lineStart, cursor.lineStart), value });
    }
    return value;
  }

  /** The value of a key or dash when it stands in the lines below. */
  private nested(column: number, ofKey: boolean): unknown {
    if (this.column > column) {
      return this.isDash() ? this.sequence() : this.mapping();
    }
    return ofKey && this.column === column && this.isDash() ? this.sequence() : null;
  }

  private isDash(): boolean {
    const { cursor } = this;
    return cursor.code() === CODE.DASH && isBlankOrEnd(cursor.code(1));
  }
}
