import { Explanation } from '../base/text/explanation';
import { Capacity, spotUse } from '../pod/scheduling/capacity';

/** Pods that are lost with any one of them. */
export interface SharedFate {
  readonly pods: number;
  /** What they are one of: `run`, `group`. */
  readonly unit: string;
}

/**
 * What a preference for spot nodes means: for the one who places a pod, for those who add nodes, and for pods that only work together.
 *
 * Source: kubernetes v1.36 pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go (Score); autoscaler cluster-autoscaler/FAQ.md (soft constraints);
 * karpenter v1.14 pkg/controllers/provisioning/scheduling/preferences.go (Relax), pkg/controllers/disruption/consolidation.go (on-demand to spot),
 * pkg/utils/pod/scheduling.go (IsDisruptable)
 */
export function explainFallBack(explanation: Explanation, capacity: Capacity, fate?: SharedFate): void {
  if (spotUse(capacity) !== 'some') {
    return;
  }
  explanation.consequence('no spot', [
    'a pod is placed on any node with room. The scheduler leaves it there when spot nodes come back: the preference counts again with the next pod in its place.',
    'Karpenter\'s consolidation does move it: it evicts, as the budget allows, where a cheaper node will do, unless the pod has karpenter.sh/do-not-disrupt',
    ...(fate && fate.pods > 1
      ? [`Pods of one ${fate.unit} may stand on both kinds of nodes, and one of ${fate.pods} on a spot node is enough: what its loss ends has been paid for at both prices`]
      : []),
    'Spot nodes are added by Karpenter as long as there is an offer; the cluster autoscaler heeds no preference, and adds by its expander (priority: spot first)',
  ].join('\n'));
  explanation.limit('preference', 'the scheduler adds up scores: a node that stays may win by its free room or its images, though a spot node has room too.\n'
    + 'Only a required spot capacity keeps off nodes at the full price');
}

/** The same where each role has its own kind of nodes. */
export function explainFallBackOfRoles(explanation: Explanation, roles: readonly { readonly capacity: Capacity }[], fate?: SharedFate): void {
  const some = roles.find(({ capacity }) => spotUse(capacity) === 'some');
  if (some) {
    explainFallBack(explanation, some.capacity, fate);
  }
}
