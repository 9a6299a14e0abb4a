import { Cursor } from './cursor';

/** Limit in characters between the start of a key and its colon. Source: go.yaml.in/yaml/v2 scannerc.go yaml_simple_key_is_valid (v2.4.3). */
const LONGEST_KEY = 1024;

/** Remembers, for each flow level, the token that becomes a key if a colon follows it on its line (libyaml: simple key). */
export class SimpleKeys {
  /** Flow level: the number of open brackets. */
  level = 0;
  /** By level: number of the token, its offset, whether a colon must follow, and whether one still may. */
  private readonly numbers = [0];
  private readonly offsets = [0];
  private readonly required = [false];
  private readonly possible = [false];
  /** Whether the scanner must see the next tokens before it can return this one. */
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

  /** Ends the chance of this level's token to be a key. */
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
    // Brackets that held no key have the number of the token that opened them, and cancel its candidacy: of `[]: x`, Go reads `[]` and no more.
    if (this.numbers[level] === this.numbers[level - 1]) {
      this.awaited[level - 1] = false;
    }
    this.level--;
  }

  isAwaited(level: number, number: number): boolean {
    return level <= this.level && this.numbers[level] === number && this.awaited[level] && this.isPossible(level);
  }

  /** Whether a colon at the cursor would make this level's token a key. */
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

  /** The colon has come: returns the number of the token that is the key. */
  take(): number {
    const { level } = this;
    this.possible[level] = false;
    this.awaited[level] = false;
    return this.numbers[level];
  }

  /** Offset of this level's last key. */
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

/** Counts characters, of which a surrogate pair is one. */
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
