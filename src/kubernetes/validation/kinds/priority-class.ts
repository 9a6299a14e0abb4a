import { Path } from '../path';
import { intOf, isGiven, isTrue, mapOf, textOf } from '../values';
import { Subject } from './subject';

const NAME = Path.root('metadata').child('name');
const VALUE = Path.root('value');
const PREEMPTION = Path.root('preemptionPolicy');
const HIGHEST = 1_000_000_000;
/** Source: pkg/apis/scheduling/v1/helpers.go systemPriorityClasses (v1.36) */
const SYSTEM: ReadonlyMap<string, number> = new Map([['system-node-critical', 2_000_001_000], ['system-cluster-critical', 2_000_000_000]]);
const POLICIES = ['PreemptLowerPriority', 'Never'];

/** Source: pkg/apis/scheduling/validation/validation.go ValidatePriorityClass (v1.36) */
export function validatePriorityClass({ body, errors }: Subject): void {
  const [name, value] = [textOf(mapOf(body.metadata)?.name), intOf(body.value) ?? 0];
  if (name.startsWith('system-')) {
    const problem = systemProblem(name, value, isTrue(body.globalDefault));
    if (problem !== undefined) {
      errors.forbidden(NAME, `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`);
    }
  } else if (value > HIGHEST) {
    errors.forbidden(VALUE, `maximum allowed value of a user defined priority is ${HIGHEST}`);
  }
  if (body.preemptionPolicy === '') {
    errors.required(PREEMPTION);
  } else if (isGiven(body.preemptionPolicy) && !POLICIES.includes(textOf(body.preemptionPolicy))) {
    errors.unsupported(PREEMPTION, body.preemptionPolicy, POLICIES);
  }
}

function systemProblem(name: string, value: number, isDefault: boolean): string | undefined {
  const known = SYSTEM.get(name);
  return known === undefined ? `${name} is not a known system priority class`
    : known !== value ? `value of ${name} PriorityClass must be ${known}`
      : isDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
