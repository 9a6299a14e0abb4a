import { asList, asShown } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { AcceleratorUse, acceleratorUses, acceleratedPods } from '../../../facts/accelerators';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { QueueFlavor, queued } from '../../../facts/queues';
import { Rule } from '../../rule';

/** Taints that vendors' node pools carry, by resource: GKE tolerates those of its TPUs itself. */
const TAINTS: ReadonlyMap<string, string> = new Map([
  ['nvidia.com', 'nvidia.com/gpu'], ['amd.com', 'amd.com/gpu'], ['habana.ai', 'habana.ai/gaudi'], ['aws.amazon.com', 'aws.amazon.com/neuron'],
]);

/** A pod that accelerator nodes keep away, unless admission adds the toleration. */
export const acceleratorTaint: Rule = {
  id: 'AIW2626',
  title: 'taint of accelerator nodes is not tolerated',
  class: 'advice',
  reason: 'Node pools with accelerators usually carry a taint that keeps other pods away. Without a toleration the pod stays Pending, unless the admission plugin ExtendedResourceToleration adds it, which AKS and others do not switch on.',
  source: 'plugin/pkg/admission/extendedresourcetoleration/admission.go (v1.36); kueue pkg/podset/podset.go (v0.17); Azure/AKS#1449; NVIDIA/k8s-device-plugin README',
  remedy: 'Add tolerations: [{ key: nvidia.com/gpu, operator: Exists }], with the key that your nodes carry.',
  appliesTo: ['every carrier of pods that asks a device plugin for accelerators'],
  but: 'silent where Kueue adds the tolerations of a flavor of the queue',
  check: (facts, report) => {
    const byQueue = toleratedByQueue(facts);
    for (const pods of facts.get(acceleratedPods)) {
      const use = pods.spec.nodeName === undefined && pods.carrier.kind !== 'DaemonSet'
        ? pods.containers.flatMap(acceleratorUses).find(each => each.count !== 0 && taintOf(each) !== undefined) : undefined;
      if (use && !isThoughtOf(pods) && !byQueue.has(pods.carrier)) {
        const taint = taintOf(use);
        report(pods.carrier, {
          field: use.field,
          message: `Required value: a toleration of ${taint}, which nodes with ${use.resource} usually carry as a taint`,
          help: `add tolerations: [{ key: ${taint}, operator: Exists }]`,
        });
      }
    }
  },
};

function taintOf({ resource }: AcceleratorUse): string | undefined {
  return TAINTS.get(resource.slice(0, resource.indexOf('/')));
}

/** A toleration of any key, or of every one, means that the author thought of taints: keys are the operator's choice (`sku`, `dedicated`). */
function isThoughtOf(pods: PodSet): boolean {
  return asList(pods.spec.tolerations).some(({ key }) => !asShown(key).includes('kubernetes.io/'));
}

/** What is admitted with the tolerations of one kind of nodes or another. */
function toleratedByQueue(facts: Facts): ReadonlySet<Manifest> {
  const isTolerant = ({ object }: QueueFlavor) => asList(object?.spec.tolerations).length > 0;
  return new Set(facts.get(queued).filter(({ resources }) => resources.some(({ flavors }) => flavors.some(isTolerant))).map(({ object }) => object));
}
