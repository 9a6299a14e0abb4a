/*
 * Two teams that share the GPUs of a cluster: quota by Kueue, lent from one to the other, and a gang where nodes are scarce.
 *
 * The scenario: search serves a model that is larger than a node, and research trains. Each has sixteen H100 of its own, and search may use those of research as well
 * while nobody trains. The recommender trains on older nodes, which Volcano schedules.
 *
 * - A group of the model that search serves is admitted as one, and Kueue chooses a block of the network that has room for all its pods.
 * - Cores and memory are covered too: as many as the pods ask for with each device. Without them nothing would be admitted.
 * - What search borrows is taken back when research trains. Both ask for as many cores with each device: cores are lent too.
 * - Servers and workers of the recommender get their nodes together or not at all.
 */
import { App, Chart } from 'cdk8s';
import {
  Accelerator, GangScheduler, GangScheduling, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup,
  Memory, ParameterServer, Placement, QueueFlavor, Rendezvous, Target, TeamQueue,
} from 'cdk8s-ai-workloads';

const BLOCK = 'cloud.google.com/gce-topology-block';
const H100 = { 'cloud.google.com/gke-accelerator': 'nvidia-h100-80gb' };

export function build(app: App): void {
  const search = new Chart(app, 'search', { namespace: 'search' });
  const research = new Chart(app, 'research', { namespace: 'research' });
  const recommender = new Chart(app, 'recommender', { namespace: 'recommender' });
  const apis = ['leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2', 'kueue.x-k8s.io/v1beta2', 'scheduling.volcano.sh/v1beta1'];
  [search, research, recommender].forEach(chart => Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis }));

  const serving = new LeaderWorkerGroup(search, 'Llama', {
    groups: 2,
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    container: { cpu: '96', memory: Memory.of('800Gi') },
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    placement: Placement.queueRequires(BLOCK),
  });
  new TeamQueue(search, 'Search', {
    workloads: [serving],
    flavors: [QueueFlavor.nodes({ name: 'h100', accelerators: 16, borrow: 16, nodeLabels: H100, topologyLevels: [BLOCK, 'kubernetes.io/hostname'] })],
    cohort: 'company',
  });

  const training = new IndexedTrainingJob(research, 'Pretrain', {
    workers: 2,
    container: { image: 'registry.example/train:1.4', command: ['torchrun', 'train.py'], cpu: '96', memory: Memory.of('800Gi') },
    accelerator: Accelerator.nvidia(8),
    rendezvous: Rendezvous.torchrun(),
    placement: Placement.anywhere(),
  });
  new TeamQueue(research, 'Research', {
    workloads: [training], flavors: [QueueFlavor.named('h100', { accelerators: 16, borrow: 0 })], cohort: 'company',
  });

  const ranker = new ParameterServer(recommender, 'Ranker', {
    container: { image: 'registry.example/rank:2.1', cpu: '16', memory: Memory.of('64Gi') },
    chief: {},
    ps: { replicas: 2 },
    worker: { replicas: 4, accelerator: Accelerator.nvidia(2) },
  });
  new GangScheduling(recommender, 'RankerGang', { workload: ranker, scheduler: GangScheduler.volcano({ queue: 'recommender' }) });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/shared-gpus' });
  build(app);
  app.synth();
}
