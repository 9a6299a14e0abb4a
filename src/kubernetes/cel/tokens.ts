/*
 * The lexer of CEL. Device selectors are small, and no CEL library on npm loads as CommonJS without many dependencies, so the language is parsed here:
 * the complete grammar, without evaluation.
 *
 * Source: cel-spec doc/langdef.md, Syntax
 */

export type TokenKind = 'name' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'symbol' | 'end';

export interface CelToken {
  readonly kind: TokenKind;
  /** As written; for strings their content. */
  readonly text: string;
  /** 1-based position of the first character. */
  readonly at: number;
}

/** A syntax error. */
export class CelSyntaxProblem extends Error {
  constructor(message: string, public readonly at: number) {
    super(`${message} at character ${at}`);
  }
}

const SYMBOLS = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '+', '-', '*', '/', '%', '!', '?', ':', '.', ',', '(', ')', '[', ']', '{', '}'];
const BLANK = /\s+|\/\/[^\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(0x[0-9a-fA-F]+|[0-9]+)([uU])?/y;
const DOUBLE = /([0-9]+\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+([eE][+-]?[0-9]+)?)/y;
const STRING_START = /([rR]?[bB]?|[bB]?[rR]?)("""|'''|"|')/y;
const ESCAPE = /\\([abfnrtv\\?"'`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/y;
const PLAIN_ESCAPES: { readonly [letter: string]: string } = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Splits an expression into tokens, the last of which is its end. */
export function tokensOf(source: string): CelToken[] {
  const tokens: CelToken[] = [];
  let position = 0;
  while (position < source.length) {
    const blank = foundAt(BLANK, source, position);
    if (blank) {
      position += blank[0].length;
      continue;
    }
    const { token, length } = wordAt(source, position);
    tokens.push(token);
    position += length;
  }
  return [...tokens, { kind: 'end', text: '', at: source.length + 1 }];
}

/** Matches at one position only (sticky), so that a long expression is not searched again for each token. */
function foundAt(pattern: RegExp, source: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(source);
}

function wordAt(source: string, position: number): { readonly token: CelToken; readonly length: number } {
  const at = position + 1;
  const text = foundAt(STRING_START, source, position);
  if (text) {
    return stringAt(source, position, text[1], text[2]);
  }
  const double = foundAt(DOUBLE, source, position);
  if (double) {
    return { token: { kind: 'double', text: double[0], at }, length: double[0].length };
  }
  const number = foundAt(NUMBER, source, position);
  if (number) {
    return { token: { kind: number[2] ? 'uint' : 'int', text: number[0], at }, length: number[0].length };
  }
  const name = foundAt(NAME, source, position);
  if (name) {
    return { token: { kind: 'name', text: name[0], at }, length: name[0].length };
  }
  const symbol = SYMBOLS.find(each => source.startsWith(each, position));
  if (!symbol) {
    throw new CelSyntaxProblem(strayCharacter(source[position]), at);
  }
  return { token: { kind: 'symbol', text: symbol, at }, length: symbol.length };
}

/** Operators of other languages that users may expect. */
function strayCharacter(character: string): string {
  const meant = { '=': '== compares', '&': '&& means and', '|': '|| means or' }[character];
  return `unexpected ${JSON.stringify(character)}${meant ? ` (${meant})` : ''}`;
}

function stringAt(source: string, start: number, prefix: string, quote: string): { readonly token: CelToken; readonly length: number } {
  const isRaw = /r/i.test(prefix);
  const at = start + 1;
  let position = start + prefix.length + quote.length;
  let content = '';
  while (!source.startsWith(quote, position)) {
    if (position >= source.length || (quote.length === 1 && /[\r\n]/.test(source[position]))) {
      throw new CelSyntaxProblem(`the string is not closed with ${quote}: it begins`, at);
    }
    if (source[position] === '\\' && !isRaw) {
      const escape = foundAt(ESCAPE, source, position);
      if (!escape) {
        throw new CelSyntaxProblem(`${JSON.stringify(source.slice(position, position + 2))} is no escape sequence (a backslash is written \\\\, or the string r"...")`, position + 1);
      }
      content += unescaped(escape[1]);
      position += escape[0].length;
    } else {
      content += source[position++];
    }
  }
  return { token: { kind: /b/i.test(prefix) ? 'bytes' : 'string', text: content, at }, length: position + quote.length - start };
}

function unescaped(escape: string): string {
  if (/^[xXuU]/.test(escape)) {
    const code = parseInt(escape.slice(1), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return /^[0-3]/.test(escape) ? String.fromCharCode(parseInt(escape, 8)) : PLAIN_ESCAPES[escape] ?? escape;
}
