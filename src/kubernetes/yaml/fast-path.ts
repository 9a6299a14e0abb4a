import { blockScalar } from './block-scalar';
import { CODE, isBlankOrEnd } from './characters';
import { Cursor, refuseControls, SyntaxProblem } from './cursor';
import { fitted, fittedMap, owned } from './memory';
import { OneLine, OTHER_FORM } from './one-line';
import { PADDING } from './source';

/** Tabs, and breaks that are no LF. */
const UNUSUAL = /[\t\r\x85\u2028\u2029]/;
const START = '---\n';

/**
 * Reads documents in the form that nearly all manifests have: a mapping whose keys, scalars and brackets each end on their line, block scalars, no anchors,
 * no tags. Each line of such a document says by itself what it is, and no tokens are needed: it takes half the time.
 *
 * What is read here reads alike by the composer; test/kubernetes/yaml/fast-path.test.ts holds the two together. All else is left to it, and every mistake.
 */
export class FastPath {
  /** Where the value of the last document begins. */
  start = 0;
  private readonly cursor = new Cursor();
  private readonly line = new OneLine(this.cursor);
  /** Column of the text that comes next, -1 at the end. */
  private column = -1;

  /** The value of a document whose text is padded; undefined where it has another form. */
  read(text: string): Record<string, unknown> | undefined {
    const { cursor } = this;
    cursor.begin(text);
    this.line.begin();
    try {
      refuseControls(cursor);
      return UNUSUAL.test(text) ? undefined : this.document();
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
    const value = this.mapping();
    // Text at a column where none may be ends every block, up to this one.
    return cursor.position === cursor.text.length - PADDING ? value : undefined;
  }

  /** Goes to the next text, over empty lines and comments. */
  private toContent(): void {
    const { cursor } = this;
    const { text } = cursor;
    let at = cursor.position;
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
    }
  }

  private mapping(): Record<string, unknown> {
    const { column } = this;
    const object: Record<string, unknown> = {};
    let size = 0;
    this.line.enter();
    do {
      const key = this.line.key();
      this.line.put(object, key, this.value(column, true));
      size++;
    } while (this.column === column);
    this.line.leave();
    return fittedMap(object, size);
  }

  private sequence(): unknown[] {
    const { cursor, column } = this;
    const items: unknown[] = [];
    this.line.enter();
    do {
      cursor.position++;
      items.push(this.value(column, false));
    } while (this.column === column && this.isDash());
    this.line.leave();
    return fitted(items);
  }

  /** What stands behind a colon or a dash; `column` is that of its key or dash. */
  private value(column: number, ofKey: boolean): unknown {
    const code = this.line.passBlanks();
    if (code === CODE.LF || code === CODE.HASH) {
      this.toContent();
      return this.nested(column, ofKey);
    }
    if (!ofKey && this.line.isKey()) {
      this.column = this.cursor.column;
      return this.mapping();
    }
    const isBlock = code === CODE.PIPE || code === CODE.GREATER;
    const value = isBlock ? owned(blockScalar(this.cursor, column)) : this.line.value(code, false);
    this.toContent();
    return value;
  }

  /** What stands in the lines behind a key or dash. */
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
