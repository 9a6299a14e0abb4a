import { DEEPEST, hasEntry, setEntry } from './anchors';
import { SyntaxProblem } from './cursor';
import { DuplicateEntry, MOST_DUPLICATES } from './entries';
import { integerOf, towardsZero } from './numbers';
import { Positions } from './positions';

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text is not JSON. It may be YAML. */
export class NoJson extends SyntaxProblem {}

/** Reads consecutive JSON values. JSON.parse would accept duplicate keys and gives no positions. */
export class JsonReader {
  /** The first duplicate keys of the value; the last entry of a key counts. */
  duplicates: DuplicateEntry[] = [];
  private depth = 0;

  constructor(private readonly text: string, public position: number, private readonly places?: Positions) {}

  /** Skips white space; returns whether a value follows. */
  passSpace(): boolean {
    this.match(SPACE);
    return this.position < this.text.length;
  }

  document(): unknown {
    this.places?.begin(this.position);
    this.depth = 0;
    this.duplicates = [];
    return this.value();
  }

  private value(): unknown {
    switch (this.text[this.position]) {
      case '{': return this.object();
      case '[': return this.array();
      case '"': return this.string();
      default: return this.wordOrNumber();
    }
  }

  private object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (let more = this.opens('}'); more; more = this.continues('}')) {
      const start = this.position;
      const key = this.string();
      this.passSpace();
      this.expect(':');
      this.passSpace();
      this.places?.enter(key, start);
      const value = this.value();
      this.places?.leave();
      if (hasEntry(object, key) && this.duplicates.length < MOST_DUPLICATES) {
        this.duplicates.push({ key, lost: object[key], offset: start });
      }
      setEntry(object, key, value);
    }
    this.depth--;
    return object;
  }

  private array(): unknown[] {
    const items: unknown[] = [];
    for (let more = this.opens(']'); more; more = this.continues(']')) {
      this.places?.enter(items.length, this.position);
      items.push(this.value());
      this.places?.leave();
    }
    this.depth--;
    return items;
  }

  /** Passes an opening bracket; returns whether the collection has content. */
  private opens(end: string): boolean {
    if (++this.depth > DEEPEST) {
      throw new SyntaxProblem(`nested more than ${DEEPEST} levels deep`, this.position);
    }
    this.position++;
    this.passSpace();
    return !this.takes(end);
  }

  private continues(end: string): boolean {
    this.passSpace();
    if (this.takes(end)) {
      return false;
    }
    this.expect(',');
    this.passSpace();
    return true;
  }

  private takes(character: string): boolean {
    const found = this.text[this.position] === character;
    this.position += found ? 1 : 0;
    return found;
  }

  private expect(character: string): void {
    if (!this.takes(character)) {
      throw new NoJson(`did not find expected '${character}'`, this.position);
    }
  }

  private string(): string {
    const start = this.position;
    this.expect('"');
    let escapes = false;
    for (;;) {
      const code = this.text.charCodeAt(this.position++);
      if (code === 0x22) {
        break;
      }
      // Skips the character behind a backslash. At the end of the text, charCodeAt gives NaN.
      if (code === 0x5c) {
        escapes = true;
        this.position++;
      } else if (!(code >= 0x20)) {
        throw new NoJson('found a control character or the end inside a string', this.position - 1);
      }
    }
    return escapes ? unescaped(this.text.slice(start, this.position), start) : this.text.slice(start + 1, this.position - 1);
  }

  private wordOrNumber(): unknown {
    const word = this.match(WORD);
    if (word !== '') {
      return word === 'null' ? null : word === 'true';
    }
    const number = this.match(NUMBER);
    if (number === '' || isHalf(number, this.text.charAt(this.position))) {
      throw new NoJson('did not find expected value', this.position);
    }
    this.places?.write(number);
    const value = Number(number);
    const exact = Number.isSafeInteger(value) ? value : integerOf(number) ?? value;
    return typeof exact === 'bigint' ? towardsZero(exact) : exact;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }
}

/** Whether the number breaks off at its fraction or exponent: "1." is an error, not a 1 followed by something. */
function isHalf(number: string, next: string): boolean {
  return next === '.' && !/[.eE]/.test(number) || /[eE]/.test(next) && !/[eE]/.test(number);
}

/** Like Go, replaces lone surrogates. */
function unescaped(quoted: string, offset: number): string {
  try {
    return (JSON.parse(quoted) as string).replace(LONE_SURROGATE, '\ufffd');
  } catch {
    throw new NoJson('found an unknown escape in a string', offset);
  }
}
