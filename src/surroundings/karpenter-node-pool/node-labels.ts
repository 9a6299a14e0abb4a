import { valuesAsked } from './asked-labels';
import { Demands } from './demands';
import { PRODUCT_LABEL } from './node-devices';
import { KarpenterNodePoolProps } from './props';
import { RequirementPlan, requirement } from './requirement';
import { forbidden } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { isKnownOfNodes, refusedLabel } from '../../knowledge/karpenter';
import { CAPACITY_LABELS } from '../../knowledge/spot-nodes';
import { checkedLabels } from '../../kubernetes/refused/labels';
import { requiredLabels } from '../../lint/facts/node-demands';

/** What nodes are, with the labels that the pool gives them. */
export interface LabelledNodes {
  readonly requirements: readonly RequirementPlan[];
  readonly labels: Labels;
}

/** Domains whose labels somebody else writes, once there is a node. */
const OF_OTHERS = /^(nvidia\.com|amd\.com|habana\.ai|gpu\.intel\.com|feature\.node\.kubernetes\.io|cloud\.google\.com|eks\.amazonaws\.com|kubernetes\.azure\.com)$/;

/** Labels that pods select by and that nobody else gives the nodes. A label with several values is a requirement, of which each node gets the one that its pod asks for. */
export function withLabels(
  props: KarpenterNodePoolProps, { pooled }: Demands, requirements: readonly RequirementPlan[], product: string | undefined,
): LabelledNodes {
  const given = checkedLabels('labels', props.labels);
  Object.keys(given).forEach(key => {
    const refused = refusedLabel(key);
    if (refused !== undefined) {
      throw forbidden(`labels[${key}]`, `${refused}, and Karpenter does not take the pool`, 'leave it out');
    }
  });
  const asked = pooled.flatMap(({ pods }) => requiredLabels(pods)).map(({ key }) => key);
  const isSaid = (key: string) => Object.hasOwn(given, key) || requirements.some(each => each.key === key);
  const keys = [...new Set(asked)].filter(key => isOurs(key, props.nodes._provider.group) && !isSaid(key));
  const values = (key: string) => valuesAsked(pooled, key);
  const single = Object.fromEntries(keys.filter(key => values(key).length === 1).map(key => [key, values(key)[0]]));
  const several = keys.filter(key => values(key).length > 1).map(key => requirement(key, values(key), 'each node has the one that its pods ask for'));
  const ofProduct: Labels = product === undefined ? {} : { [PRODUCT_LABEL]: product };
  return { requirements: [...requirements, ...several], labels: { ...single, ...ofProduct, ...given } };
}

function isOurs(key: string, group: string): boolean {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  return !isKnownOfNodes(key, group) && !CAPACITY_LABELS.has(key) && !OF_OTHERS.test(domain) && refusedLabel(key) === undefined;
}
