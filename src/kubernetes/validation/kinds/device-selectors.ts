import { SelectorProblem } from '../../cel/values';
import { Errors } from '../errors';
import { Path } from '../path';
import { byteLength, mapOf, textOf } from '../values';

/** Source: pkg/apis/resource/types.go DeviceSelectorsMaxSize, CELSelectorExpressionMaxLength (v1.36) */
const [MOST, LONGEST] = [32, 10 * 1024];

/** Source: pkg/apis/resource/validation/validation.go validateSelectorSlice, validateCELSelector (v1.36) */
export function validateSelectors(selectors: readonly unknown[], path: Path, errors: Errors): void {
  if (selectors.length > MOST) {
    errors.tooMany(path, selectors.length, MOST);
    return;
  }
  selectors.forEach((each, index) => {
    const [cel, at] = [mapOf(mapOf(each)?.cel), path.index(index).child('cel')];
    if (cel === undefined) {
      errors.required(at);
    } else {
      validateExpression(textOf(cel.expression), at.child('expression'), errors);
    }
  });
}

function validateExpression(expression: string, path: Path, errors: Errors): void {
  if (byteLength(expression) > LONGEST) {
    errors.tooLong(path, LONGEST);
    return;
  }
  for (const { detail } of problemsOf(expression)) {
    errors.invalid(path, expression, detail.startsWith('does not compile') ? detail.replace('does not compile', 'compilation failed') : detail);
  }
}

/** Fleets share a few expressions. */
const compiled = new Map<string, readonly SelectorProblem[]>();
const MOST_REMEMBERED = 200;

/** What keeps it from compiling; that it can never be true is the business of a rule. */
function problemsOf(expression: string): readonly SelectorProblem[] {
  let problems = compiled.get(expression);
  if (problems === undefined) {
    // The checker of CEL, for manifests that have any.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { checkSelector } = require('../../cel/check') as typeof import('../../cel/check');
    problems = checkSelector(expression, {}).filter(each => each.class === 'rejected');
    if (compiled.size >= MOST_REMEMBERED) {
      compiled.clear();
    }
    compiled.set(expression, problems);
  }
  return problems;
}
