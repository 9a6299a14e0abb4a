import { admissionProblem, AdmissionScope } from '../../../cel/admission-expressions';
import { Errors } from '../../errors';
import { qualifiedName } from '../../names';
import { Path } from '../../path';
import { mapOf, textOf } from '../../values';

/** An expression that must compile. */
export function validateExpression(expression: string, scope: AdmissionScope, path: Path, errors: Errors): void {
  const problem = admissionProblem(expression, scope);
  if (problem !== undefined) {
    errors.invalid(path, expression, problem);
  }
}

/** Source: pkg/apis/admissionregistration/validation/validation.go validateMatchConditions (v1.36) */
const MOST_CONDITIONS = 64;

export function validateMatchConditions(conditions: readonly unknown[], hasParams: boolean, path: Path, errors: Errors): void {
  if (conditions.length > MOST_CONDITIONS) {
    errors.tooMany(path, conditions.length, MOST_CONDITIONS);
  }
  const seen = new Set<string>();
  conditions.forEach((each, index) => {
    const [condition, at] = [mapOf(each) ?? {}, path.index(index)];
    const [name, expression] = [textOf(condition.name), textOf(condition.expression).trim()];
    if (expression === '') {
      errors.required(at.child('expression'));
    } else {
      validateExpression(expression, { hasParams, hasAuthorizer: true, gives: ['bool'] }, at.child('expression'), errors);
    }
    if (name === '') {
      errors.required(at.child('name'));
      return;
    }
    errors.invalidAll(at.child('name'), name, qualifiedName(name));
    if (seen.has(name)) {
      errors.duplicate(at.child('name'), name);
    }
    seen.add(name);
  });
}
