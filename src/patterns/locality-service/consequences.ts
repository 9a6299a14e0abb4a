import { Routing, ZoneCount } from './routing';
import { Explanation } from '../../base/text/explanation';

/** What a preference does with these very endpoints when some are lost, or clients are not where they are. */
export function explainLocalityConsequences(explanation: Explanation, routing: Routing, counts: readonly ZoneCount[] | undefined): void {
  if (routing === 'ownNode' || routing === 'anywhere') {
    return;
  }
  explanation.consequence('zone empties', emptyText(counts));
  const uneven = counts && unevenText(counts);
  if (uneven) {
    explanation.consequence('uneven clients', uneven);
  }
}

/** Source: pkg/proxy/topology.go topologyModeFromHints; k8s.io/endpointslice trafficdist (v1.36): hints are on ready endpoints only */
function emptyText(counts: readonly ZoneCount[] | undefined): string {
  const named = (endpoints: number) => (counts ?? []).filter(each => each.endpoints === endpoints).map(each => each.zone);
  const [none, one] = [named(0), named(1)];
  return [
    'without a ready endpoint its new connections go to all others, and come back with the first one that is ready',
    ...(none.length > 0 ? [`that is so from the start in ${none.join(', ')}`] : []),
    ...(one.length > 0 ? [`with one endpoint every restart and drain does it: ${one.join(', ')}`] : []),
  ].join('; ');
}

/** Half of all clients in one zone, as an example that can be reckoned. */
function unevenText(counts: readonly ZoneCount[]): string | undefined {
  const total = counts.reduce((sum, each) => sum + each.endpoints, 0);
  const [least] = counts.filter(each => each.endpoints > 0).sort((one, other) => one.endpoints - other.endpoints);
  if (!least || least.endpoints * 2 >= total) {
    return undefined;
  }
  const factor = Math.round((total / (2 * least.endpoints)) * 100) / 100;
  return `each zone serves its own, and nobody weighs load: half of all clients in ${least.zone} would meet ${least.endpoints} of ${total} endpoints, `
    + `0.5 / (${least.endpoints} / ${total}) = ${factor} x the average load`;
}
