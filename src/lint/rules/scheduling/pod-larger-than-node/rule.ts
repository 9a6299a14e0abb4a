import { containerDevices, podDevices, acceleratedPods } from '../../../facts/accelerators';
import { Rule } from '../../rule';

/** Devices of a node in the largest machines there are: HGX systems of 16 GPUs. */
const LARGEST = 16;

/** A pod that fits on no node. */
export const podLargerThanNode: Rule = {
  id: 'AIW2621',
  title: 'pod asks for more devices than a node has',
  class: 'broken',
  reason: 'All devices of a pod are on one node: a pod that asks for more than the largest has stays Pending for ever, and no autoscaler adds a node for it.',
  source: 'pkg/scheduler/framework/plugins/noderesources/fit.go (v1.36); cluster-autoscaler estimator',
  remedy: 'Spread the work over several pods: a LeaderWorkerSet, or a Job with several nodes.',
  appliesTo: ['every carrier of pods'],
  but: `when nobody declared gpusPerNode: warning above ${LARGEST}`,
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      const declared = pods.carrier.cluster.gpusPerNode;
      const devices = podDevices(facts, pods);
      if (devices?.count !== undefined && devices.count > (declared ?? LARGEST)) {
        const parts = pods.containers.map(placed => containerDevices(facts, pods, placed)).filter(each => each !== undefined);
        report(pods.carrier, {
          field: parts[0].field,
          message: `Invalid value: ${devices.count}: a pod asks for ${devices.text}, and ${declared === undefined ? `few machines have more than ${LARGEST}` : `a node has ${declared}`}`,
          class: declared === undefined ? 'risky' : 'broken',
          help: 'ask for fewer and run several pods, or correct gpusPerNode',
        });
      }
    }
  },
};
