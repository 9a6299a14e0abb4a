import { CODE, endsFlowScalar, isBlank, isBlankOrEnd, isBreak } from './characters';
import { Cursor } from './cursor';

/**
 * Reads a plain scalar, which may go on over several indented lines. `brokeLine` says whether it ended behind a line break.
 *
 * Source: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_plain_scalar (v2.4.3).
 */
export class PlainScalar {
  brokeLine = false;

  constructor(private readonly cursor: Cursor) {}

  /** `indent` is the least column at which the next lines continue the scalar. */
  read(indent: number, inFlow: boolean): string {
    const { cursor } = this;
    let folded = '';
    let start = cursor.position;
    this.brokeLine = false;
    for (;;) {
      const end = lineEnd(cursor.text, start, inFlow);
      cursor.position = end;
      folded += cursor.text.slice(start, end);
      if (!isBlankOrEnd(cursor.code()) || cursor.code() === CODE.END) {
        // No text follows the last break: an indicator does.
        return this.ended(folded, end > start);
      }
      const join = this.passBlanks(indent);
      if (!this.brokeLine || !this.continues(indent, inFlow)) {
        return folded;
      }
      start = cursor.position;
      folded += lineEnd(cursor.text, start, inFlow) > start ? join : '';
    }
  }

  private ended(value: string, content: boolean): string {
    this.brokeLine &&= !content;
    return value;
  }

  private continues(indent: number, inFlow: boolean): boolean {
    const { cursor } = this;
    if (cursor.column === 0 && cursor.isDocumentIndicator() || cursor.code() === CODE.HASH) {
      return false;
    }
    return inFlow || cursor.column >= indent;
  }

  /** Skips blanks and breaks behind a line; returns what they become when the scalar goes on. */
  private passBlanks(indent: number): string {
    const { cursor } = this;
    let first = '';
    let others = '';
    for (;;) {
      const code = cursor.code();
      if (isBreak(code)) {
        if (first === '') {
          first = cursor.passBreak();
        } else {
          others += cursor.passBreak();
        }
      } else if (isBlank(code)) {
        if (first !== '' && code === CODE.TAB && cursor.column < indent) {
          cursor.fail('found a tab character that violates indentation');
        }
        cursor.position++;
      } else {
        break;
      }
    }
    this.brokeLine = first !== '';
    return first === '\n' ? others || ' ' : first + others;
  }
}

/** Characters that may end the scalar: a blank before `#`, an indicator that always does, a colon before a blank, indicators in brackets. */
const STOP = { BLANK: 1, END: 2, COLON: 3, FLOW: 4 } as const;

const STOPS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (isBlank(code)) {
    return STOP.BLANK;
  }
  return isBlankOrEnd(code) ? STOP.END : code === CODE.COLON ? STOP.COLON : endsFlowScalar(code) ? STOP.FLOW : 0;
});

/** Offset at which the scalar ends on this line, without trailing blanks. */
function lineEnd(text: string, start: number, inFlow: boolean): number {
  let blanks = start;
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    const stop = code < 256 ? STOPS[code] : code === 0x2028 || code === 0x2029 ? STOP.END : 0;
    if (stop === 0) {
      continue;
    }
    if (stop === STOP.BLANK) {
      blanks = isBlank(text.charCodeAt(at - 1)) ? blanks : at;
      // `#` starts a comment only behind a blank.
      if (text.charCodeAt(at + 1) === CODE.HASH) {
        return blanks;
      }
    } else if (stop === STOP.END || stop === STOP.FLOW && inFlow || stop === STOP.COLON && isBlankOrEnd(text.charCodeAt(at + 1))) {
      return at > start && isBlank(text.charCodeAt(at - 1)) ? blanks : at;
    }
  }
}
