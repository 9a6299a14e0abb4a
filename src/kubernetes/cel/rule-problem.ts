import { CelNode, parseCel } from './parser';
import { CelSyntaxProblem, CelToken, tokensOf } from './tokens';
import { Checker } from './typing/checker';
import { isOpen, shown, Type } from './typing/types';
import { Scope } from './typing/typing';
import { TypesTooLarge } from './typing/unification';

/** What an expression may read, what it must give, and which minor compiles it. */
export interface RuleScope {
  readonly variables: Scope;
  readonly gives: Type;
  readonly minor: string;
}

/** What is known of an expression without a value. */
export interface RuleReport {
  /** Why the server does not compile it. */
  readonly problem?: string;
  /** Whether it reads the variable; undefined where that is not known. */
  reads(variable: string): boolean | undefined;
}

/** Longest expression, in characters. Source: cel-go parser/options.go expressionSizeCodePointLimit (0.26) */
const LONGEST = 100_000;
const NOTHING: RuleReport = { reads: () => undefined };

/**
 * Why the server does not compile a rule of a custom resource: syntax, names, types. Names in backticks and messages (`Object{…}`) are not known here, and pass.
 * Source: apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go compileRule (v0.36)
 */
export function ruleProblem(expression: string, { variables, gives, minor }: RuleScope): RuleReport {
  if (expression.includes('`')) {
    return NOTHING;
  }
  const checker = new Checker(minor);
  const reads = (variable: string) => checker.isPartial ? undefined : checker.reads(variable);
  try {
    const tree = treeOf(expression);
    if (tree === undefined) {
      return NOTHING;
    }
    const type = checker.check(tree, variables);
    const isFine = type.kind === gives.kind || checker.isPartial && isOpen(type);
    return isFine ? { reads } : { problem: `must evaluate to a ${gives.name} but gives ${shown(type)}`, reads };
  } catch (error) {
    if (error instanceof TypesTooLarge) {
      return NOTHING;
    }
    if (error instanceof CelSyntaxProblem) {
      return { problem: `compilation failed: ${error.message}`, reads };
    }
    throw error;
  }
}

/** Undefined for an expression with a message. */
function treeOf(expression: string): CelNode | undefined {
  const tokens = tokensOf(expression);
  return tokens.some((token, index) => isMessage(token, tokens[index + 1])) ? undefined : parseCel(expression, LONGEST);
}

function isMessage({ kind, text }: CelToken, next: CelToken | undefined): boolean {
  return kind === 'name' && text !== 'in' && next?.kind === 'symbol' && next.text === '{';
}
