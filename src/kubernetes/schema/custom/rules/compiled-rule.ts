import { boolean } from '../../../cel/evaluation/code';
import { Program, programOf } from '../../../cel/evaluation/program';
import { CelFailure, CelValue, NotEvaluated } from '../../../cel/evaluation/values';
import { CelRule } from '../node';
import { Work } from '../work';

const VARIABLES = ['self', 'oldSelf'];

/** The longest message that is shown. Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go evalMessageExpression (v0.36) */
const LONGEST_MESSAGE = 5_120;

/** A rule, ready to be evaluated over `self` and `oldSelf`. */
export interface CompiledRule {
  /** Whether it compares with the object that was there before. */
  readonly readsOld: boolean;
  holds(values: readonly CelValue[], work?: Work): boolean;
  /** What the server says when it does not hold. */
  message(values: readonly CelValue[], work?: Work): string;
}

/** Rules are objects of their table or their definition, and are compiled once. */
const compiled = new WeakMap<CelRule, CompiledRule | NotEvaluated>();

/** @throws NotEvaluated for a rule that uses something that is not evaluated here */
export function compiledRule(rule: CelRule, work?: Work): CompiledRule {
  let found = compiled.get(rule);
  if (!found) {
    work?.spend(rule.rule.length);
    found = made(rule);
    compiled.set(rule, found);
  }
  if (found instanceof NotEvaluated) {
    throw found;
  }
  return found;
}

function made(rule: CelRule): CompiledRule | NotEvaluated {
  try {
    const program = programOf(rule.rule, VARIABLES);
    return {
      readsOld: program.reads('oldSelf'),
      holds: (values, work) => boolean(program.evaluate(values, work)),
      message: (values, work) => composed(rule, values, work) ?? rule.message?.trim() ?? `failed rule: ${rule.rule.trim()}`,
    };
  } catch (error) {
    if (error instanceof NotEvaluated) {
      return error;
    }
    throw error;
  }
}

const expressions = new WeakMap<CelRule, Program>();

/** Undefined where the expression gives no message: then the server says the fixed one. */
function composed(rule: CelRule, values: readonly CelValue[], work?: Work): string | undefined {
  if (rule.messageExpression === undefined) {
    return undefined;
  }
  try {
    const program = expressions.get(rule) ?? programOf(rule.messageExpression, VARIABLES);
    expressions.set(rule, program);
    const text = program.evaluate(values, work);
    return typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST_MESSAGE && !text.includes('\n') ? text.trim() : undefined;
  } catch (error) {
    if (error instanceof CelFailure || error instanceof NotEvaluated) {
      return undefined;
    }
    throw error;
  }
}
