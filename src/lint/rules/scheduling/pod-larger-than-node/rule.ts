import { PART_LABELS } from '../../../../knowledge/gpu-nodes';
import { devicesOfNodes } from '../../../../knowledge/machine-devices';
import { AcceleratorUse, acceleratedPods, acceleratorUses, containerDevices, podDevices, runsAlong } from '../../../facts/accelerators';
import { Facts } from '../../../facts/facts';
import { NodeDemand, requiredLabels } from '../../../facts/node-demands';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Devices of a node in the largest machines there are: HGX systems of 16 GPUs. */
const LARGEST = 16;

/** A pod that fits on no node. */
export const podLargerThanNode: Rule = {
  id: 'AIW2621',
  title: 'pod asks for more devices than a node has',
  class: 'broken',
  reason: 'All devices of a pod are on one node: a pod that asks for more than the largest has stays Pending for ever, and no autoscaler adds a node for it. '
    + 'Where the pod names the type of its node (node.kubernetes.io/instance-type), or the number of its devices (cloud.google.com/gke-accelerator-count, nvidia.com/gpu.count, labels of Karpenter), that decides.',
  source: 'pkg/scheduler/framework/plugins/noderesources/fit.go (v1.36); cluster-autoscaler estimator; machines of AWS, Azure and Google: src/knowledge/machine-devices.ts',
  remedy: 'Ask for the devices that the machine has, choose another one, or spread the work over several pods: a LeaderWorkerSet, or a Job with several nodes.',
  appliesTo: ['every carrier of pods'],
  but: `nothing of types that are not known, and of parts and shares of GPUs; when neither labels nor gpusPerNode say how many a node has: warning above ${LARGEST}`,
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      if (!checkLabels(pods, report)) {
        checkLargest(facts, pods, report);
      }
    }
  },
};

/** Whether something was reported: what is too much for the nodes that are named need not be told twice. */
function checkLabels(pods: PodSet, report: Report): boolean {
  const labels = requiredLabels(pods);
  const isOfParts = labels.some(({ key }) => PART_LABELS.includes(key));
  const found = isOfParts ? [] : totals(pods).flatMap(total => labels.flatMap(label => excess(total, label) ?? []).slice(0, 1));
  found.forEach(({ use, count, has, most }) => report(pods.carrier, {
    field: use.field,
    message: `Invalid value: ${count}: a pod asks for ${use.resource} ${count}, and ${has}`,
    help: most > 0 ? `ask for ${most} at most and run several pods, or choose nodes with more` : 'ask for the devices that these nodes have, or choose others',
  }));
  return found.length > 0;
}

/** What a pod asks of one resource in all. */
interface Total {
  readonly use: AcceleratorUse;
  readonly count: number;
}

function totals(pods: PodSet): readonly Total[] {
  const result = new Map<string, Total>();
  for (const use of pods.containers.filter(runsAlong).flatMap(acceleratorUses)) {
    const known = result.get(use.resource);
    result.set(use.resource, { use: known?.use ?? use, count: (known?.count ?? 0) + (use.count ?? NaN) });
  }
  return [...result.values()];
}

/** Undefined where one of the nodes that a label allows has enough, or nobody knows. */
function excess({ use, count }: Total, { key, values }: NodeDemand): (Total & { readonly most: number; readonly has: string }) | undefined {
  const nodes = values.map(value => devicesOfNodes(key, value, use.resource));
  if (!nodes.every(each => each !== undefined && each.most < count)) {
    return undefined;
  }
  const most = Math.max(...nodes.map(each => each!.most));
  const instead = nodes.map(each => each!.instead).find(each => each !== undefined);
  const has = most > 0 ? String(most) : `none of it, but ${instead}`;
  return { use, count, most, has: `a node with ${key} ${values.join(', ')} has ${has}${values.length > 1 ? ' at most' : ''}` };
}

function checkLargest(facts: Facts, pods: PodSet, report: Report): void {
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
