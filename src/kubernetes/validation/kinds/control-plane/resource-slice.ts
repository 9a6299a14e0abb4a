import { ATTRIBUTE_LISTS } from './slice-attributes';
import { validateCounters } from './slice-counters';
import { validateDevice } from './slice-device';
import { sliceAsRead } from './slice-gates';
import { validateChoice, validateFlags, validateNodeName } from './slice-nodes';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { validateNodeSelector } from '../../pod/affinity';
import { byteLength, intOf, isTrue, listOf, mapOf, textOf } from '../../values';
import { taintEffects, validateDriverName } from '../device-names';
import { validateSet } from '../device-sets';
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
  const [isPerDevice, effects] = [isTrue(spec.perDeviceNodeSelection), taintEffects(context)];
  validateSet(devices, devices.some(isAdvanced) ? MOST_ADVANCED : MOST_DEVICES, nameOf, SPEC.child('devices'), errors, (device, path) => {
    validateDevice(device, isPerDevice, effects, path, errors);
  });
  validateSet(listOf(spec.sharedCounters).map(each => mapOf(each) ?? {}), MOST_SETS, nameOf, SPEC.child('sharedCounters'), errors, (set, path) => {
    validateCounters(set, 'name', path, errors);
  });
}

function nameOf({ name }: PlainObject): string {
  return textOf(name);
}

/** Whether a slice with such a device may hold fewer of them. */
function isAdvanced(device: PlainObject): boolean {
  return listOf(device.taints).length > 0 || listOf(device.consumesCounters).length > 0
    || Object.values(mapOf(device.attributes) ?? {}).some(attribute => ATTRIBUTE_LISTS.some(name => Array.isArray(mapOf(attribute)?.[name])));
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

const NODE_FIELDS = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'];
const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

function validateNodes(spec: PlainObject, errors: Errors): void {
  validateNodeName(spec.nodeName, SPEC.child('nodeName'), 'must be either unset or set to a non-empty string', errors);
  const [selector, path] = [mapOf(spec.nodeSelector), SPEC.child('nodeSelector')];
  if (selector !== undefined) {
    validateNodeSelector(selector, path, errors);
    if (listOf(selector.nodeSelectorTerms).length !== 1) {
      errors.invalid(path.child('nodeSelectorTerms'), listOf(selector.nodeSelectorTerms), 'must have exactly one node selector term');
    }
  }
  validateFlags(spec, ['allNodes', 'perDeviceNodeSelection'], SPEC, errors);
  validateChoice(spec, NODE_FIELDS, SPEC, { none: ONE_OF, several: `${ONE_OF}, but multiple fields are set` }, errors);
}
