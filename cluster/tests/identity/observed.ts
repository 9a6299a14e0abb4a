import { ApiClient } from '../../harness/client';
import { Cluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';

/** What of an object would be different if the server or a controller had changed it: all but its status and who wrote it when. */
export function settled({ kind, metadata, ...rest }: Manifest): object {
  const { name, uid, generation, labels, annotations } = metadata;
  const { status: _status, ...content } = rest;
  return { kind, name, uid, generation, labels, annotations, content };
}

/** The objects as the server holds them. */
export function held(client: ApiClient, objects: readonly Manifest[]): Promise<Manifest[]> {
  return Promise.all(objects.map(({ apiVersion, kind, metadata }) => client.get(apiVersion, kind, metadata.namespace, metadata.name)));
}

/** Waits until a namespace has that many pods, and none of them waits or goes away. Simulated kubelets end the pods of Jobs. */
export async function runningPods(cluster: Cluster, namespace: string, count: number): Promise<Manifest[]> {
  let pods: Manifest[] = [];
  await eventually(`${count} pods of ${namespace} run`, async () => {
    pods = await cluster.pods(namespace);
    return pods.map(({ metadata, status }) => `${metadata.name} ${metadata.deletionTimestamp ? 'goes away' : status.phase}`);
  }, states => states.length === count && states.every(state => / (Running|Succeeded)$/.test(state)));
  return pods;
}

export function uids(objects: readonly Manifest[]): Record<string, string> {
  return Object.fromEntries(objects.map(({ metadata }) => [metadata.name, metadata.uid!]));
}
