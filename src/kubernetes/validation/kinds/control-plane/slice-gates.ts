import { ATTRIBUTE_LISTS } from './slice-attributes';
import { PlainObject } from '../../../../base/plain';
import { ServerContext } from '../../context';
import { isGiven, listOf, mapOf } from '../../values';

const OF_DEVICES: ReadonlyArray<readonly [gates: readonly string[], fields: readonly string[]]> = [
  [['DRADeviceTaints'], ['taints']],
  [['DRAPartitionableDevices'], ['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes']],
  [['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'], ['bindingConditions', 'bindingFailureConditions', 'bindsToNode']],
  [['DRAConsumableCapacity'], ['allowMultipleAllocations']],
  [['DRANodeAllocatableResources'], ['nodeAllocatableResourceMappings']],
];
const OF_SLICES = ['sharedCounters', 'perDeviceNodeSelection'];

/** A slice without the fields whose gates are off. Source: pkg/registry/resource/resourceslice/strategy.go dropDisabledFields (v1.36) */
export function sliceAsRead(spec: PlainObject, context: ServerContext): PlainObject {
  const dropped = OF_DEVICES.filter(([gates]) => !gates.every(gate => context.gate(gate))).flatMap(([, fields]) => fields);
  const [isListed, isConsumable] = [context.gate('DRAListTypeAttributes'), context.gate('DRAConsumableCapacity')];
  const deviceAsRead = (each: unknown) => {
    const device = without(mapOf(each) ?? {}, dropped);
    return {
      ...device,
      ...!isListed && { attributes: eachWithout(device.attributes, ATTRIBUTE_LISTS) },
      ...!isConsumable && { capacity: eachWithout(device.capacity, ['requestPolicy']) },
    };
  };
  const own = context.gate('DRAPartitionableDevices') ? spec : without(spec, OF_SLICES);
  return isGiven(spec.devices) ? { ...own, devices: listOf(spec.devices).map(deviceAsRead) } : own;
}

function without(body: PlainObject, names: readonly string[]): PlainObject {
  return names.some(name => isGiven(body[name])) ? { ...body, ...Object.fromEntries(names.map(name => [name, null])) } : body;
}

function eachWithout(map: unknown, names: readonly string[]): PlainObject {
  return Object.fromEntries(Object.entries(mapOf(map) ?? {}).map(([key, each]) => [key, without(mapOf(each) ?? {}, names)]));
}
