import { isPresent, objectAt } from '../../../../base/reading';
import { asksForDevices } from '../../../facts/accelerators';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** Devices without a byte of memory beside them. */
export const memoryRequestMissing: Rule = {
  id: 'AIW2507',
  title: 'devices without a memory request',
  class: 'risky',
  reason: 'Weights and batches pass through the memory of the host. The scheduler counts none for such a container, so its node may have none left; and when it runs short, the kubelet first ends pods that use more than they asked for: '
    + 'the devices idle until another one has loaded.',
  source: 'pkg/scheduler/framework/plugins/noderesources/fit.go, pkg/kubelet/eviction/helpers.go rankMemoryPressure (v1.36)',
  remedy: 'Set resources.requests.memory to what a load takes, and the limit to the same.',
  appliesTo: ['every carrier of pods that starts an engine or launcher with accelerators'],
  but: 'nothing where a LimitRange is among the objects of the namespace, which may fill it in, and of programs that nobody knows',
  check: (facts, report) => {
    const limited = new Set(facts.ofType('LimitRange').map(each => each.place));
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const placed = mayLack(pods) && !limited.has(pods.place) ? commands.find(lacksMemory)?.placed : undefined;
      if (placed) {
        report(pods.carrier, {
          field: `${placed.field}.resources`,
          message: `Required value: memory: container "${placed.name}" asks for devices, and for no memory beside them`,
          help: 'set resources.requests.memory, and limits.memory to the same',
        });
      }
    }
  },
};

/** Patterns of this library say it themselves, and operators fill it in. */
function mayLack(pods: PodSet): boolean {
  return !pods.isOurs && !pods.open && !asksForMemory(pods.spec);
}

function lacksMemory({ engine, placed }: EngineCommand): boolean {
  return (engine.serves ?? engine.launches) !== undefined && asksForDevices(placed) && !asksForMemory(placed.container);
}

/** A limit alone is the request as well. Source: pkg/apis/core/v1/defaults.go (v1.36) */
function asksForMemory(of: object): boolean {
  return ['requests', 'limits'].some(list => isPresent(objectAt(of, 'resources', list).memory));
}
