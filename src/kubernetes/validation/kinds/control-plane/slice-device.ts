import { validateAttribute, valuesOf } from './slice-attributes';
import { validateCapacity } from './slice-capacity';
import { validateCounters } from './slice-counters';
import { validateChoice, validateFlags, validateNodeName } from './slice-nodes';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { validateLabelKey } from '../../labels';
import { dnsLabel, labelValue } from '../../names';
import { Path } from '../../path';
import { validateNodeSelector } from '../../pod/affinity';
import { isNegative, isZero, parseQuantity } from '../../quantities';
import { isNativeResourceName } from '../../resource-names';
import { isGiven, isTrue, listOf, mapOf, textOf } from '../../values';
import { validateAttributeName } from '../device-names';
import { validateSet } from '../device-sets';

/**
 * Source: pkg/apis/resource/types.go ResourceSliceMaxAttributesAndCapacitiesPerDevice, ResourceSliceMaxAttributeValuesPerDevice, DeviceTaintsMaxLength,
 * ResourceSliceMaxDeviceCounterConsumptionsPerDevice, BindingConditionsMaxSize (v1.36)
 */
const [MOST_PROPERTIES, MOST_VALUES, MOST_TAINTS, MOST_CONSUMPTIONS, MOST_CONDITIONS] = [32, 48, 16, 2, 4];

/** Source: pkg/apis/resource/validation/validation.go validateDevice (v1.36) */
export function validateDevice(device: PlainObject, isPerDevice: boolean, effects: readonly string[], path: Path, errors: Errors): void {
  errors.invalidAll(path.child('name'), textOf(device.name), dnsLabel(textOf(device.name)));
  const [attributes, capacity] = [Object.entries(mapOf(device.attributes) ?? {}), Object.entries(mapOf(device.capacity) ?? {})];
  validateAmounts(attributes, attributes.length + capacity.length, path, errors);
  validateProperties(attributes, path.child('attributes'), errors, validateAttribute);
  const isShared = isTrue(device.allowMultipleAllocations);
  validateProperties(capacity, path.child('capacity'), errors, (each, at) => validateCapacity(each, isShared, at, errors));
  validateTaints(listOf(device.taints), effects, path.child('taints'), errors);
  validateSet(listOf(device.consumesCounters).map(each => mapOf(each) ?? {}), MOST_CONSUMPTIONS, each => textOf(each.counterSet), path.child('consumesCounters'), errors, (set, at) => {
    validateCounters(set, 'counterSet', at, errors);
  });
  validateNodes(device, isPerDevice, path, errors);
  validateBinding(listOf(device.bindingConditions).map(textOf), listOf(device.bindingFailureConditions).map(textOf), path, errors);
  validateMappings(device, path.child('nodeAllocatableResourceMappings'), errors);
}

type Properties = ReadonlyArray<readonly [string, unknown]>;

function validateAmounts(attributes: Properties, properties: number, path: Path, errors: Errors): void {
  if (properties > MOST_PROPERTIES) {
    errors.invalid(path, properties, `the total number of attributes and capacities must not exceed ${MOST_PROPERTIES}`);
  }
  const values = attributes.reduce((sum, [, attribute]) => sum + valuesOf(mapOf(attribute) ?? {}), 0);
  if (values > MOST_VALUES) {
    errors.invalid(path, values, `the total number of attribute values must not exceed ${MOST_VALUES}`);
  }
}

/** A domain, a slash and a name are no longer. */
const LONGEST_NAME = 96;

type Validate = (each: PlainObject, path: Path, errors: Errors) => void;

function validateProperties(properties: Properties, path: Path, errors: Errors, validate: Validate): void {
  for (const [name, each] of properties) {
    validateAttributeName(name, path, errors);
    validate(mapOf(each) ?? {}, path.key(shortened(name)), errors);
  }
}

/** As the server names it. Source: validation.go truncateIfTooLong (v1.36) */
function shortened(name: string): string {
  const kept = LONGEST_NAME - '...'.length;
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, Math.ceil(kept / 2))}...${name.slice(name.length - Math.floor(kept / 2))}`;
}

function validateTaints(taints: readonly unknown[], effects: readonly string[], path: Path, errors: Errors): void {
  if (taints.length > MOST_TAINTS) {
    errors.tooMany(path, taints.length, MOST_TAINTS);
    return;
  }
  taints.forEach((each, index) => {
    const [taint, at] = [mapOf(each) ?? {}, path.index(index)];
    validateLabelKey(textOf(taint.key), at.child('key'), errors);
    errors.invalidAll(at.child('value'), textOf(taint.value), labelValue(textOf(taint.value)));
    const effect = textOf(taint.effect);
    if (effect === '') {
      errors.required(at.child('effect'));
    } else if (!effects.includes(effect)) {
      errors.unsupported(at.child('effect'), effect, effects);
    }
  });
}

const NODE_FIELDS = ['nodeName', 'nodeSelector', 'allNodes'];
const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
const NONE_OF = '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';

function validateNodes(device: PlainObject, isPerDevice: boolean, path: Path, errors: Errors): void {
  if (!isPerDevice) {
    if (NODE_FIELDS.some(name => isGiven(device[name]))) {
      errors.invalid(path, null, NONE_OF);
    }
    return;
  }
  validateNodeName(device.nodeName, path.child('nodeName'), 'must not be empty', errors);
  const selector = mapOf(device.nodeSelector);
  if (selector !== undefined) {
    validateNodeSelector(selector, path.child('nodeSelector'), errors);
  }
  validateFlags(device, ['allNodes'], path, errors);
  validateChoice(device, NODE_FIELDS, path, { none: ONE_OF, several: ONE_OF }, errors);
}

/** Source: validation.go validateDeviceBindingParameters (v1.36) */
function validateBinding(conditions: readonly string[], failures: readonly string[], path: Path, errors: Errors): void {
  const [one, other] = [path.child('bindingConditions'), path.child('bindingFailureConditions')];
  for (const [list, at] of [[conditions, one], [failures, other]] as const) {
    if (list.length > MOST_CONDITIONS) {
      errors.tooMany(at, list.length, MOST_CONDITIONS);
    } else {
      list.forEach((each, index) => validateLabelKey(each, at.index(index), errors));
    }
    const seen = new Set<string>();
    list.forEach((each, index) => seen.has(each) ? errors.duplicate(at.index(index), each) : seen.add(each));
  }
  const bound = new Set(conditions);
  failures.forEach((each, index) => bound.has(each) && errors.invalid(other.index(index), each, 'bindingFailureConditions must not overlap with bindingConditions'));
  if (conditions.length === 0 && failures.length > 0) {
    errors.invalid(one, conditions, 'bindingConditions are required to use bindingFailureConditions');
  }
  if (failures.length === 0 && conditions.length > 0) {
    errors.invalid(other, failures, 'bindingFailureConditions are required to use bindingConditions');
  }
}

/** Source: validation.go validateNodeAllocatableResourceMappings; pkg/apis/resource/v1/defaults.go SetDefaults_Device: a multiplier of 1 is filled in (v1.36) */
function validateMappings(device: PlainObject, path: Path, errors: Errors): void {
  for (const [name, each] of Object.entries(mapOf(device.nodeAllocatableResourceMappings) ?? {})) {
    const [mapping, at] = [mapOf(each) ?? {}, path.key(name)];
    if (!isNativeResourceName(name)) {
      errors.invalid(at, name, 'must be a node allocatable resource name');
    }
    const multiplier = parseQuantity(mapping.allocationMultiplier);
    if (multiplier !== undefined && (isNegative(multiplier) || isZero(multiplier))) {
      errors.invalid(at.child('allocationMultiplier'), multiplier.text, 'must be positive');
    }
    if (mapping.capacityKey === '') {
      errors.invalid(at.child('capacityKey'), '', 'capacityKey must not be an empty string');
    } else if (isGiven(mapping.capacityKey) && !Object.hasOwn(mapOf(device.capacity) ?? {}, textOf(mapping.capacityKey))) {
      errors.notFound(at.child('capacityKey'), mapping.capacityKey);
    }
  }
}
