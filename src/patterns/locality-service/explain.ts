import { explainLocalityConsequences } from './consequences';
import { ExpectedEndpoints } from './endpoints';
import { LocalityServicePlan } from './plan';
import { ReachedZones, Routing, Stage, ZoneCount, ZoneRoute, walkThrough } from './routing';
import { Explanation, largest, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { KubernetesVersion } from '../../kubernetes/release/kubernetes-version';
import { Target } from '../../target-cluster/target';

/** Zones of a walk-through, which grows with their square. */
const MOST_WALKED = 50;

const TITLES: { readonly [routing in Routing]: string } = {
  sameZone: 'same zone first',
  sameNode: 'same node first, then same zone',
  ownNode: 'own node or none',
  anywhere: 'anywhere',
};

/** What `explain()` prints. */
export function explainLocality(plan: LocalityServicePlan, expected: ExpectedEndpoints, target: Target): string {
  const explanation = new Explanation(`LocalityService ${plan.name}: ${TITLES[plan.routing]}, in Kubernetes ${target.kubernetes}`);
  plan.portSums.forEach(sum => explanation.sum('port', sum));
  const { counts, sum } = expected;
  explanation.sum('endpoints', counts ? `${sum}: ${countsText(counts)}` : sum);
  if (counts) {
    explainHeadroom(explanation, plan.routing, counts);
    explanation.sum('walk-through', counts.length > MOST_WALKED ? `left out: it has a row and a column for each of ${counts.length} zones` : walkTable(plan.routing, counts));
  }
  explanation.choice(plan.routing === 'ownNode' ? 'internalTrafficPolicy' : 'trafficDistribution', spelling(plan, target));
  explanation.choice('routing order', ORDERS[plan.routing].join('\n'));
  explainAffinity(explanation, plan);
  explainLocalityConsequences(explanation, plan.routing, counts);
  explainLimits(explanation, plan);
  explainOperation(explanation, plan);
  return explanation.toString();
}

function spelling({ trafficDistribution }: LocalityServicePlan, target: Target): string {
  if (trafficDistribution === undefined) {
    return 'Local: the preference that falls back is Locality.SAME_NODE, from 1.34';
  }
  return trafficDistribution === 'PreferClose'
    ? `PreferClose, as ${target.kubernetes} calls what newer minors call PreferSameZone`
    : `${trafficDistribution}${target.kubernetes === KubernetesVersion.V1_33 ? ', by the feature gate PreferSameTrafficDistribution' : ''}`;
}

const ALL = 'all ready endpoints of the cluster; when none is ready, those that still serve while they terminate';
const ZONE = "else, if every ready endpoint has a zone hint and one is for the node's zone: the endpoints of the zone";

/** Source: pkg/proxy/topology.go topologyModeFromHints (v1.36) */
const ORDERS: { readonly [routing in Routing]: readonly string[] } = {
  sameZone: [
    "1. if every ready endpoint has a zone hint and one is for the node's zone: the endpoints of the zone",
    `2. else ${ALL}`,
    '(kube-proxy on the client\'s node, pkg/proxy/topology.go)',
  ],
  sameNode: [
    '1. if every ready endpoint has a node hint and one is for the node: the endpoints on the node',
    `2. ${ZONE}`,
    `3. else ${ALL}`,
    '(kube-proxy on the client\'s node, pkg/proxy/topology.go)',
  ],
  ownNode: [
    '1. ready endpoints on the node; when none is ready, those on it that still serve while they terminate',
    '2. else none: the connection is dropped',
  ],
  anywhere: [`1. ${ALL}`],
};

function explainAffinity(explanation: Explanation, { affinitySeconds, trafficDistribution }: LocalityServicePlan): void {
  if (affinitySeconds !== undefined) {
    explanation.choice('client affinity', `a client keeps its endpoint until it was silent for ${affinitySeconds} s`
      + (trafficDistribution ? ', among the endpoints that the order above leaves; it moves when these change' : ', among the endpoints of its node'));
  }
}

function explainHeadroom(explanation: Explanation, routing: Routing, counts: readonly ZoneCount[]): void {
  const total = counts.reduce((sum, each) => sum + each.endpoints, 0);
  const most = largest(counts.map(each => each.endpoints));
  if (routing !== 'ownNode' && total > most) {
    const factor = Math.ceil((total / (total - most)) * 100) / 100;
    explanation.sum('headroom', `when the largest zone empties, the others take its load: ${total} / (${total} - ${most}) = ${factor} x the average load of each`);
  }
}

function explainLimits(explanation: Explanation, { routing }: LocalityServicePlan): void {
  if (routing === 'ownNode') {
    explanation.limit('fall back', 'a client on a node without a ready endpoint reaches nothing, whatever the others do');
    return;
  }
  explanation
    .limit('weigh load', 'nearest is all that counts: an overloaded endpoint keeps its clients as long as it is ready')
    .limit('half a hint', 'one ready endpoint on a node without the label topology.kubernetes.io/zone switches same-zone routing off for all clients')
    .limit('other data planes', 'a gateway, a service mesh or a proxy that replaces kube-proxy may read the field otherwise, or not at all')
    .limit('open connections', 'they stay where they are when endpoints come and go; only new ones are routed anew');
}

function explainOperation(explanation: Explanation, { name, routing, namespace }: LocalityServicePlan): void {
  const scope = inNamespace(namespace);
  explanation.operate('see', routing === 'ownNode'
    ? `kubectl get endpointslices${scope} -l kubernetes.io/service-name=${name} -o wide`
    : `kubectl get endpointslices${scope} -l kubernetes.io/service-name=${name} -o jsonpath='{range .items[*].endpoints[*]}{.nodeName} {.zone} {.hints}{"\\n"}{end}'`);
}

/** One row for each state, one column for the clients of each zone. */
function walkTable(routing: Routing, counts: readonly ZoneCount[]): string {
  const stages = walkThrough(routing, counts);
  return alignedRows([['empty', ...counts.map(count => `clients in ${count.zone}`)], ...stages.map(stage => [emptied(stage), ...stage.routes.map(each => routeText(routing, each))])]);
}

function emptied(stage: Stage): string {
  if (stage.emptied.length === 0) {
    return 'no zone';
  }
  return stage.routes.every(each => !each.withEndpoint) && stage.emptied.length > 1 ? 'all zones' : stage.emptied.join(', ');
}

function routeText(routing: Routing, { withEndpoint, without }: ZoneRoute): string {
  const rest = reachedText(without);
  if (routing === 'sameZone' || routing === 'anywhere' || !withEndpoint) {
    return rest;
  }
  return `own node 1; from other nodes ${rest}`;
}

function reachedText({ by, counts }: ReachedZones): string {
  if (counts.length === 0) {
    return 'none: fails';
  }
  return by === 'all' ? `${countsText(counts)} (all)` : countsText(counts);
}

function countsText(counts: readonly ZoneCount[]): string {
  return counts.map(each => `${each.zone} ${each.endpoints}`).join(' + ');
}
