/*
 * The words of a PromQL query, as far as checks of it need them. Grafana's variables and templates of other tools are words of their own.
 */

/** What a word is. */
export type TokenType = 'name' | 'string' | 'number' | 'operator' | 'open' | 'close' | 'template';

export interface Token {
  readonly type: TokenType;
  readonly text: string;
}

/** A query in words, or what stands in the way. */
export interface Tokens {
  readonly tokens: readonly Token[];
  /** Whether another tool puts something in before Prometheus reads it. */
  readonly isTemplate: boolean;
  readonly problem?: string;
}

/** In the order in which they are tried. Source: prometheus promql/parser/lex.go (v3.16); grafana docs, variable syntax */
const KINDS: ReadonlyArray<readonly [type: TokenType | undefined, pattern: RegExp]> = [
  [undefined, /(?:\s|#[^\n]*)+/y],
  ['template', /\{\{[^{}]*\}\}|<<[^<>]*>>|\$\{[^{}]*\}|\$[a-zA-Z_][a-zA-Z0-9_]*|\[\[[a-zA-Z0-9_:]+\]\]/y],
  ['string', /"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|`[^`]*`/y],
  ['number', /0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[a-zA-Z0-9]*/y],
  ['name', /[a-zA-Z_:][a-zA-Z0-9_:]*/y],
  ['open', /[([{]/y],
  ['close', /[)\]}]/y],
  ['operator', /==|!=|=~|!~|>=|<=|[-+*/%^<>=@,]/y],
];

export function tokensOf(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = nextAt(text, at);
    if (found === undefined) {
      return { tokens, isTemplate: hasTemplate(tokens), problem: problemAt(text, at) };
    }
    at += found.length;
    if (found.type !== undefined) {
      tokens.push({ type: found.type, text: text.slice(at - found.length, at) });
    }
  }
  return { tokens, isTemplate: hasTemplate(tokens) };
}

function nextAt(text: string, at: number): { readonly type: TokenType | undefined; readonly length: number } | undefined {
  for (const [type, pattern] of KINDS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      return { type, length: match[0].length };
    }
  }
  return undefined;
}

function hasTemplate(tokens: readonly Token[]): boolean {
  return tokens.some(({ type }) => type === 'template');
}

/** In Prometheus' words. */
function problemAt(text: string, at: number): string {
  return /["'`]/.test(text[at]) ? `unterminated quoted string ${JSON.stringify(text.slice(at, at + 20))}` : `unexpected character ${JSON.stringify(text[at])}`;
}
