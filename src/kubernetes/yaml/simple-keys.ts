import { Cursor } from './cursor';

/** Characters between the start of a key and its colon. Source: go.yaml.in/yaml/v2 scannerc.go yaml_simple_key_is_valid (v2.4.3). */
const LONGEST_KEY = 1024;

/** For each flow level, the token that may turn out to be a key once a colon follows it on its line. */
export class SimpleKeys {
  /** How many brackets are open. */
  level = 0;
  /** Number of the token, its place in the text, whether a colon has to follow, and whether it still may. */
  private readonly numbers = [0];
  private readonly offsets = [0];
  private readonly required = [false];
  private readonly possible = [false];
  /** Whether the scanner waits for the colon before it gives the token away. */
  private readonly awaited = [false];

  constructor(private readonly cursor: Cursor) {}

  begin(): void {
    this.level = 0;
    this.set(0, false, false);
  }

  save(number: number, required: boolean): void {
    this.remove();
    this.set(number, required, true);
  }

  /** Nothing at this level can be a key any more. */
  remove(): void {
    const { level } = this;
    if (this.possible[level]) {
      this.failWhereRequired(level);
      this.possible[level] = false;
      this.awaited[level] = false;
    }
  }

  open(number: number): void {
    this.level++;
    this.set(number, false, false);
  }

  close(): void {
    const { level } = this;
    if (level === 0) {
      return;
    }
    // Brackets without a key have the number of the token that opened them, and take away what is known of it: of `[]: x`, Go reads `[]` and no more.
    if (this.numbers[level] === this.numbers[level - 1]) {
      this.awaited[level - 1] = false;
    }
    this.level--;
  }

  isAwaited(level: number, number: number): boolean {
    return level <= this.level && this.numbers[level] === number && this.awaited[level] && this.isPossible(level);
  }

  /** Whether a colon at the cursor would make the token of this level a key. */
  isPossible(level: number): boolean {
    if (!this.possible[level]) {
      return false;
    }
    const offset = this.offsets[level];
    if (offset < this.cursor.lineStart || isTooLong(this.cursor.text, offset, this.cursor.position)) {
      this.failWhereRequired(level);
      this.possible[level] = false;
      return false;
    }
    return true;
  }

  /** The colon came. The result is the number of the key. */
  take(): number {
    const { level } = this;
    this.possible[level] = false;
    this.awaited[level] = false;
    return this.numbers[level];
  }

  /** Where the last key of this level begins. */
  get offset(): number {
    return this.offsets[this.level];
  }

  private set(number: number, required: boolean, possible: boolean): void {
    const { level } = this;
    this.numbers[level] = number;
    this.offsets[level] = this.cursor.position;
    this.required[level] = required;
    this.possible[level] = possible;
    this.awaited[level] = possible;
  }

  private failWhereRequired(level: number): void {
    if (this.required[level]) {
      this.cursor.fail('could not find expected \':\'', this.offsets[level]);
    }
  }
}

/** Counts characters: those outside the basic plane are two code units and one character. */
function isTooLong(text: string, start: number, end: number): boolean {
  if (end - start <= LONGEST_KEY) {
    return false;
  }
  let count = 0;
  for (let at = start; at < end && count <= LONGEST_KEY; at++) {
    const code = text.charCodeAt(at);
    count += code >= 0xdc00 && code <= 0xdfff ? 0 : 1;
  }
  return count > LONGEST_KEY;
}
