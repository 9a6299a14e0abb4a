import * as ts from 'typescript';

/** One way that a piece of a source may go. */
export interface Side {
  readonly line: number;
  /** `pods !== undefined is never false`. */
  readonly missing: string;
}

/** A source that tells at run time which of its sides are taken. */
export interface Watched {
  readonly code: string;
  readonly sides: readonly Side[];
}

/** What a watched source calls: with the number of the side that a value has when it is true (or there, or just used); the next number is the other side. */
export interface Watch {
  watchTruth<T>(side: number, value: T): T;
  watchPresence<T>(side: number, value: T): T;
  watchUse<T>(side: number, value?: T): T | undefined;
}

/** Methods whose function decides by what it returns. */
const DECIDING = ['every', 'filter', 'find', 'findIndex', 'findLast', 'some'];

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken, ts.SyntaxKind.InKeyword, ts.SyntaxKind.InstanceOfKeyword,
]);

/**
 * Makes a source tell which sides it takes: of each condition that decides something alone (`a` and `b` of `a && b`) that it is true and that it is false; of
 * `a ?? b` and `a?.b` that `a` is there and that it is absent; of a default value, a `case` and a function that they are used. Counters of statements and
 * branches see few of these, and rules are expressions for the most part.
 *
 * @param first the number of its first side.
 */
export function watched(name: string, text: string, first: number): Watched {
  const { sides, insertions } = new Sides(ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true), first);
  let code = '';
  let from = 0;
  for (const insertion of insertions()) {
    code += text.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  return { code: code + text.slice(from), sides };
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

class Sides {
  public readonly sides: Side[] = [];
  private readonly conditions = new Set<ts.Node>();
  private readonly begins: Insertion[] = [];
  private readonly ends: Insertion[] = [];

  constructor(private readonly file: ts.SourceFile, private readonly first: number) {
    this.visit(file);
  }

  /** In the order of the text. What was noted first is the outer one: it begins before and ends after what begins and ends at the same place. */
  public readonly insertions = () => [...[...this.ends].reverse(), ...this.begins].sort((one, other) => one.at - other.at);

  private visit(node: ts.Node): void {
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
      this.condition(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      this.condition(node.condition);
    } else if (isNot(node)) {
      this.condition(node.operand);
    } else if (ts.isBinaryExpression(node)) {
      this.operation(node);
    } else if (ts.isCallExpression(node)) {
      this.call(node);
    } else if ((ts.isParameter(node) || ts.isBindingElement(node)) && node.initializer) {
      this.wrap(node.initializer, 'watchUse', `default ${shown(node.initializer)} is never used`);
    } else if (ts.isCaseOrDefaultClause(node) && node.statements.length > 0) {
      this.begin(node.statements[0].getStart(), 'watchUse', ');', `${shown(node).split(':')[0]} is never reached`);
    } else if (isFunction(node)) {
      this.body(node);
    }
    this.optional(node);
    ts.forEachChild(node, each => this.visit(each));
  }

  /** What decides alone inside of a condition. */
  private condition(node: ts.Expression): void {
    if (ts.isParenthesizedExpression(node)) {
      this.condition(node.expression);
    } else if (isNot(node)) {
      this.condition(node.operand);
    } else if (ts.isBinaryExpression(node) && isAndOr(node)) {
      this.condition(node.left);
      this.condition(node.right);
    } else if (!this.conditions.has(node)) {
      // A comparison is met as an operation as well as in the condition that it stands in.
      this.conditions.add(node);
      this.wrap(node, 'watchTruth', `${shown(node)} is never true`, `${shown(node)} is never false`);
    }
  }

  private operation(node: ts.BinaryExpression): void {
    if (isAndOr(node)) {
      this.condition(node.left);
    } else if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      this.presence(node.left);
    } else if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken) {
      this.wrap(node.right, 'watchUse', `${shown(node.right)} is never assigned`);
    } else if (COMPARISONS.has(node.operatorToken.kind)) {
      this.condition(node);
    }
  }

  private call(node: ts.CallExpression): void {
    const [decision] = node.arguments;
    if (ts.isPropertyAccessExpression(node.expression) && DECIDING.includes(node.expression.name.text) && decision !== undefined
      && ts.isArrowFunction(decision) && !ts.isBlock(decision.body)) {
      this.condition(decision.body);
    }
  }

  /** `a?.b` and `a?.()`. A method that may not be there keeps its object only where it stands. */
  private optional(node: ts.Node): void {
    if ((ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && node.questionDotToken) {
      this.presence(node.expression);
    }
  }

  private presence(node: ts.Expression): void {
    this.wrap(node, 'watchPresence', `${shown(node)} is never there`, `${shown(node)} is never absent`);
  }

  private body(node: ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody }): void {
    const missing = `${node.name?.getText() ?? shown(node)} is never called`;
    if (ts.isBlock(node.body)) {
      this.begin(node.body.getStart() + 1, 'watchUse', ');', missing);
    } else {
      this.wrap(node.body, 'watchUse', missing);
    }
  }

  private wrap(node: ts.Node, by: keyof Watch, ...missing: readonly string[]): void {
    this.begin(node.getStart(), by, ', ', ...missing);
    this.ends.push({ at: node.end, text: ')' });
  }

  private begin(at: number, by: keyof Watch, end: string, ...missing: readonly string[]): void {
    this.begins.push({ at, text: `${by}(${this.first + this.sides.length}${end}` });
    const line = this.file.getLineAndCharacterOfPosition(at).line + 1;
    this.sides.push(...missing.map(each => ({ line, missing: each })));
  }
}

function isNot(node: ts.Node): node is ts.PrefixUnaryExpression {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

function isAndOr({ operatorToken }: ts.BinaryExpression): boolean {
  return operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken || operatorToken.kind === ts.SyntaxKind.BarBarToken;
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody } {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function shown(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
