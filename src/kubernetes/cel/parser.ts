import { CelSyntaxProblem, CelToken, tokensOf } from './tokens';

/** A parsed expression. `at` is the position of its first character, or of its operator or dot. */
export type CelNode =
  | { readonly kind: 'literal'; readonly type: 'string' | 'bytes' | 'int' | 'uint' | 'double' | 'bool' | 'null'; readonly text: string; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'select'; readonly target: CelNode; readonly name: string; readonly optional: boolean; readonly at: number }
  | { readonly kind: 'index'; readonly target: CelNode; readonly key: CelNode; readonly optional: boolean; readonly at: number }
  | { readonly kind: 'call'; readonly target?: CelNode; readonly name: string; readonly args: readonly CelNode[]; readonly at: number }
  | { readonly kind: 'list'; readonly entries: readonly CelNode[]; readonly optional?: ReadonlySet<number>; readonly at: number }
  | { readonly kind: 'map'; /** Keys and values in turn. */ readonly entries: readonly CelNode[]; readonly optional?: ReadonlySet<number>; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: CelNode; readonly at: number }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: CelNode; readonly right: CelNode; readonly at: number }
  | { readonly kind: 'choice'; readonly condition: CelNode; readonly then: CelNode; readonly otherwise: CelNode; readonly at: number };

/** Reserved words. Source: cel-spec doc/langdef.md, RESERVED */
const RESERVED = new Set([
  'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while',
]);

/** Binary operators by precedence, the lowest first. */
const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['<', '<=', '>=', '>', '==', '!=', 'in'], ['+', '-'], ['*', '/', '%']];

/** cel-go's recursion limit. Source: cel-go parser/options.go, defaultMaxRecursionDepth */
const MAX_DEPTH = 250;

/** Limit in characters of a selector. Source: kubernetes resource/v1 types.go, CELSelectorExpressionMaxLength (v1.36) */
const LONGEST = 10 * 1024;

/** Parses an expression; throws a CelSyntaxProblem. `longest` is the limit of its length. */
export function parseCel(source: string, longest = LONGEST): CelNode {
  if (source.length > longest) {
    throw new CelSyntaxProblem(`longer than ${longest} bytes, which is all that is read,`, longest);
  }
  return new Parser(tokensOf(source)).whole();
}

/** Whether it is && or ||, of which any number may be chained. */
export function isLogical(operator: string): boolean {
  return operator === '&&' || operator === '||';
}

class Parser {
  private position = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly CelToken[]) {}

  public whole(): CelNode {
    const node = this.expression();
    if (this.next.kind !== 'end') {
      throw this.unexpected('the end of the expression');
    }
    return node;
  }

  private get next(): CelToken {
    return this.tokens[this.position];
  }

  private is(symbol: string): boolean {
    return (this.next.kind === 'symbol' || symbol === 'in') && this.next.kind !== 'string' && this.next.text === symbol;
  }

  private accept(symbol: string): CelToken | undefined {
    return this.is(symbol) ? this.tokens[this.position++] : undefined;
  }

  private expect(symbol: string): void {
    if (!this.accept(symbol)) {
      throw this.unexpected(JSON.stringify(symbol));
    }
  }

  private unexpected(wanted: string): CelSyntaxProblem {
    const { kind, text, at } = this.next;
    return kind === 'end'
      ? new CelSyntaxProblem(`the expression ends where ${wanted} is expected,`, at)
      : new CelSyntaxProblem(`unexpected ${kind === 'string' ? 'string ' : ''}${JSON.stringify(text)} where ${wanted} is expected,`, at);
  }

  /** Chained operators count as depth too; cel-go balances those of && and || instead. Measured: cel-go 0.26, 251 of each */
  private mayGoOn(length: number, { at }: CelToken): void {
    if (length >= MAX_DEPTH) {
      throw new CelSyntaxProblem(`a chain of more than ${MAX_DEPTH} operators`, at);
    }
  }

  private expression(): CelNode {
    if (++this.depth > MAX_DEPTH) {
      throw new CelSyntaxProblem(`nested more than ${MAX_DEPTH} deep`, this.next.at);
    }
    const condition = this.binary(0);
    const mark = this.accept('?');
    let node = condition;
    if (mark) {
      const then = this.binary(0);
      this.expect(':');
      node = { kind: 'choice', condition, then, otherwise: this.expression(), at: mark.at };
    }
    this.depth--;
    return node;
  }

  private binary(level: number): CelNode {
    if (level === LEVELS.length) {
      return this.unary();
    }
    let left = this.binary(level + 1);
    for (let length = 0; ; length++) {
      const operator = LEVELS[level].map(each => this.accept(each)).find(token => token !== undefined);
      if (!operator) {
        return left;
      }
      if (!isLogical(operator.text)) {
        this.mayGoOn(length, operator);
      }
      left = { kind: 'binary', operator: operator.text, left, right: this.binary(level + 1), at: operator.at };
    }
  }

  /** Two equal signs cancel out before type checking, and `!` and `-` cannot be mixed. Source: cel-go parser/parser.go VisitLogicalNot, VisitNegate */
  private unary(): CelNode {
    const first = this.accept('!') ?? this.accept('-');
    if (!first) {
      return this.member();
    }
    let count = 1;
    while (this.accept(first.text)) {
      count++;
    }
    const operand = this.member();
    return count % 2 === 0 ? operand : { kind: 'unary', operator: first.text as '!' | '-', operand, at: first.at };
  }

  private member(): CelNode {
    let node = this.primary();
    for (let length = 0; ; length++) {
      const dot = this.accept('.');
      const bracket = dot ? undefined : this.accept('[');
      if (!dot && !bracket) {
        return node;
      }
      this.mayGoOn(length, dot ?? bracket!);
      if (dot) {
        node = this.selected(node, dot.at);
      } else {
        const optional = this.accept('?') !== undefined;
        const key = this.expression();
        this.expect(']');
        node = { kind: 'index', target: node, key, optional, at: bracket!.at };
      }
    }
  }

  private selected(target: CelNode, at: number): CelNode {
    const optional = this.accept('?') !== undefined;
    const { kind, text } = this.next;
    if (kind !== 'name' || text === 'in' || text === 'true' || text === 'false' || text === 'null') {
      throw this.unexpected('a name');
    }
    this.position++;
    return !optional && this.accept('(')
      ? { kind: 'call', target, name: text, args: this.list(')'), at }
      : { kind: 'select', target, name: text, optional, at };
  }

  private primary(): CelNode {
    const { at } = this.next;
    if (this.accept('(')) {
      const node = this.expression();
      this.expect(')');
      return node;
    }
    if (this.accept('[')) {
      return { kind: 'list', ...this.collection(']', entries => entries.push(this.expression())), at };
    }
    if (this.accept('{')) {
      return { kind: 'map', ...this.collection('}', entries => this.pair(entries)), at };
    }
    this.accept('.');
    return this.literal() ?? this.named();
  }

  private literal(): CelNode | undefined {
    const { kind, text, at } = this.next;
    const isWord = kind === 'name' && (text === 'true' || text === 'false' || text === 'null');
    if (kind === 'end' || kind === 'symbol' || (kind === 'name' && !isWord)) {
      return undefined;
    }
    this.position++;
    return { kind: 'literal', type: kind === 'name' ? (text === 'null' ? 'null' : 'bool') : kind, text, at };
  }

  private named(): CelNode {
    const { kind, text, at } = this.next;
    if (kind !== 'name' || text === 'in') {
      throw this.unexpected('a value');
    }
    if (RESERVED.has(text)) {
      throw new CelSyntaxProblem(`the word "${text}" is reserved`, at);
    }
    this.position++;
    return this.accept('(') ? { kind: 'call', name: text, args: this.list(')'), at } : { kind: 'name', name: text, at };
  }

  private list(end: string): CelNode[] {
    const entries: CelNode[] = [];
    while (!this.accept(end)) {
      entries.push(this.expression());
      if (!this.is(end)) {
        this.expect(',');
      }
    }
    return entries;
  }

  /** The entries of a list or a map; one behind a question mark may be absent. */
  private collection(end: string, read: (entries: CelNode[]) => void): { readonly entries: CelNode[]; readonly optional?: ReadonlySet<number> } {
    const entries: CelNode[] = [];
    const optional = new Set<number>();
    while (!this.accept(end)) {
      if (this.accept('?')) {
        optional.add(entries.length);
      }
      read(entries);
      if (!this.is(end)) {
        this.expect(',');
      }
    }
    return optional.size > 0 ? { entries, optional } : { entries };
  }

  private pair(entries: CelNode[]): void {
    entries.push(this.expression());
    this.expect(':');
    entries.push(this.expression());
  }
}
