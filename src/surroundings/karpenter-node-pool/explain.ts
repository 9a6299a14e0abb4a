import { KarpenterNodePoolPlan } from './plan';
import { RequirementPlan } from './requirement';
import { Explanation } from '../../base/text/explanation';
import { shownTaint } from '../../lint/facts/node-pools';
import { labelsText } from '../texts';

/** What `explain()` of a KarpenterNodePool prints. */
export function explainNodePool(plan: KarpenterNodePoolPlan): string {
  const { name, workloads, nodes, limits, disruption, taints, startupTaints, title, nodeClass } = plan;
  const explanation = new Explanation(`KarpenterNodePool ${name}: nodes of ${title} for ${workloads.map(workload => workload.name).join(', ')}`)
    .sum('limit', [...Object.entries(limits.limits).map(([resource, amount]) => `${resource} ${amount}`), ...limits.sums].join('\n'))
    .sum('stopping', disruption.terminationGracePeriod === undefined ? disruption.terminationWhy : `${disruption.terminationGracePeriod}: ${disruption.terminationWhy}`);
  nodes.requirements.forEach(each => { explanation.choice(each.key, requirementText(each)); });
  if (Object.keys(nodes.labels).length > 0) {
    explanation.choice('labels', labelsText(nodes.labels));
  }
  explanation
    .choice('taints', taints.length > 0 ? `${taints.map(shownTaint).join(', ')}: all its pods tolerate it, others stay away` : 'none: other pods may be placed on these nodes')
    .choice('consolidation', `${disruption.consolidationPolicy}, after ${disruption.consolidateAfter}: ${disruption.consolidationWhy}; ${disruption.consolidateAfterWhy}`)
    .choice('budgets', [...disruption.budgets.map(budget => budget._text()), disruption.budgetWhy].join('\n'))
    .choice('expires', `${disruption.expireAfter}: ${disruption.expireWhy}`);
  if (startupTaints.length > 0) {
    explanation.choice('at start', `${startupTaints.map(shownTaint).join(', ')}, until something takes it off`);
  }
  explainLimits(explanation, plan);
  return explanation
    .operate('ready', `kubectl get nodepools.karpenter.sh ${name}   # what it refuses stands in its conditions; and ${nodeClass.kind.toLowerCase()} ${nodeClass.name}`)
    .operate('its nodes', `kubectl get nodeclaims.karpenter.sh -l karpenter.sh/nodepool=${name}`)
    .operate('waiting', 'kubectl get events -A --field-selector reason=FailedScheduling   # Karpenter says why no pool fits a pod')
    .toString();
}

function requirementText({ operator, values, why }: RequirementPlan): string {
  return `${operator}${values.length > 0 ? ` ${values.join(', ')}` : ''} (${why})`;
}

function explainLimits(explanation: Explanation, { demands, nodeClass, limits }: KarpenterNodePoolPlan): void {
  if (demands.elsewhere.length > 0) {
    explanation.limit('elsewhere', `${demands.elsewhere.join(', ')}: no devices, so these run on other nodes`);
  }
  if (demands.isClaimed) {
    explanation.limit('claims', 'Karpenter adds no node for a pod with a device claim unless it was started with --ignore-dra-requests=false (v1.14 and later)');
  }
  explanation
    .limit('node class', `${nodeClass.kind} ${nodeClass.name} of ${nodeClass.group} is made elsewhere: images, networks, roles`)
    .limit('interruption', 'budgets hold back neither expiration nor the loss of spot nodes');
  if (Object.keys(limits.limits).length > 0) {
    explanation.limit('the limit', 'a node is added only while all of it fits below; two roll-outs at once wait for each other');
  }
}
