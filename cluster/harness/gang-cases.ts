import { Chart } from 'cdk8s';
import { Cluster } from './cluster';
import { eachOf, eventually } from './eventually';
import { Manifest } from './manifest';
import {
  Accelerator, GangScheduler, GangScheduling, IWorkload, IndexedTrainingJob, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory,
  Placement, Target, TrainingBackend,
} from 'cdk8s-ai-workloads';

/*
 * Gangs on nodes of 8 devices, of which each case has its own, and every pod takes one: what does not fit as a whole gets no node, what fits gets all.
 */

export const GPUS = 8;
export const ZONE = 'eu-1a';
export const accelerator = Accelerator.nvidia(GPUS);
export const container = { image: 'registry.example/work:1', command: ['torchrun', 'train.py'], memory: Memory.of('32Gi') };

export interface Case {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly nodes: number;
  readonly make: (chart: Chart, nodeLabels: { [key: string]: string }) => IWorkload;
  /** Absent where pods are placed one by one. */
  readonly scheduler?: GangScheduler;
  readonly target?: { readonly apis?: string[]; readonly featureGates?: { [gate: string]: boolean } };
}

const APIS = ['leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2', 'scheduling.x-k8s.io/v1alpha1', 'scheduling.volcano.sh/v1beta1', 'scheduling.k8s.io/v1alpha2'];

export async function start({ cluster, namespace, nodes, make, scheduler, target }: Case): Promise<GangScheduling | undefined> {
  await addNodes(cluster, namespace, nodes);
  let gangs: GangScheduling | undefined;
  await cluster.applyApp(app => {
    const chart = new Chart(app, 'prod', { namespace });
    Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: [ZONE], apis: APIS, ...target });
    const workload = make(chart, { pool: namespace });
    gangs = scheduler && new GangScheduling(chart, 'gang', { workload, scheduler });
  });
  return gangs;
}

export async function addNodes(cluster: Cluster, namespace: string, count: number, first = 0): Promise<void> {
  await eachOf(Array.from({ length: count }, (_, index) => `${namespace}-${first + index}`), 4, name =>
    cluster.addNode({ name, zone: ZONE, labels: { pool: namespace }, gpus: GPUS }));
}

export const isPlaced = ({ spec }: Manifest) => spec.nodeName !== undefined;
const isRefused = ({ status }: Manifest) => (status.conditions ?? []).some((each: any) => each.type === 'PodScheduled' && each.status === 'False');

/** Waits until so many pods have nodes and as many have been refused. */
export function settled({ cluster, namespace }: Case, placed: number, refused: number): Promise<Manifest[]> {
  return eventually(`${placed} pods of ${namespace} have nodes, ${refused} were refused`, () => cluster.pods(namespace),
    pods => pods.length === placed + refused && pods.filter(isPlaced).length === placed
      && pods.filter(pod => !isPlaced(pod) && isRefused(pod)).length === refused);
}

export const group = (backend: LeaderWorkerBackend) => (chart: Chart, nodeLabels: { [key: string]: string }) =>
  new LeaderWorkerGroup(chart, 'llm', { groups: 2, size: 2, accelerator, container, backend, nodeLabels, placement: Placement.anywhere() });
export const training = (backend: TrainingBackend) => (chart: Chart, nodeLabels: { [key: string]: string }) =>
  new IndexedTrainingJob(chart, 'train', { workers: 3, accelerator, container, backend, nodeLabels, placement: Placement.anywhere() });

/** Of each group the pods that have a node. */
export function placedByGroup(pods: readonly Manifest[]): number[] {
  return ['0', '1'].map(index => pods.filter(pod => isPlaced(pod)
    && (pod.metadata.labels!['cdk8s-ai-workloads/group'] ?? pod.metadata.labels!['leaderworkerset.sigs.k8s.io/group-index']) === index).length).sort();
}
