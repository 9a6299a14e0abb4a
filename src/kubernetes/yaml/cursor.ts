import { CODE, isBlankOrEnd, isBreak, isBreakOrEnd } from './characters';
import { PADDING } from './source';

/** A syntax error and its offset. The reader, which knows the line, catches it. */
export class SyntaxProblem extends Error {
  constructor(message: string, readonly offset: number) {
    super(message);
  }
}

/** A position in the text of one document. */
export class Cursor {
  /** Padded: ends with a line break and several END, so that looking ahead needs no bounds check. */
  text = '';
  position = 0;
  /** Offset of the current line, from which columns are counted. */
  lineStart = 0;
  /** Start and end offset of each comment passed; undefined where nobody needs them. */
  comments: number[] | undefined;

  begin(text: string): void {
    this.text = text;
    this.position = 0;
    this.lineStart = 0;
  }

  code(ahead = 0): number {
    return this.text.charCodeAt(this.position + ahead);
  }

  get column(): number {
    return this.position - this.lineStart;
  }

  /** Passes one line break and returns what it stands for in a scalar. CR LF is one break. */
  passBreak(): string {
    const code = this.code();
    this.position += code === CODE.CR ? this.lengthFromCr() : 1;
    this.lineStart = this.position;
    return code > 0x2000 ? String.fromCharCode(code) : '\n';
  }

  /** Kubernetes turns CR LF into LF before Go's YAML library reads it; a CR before that counts with this LF as one break. */
  private lengthFromCr(): number {
    if (this.code(1) === CODE.LF) {
      return 2;
    }
    return this.code(1) === CODE.CR && this.code(2) === CODE.LF ? 3 : 1;
  }

  /** Passes blanks and a comment, up to the end of the line. */
  passRestOfLine(): void {
    while (this.code() === CODE.SPACE || this.code() === CODE.TAB) {
      this.position++;
    }
    if (this.code() === CODE.HASH) {
      this.passComment();
    }
  }

  passComment(): void {
    const { text } = this;
    const start = this.position;
    let at = start;
    while (!isBreakOrEnd(text.charCodeAt(at))) {
      at++;
    }
    this.position = at;
    this.comments?.push(start, at);
  }

  /** Whether `---` or `...` stands here with nothing behind it. Called at column 0 only. */
  isDocumentIndicator(): boolean {
    const code = this.code();
    return (code === CODE.DASH || code === CODE.DOT) && this.code(1) === code && this.code(2) === code && isBlankOrEnd(this.code(3));
  }

  isAtBreak(): boolean {
    return isBreak(this.code());
  }

  fail(message: string, offset = this.position): never {
    throw new SyntaxProblem(message, offset);
  }
}

/** Characters that no document may contain, except END, which is our padding. Source: go.yaml.in/yaml/v2 readerc.go yaml_parser_update_buffer (v2.4.3). */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export function refuseControls(cursor: Cursor): void {
  const { text } = cursor;
  const control = text.search(CONTROL);
  if (control < text.length - PADDING) {
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0');
    cursor.fail(`control characters are not allowed: found U+${code}`, control);
  }
  if (cursor.code() === 0xfeff) {
    cursor.fail('found a second byte order mark');
  }
}
