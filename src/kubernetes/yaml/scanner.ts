import { blockScalar } from './block-scalar';
import { CODE, isBlankOrEnd, isBreak, isWord } from './characters';
import { Cursor } from './cursor';
import { PlainScalar } from './plain-scalar';
import { anchorName, passDirective, tagName } from './properties';
import { quotedScalar } from './quoted-scalar';
import { SimpleKeys } from './simple-keys';
import { Token, TOKEN } from './token';
import { TokenQueue } from './token-queue';

/**
 * Makes the tokens of one document, as Go's YAML library does: YAML 1.1 with the deviations of libyaml, which that library is a port of.
 *
 * Tokens are made on demand, since Go stops at the end of a document's first value and never scans what follows.
 *
 * Source: go.yaml.in/yaml/v2 scannerc.go (v2.4.3), which sigs.k8s.io/yaml v1.6 uses.
 */
export class Scanner {
  private readonly plain: PlainScalar;
  private readonly keys: SimpleKeys;
  private readonly queue = new TokenQueue();
  private ready = false;
  /** Column of the current block collection, -1 outside any; `indents` has those of the collections around it. */
  private indent = -1;
  private readonly indents: number[] = [];
  private keyAllowed = true;

  constructor(private readonly cursor: Cursor) {
    this.plain = new PlainScalar(cursor);
    this.keys = new SimpleKeys(cursor);
  }

  begin(): void {
    this.keys.begin();
    this.queue.begin();
    this.ready = false;
    this.indent = -1;
    this.indents.length = 0;
    this.keyAllowed = true;
  }

  peek(): Token {
    const { queue } = this;
    while (!this.ready) {
      if (queue.isEmpty || this.isAwaited(queue.first)) {
        this.scan();
      } else {
        this.ready = true;
      }
    }
    return queue.first;
  }

  /** Removes the token that `peek` returned. */
  pass(): void {
    this.ready = false;
    this.queue.pass();
  }

  /** Whether a later colon could make this token a key, which would put other tokens before it. */
  private isAwaited({ keyLevel }: Token): boolean {
    return keyLevel >= 0 && this.keys.isAwaited(keyLevel, this.queue.given);
  }

  private scan(): void {
    this.passToToken();
    const { cursor } = this;
    const column = cursor.position - cursor.lineStart;
    const code = cursor.code();
    if (this.indent > column) {
      this.closeBlocks(column);
    }
    if (column === 0 && this.isDocumentMark(code)) {
      this.documentMark(code);
      return;
    }
    if (code !== CODE.DASH && isWord(code)) {
      this.plainScalar();
      return;
    }
    switch (code) {
      case CODE.END: return this.endOfText();
      case CODE.OPEN_BRACKET: return this.openFlow(TOKEN.FLOW_SEQUENCE);
      case CODE.OPEN_BRACE: return this.openFlow(TOKEN.FLOW_MAPPING);
      case CODE.CLOSE_BRACKET: return this.closeFlow(TOKEN.FLOW_SEQUENCE_END);
      case CODE.CLOSE_BRACE: return this.closeFlow(TOKEN.FLOW_MAPPING_END);
      case CODE.COMMA: return this.comma();
      case CODE.DASH: case CODE.QUESTION: case CODE.COLON: return this.blockIndicator(code);
      case CODE.ASTERISK: case CODE.AMPERSAND: case CODE.BANG: return this.property(code);
      case CODE.SINGLE_QUOTE: case CODE.DOUBLE_QUOTE: return this.quotedScalar();
      case CODE.PIPE: case CODE.GREATER: return this.blockScalar(code);
      case CODE.TAB: case CODE.PERCENT: case CODE.AT: case CODE.BACKTICK: return this.failAt(code);
      default: return this.plainScalar();
    }
  }

  private passToToken(): void {
    const { cursor } = this;
    const { text } = cursor;
    for (;;) {
      // Tabs count as white space only where no block key may begin.
      const tabs = this.keys.level > 0 || !this.keyAllowed;
      let at = cursor.position;
      let code = text.charCodeAt(at);
      while (code === CODE.SPACE || tabs && code === CODE.TAB) {
        code = text.charCodeAt(++at);
      }
      cursor.position = at;
      if (code === CODE.HASH) {
        cursor.passComment();
        code = cursor.code();
      }
      if (!isBreak(code)) {
        return;
      }
      cursor.passBreak();
      this.keyAllowed ||= this.keys.level === 0;
    }
  }

  private isDocumentMark(code: number): boolean {
    return code === CODE.PERCENT || (code === CODE.DASH || code === CODE.DOT) && this.cursor.isDocumentIndicator();
  }

  private documentMark(code: number): void {
    this.closeBlocks(-1);
    this.keys.remove();
    this.keyAllowed = false;
    if (code === CODE.PERCENT) {
      this.append(TOKEN.DIRECTIVE, this.cursor.position, '', -1);
      passDirective(this.cursor);
    } else {
      this.indicator(code === CODE.DASH ? TOKEN.DOCUMENT_START : TOKEN.DOCUMENT_END, 3);
    }
  }

  private endOfText(): void {
    this.closeBlocks(-1);
    this.keys.remove();
    this.keyAllowed = false;
    this.indicator(TOKEN.END_OF_TEXT, 0);
  }

  private comma(): void {
    this.keys.remove();
    this.keyAllowed = true;
    this.indicator(TOKEN.FLOW_ENTRY, 1);
  }

  private openFlow(kind: number): void {
    const keyLevel = this.saveKey();
    this.keys.open(this.queue.next);
    this.keyAllowed = true;
    this.indicator(kind, 1, keyLevel);
  }

  private closeFlow(kind: number): void {
    this.keys.remove();
    this.keys.close();
    this.keyAllowed = false;
    this.indicator(kind, 1);
  }

  private blockIndicator(code: number): void {
    const alone = isBlankOrEnd(this.cursor.code(1));
    if (!alone && (code === CODE.DASH || this.keys.level === 0)) {
      this.plainScalar();
    } else if (code === CODE.DASH) {
      this.collectionIndicator(TOKEN.BLOCK_ENTRY, TOKEN.BLOCK_SEQUENCE, 'block sequence entries are not allowed in this context');
    } else if (code === CODE.QUESTION) {
      this.collectionIndicator(TOKEN.KEY, TOKEN.BLOCK_MAPPING, 'mapping keys are not allowed in this context');
    } else if (this.keys.isPossible(this.keys.level)) {
      this.simpleValue();
    } else {
      this.collectionIndicator(TOKEN.VALUE, TOKEN.BLOCK_MAPPING, 'mapping values are not allowed in this context');
    }
  }

  /** `- `, `? `, or `: ` without a simple key before it. Outside brackets it may start a block collection at its column. */
  private collectionIndicator(kind: number, collection: number, problem: string): void {
    const outside = this.keys.level === 0;
    if (outside) {
      if (!this.keyAllowed) {
        this.cursor.fail(problem);
      }
      this.openBlock(this.cursor.column, collection, this.cursor.position, -1);
    }
    if (kind !== TOKEN.VALUE) {
      this.keys.remove();
    }
    this.keyAllowed = outside || kind === TOKEN.BLOCK_ENTRY;
    this.indicator(kind, 1);
  }

  /** The colon behind a simple key. Only now is it known that there was a key, perhaps the first of a mapping, so their tokens are inserted before it. */
  private simpleValue(): void {
    const place = this.keys.take() - this.queue.given;
    const { offset } = this.keys;
    this.queue.insert(place, new Token(TOKEN.KEY, offset, '', -1));
    this.openBlock(offset - this.cursor.lineStart, TOKEN.BLOCK_MAPPING, offset, place);
    this.keyAllowed = false;
    this.indicator(TOKEN.VALUE, 1);
  }

  private property(code: number): void {
    const start = this.cursor.position;
    const keyLevel = this.saveKey();
    this.keyAllowed = false;
    const kind = code === CODE.BANG ? TOKEN.TAG : code === CODE.ASTERISK ? TOKEN.ALIAS : TOKEN.ANCHOR;
    this.append(kind, start, kind === TOKEN.TAG ? tagName(this.cursor) : anchorName(this.cursor), keyLevel);
  }

  private blockScalar(code: number): void {
    if (this.keys.level > 0) {
      this.failAt(code);
    }
    this.keys.remove();
    this.keyAllowed = true;
    this.append(TOKEN.TEXT, this.cursor.position, blockScalar(this.cursor, this.indent), -1);
  }

  private quotedScalar(): void {
    const start = this.cursor.position;
    const keyLevel = this.saveKey();
    this.keyAllowed = false;
    this.append(TOKEN.TEXT, start, quotedScalar(this.cursor), keyLevel);
  }

  private plainScalar(): void {
    const start = this.cursor.position;
    const keyLevel = this.saveKey();
    const text = this.plain.read(this.indent + 1, this.keys.level > 0);
    this.keyAllowed = this.plain.brokeLine;
    this.append(TOKEN.PLAIN, start, text, keyLevel);
  }

  private failAt(code: number): never {
    return this.cursor.fail(`found character that cannot start any token: ${JSON.stringify(String.fromCharCode(code))}`);
  }

  private saveKey(): number {
    if (!this.keyAllowed) {
      return -1;
    }
    this.keys.save(this.queue.next, this.keys.level === 0 && this.indent === this.cursor.column);
    return this.keys.level;
  }

  /** Starts a block collection if the column is further right than the current one. Inside brackets indentation means nothing. */
  private openBlock(column: number, kind: number, offset: number, place: number): void {
    if (this.keys.level === 0 && this.indent < column) {
      this.indents.push(this.indent);
      this.indent = column;
      this.queue.insert(place, new Token(kind, offset, '', -1));
    }
  }

  private closeBlocks(column: number): void {
    while (this.keys.level === 0 && this.indent > column) {
      this.append(TOKEN.BLOCK_END, this.cursor.position, '', -1);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  private indicator(kind: number, length: number, keyLevel = -1): void {
    this.append(kind, this.cursor.position, '', keyLevel);
    this.cursor.position += length;
  }

  private append(kind: number, offset: number, text: string, keyLevel: number): void {
    this.queue.append(new Token(kind, offset, text, keyLevel));
  }
}
