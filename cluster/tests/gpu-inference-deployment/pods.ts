import { Cluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';

const GPU = 'nvidia.com/gpu';

export function condition({ status }: Manifest, type: string): any {
  return (status?.conditions ?? []).find((each: any) => each.type === type);
}

export function isReady(pod: Manifest): boolean {
  return condition(pod, 'Ready')?.status === 'True' && pod.metadata.deletionTimestamp === undefined;
}

/** Why the scheduler found no node; undefined for a pod that has one, or was not tried yet. */
export function unschedulable(pod: Manifest): string | undefined {
  const scheduled = condition(pod, 'PodScheduled');
  return scheduled?.reason === 'Unschedulable' ? scheduled.message : undefined;
}

/** GPUs that the pod asks a device plugin for. */
export function gpusOf({ spec }: Manifest): number {
  const containers: any[] = [...spec.containers, ...spec.initContainers ?? []];
  return containers.reduce((sum, { resources }) => sum + Number(resources?.requests?.[GPU] ?? 0), 0);
}

/** GPUs asked for on each node. */
export function gpusByNode(pods: readonly Manifest[]): Record<string, number> {
  const sums: Record<string, number> = {};
  pods.filter(({ spec }) => spec.nodeName).forEach(pod => {
    sums[pod.spec.nodeName] = (sums[pod.spec.nodeName] ?? 0) + gpusOf(pod);
  });
  return sums;
}

/** Waits until that many pods are ready and the others, if any, found no node. */
export function placed(cluster: Cluster, namespace: string, ready: number, waiting: number = 0): Promise<Manifest[]> {
  return eventually(`${ready} pods of ${namespace} are ready, ${waiting} find no node`, () => cluster.pods(namespace),
    pods => pods.length === ready + waiting && pods.filter(isReady).length === ready && pods.filter(unschedulable).length === waiting);
}
