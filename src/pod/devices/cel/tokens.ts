/*
 * The words of CEL. Device selectors are small, and no CEL library on npm loads as CommonJS without a tail of dependencies, so the language is read here:
 * the whole grammar, none of the evaluation.
 *
 * Source: cel-spec doc/langdef.md, Syntax
 */

export type TokenKind = 'name' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** As written; of strings the content. */
  readonly text: string;
  /** Place of the first character, from 1. */
  readonly at: number;
}

/** What the parser cannot read. */
export class SyntaxProblem extends Error {
  constructor(message: string, public readonly at: number) {
    super(`${message} at character ${at}`);
  }
}

const SYMBOLS = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '+', '-', '*', '/', '%', '!', '?', ':', '.', ',', '(', ')', '[', ']', '{', '}'];
const NUMBER = /^(0x[0-9a-fA-F]+|[0-9]+)([uU])?/;
const DOUBLE = /^([0-9]+\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+([eE][+-]?[0-9]+)?)/;
const STRING_START = /^([rR]?[bB]?|[bB]?[rR]?)("""|'''|"|')/;
const ESCAPE = /^\\([abfnrtv\\?"'`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/;
const PLAIN_ESCAPES: { readonly [letter: string]: string } = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Splits an expression into words, the last of which is its end. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < source.length) {
    const rest = source.slice(position);
    const blank = /^(\s+|\/\/[^\n]*)/.exec(rest);
    if (blank) {
      position += blank[0].length;
      continue;
    }
    const { token, length } = wordAt(rest, position + 1);
    tokens.push(token);
    position += length;
  }
  return [...tokens, { kind: 'end', text: '', at: source.length + 1 }];
}

function wordAt(rest: string, at: number): { readonly token: Token; readonly length: number } {
  const text = STRING_START.exec(rest);
  if (text) {
    return stringAt(rest, text[1], text[2], at);
  }
  const double = DOUBLE.exec(rest);
  if (double) {
    return { token: { kind: 'double', text: double[0], at }, length: double[0].length };
  }
  const number = NUMBER.exec(rest);
  if (number) {
    return { token: { kind: number[2] ? 'uint' : 'int', text: number[0], at }, length: number[0].length };
  }
  const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest);
  if (name) {
    return { token: { kind: 'name', text: name[0], at }, length: name[0].length };
  }
  const symbol = SYMBOLS.find(each => rest.startsWith(each));
  if (!symbol) {
    throw new SyntaxProblem(strayCharacter(rest), at);
  }
  return { token: { kind: 'symbol', text: symbol, at }, length: symbol.length };
}

/** Habits from other languages. */
function strayCharacter(rest: string): string {
  const meant = { '=': '== compares', '&': '&& means and', '|': '|| means or' }[rest[0]];
  return `unexpected ${JSON.stringify(rest[0])}${meant ? ` (${meant})` : ''}`;
}

function stringAt(rest: string, prefix: string, quote: string, at: number): { readonly token: Token; readonly length: number } {
  const isRaw = /r/i.test(prefix);
  let position = prefix.length + quote.length;
  let content = '';
  while (!rest.startsWith(quote, position)) {
    if (position >= rest.length || (quote.length === 1 && /[\r\n]/.test(rest[position]))) {
      throw new SyntaxProblem(`the string is not closed with ${quote}: it begins`, at);
    }
    if (rest[position] === '\\' && !isRaw) {
      const escape = ESCAPE.exec(rest.slice(position));
      if (!escape) {
        throw new SyntaxProblem(`${JSON.stringify(rest.slice(position, position + 2))} is no escape sequence (a backslash is written \\\\, or the string r"...")`, at + position);
      }
      content += unescaped(escape[1]);
      position += escape[0].length;
    } else {
      content += rest[position++];
    }
  }
  return { token: { kind: /b/i.test(prefix) ? 'bytes' : 'string', text: content, at }, length: position + quote.length };
}

function unescaped(escape: string): string {
  if (/^[xXuU]/.test(escape)) {
    const code = parseInt(escape.slice(1), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return /^[0-3]/.test(escape) ? String.fromCharCode(parseInt(escape, 8)) : PLAIN_ESCAPES[escape] ?? escape;
}
