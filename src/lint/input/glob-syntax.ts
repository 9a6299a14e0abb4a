import { GlobProblem } from './glob-problem';
import { ranges } from '../../kubernetes/schema/custom/pattern/character-set';
import type { CharacterSet } from '../../kubernetes/schema/custom/pattern/character-set';
import type { Expression } from '../../kubernetes/schema/custom/pattern/syntax';

/** Replaces the leading dot of a hidden name in the text that is matched, so that wildcards do not match it. U+FFFF occurs in no name. */
export const HIDDEN_DOT = 0xffff;

const DOT = 0x2e;
const SLASH = 0x2f;
/** Limit of numbers in `{1..n}`, which is expanded. */
const MOST_NUMBERS = 1_000;

const ANY: CharacterSet = code => code !== SLASH && code !== HIDDEN_DOT;
const WILD: Expression = { kind: 'character', set: ANY };
const WHOLE_SEGMENTS = repeat({ kind: 'sequence', parts: [repeat(WILD, 0), one(SLASH)] }, 0);
const ANYTHING = repeat({ kind: 'character', set: code => code !== HIDDEN_DOT }, 0);

/** Extended glob prefixes, with the least and most repetitions of their group. */
const GROUPS: Readonly<Record<string, readonly [least: number, most: number]>> = { '@': [1, 1], '?': [0, 1], '*': [0, Infinity], '+': [1, Infinity] };

/**
 * Parses a glob into an expression for the linear-time automaton: `*` and `?` within a name, `**` across folders,
 * `[a-z]` and `[!a-z]`, `{a,b}`, `{1..9}`, groups like `+(a|b)`, and `\` before a character that means itself.
 */
export function parseGlob(text: string): Expression {
  const parser = new GlobParser(text);
  return { kind: 'sequence', parts: [{ kind: 'start' }, parser.whole(), { kind: 'end' }] };
}

class GlobParser {
  private at = 0;
  /** Whether a name starts here, where wildcards do not match a dot. */
  private atStart = true;

  constructor(private readonly text: string) {}

  public whole(): Expression {
    return this.sequence('');
  }

  /** Parses up to one of the characters `ends`. */
  private sequence(ends: string): Expression {
    const parts: Expression[] = [];
    while (this.at < this.text.length && !ends.includes(this.text[this.at])) {
      parts.push(this.part(ends));
      this.atStart = this.text[this.at - 1] === '/';
    }
    return { kind: 'sequence', parts };
  }

  private part(ends: string): Expression {
    const { text, at } = this;
    const sign = text[at];
    if (text[at + 1] === '(' && (Object.hasOwn(GROUPS, sign) || sign === '!')) {
      return this.group(sign);
    }
    switch (sign) {
      case '(': return this.isChoice(')', '|') ? this.choice(')', '|') : this.literal();
      case '*': return this.star(ends);
      case '?': return this.take(1, WILD);
      case '[': return this.bracket() ?? this.literal();
      case '{': return this.braces() ?? this.literal();
      case '/': return this.slash(ends);
      case '\\': this.at += at + 1 < text.length ? 1 : 0; return this.literal();
      default: return this.literal();
    }
  }

  private group(sign: string): Expression {
    if (sign === '!') {
      throw new GlobProblem('has !(…), which is not understood: say what is meant rather than what is not');
    }
    this.at++;
    const [least, most] = GROUPS[sign];
    return repeat(this.choice(')', '|'), least, most);
  }

  /** Parses alternatives; the opening character is consumed. Each alternative may start a name if the group does. */
  private choice(end: string, between: string): Expression {
    const { atStart } = this;
    const parts: Expression[] = [];
    do {
      this.at++;
      this.atStart = atStart;
      parts.push(this.sequence(end + between));
    } while (this.text[this.at] === between);
    if (this.at >= this.text.length) {
      throw new GlobProblem(`has a group that lacks its ${end}`);
    }
    this.at++;
    return { kind: 'choice', parts };
  }

  private star(ends: string): Expression {
    const { atStart, at } = this;
    while (this.text[this.at] === '*' && this.text[this.at + 1] !== '(') {
      this.at++;
    }
    const isWholeName = atStart && this.isEndOfName(this.at, ends);
    if (isWholeName && this.at - at > 1) {
      const isLast = this.text[this.at] !== '/';
      this.at += isLast ? 0 : 1;
      return isLast ? ANYTHING : WHOLE_SEGMENTS;
    }
    return repeat(WILD, isWholeName ? 1 : 0);
  }

  /** `a/**` also matches `a`; `*\/**` matches everything inside folders. */
  private slash(ends: string): Expression {
    const { text, at } = this;
    if (at > 0 && text[at - 1] !== '*' && text.startsWith('/**', at) && text[at + 3] !== '/' && this.isEndOfName(at + 3, ends)) {
      return this.take(3, repeat({ kind: 'sequence', parts: [one(SLASH), ANYTHING] }, 0, 1));
    }
    return this.take(1, one(SLASH));
  }

  private isEndOfName(at: number, ends: string): boolean {
    return at >= this.text.length || this.text[at] === '/' || ends.includes(this.text[at]);
  }

  /** A bracket that is never closed is an ordinary character. */
  private bracket(): Expression | undefined {
    const match = /^\[([!^]?)((?:\\.|[^\\])(?:\\.|[^\]\\])*)\]/su.exec(this.text.slice(this.at));
    if (!match) {
      return undefined;
    }
    const inside = ranges([...match[2].matchAll(/(\\?.)(?:-(\\?.))?/gsu)].map(([, low, high = low]) => [codeOf(low), codeOf(high)]));
    const isNegated = match[1] !== '';
    return this.take(match[0].length, { kind: 'character', set: code => ANY(code) && inside(code) !== isNegated });
  }

  /** Braces without alternatives are ordinary characters. */
  private braces(): Expression | undefined {
    const range = /^\{(-?\d{1,9}|\w)\.\.(-?\d{1,9}|\w)\}/.exec(this.text.slice(this.at));
    if (range) {
      return this.take(range[0].length, rangeOf(range[1], range[2]));
    }
    return this.isChoice('}', ',') ? this.choice('}', ',') : undefined;
  }

  /** Whether the group that opens here is closed and has alternatives. */
  private isChoice(end: string, between: string): boolean {
    const opening = this.text[this.at];
    let [depth, choices] = [0, 0];
    for (let at = this.at; at < this.text.length; at++) {
      const sign = this.text[at];
      at += sign === '\\' ? 1 : 0;
      choices += sign === between && depth === 1 ? 1 : 0;
      depth += sign === opening ? 1 : sign === end ? -1 : 0;
      if (depth === 0) {
        return choices > 0;
      }
    }
    return false;
  }

  private literal(): Expression {
    const code = this.text.codePointAt(this.at)!;
    const isHidable = code === DOT && this.atStart;
    return this.take(code > 0xffff ? 2 : 1, isHidable ? { kind: 'character', set: other => other === DOT || other === HIDDEN_DOT } : one(code));
  }

  private take(length: number, expression: Expression): Expression {
    this.at += length;
    return expression;
  }
}

function one(code: number): Expression {
  return { kind: 'character', set: other => other === code };
}

function repeat(part: Expression, least: number, most: number = Infinity): Expression {
  return { kind: 'repeat', part, least, most };
}

function codeOf(character: string): number {
  return character.replace(/^\\(?=.)/su, '').codePointAt(0)!;
}

function rangeOf(from: string, to: string): Expression {
  if (!/\d/.test(from) || !/\d/.test(to)) {
    const [low, high] = [from, to].map(codeOf).sort((a, b) => a - b);
    return { kind: 'character', set: ranges([[low, high]]) };
  }
  const [low, high] = [Number(from), Number(to)].sort((a, b) => a - b);
  if (high - low >= MOST_NUMBERS) {
    throw new GlobProblem(`has {${from}..${to}}, which is more than ${MOST_NUMBERS} numbers`);
  }
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
  const numbers = Array.from({ length: high - low + 1 }, (_, index) => String(low + index).padStart(width, '0'));
  return { kind: 'choice', parts: numbers.map(number => ({ kind: 'sequence', parts: [...number].map(digit => one(codeOf(digit))) })) };
}
