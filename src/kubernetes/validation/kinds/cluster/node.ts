import { validateAmountOf } from './resource-names';
import { PlainObject } from '../../../../base/plain';
import { isV4, parseAddress, rangeProblems } from '../../addresses';
import { Errors } from '../../errors';
import { validateLabelKey } from '../../labels';
import { labelValue } from '../../names';
import { Path } from '../../path';
import { intOf, listOf, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const STATUS = Path.root('status');
/** The server tells of taints and swap below the metadata. */
const TOLD_AT = Path.root('metadata');

/** Source: pkg/apis/core/validation/validation.go ValidateNode (v1.36): a status counts at creation; annotations of Kubernetes 1.5 are not looked at */
export function validateNode({ body, spec, context, errors }: Subject): void {
  validateTaints(listOf(spec.taints).map(each => mapOf(each) ?? {}), errors);
  const status = mapOf(body.status) ?? {};
  for (const field of ['capacity', 'allocatable']) {
    Object.entries(mapOf(status[field]) ?? {}).forEach(([name, amount]) => validateAmountOf(name, amount, STATUS.child(field).child(name), errors));
  }
  const swap = intOf(mapOf(mapOf(status.nodeInfo)?.swap)?.capacity);
  if (swap !== undefined && swap <= 0) {
    errors.invalid(TOLD_AT.child('nodeSwapStatus').child('capacity'), swap, 'must be greater than 0');
  }
  if (context.gate('NodeDeclaredFeatures')) {
    validateFeatures(listOf(status.declaredFeatures).map(textOf), errors);
  }
  validateRanges(spec, context.gate('StrictIPCIDRValidation'), errors);
}

function validateTaints(taints: readonly PlainObject[], errors: Errors): void {
  const known = new Set<string>();
  taints.forEach(({ key: written, value, effect: told }, index) => {
    const [path, key, effect] = [TOLD_AT.child('taints').index(index), textOf(written), textOf(told)];
    validateLabelKey(key, path.child('key'), errors);
    const problems = labelValue(textOf(value));
    if (problems.length > 0) {
      errors.invalid(path.child('value'), value, problems.join(';'));
    }
    if (effect === '') {
      errors.required(path.child('effect'));
    } else if (!EFFECTS.includes(effect)) {
      errors.unsupported(path.child('effect'), effect, EFFECTS);
    }
    if (known.has(`${key} ${effect}`)) {
      errors.duplicate(path, taints[index]);
    }
    known.add(`${key} ${effect}`);
  });
}

const FEATURE = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const LONGEST_FEATURE = 253;

function validateFeatures(features: readonly string[], errors: Errors): void {
  features.forEach((feature, index) => {
    const path = STATUS.child('declaredFeatures').index(index);
    if (feature.length > LONGEST_FEATURE || !FEATURE.test(feature)) {
      errors.invalid(path, feature, 'invalid feature name: must start with an UpperCamelCase segment, with subsequent segments separated by "/", and contain only alphanumeric characters and slashes');
    }
    const before = features[index - 1];
    if (before !== undefined && before === feature) {
      errors.duplicate(path, feature);
    } else if (before !== undefined && before > feature) {
      errors.invalid(path, feature, 'list must be sorted alphabetically');
    }
  });
}

/** The single range wins over the first of the list. Source: pkg/apis/core/v1/conversion.go Convert_v1_NodeSpec_To_core_NodeSpec (v1.36) */
function validateRanges({ podCIDR, podCIDRs }: PlainObject, isStrict: boolean, errors: Errors): void {
  const listed = listOf(podCIDRs).map(textOf);
  const single = textOf(podCIDR);
  const ranges = single !== '' && listed[0] !== single ? [single] : listed;
  const path = SPEC.child('podCIDRs');
  ranges.forEach((range, index) => errors.invalidAll(path.index(index), range, rangeProblems(range, isStrict)));
  const areRanges = ranges.every(range => rangeProblems(range, false).length === 0);
  // That it could not compare what is no range the server tells as an error of its own.
  if (ranges.length > 1 && (ranges.length > 2 || !areRanges || !isPair(ranges))) {
    errors.invalid(path, ranges, 'may specify no more than one CIDR for each IP family');
  }
}

/** One of each family. */
function isPair(ranges: readonly string[]): boolean {
  const families = ranges.map(range => isV4(parseAddress(range.split('/', 1)[0])!));
  return families.includes(true) && families.includes(false);
}
