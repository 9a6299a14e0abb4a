import { CODE, endsFlowScalar, isBlankOrEnd, isWord } from './characters';
import { Cursor } from './cursor';
import { Entries } from './entries';
import { fitted, fittedMap, owned } from './memory';
import { Positions } from './positions';
import { quotedScalar } from './quoted-scalar';
import { plainValue } from './resolve';

/** Thrown where the text has a form that is left to the composer. One instance, since nobody reads its stack. */
export const OTHER_FORM = new Error('other form');

const LONGEST_KEY = 200;
/** Depth of blocks and brackets together. */
const DEEPEST = 50;

/** Reads keys, scalars and brackets that end on their line. Requires a text without tabs, whose only line breaks are LF. */
export class OneLine {
  private readonly entries: Entries;
  private depth = 0;

  constructor(private readonly cursor: Cursor, private readonly places?: Positions) {
    this.entries = new Entries(cursor, true);
  }

  begin(): void {
    this.depth = 0;
  }

  enter(): void {
    if (++this.depth > DEEPEST) {
      throw OTHER_FORM;
    }
  }

  leave(): void {
    this.depth--;
  }

  put(object: Record<string, unknown>, key: string, value: unknown): void {
    this.entries.put(object, key, value, this.cursor.position);
  }

  /** Whether a key and its colon come next. */
  isKey(): boolean {
    const end = this.wordEnd();
    return end > this.cursor.position && isColon(this.cursor.text, end);
  }

  /** Reads a plain key and its colon. */
  key(): string {
    const { cursor } = this;
    const { text, position: start } = cursor;
    const end = this.wordEnd();
    if (end - start > LONGEST_KEY || !isColon(text, end)) {
      throw OTHER_FORM;
    }
    cursor.position = end + 1;
    const key = owned(text.slice(start, end));
    if (typeof plainValue(key) !== 'string') {
      throw OTHER_FORM;
    }
    return key;
  }

  /** Reads a scalar or flow collection; `code` is its first character. */
  value(code: number, inFlow: boolean): unknown {
    switch (code) {
      case CODE.OPEN_BRACE: return this.flowMapping();
      case CODE.OPEN_BRACKET: return this.flowSequence();
      case CODE.DOUBLE_QUOTE: case CODE.SINGLE_QUOTE: return this.quoted();
      default: return this.plain(code, inFlow);
    }
  }

  /** Returns the character behind the blanks. */
  passBlanks(): number {
    const { cursor } = this;
    let code = cursor.code();
    while (code === CODE.SPACE) {
      cursor.position++;
      code = cursor.code();
    }
    return code;
  }

  private wordEnd(): number {
    const { text } = this.cursor;
    let at = this.cursor.position;
    for (let code = text.charCodeAt(at); isWord(code) || code === CODE.DOT || code === CODE.SLASH; code = text.charCodeAt(at)) {
      at++;
    }
    return at;
  }

  private quoted(): string {
    const { cursor } = this;
    const { lineStart } = cursor;
    const value = quotedScalar(cursor);
    if (cursor.lineStart !== lineStart) {
      throw OTHER_FORM;
    }
    return owned(value);
  }

  private plain(first: number, inFlow: boolean): unknown {
    const { cursor } = this;
    const { text, position: start } = cursor;
    if (!beginsPlain(first, text.charCodeAt(start + 1))) {
      throw OTHER_FORM;
    }
    const end = plainEnd(text, start, inFlow);
    cursor.position = end;
    const written = text.slice(start, end);
    this.places?.write(written);
    const value = plainValue(written);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw OTHER_FORM;
    }
    return typeof value === 'string' ? owned(value) : value;
  }

  private flowMapping(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    let size = 0;
    for (let code = this.open(); code !== CODE.CLOSE_BRACE; code = this.passComma(CODE.CLOSE_BRACE)) {
      const { position } = this.cursor;
      const key = this.key();
      this.places?.enter(key, position);
      this.put(object, key, this.value(this.passBlanks(), true));
      this.places?.leave();
      size++;
    }
    this.close();
    return fittedMap(object, size);
  }

  private flowSequence(): unknown[] {
    const items: unknown[] = [];
    for (let code = this.open(); code !== CODE.CLOSE_BRACKET; code = this.passComma(CODE.CLOSE_BRACKET)) {
      this.places?.enter(items.length, this.cursor.position);
      items.push(this.value(code, true));
      this.places?.leave();
    }
    this.close();
    return fitted(items);
  }

  private open(): number {
    this.enter();
    this.cursor.position++;
    return this.passBlanks();
  }

  private close(): void {
    this.leave();
    this.cursor.position++;
  }

  /** Passes a comma, or nothing before `end`. Returns the first character of the next entry, or `end`. */
  private passComma(end: number): number {
    const code = this.passBlanks();
    if (code === CODE.COMMA) {
      this.cursor.position++;
      return this.passBlanks();
    }
    if (code !== end) {
      throw OTHER_FORM;
    }
    return code;
  }
}

function isColon(text: string, at: number): boolean {
  return text.charCodeAt(at) === CODE.COLON && isBlankOrEnd(text.charCodeAt(at + 1));
}

/** Characters that no plain scalar begins with. A dash may begin one when text follows it. */
const INDICATORS = new Set(Array.from('?:,[]{}#&*!|>\'"%@` \n\0', character => character.charCodeAt(0)));

function beginsPlain(code: number, next: number): boolean {
  return code === CODE.DASH ? !isBlankOrEnd(next) : isWord(code) || !INDICATORS.has(code);
}

/** Offset at which a plain scalar ends on its line, without trailing blanks. */
function plainEnd(text: string, start: number, inFlow: boolean): number {
  for (let at = start, end = start; ; at++) {
    const code = text.charCodeAt(at);
    if (isWord(code)) {
      end = at + 1;
    } else if (code === CODE.LF || code === CODE.HASH && end < at || inFlow && endsFlowScalar(code)) {
      return end;
    } else if (isColon(text, at)) {
      throw OTHER_FORM;
    } else if (code !== CODE.SPACE) {
      end = at + 1;
    }
  }
}
