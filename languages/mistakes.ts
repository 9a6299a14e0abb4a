import { Chart } from 'cdk8s';
import {
  Accelerator, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, LeaderWorkerGroup, Memory, ModelLoad, Parallelism, Rendezvous,
  ZonePartitionedStatefulSet,
} from 'cdk8s-ai-workloads';

const image = 'registry.example/serve:1.4';

/** Mistakes whose reports read the same in every language; `languages/python/mistakes.py` makes the same ones, in this order. */
export const MISTAKES: readonly ((chart: Chart) => void)[] = [
  chart => new LeaderWorkerGroup(chart, 'Llm', { size: 0, container: { image } }),
  chart => new LeaderWorkerGroup(chart, 'Llm', { size: 2, container: { image, memory: Memory.of('4Gb') } }),
  chart => new LeaderWorkerGroup(chart, 'Llm', { size: 2, container: { image }, accelerator: Accelerator.nvidia(0) }),
  chart => {
    // In the order in which jsii passes fields on: a report repeats what it was given.
    const parallelism: Parallelism = { pipeline: 2, tensor: 8 };
    return new LeaderWorkerGroup(chart, 'Llm', { size: 3, container: { image }, accelerator: Accelerator.nvidia(8), parallelism });
  },
  chart => new LeaderWorkerGroup(chart, 'Llm', { size: 2, container: { image: 'registry.example/Serve:1.4' } }),
  chart => new LeaderWorkerGroup(chart, 'Llm', { name: 'My_Group', size: 2, container: { image } }),
  chart => new IndexedTrainingJob(chart, 'Train', { workers: 4, worldSize: 33, container: { image }, accelerator: Accelerator.nvidia(8), rendezvous: Rendezvous.torchrun() }),
  chart => new ZonePartitionedStatefulSet(chart, 'Db', { zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1a', replicas: 3 }], container: { image } }),
  chart => new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8 }),
    accelerator: Accelerator.nvidia(4),
    modelLoad: ModelLoad.of({ weights: '140Gi' }),
  }),
  chart => new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 }),
    accelerator: Accelerator.nvidia(4),
    modelLoad: ModelLoad.of({ weights: '140Gi' }),
    autoscaling: { minReplicas: 8, maxReplicas: 2, queueDepth: 8 },
  }),
];
