import { InvalidInput, invalid } from '../../base/errors/invalid-input';
import { DeviceKind } from '../../kubernetes/cel/values';

/** Source: kubernetes/api resource/v1 types.go CELSelectorExpressionMaxLength (v1.36) */
const MAX_LENGTH = 10 * 1024;

/**
 * Refuses an expression that does not compile, or that reads what the devices do not have. The checker is loaded only when somebody writes CEL: the
 * library's own selectors are right by construction.
 */
export function checkCel(field: string, expression: string, devices: DeviceKind): void {
  if (expression.length > MAX_LENGTH) {
    throw new InvalidInput({ field, reason: 'Too long', value: `${expression.slice(0, 40)}…`, detail: `has ${expression.length} of at most ${MAX_LENGTH} characters`, help: 'split it: expressions of a list are joined by &&' });
  }
  const [problem] = celChecker().checkSelector(expression, devices).filter(each => each.class !== 'risky');
  if (problem) {
    throw invalid(field, expression, problem.detail, problem.help ?? 'correct the expression');
  }
}

/** The device type that raw conditions choose, where they name one. */
export function deviceTypeIn(expressions: readonly string[], driver: string): string | undefined {
  return expressions.length === 0 ? undefined : celChecker().chosenDeviceType(expressions, driver);
}

function celChecker(): typeof import('../../kubernetes/cel/check') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../../kubernetes/cel/check') as typeof import('../../kubernetes/cel/check');
}
