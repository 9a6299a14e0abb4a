import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { validateLabelKey } from '../labels';
import { labelValue } from '../names';
import { Path } from '../path';
import { isGiven, mapOf, textOf } from '../values';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const DECIMAL = /^(?:0|-?[1-9][0-9]*)$/;
const LARGEST = 2n ** 63n;

/** Source: pkg/apis/core/validation/validation.go ValidateTolerations (v1.36) */
export function validateTolerations(tolerations: readonly unknown[], scope: PodScope, path: Path): void {
  for (let i = 0; i < tolerations.length; i++) {
    validateToleration(mapOf(tolerations[i]) ?? {}, scope, path.index(i));
  }
}

function validateToleration(toleration: PlainObject, scope: PodScope, path: Path): void {
  const { errors } = scope;
  const [key, operator, effect] = [textOf(toleration.key), textOf(toleration.operator), textOf(toleration.effect)];
  if (key !== '') {
    validateLabelKey(key, path.child('key'), errors);
  } else if (operator !== 'Exists') {
    errors.invalid(path.child('operator'), operator, 'operator must be Exists when `key` is empty, which means "match all values and all keys"');
  }
  if (isGiven(toleration.tolerationSeconds) && effect !== 'NoExecute') {
    errors.invalid(path.child('effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }
  validateOperator(operator, textOf(toleration.value), scope, path);
  if (effect !== '' && !EFFECTS.includes(effect)) {
    errors.unsupported(path.child('effect'), effect, EFFECTS);
  }
}

/** A bad value is reported at the operator, by a slip of the API server. */
function validateOperator(operator: string, value: string, { errors, gates }: PodScope, path: Path): void {
  const place = path.child('operator');
  switch (operator) {
    case '':
    case 'Equal':
      if (labelValue(value).length > 0) {
        errors.invalid(place, value, labelValue(value).join(';'));
      }
      break;
    case 'Exists':
      if (value !== '') {
        errors.invalid(place, value, "value must be empty when `operator` is 'Exists'");
      }
      break;
    case 'Lt':
    case 'Gt':
      if (!gates.TaintTolerationComparisonOperators) {
        errors.unsupported(place, operator, ['Equal', 'Exists', 'Lt', 'Gt']);
      } else if (!DECIMAL.test(value) || value.length > 20 || BigInt(value) >= LARGEST || BigInt(value) < -LARGEST) {
        errors.invalid(path.child('value'), value, value === '' ? 'must be non-empty' : 'must be a valid decimal integer of 64 bits in canonical form');
      }
      break;
    default:
      errors.unsupported(place, operator, ['Equal', 'Exists']);
  }
}
