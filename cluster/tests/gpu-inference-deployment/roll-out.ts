import { gpusByNode, isReady, unschedulable } from './pods';
import { Cluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { ManualKubelets } from '../../harness/manual-kubelets';

/** What was seen between the change and the end of a roll-out, at every point where nothing moved but for the nodes. */
export interface RollOut {
  leastReady: number;
  /** Pods that are not being deleted. */
  mostLive: number;
  /** Pods, with those that still drain. */
  mostPresent: number;
  /** Most GPUs asked for on one node at a time. */
  mostGpus: number;
  /** A new pod found no node while an old one still drained. */
  waitedForDrain: boolean;
}

/**
 * Applies a change and follows the roll-out step by step. The nodes are as slow as can be: a pod drains, or a model loads, until nobody else has
 * anything left to do.
 */
export async function rollOut(cluster: Cluster, kubelets: ManualKubelets, namespace: string, objects: readonly Manifest[]): Promise<RollOut> {
  const seen: RollOut = { leastReady: Infinity, mostLive: 0, mostPresent: 0, mostGpus: 0, waitedForDrain: false };
  await cluster.apply(objects);
  for (let step = 0; step < 40; step++) {
    const pods = await standstill(cluster, namespace);
    note(seen, pods);
    const draining = pods.find(({ metadata }) => metadata.deletionTimestamp);
    const loading = pods.find(pod => pod.spec.nodeName && pod.status.phase === 'Pending' && !pod.metadata.deletionTimestamp);
    if (loading) {
      await kubelets.run(loading);
    } else if (draining) {
      await kubelets.terminate(draining);
    } else if (await isComplete(cluster, namespace)) {
      return seen;
    }
  }
  const pods = await cluster.pods(namespace);
  throw new Error(`the roll-out does not end: ${JSON.stringify({ seen, pods: pods.map(pod => [pod.metadata.name, pod.status.phase, unschedulable(pod)]) })}`);
}

function note(seen: RollOut, pods: readonly Manifest[]): void {
  const live = pods.filter(({ metadata }) => !metadata.deletionTimestamp);
  seen.leastReady = Math.min(seen.leastReady, pods.filter(isReady).length);
  seen.mostLive = Math.max(seen.mostLive, live.length);
  seen.mostPresent = Math.max(seen.mostPresent, pods.length);
  seen.mostGpus = Math.max(seen.mostGpus, ...Object.values(gpusByNode(pods)));
  seen.waitedForDrain ||= live.length < pods.length && live.some(pod => unschedulable(pod) !== undefined);
}

/** Controllers and scheduler have done what they can: they saw all pods, and nothing changed in six looks. */
async function standstill(cluster: Cluster, namespace: string): Promise<Manifest[]> {
  let last = '';
  let looks = 0;
  return eventually(`nothing moves in ${namespace}`, async () => {
    const { metadata, status } = await cluster.client.get('apps/v1', 'Deployment', namespace, 'llama');
    const pods = await cluster.pods(namespace);
    const live = pods.filter(pod => !pod.metadata.deletionTimestamp);
    const isSeen = status?.observedGeneration === metadata.generation && (status.replicas ?? 0) === live.length
      && pods.every(pod => pod.spec.nodeName ?? unschedulable(pod));
    const now = JSON.stringify(pods.map(pod => [pod.metadata.uid, pod.metadata.resourceVersion]));
    looks = isSeen && now === last ? looks + 1 : 0;
    last = now;
    return pods;
  }, () => looks >= 6, { everyMs: 100 });
}

async function isComplete(cluster: Cluster, namespace: string): Promise<boolean> {
  const { metadata, spec, status } = await cluster.client.get('apps/v1', 'Deployment', namespace, 'llama');
  const counts = [status.updatedReplicas, status.replicas, status.availableReplicas];
  return status.observedGeneration === metadata.generation && counts.every(count => count === spec.replicas);
}
