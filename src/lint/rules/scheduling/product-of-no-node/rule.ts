import { listed } from '../../../../base/text/listed';
import { meantProducts } from '../../../../knowledge/node-products';
import { templates } from '../../../facts/carried-pods';
import { alternativeLabels } from '../../../facts/node-demands';
import { Rule } from '../../rule';

/** A product by a name that no node has. */
export const productOfNoNode: Rule = {
  id: 'AIW2643',
  title: 'product of devices by a name that no node has',
  class: 'advice',
  reason: 'Nodes say the whole name of their devices, as its driver or its cloud writes it, and labels are compared letter by letter: a pod that asks for A100 stays Pending beside nodes with NVIDIA-A100-SXM4-80GB.',
  source: 'NVIDIA/k8s-device-plugin docs/gpu-feature-discovery (v0.17); GKE documentation, "About GPUs in GKE", "TPUs in GKE"; karpenter-provider-aws pkg/apis/v1/labels.go (v1.15.1)',
  remedy: 'Copy the value from a node: kubectl get nodes -L nvidia.com/gpu.product.',
  appliesTo: ['every carrier of pods'],
  but: 'nothing of names that are like no known one',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      for (const { key, values, field } of alternativeLabels(pods)) {
        const meant = values.map(value => meantProducts(key, value));
        // One value that some node may have is enough.
        if (meant.every(names => names.length > 0)) {
          report(pods.carrier, {
            field,
            message: `Invalid value: ${values.map(value => JSON.stringify(value)).join(', ')}: ${key} is ${listed([...new Set(meant.flat())])}`,
            help: 'write the name as nodes have it',
          });
        }
      }
    }
  },
};
