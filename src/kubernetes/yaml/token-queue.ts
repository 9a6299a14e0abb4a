import { Token } from './token';

/** Tokens that the scanner has made and the composer has not taken yet. They are numbered from the start of the document. */
export class TokenQueue {
  /** How many tokens were taken. */
  given = 0;
  private readonly tokens: Token[] = [];
  private head = 0;
  private tail = 0;

  begin(): void {
    this.given = 0;
    this.tokens.length = 0;
    this.head = 0;
    this.tail = 0;
  }

  get isEmpty(): boolean {
    return this.head === this.tail;
  }

  get first(): Token {
    return this.tokens[this.head];
  }

  /** The number of the next token that is appended. */
  get next(): number {
    return this.given + this.tail - this.head;
  }

  append(token: Token): void {
    this.tokens[this.tail++] = token;
  }

  /** Removes the first token. */
  pass(): void {
    this.given++;
    // Resetting `length` would free the array's memory; writing over it does not.
    if (++this.head === this.tail) {
      this.head = 0;
      this.tail = 0;
    }
  }

  /** Inserts a token at an index from the first; at the end for a negative index. */
  insert(place: number, token: Token): void {
    const { tokens } = this;
    const end = this.tail++;
    const at = place < 0 ? end : this.head + place;
    for (let from = end; from > at; from--) {
      tokens[from] = tokens[from - 1];
    }
    tokens[at] = token;
  }
}
