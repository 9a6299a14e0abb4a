import { NodeDemand, preferredLabels, requiredLabels } from './node-demands';
import { PodSet } from './pod-set';
import { SPOT_NODES, SpotNodes } from '../../knowledge/spot-nodes';

/** The kind of spot nodes that pods may stand on by what they ask of nodes; of several the one with the shortest notice. */
export function spotNodesOf(pods: PodSet): SpotNodes | undefined {
  const asked = [...requiredLabels(pods), ...preferredLabels(pods)];
  return SPOT_NODES.filter(nodes => isAskedFor(asked, nodes)).sort((one, other) => one.noticeSeconds - other.noticeSeconds)[0];
}

function isAskedFor(asked: readonly NodeDemand[], { nodeLabels, domains }: SpotNodes): boolean {
  const asksFor = ([key, value]: readonly [string, string]) => asked.some(demand => demand.key === key && demand.values.includes(value));
  return Object.entries(nodeLabels).every(asksFor)
    && (!domains || asked.some(({ key }) => domains.includes(key.split('/')[0])));
}
