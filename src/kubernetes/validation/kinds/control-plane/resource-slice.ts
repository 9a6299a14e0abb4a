import { validateCounters, validateSet } from './slice-counters';
import { validateDevice } from './slice-device';
import { sliceAsRead } from './slice-gates';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { validateNodeSelector } from '../../pod/affinity';
import { byteLength, intOf, isGiven, isTrue, listOf, mapOf, textOf } from '../../values';
import { validateDriverName } from '../device-names';
import { Subject, SPEC } from '../subject';

/** Source: pkg/apis/resource/types.go ResourceSliceMaxDevices, …WithAdvancedFeatures, ResourceSliceMaxCounterSets, PoolNameMaxLength (v1.36) */
const [MOST_DEVICES, MOST_ADVANCED, MOST_SETS, LONGEST_POOL] = [128, 64, 8, 253];

/** Source: pkg/apis/resource/validation/validation.go ValidateResourceSlice (v1.36) */
export function validateResourceSlice({ spec: written, context, errors }: Subject): void {
  const spec = sliceAsRead(written, context);
  validateDriverName(textOf(spec.driver), SPEC.child('driver'), errors);
  validatePool(mapOf(spec.pool) ?? {}, SPEC.child('pool'), errors);
  validateNodes(spec, errors);
  if (Array.isArray(spec.sharedCounters) && Array.isArray(spec.devices)) {
    errors.invalid(SPEC, '', 'only one of `sharedCounters` or `devices` is allowed');
  }
  const devices = listOf(spec.devices).map(each => mapOf(each) ?? {});
  const isPerDevice = isTrue(spec.perDeviceNodeSelection);
  validateSet(devices, devices.some(isAdvanced) ? MOST_ADVANCED : MOST_DEVICES, 'name', SPEC.child('devices'), errors, (device, path) => {
    validateDevice(device, isPerDevice, path, errors);
  });
  validateSet(listOf(spec.sharedCounters).map(each => mapOf(each) ?? {}), MOST_SETS, 'name', SPEC.child('sharedCounters'), errors, (set, path) => {
    validateCounters(set, 'name', path, errors);
  });
}

const LISTS = ['bools', 'ints', 'strings', 'versions'];

/** Whether a slice with such a device may hold fewer of them. */
function isAdvanced(device: PlainObject): boolean {
  return listOf(device.taints).length > 0 || listOf(device.consumesCounters).length > 0
    || Object.values(mapOf(device.attributes) ?? {}).some(attribute => LISTS.some(name => Array.isArray(mapOf(attribute)?.[name])));
}

function validatePool(pool: PlainObject, path: Path, errors: Errors): void {
  const [name, count, generation] = [textOf(pool.name), intOf(pool.resourceSliceCount) ?? 0, intOf(pool.generation) ?? 0];
  if (name === '') {
    errors.required(path.child('name'));
  } else {
    if (byteLength(name) > LONGEST_POOL) {
      errors.tooLong(path.child('name'), LONGEST_POOL);
    }
    name.split('/').forEach(part => errors.invalidAll(path.child('name'), part, dnsSubdomain(part)));
  }
  if (count <= 0) {
    errors.invalid(path.child('resourceSliceCount'), count, 'must be greater than zero');
  }
  if (generation < 0) {
    errors.invalid(path.child('generation'), generation, 'must be greater than or equal to zero');
  }
}

const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

function validateNodes(spec: PlainObject, errors: Errors): void {
  const set = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'].filter(name => isGiven(spec[name]) && spec[name] !== '' && spec[name] !== false);
  const [name, selector] = [spec.nodeName, mapOf(spec.nodeSelector)];
  if (name === '') {
    errors.invalid(SPEC.child('nodeName'), name, 'must be either unset or set to a non-empty string');
  } else if (isGiven(name)) {
    errors.invalidAll(SPEC.child('nodeName'), name, dnsSubdomain(textOf(name)));
  }
  if (selector !== undefined) {
    const path = SPEC.child('nodeSelector');
    validateNodeSelector(selector, path, errors);
    if (listOf(selector.nodeSelectorTerms).length !== 1) {
      errors.invalid(path.child('nodeSelectorTerms'), listOf(selector.nodeSelectorTerms), 'must have exactly one node selector term');
    }
  }
  for (const flag of ['allNodes', 'perDeviceNodeSelection']) {
    if (spec[flag] === false) {
      errors.invalid(SPEC.child(flag), false, 'must be either unset or set to true');
    }
  }
  if (set.length === 0) {
    errors.required(SPEC, ONE_OF);
  } else if (set.length > 1) {
    errors.invalid(SPEC, `{${set.map(each => `\`${each}\``).join(', ')}}`, `${ONE_OF}, but multiple fields are set`);
  }
}
