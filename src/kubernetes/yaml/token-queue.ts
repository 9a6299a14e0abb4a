import { Token } from './token';

/** Tokens that wait for the grammar to take them. They are numbered from the start of the document. */
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

  /** Number of the token that is appended next. */
  get next(): number {
    return this.given + this.tail - this.head;
  }

  append(token: Token): void {
    this.tokens[this.tail++] = token;
  }

  /** Takes the first. */
  pass(): void {
    this.given++;
    // An array that is emptied loses its memory; one that is written over keeps it.
    if (++this.head === this.tail) {
      this.head = 0;
      this.tail = 0;
    }
  }

  /** Puts a token at a place counted from the first; behind all where that place was given away. */
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
