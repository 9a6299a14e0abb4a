import { acceleratorUses, asksForDevices, acceleratedPods } from '../../../facts/accelerators';
import { PlacedContainer } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** Devices that are gone before the program starts. */
export const initContainerDevices: Rule = {
  id: 'AIW2515',
  title: 'only an init container asks for devices',
  class: 'risky',
  reason: 'A device belongs to the container that asks for it. The pod holds the devices of its init container until it ends, while its main containers have none.',
  source: 'KEP-753 (resources of a pod: the larger of init and main containers); pkg/kubelet/cm/devicemanager/manager.go (v1.36)',
  remedy: 'Write the limit into the container that computes; devices of init containers are used again, so both may have it.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      const [early] = pods.containers.flatMap(acceleratorUses).filter(use => use.count !== 0);
      if (early && !pods.containers.some(placed => !isEarly(placed) && asksForDevices(placed))) {
        report(pods.carrier, {
          field: early.field,
          message: `Invalid value: "${early.resource}": no main container asks for it, so the pod holds it and computes without`,
          help: 'write the limit into the main container',
        });
      }
    }
  },
};

/** Native sidecars stay. */
function isEarly({ container, isMain }: PlacedContainer): boolean {
  return !isMain && container.restartPolicy !== 'Always';
}
