import { CharacterSet, Range, asciiClass, either, foldCase, not, one, perlClass, ranges, unicodeClass } from './character-set';

/** A parsed pattern. */
export type Expression =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly part: Expression; readonly least: number; /** Infinity when there is no end. */ readonly most: number; /** Of several matches, the shortest is preferred. */ readonly isShort?: boolean };

/** A pattern that RE2 refuses, or one of the following. */
export class PatternSyntaxError extends Error {}

/** A pattern that RE2 may take, and that uses something not supported here (word boundaries, multi-line mode), or too much of something. */
export class PatternNotSupported extends PatternSyntaxError {}

/** At most 1000 repetitions. Source: regexp/syntax/parse.go (Go 1.26) */
const MOST_REPETITIONS = 1_000;
const DEEPEST = 200;
/** Limit of classes in one bracket, since each is tested for each character. */
const MOST_CLASSES = 50;

interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 0x07, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b };

/** Parses the RE2 syntax in which the patterns of custom resources are written. */
export function parsePattern(text: string): Expression {
  return new Parser(text).whole();
}

/** Whether Go compiles no such pattern. Source: regexp/syntax/parse.go (Go 1.26) */
export function isRefusedPattern(text: string): boolean {
  try {
    parsePattern(text);
    return false;
  } catch (error) {
    if (error instanceof PatternSyntaxError) {
      return !(error instanceof PatternNotSupported);
    }
    throw error;
  }
}

function setOf(parts: readonly (CharacterSet | Range)[]): CharacterSet {
  const classes = new Set(parts.filter(part => typeof part === 'function'));
  if (classes.size > MOST_CLASSES) {
    throw new PatternNotSupported('too many classes');
  }
  const listed = parts.filter(part => typeof part !== 'function');
  return either([...classes, ...listed.length > 0 ? [ranges(listed)] : []]);
}

class Parser {
  private at = 0;
  private depth = 0;
  private flags: Flags = { ignoreCase: false, dotAll: false };

  constructor(private readonly text: string) {}

  public whole(): Expression {
    const expression = this.choice();
    if (this.at < this.text.length) {
      throw new PatternSyntaxError('unexpected )');
    }
    return expression;
  }

  private choice(): Expression {
    if (++this.depth > DEEPEST) {
      throw new PatternNotSupported('nested too deeply');
    }
    const parts = [this.sequence()];
    while (this.take('|')) {
      parts.push(this.sequence());
    }
    this.depth--;
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts };
  }

  private sequence(): Expression {
    const parts: Expression[] = [];
    while (this.at < this.text.length && !'|)'.includes(this.text[this.at])) {
      parts.push(this.repeated(this.atom()));
    }
    return parts.length === 1 ? parts[0] : { kind: 'sequence', parts };
  }

  private repeated(part: Expression): Expression {
    const bounds = this.quantifier();
    if (!bounds) {
      return part;
    }
    const isShort = this.take('?');
    if (this.quantifier()) {
      throw new PatternSyntaxError('repeated repetition');
    }
    return { kind: 'repeat', part, least: bounds[0], most: bounds[1], isShort };
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.take('*')) {
      return [0, Infinity];
    } else if (this.take('+')) {
      return [1, Infinity];
    } else if (this.take('?')) {
      return [0, 1];
    }
    return this.text[this.at] === '{' ? this.counted() : undefined;
  }

  /** Reads `{2,5}`; any other brace is an ordinary character. */
  private counted(): readonly [number, number] | undefined {
    const match = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.text.slice(this.at, this.at + 12));
    if (!match || (match[2] === '' && match[3] !== '')) {
      return undefined;
    }
    const least = Number(match[1]);
    const most = match[2] === '' ? least : match[3] === '' ? Infinity : Number(match[3]);
    if (least > MOST_REPETITIONS || (most !== Infinity && most > MOST_REPETITIONS) || most < least) {
      throw new PatternSyntaxError('invalid repeat count');
    }
    this.at += match[0].length;
    return [least, most];
  }

  private atom(): Expression {
    const character = this.next();
    switch (character) {
      case '(': return this.group();
      case '[': return this.character(this.bracket());
      case '.': return this.character(this.flags.dotAll ? () => true : not(one(0x0a)));
      case '^': return { kind: 'start' };
      case '$': return { kind: 'end' };
      case '\\': return this.escape();
      case '*': case '+': case '?': throw new PatternSyntaxError('nothing to repeat');
      default: return this.character(one(character.codePointAt(0)!));
    }
  }

  private character(set: CharacterSet): Expression {
    return { kind: 'character', set: this.flags.ignoreCase ? foldCase(set) : set };
  }

  private group(): Expression {
    const outer = this.flags;
    const opening = /^\?(?:P?<\w+>|([is]*)(?:-([is]+))?(:|\)))/.exec(this.text.slice(this.at, this.at + 200));
    if (this.text[this.at] === '?' && !opening) {
      throw /^\?[imsU-]*[:)]/.test(this.text.slice(this.at, this.at + 12)) ? new PatternNotSupported('flags') : new PatternSyntaxError('unknown group');
    }
    if (opening) {
      this.at += opening[0].length;
      this.setFlags(opening[1] ?? '', opening[2] ?? '');
    }
    if (opening?.[3] === ')') {
      return { kind: 'sequence', parts: [] }; // Flags for what follows in the group around.
    }
    const inner = this.choice();
    if (!this.take(')')) {
      throw new PatternSyntaxError('missing )');
    }
    this.flags = outer;
    return inner;
  }

  private setFlags(on: string, off: string): void {
    this.flags = {
      ignoreCase: (this.flags.ignoreCase || on.includes('i')) && !off.includes('i'),
      dotAll: (this.flags.dotAll || on.includes('s')) && !off.includes('s'),
    };
  }

  private escape(): Expression {
    if (this.take('A')) {
      return { kind: 'start' };
    } else if (this.take('z')) {
      return { kind: 'end' };
    }
    return this.character(this.escapedSet());
  }

  private escapedSet(): CharacterSet {
    const letter = this.text[this.at];
    if (letter === 'p' || letter === 'P') {
      return this.property();
    }
    const set = perlClass(letter ?? '');
    if (set) {
      this.at++;
      return set;
    }
    return one(this.escapedCode());
  }

  private property(): CharacterSet {
    const match = /^([pP])(?:\{(\^?)(\w+)\}|(\w))/.exec(this.text.slice(this.at, this.at + 40));
    const set = match && unicodeClass(match[3] ?? match[4]);
    if (!match || !set) {
      throw new PatternNotSupported('unknown property');
    }
    this.at += match[0].length;
    return (match[1] === 'P') === (match[2] === '^') ? set : not(set);
  }

  private escapedCode(): number {
    const match = /^(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|([0-7]{3}))/.exec(this.text.slice(this.at, this.at + 10));
    if (match) {
      this.at += match[0].length;
      return match[3] ? parseInt(match[3], 8) : parseInt(match[1] ?? match[2], 16);
    }
    const letter = this.next();
    if (Object.hasOwn(ESCAPES, letter)) {
      return ESCAPES[letter];
    }
    if (/[A-Za-z0-9]/.test(letter)) {
      throw /[bBCEQ0-7]/.test(letter) ? new PatternNotSupported('an escape') : new PatternSyntaxError('unknown escape');
    }
    return letter.codePointAt(0)!;
  }

  /** Reads a bracket expression; the opening bracket is already consumed. */
  private bracket(): CharacterSet {
    const isNegated = this.take('^');
    const parts: (CharacterSet | Range)[] = [];
    for (let isFirst = true; isFirst || this.text[this.at] !== ']'; isFirst = false) {
      parts.push(this.bracketPart());
    }
    this.at++;
    const set = setOf(parts);
    // Case is folded before negation: `(?i)[^a]` matches neither a nor A.
    return isNegated ? not(this.flags.ignoreCase ? foldCase(set) : set) : set;
  }

  private bracketPart(): CharacterSet | Range {
    const named = /^\[:(\^?\w+):\]/.exec(this.text.slice(this.at, this.at + 16));
    const known = named && asciiClass(named[1]);
    if (named && known) {
      this.at += named[0].length;
      return known;
    }
    const low = this.bracketCode();
    if (typeof low === 'function') {
      return low;
    }
    // A text that ends behind the hyphen ends too early either way.
    const isRange = this.text[this.at] === '-' && this.text[this.at + 1] !== ']';
    this.at += isRange ? 1 : 0;
    const high = isRange ? this.bracketCode() : low;
    if (typeof high === 'function' || high < low) {
      throw new PatternSyntaxError('invalid range');
    }
    return [low, high];
  }

  private bracketCode(): number | CharacterSet {
    const character = this.next();
    if (character !== '\\') {
      return character.codePointAt(0)!;
    }
    return /[pPdDwWsS]/.test(this.text[this.at] ?? '') ? this.escapedSet() : this.escapedCode();
  }

  private take(character: string): boolean {
    const isThere = this.text[this.at] === character;
    this.at += isThere ? 1 : 0;
    return isThere;
  }

  private next(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) {
      throw new PatternSyntaxError('ends too early');
    }
    const character = String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }
}
