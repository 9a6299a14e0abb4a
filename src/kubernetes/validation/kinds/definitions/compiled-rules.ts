import { ruleTypeOf } from './rule-types';
import { RuleProps, SchemaProps } from './schema';
import { RuleReport, ruleProblem } from '../../../cel/rule-problem';
import { BOOL, optional, STRING, Type } from '../../../cel/typing/types';
import { Scope } from '../../../cel/typing/typing';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { isGiven } from '../../values';

/** What a server compiles that it has stored: all that it knows. Source: apiserver pkg/cel/environment/environment.go StoredExpressions (v0.36) */
const STORED = '1.99';

const NO_TYPE = 'failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';

/** Where rules stand: types are known of a level and of those around it. Source: validation/cel_validation.go CELSchemaContext (v0.36) */
export class RuleLevel {
  private readonly isRuled: boolean;
  private readonly hasFailed: boolean;
  private readonly type: Type | undefined;

  constructor(private readonly schema: SchemaProps, parent?: RuleLevel) {
    this.isRuled = parent?.isRuled === true || schema.rules.length > 0;
    this.type = this.isRuled ? ruleTypeOf(schema, parent === undefined) : undefined;
    this.hasFailed = this.isRuled && (this.type === undefined || parent?.hasFailed === true);
  }

  below(schema: SchemaProps): RuleLevel {
    return new RuleLevel(schema, this);
  }

  /** @param uncorrelated where the list is in which nobody knows the old value of an item. */
  validate(minor: string, uncorrelated: Path | undefined, path: Path, errors: Errors): void {
    const at = path.child('x-kubernetes-validations');
    const type = this.hasFailed ? undefined : this.type;
    if (type === undefined) {
      this.schema.rules.length > 0 && errors.complaint(at, 'Internal error', undefined, NO_TYPE);
      return;
    }
    this.schema.rules.forEach((rule, index) => {
      const reads = compile(rule, type, minor, at.index(index), errors);
      if (reads === true && uncorrelated !== undefined) {
        errors.invalid(at.index(index).child('rule'), rule.rule, `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated.toString()}`);
      } else if (reads === false && isGiven(rule.optionalOldSelf)) {
        errors.invalid(at.index(index).child('optionalOldSelf'), rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule');
      }
    });
  }
}

/** Whether a rule reads the old value; undefined where that is not known. */
function compile(rule: RuleProps, type: Type, minor: string, path: Path, errors: Errors): boolean | undefined {
  const { problem, reads } = reportOf(rule, type, minor);
  if (problem !== undefined) {
    errors.invalid(path.child('rule'), rule.rule, problem);
    return false;
  }
  const { messageExpression: message } = rule;
  const scope = { variables: variablesOf(rule, type), gives: STRING, minor };
  const told = message === '' ? undefined : ruleProblem(message, scope).problem;
  if (told !== undefined) {
    errors.invalid(path.child('messageExpression'), message, `messageExpression ${told}`);
  }
  return reads('oldSelf');
}

const uncompiled = new WeakMap<SchemaProps, { readonly problem: string | undefined }>();

/** Why a server that evaluates the rules of a level cannot compile one of them. */
export function uncompiledRule(schema: SchemaProps, isRoot: boolean): string | undefined {
  let found = uncompiled.get(schema);
  if (found === undefined) {
    found = { problem: firstProblem(schema, isRoot) };
    uncompiled.set(schema, found);
  }
  return found.problem;
}

function firstProblem(schema: SchemaProps, isRoot: boolean): string | undefined {
  const type = ruleTypeOf(schema, isRoot);
  const rules = schema.rules.filter(({ rule }) => rule.trim() !== '');
  return type && rules.map(rule => reportOf(rule, type, STORED).problem).find(problem => problem !== undefined);
}

function reportOf(rule: RuleProps, type: Type, minor: string): RuleReport {
  return ruleProblem(rule.rule, { variables: variablesOf(rule, type), gives: BOOL, minor });
}

function variablesOf({ optionalOldSelf }: RuleProps, type: Type): Scope {
  return new Map([['self', type], ['oldSelf', optionalOldSelf === true ? optional(type) : type]]);
}
