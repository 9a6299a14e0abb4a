import { CODE, isBlank, isBreak } from './characters';
import { Cursor } from './cursor';

/** Escape sequences of one character. YAML 1.2's `\/` is not among them. Source: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_flow_scalar (v2.4.3). */
const ESCAPES = new Map(Object.entries({
  '0': '\0',
  'a': '\x07',
  'b': '\b',
  't': '\t',
  '\t': '\t',
  'n': '\n',
  'v': '\v',
  'f': '\f',
  'r': '\r',
  'e': '\x1b',
  ' ': ' ',
  '"': '"',
  '\'': '\'',
  '\\': '\\',
  'N': '\x85',
  '_': '\xa0',
  'L': '\u2028',
  'P': '\u2029',
}));

/** Number of hexadecimal digits that follow `\x`, `\u` and `\U`. */
const DIGITS = new Map([['x', 2], ['u', 4], ['U', 8]]);

/** Reads a quoted scalar; the cursor is at the opening quote. */
export function quotedScalar(cursor: Cursor): string {
  const { text } = cursor;
  const opening = cursor.position;
  const quote = cursor.code();
  let value = '';
  let start = ++cursor.position;
  for (;;) {
    const code = text.charCodeAt(cursor.position);
    if (code === quote) {
      value += text.slice(start, cursor.position++);
      if (quote === CODE.DOUBLE_QUOTE || cursor.code() !== quote) {
        return value;
      }
      // Two single quotes stand for one: the second starts the next piece of text.
      start = cursor.position++;
    } else if (code === CODE.BACKSLASH && quote === CODE.DOUBLE_QUOTE) {
      value += text.slice(start, cursor.position) + escape(cursor, opening);
      start = cursor.position;
    } else if (isBreak(code)) {
      value += withoutBlanksBehind(text, start, cursor.position) + foldBreaks(cursor, opening);
      start = cursor.position;
    } else if (code === CODE.END) {
      cursor.fail('found the end of the document inside a quoted scalar', opening);
    } else {
      cursor.position++;
    }
  }
}

function withoutBlanksBehind(text: string, start: number, end: number): string {
  let last = end;
  while (last > start && isBlank(text.charCodeAt(last - 1))) {
    last--;
  }
  return text.slice(start, last);
}

/** Folds line breaks: one becomes a space, several become one less, and blanks around them are dropped. */
function foldBreaks(cursor: Cursor, opening: number): string {
  const first = cursor.passBreak();
  const others = passBlanks(cursor, opening);
  return first === '\n' ? others || ' ' : first + others;
}

/** Skips blanks and breaks; returns the breaks. */
function passBlanks(cursor: Cursor, opening: number): string {
  let breaks = '';
  for (;;) {
    const code = cursor.code();
    if (isBreak(code)) {
      breaks += cursor.passBreak();
    } else if (isBlank(code)) {
      cursor.position++;
    } else {
      break;
    }
  }
  if (cursor.column === 0 && cursor.isDocumentIndicator()) {
    cursor.fail('found a document indicator inside a quoted scalar', opening);
  }
  return breaks;
}

function escape(cursor: Cursor, opening: number): string {
  if (isBreak(cursor.code(1))) {
    cursor.position++;
    cursor.passBreak();
    return passBlanks(cursor, opening);
  }
  const character = cursor.text[cursor.position + 1];
  cursor.position += 2;
  const digits = DIGITS.get(character);
  if (digits !== undefined) {
    return codePoint(cursor, digits, opening);
  }
  return ESCAPES.get(character) ?? cursor.fail('found an unknown escape character in a quoted scalar', cursor.position - 2);
}

function codePoint(cursor: Cursor, digits: number, opening: number): string {
  const written = cursor.text.slice(cursor.position, cursor.position + digits);
  if (written.length < digits || !/^[0-9A-Fa-f]+$/.test(written)) {
    cursor.fail('found no hexadecimal number behind an escape in a quoted scalar', opening);
  }
  const code = parseInt(written, 16);
  if (code >= 0xd800 && code <= 0xdfff || code > 0x10ffff) {
    cursor.fail('found an escape that is no Unicode character in a quoted scalar', opening);
  }
  cursor.position += digits;
  return String.fromCodePoint(code);
}
