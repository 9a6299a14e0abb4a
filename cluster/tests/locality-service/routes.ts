import { Near } from './near';
import { Counts, walkThrough } from './walk-through';
import { Endpoint, Routing, route } from '../../../src/patterns/locality-service/routing';
import { Cluster } from '../../harness/cluster';
import { endpointsIn, slicesOf } from '../../harness/endpoints';
import { Manifest } from '../../harness/manifest';
import { Oracle, RouteEndpoint, RouteInput } from '../../harness/oracle';

/** What kube-proxy on one node does with a Service. */
export interface Observed {
  readonly node: string;
  readonly zone?: string;
  readonly reached: readonly RouteEndpoint[];
  /** Pods that the library's model names for the same endpoints and node. */
  readonly predicted: readonly string[];
}

/** Asks kube-proxy's code, for every node of the cluster, with the Service and the slices that the API server holds now. */
export async function routes(
  oracle: Oracle, cluster: Cluster, namespace: string, service: string, routing: Routing, gates?: RouteInput['gates']): Promise<Observed[]> {
  const object = await cluster.client.get('v1', 'Service', namespace, service);
  const slices = await slicesOf(cluster.client, namespace, service);
  const nodes = await cluster.client.list<Manifest>('v1', 'Node');
  return Promise.all(nodes.map(async ({ metadata: { name, labels = {} } }) => {
    const [port] = await oracle.route({ minor: cluster.minor, gates, service: object, slices, node: { name, labels } });
    const zone = labels['topology.kubernetes.io/zone'];
    return { node: name, zone, reached: port.reachable ?? [], predicted: predicted(routing, slices, name, zone) };
  }));
}

function predicted(routing: Routing, slices: readonly Manifest[], node: string, zone: string | undefined): string[] {
  const endpoints = endpointsIn(slices).map((each): Endpoint & { readonly pod: string } => ({
    pod: each.pod, zone: each.zone, node: each.node, ready: each.ready, servingWhileTerminating: each.serving && each.terminating,
  }));
  return route(routing, endpoints, { node, zone }).endpoints.map(({ pod }) => pod).sort();
}

export function podsOf(reached: readonly RouteEndpoint[]): string[] {
  return reached.map(({ pod }) => pod!).sort();
}

/** Differences between what kube-proxy does on each node and the row of the walk-through for the zones that are empty. */
export function againstExplain(near: Near, emptied: string, observed: readonly Observed[]): string[] {
  const row = walkThrough(near.service.explain()).get(emptied)!;
  const usable = new Set(observed.flatMap(({ reached }) => podsOf(reached)));
  return observed.flatMap(({ node, zone, reached }) => {
    const cell = row.get(zone!)!;
    const said = reached.some(each => each.node === node) ? cell.fromItsNode : cell.fromOthers;
    const seen = countsOf(reached, said, node);
    return JSON.stringify(seen) === JSON.stringify(said.own ?? said.zones) && (!said.all || reached.length === usable.size)
      ? [] : [`${near.service.name}, ${emptied} empty, from ${node} in ${zone}: said ${JSON.stringify(said)}, kube-proxy has ${JSON.stringify(seen)}`];
  });
}

/** In the terms of the cell: endpoints on the node, or by zone in the order of the zones. */
function countsOf(reached: readonly RouteEndpoint[], { own }: Counts, node: string): number | Record<string, number> {
  if (own !== undefined) {
    return reached.every(each => each.node === node) ? reached.length : NaN;
  }
  const zones = [...new Set(reached.map(({ zone }) => zone!))].sort();
  return Object.fromEntries(zones.map(zone => [zone, reached.filter(each => each.zone === zone).length]));
}
