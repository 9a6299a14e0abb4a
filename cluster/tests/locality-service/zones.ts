import { Near, nearPods, NearPodsOptions } from './near';
import { againstExplain, podsOf, routes } from './routes';
import { ApiServerOptions, Minor } from '../../harness/api-server';
import { Cluster, startCluster } from '../../harness/cluster';
import { endpointsIn, SliceEndpoint, slicesWhen } from '../../harness/endpoints';
import { eachOf } from '../../harness/eventually';
import { Oracle } from '../../harness/oracle';
import { KubernetesVersion, TargetProps } from 'cdk8s-ai-workloads';

export const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
export const TWO_EACH = { 'eu-1a': 2, 'eu-1b': 2, 'eu-1c': 2 };
export type Gates = ApiServerOptions['gates'];

/** Three nodes a zone without taints: the pods here are no GPU pods. */
export function startZones(minor: Minor, gates?: Gates): Promise<Cluster> {
  return startCluster({ minor, gates, zones: ZONES, nodesPerZone: 3, gpusPerNode: 0, plainNodes: false });
}

export function targetOf(minor: Minor, featureGates?: TargetProps['featureGates']): TargetProps {
  return { kubernetes: minor as KubernetesVersion, zones: ZONES, featureGates };
}

/** Applies two pods a zone and the Services in front of them. */
export async function deploy(cluster: Cluster, namespace: string, target: TargetProps, pods?: NearPodsOptions): Promise<Near[]> {
  let near: Near[] = [];
  await cluster.applyApp(app => {
    near = nearPods(app, namespace, target, pods);
  });
  return near;
}

export async function scale(cluster: Cluster, namespace: string, zones: readonly string[], replicas: number): Promise<void> {
  await eachOf(zones, 3, zone => cluster.client.patch({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace, name: `embedder-${zone}` } }, { spec: { replicas } }, 'scale'));
}

export function readyByZone(endpoints: readonly SliceEndpoint[]): Record<string, number> {
  return Object.fromEntries(ZONES.map(zone => [zone, endpoints.filter(each => each.ready && each.zone === zone).length]));
}

/** Waits until the Services have this many endpoints in each zone and all of them are ready: one that goes may serve a little longer. */
export async function settled(
  cluster: Cluster, namespace: string, services: readonly string[], counts: Readonly<Record<string, number>>): Promise<SliceEndpoint[][]> {
  const isSettled = (endpoints: readonly SliceEndpoint[]) => endpoints.every(({ ready }) => ready) && isSame(readyByZone(endpoints), counts);
  const slices = await eachOf(services, 4, name => slicesWhen(cluster.client, namespace, name, `ready by zone ${JSON.stringify(counts)}`, isSettled));
  return slices.map(endpointsIn);
}

/**
 * Where kube-proxy would send the clients of each node, against the library's model and, for a state that its walk-through has a row for, against
 * `explain`. Empty when all agree.
 */
export async function contradictions(
  oracle: Oracle, cluster: Cluster, namespace: string, near: readonly Near[], row: string | undefined, gates?: Gates): Promise<string[]> {
  const found = await eachOf(near, 1, async each => {
    const observed = await routes(oracle, cluster, namespace, each.service.name, each.routing, gates);
    const unlike = observed.filter(({ reached, predicted }) => !isSame(podsOf(reached), predicted))
      .map(({ node, reached, predicted }) => `${each.service.name} from ${node}: the model has ${predicted}, kube-proxy ${podsOf(reached)}`);
    return [...unlike, ...(row === undefined ? [] : againstExplain(each, row, observed))];
  });
  return found.flat();
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
