import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabelKey } from '../labels';
import { qualifiedName } from '../names';
import { Path } from '../path';
import { byteLength, isGiven, listOf, mapOf, textOf } from '../values';
import { Subject } from './subject';

const [PROVISIONER, PARAMETERS, TOPOLOGIES] = [Path.root('provisioner'), Path.root('parameters'), Path.root('allowedTopologies')];
const [MOST_PARAMETERS, MOST_BYTES] = [512, 256 * 1024];
const CHOICES: ReadonlyArray<readonly [field: string, allowed: readonly string[]]> = [
  ['reclaimPolicy', ['Delete', 'Retain']], ['volumeBindingMode', ['Immediate', 'WaitForFirstConsumer']],
];

/** Source: pkg/apis/storage/validation/validation.go ValidateStorageClass (v1.36) */
export function validateStorageClass({ body, errors }: Subject): void {
  validateProvisioner(textOf(body.provisioner), PROVISIONER, errors);
  validateParameters(mapOf(body.parameters) ?? {}, errors);
  for (const [field, allowed] of CHOICES) {
    // An empty policy is none; an empty mode is one that nobody knows.
    if (isGiven(body[field]) && !(body[field] === '' && field === 'reclaimPolicy') && !allowed.includes(textOf(body[field]))) {
      errors.unsupported(Path.root(field), body[field], allowed);
    }
  }
  validateTopologies(listOf(body.allowedTopologies).map(each => mapOf(each) ?? {}), errors);
}

/** Also of the driver of a VolumeAttributesClass, as the parameters. */
export function validateProvisioner(provisioner: string, path: Path, errors: Errors): void {
  if (provisioner === '') {
    errors.required(path);
  } else {
    errors.invalidAll(path, provisioner, qualifiedName(provisioner.toLowerCase()));
  }
}

export function validateParameters(parameters: PlainObject, errors: Errors): void {
  const keys = Object.keys(parameters);
  if (keys.length > MOST_PARAMETERS) {
    errors.tooLong(PARAMETERS, MOST_PARAMETERS);
    return;
  }
  if (keys.includes('')) {
    errors.invalid(PARAMETERS, '', 'field can not be empty.');
  }
  if (keys.reduce((size, key) => size + byteLength(key) + byteLength(textOf(parameters[key])), 0) > MOST_BYTES) {
    errors.tooLong(PARAMETERS, MOST_BYTES);
  }
}

function validateTopologies(terms: readonly PlainObject[], errors: Errors): void {
  // One without expressions is a duplicate even if it is the only one.
  const seen = new Set<string>(['[]']);
  terms.forEach((term, index) => {
    const path = TOPOLOGIES.index(index).child('matchLabelExpressions');
    const content = validateTerm(listOf(term.matchLabelExpressions).map(each => mapOf(each) ?? {}), path, errors);
    if (seen.has(content)) {
      errors.duplicate(path, '');
    }
    seen.add(content);
  });
}

/** Its content, whatever the order. */
function validateTerm(expressions: readonly PlainObject[], path: Path, errors: Errors): string {
  const byKey = new Map<string, readonly string[]>();
  expressions.forEach((expression, index) => {
    const [key, values, at] = [textOf(expression.key), listOf(expression.values).map(textOf), path.index(index)];
    if (values.length === 0) {
      errors.required(at.child('values'));
    }
    const seen = new Set<string>();
    values.forEach((value, place) => {
      if (seen.has(value)) {
        errors.duplicate(at.child('values').index(place), value);
      }
      seen.add(value);
    });
    validateLabelKey(key, at.child('key'), errors);
    if (byKey.has(key)) {
      errors.duplicate(at.child('key'), key);
    }
    byKey.set(key, [...seen].sort());
  });
  return JSON.stringify([...byKey].sort(([one], [other]) => one < other ? -1 : 1));
}
