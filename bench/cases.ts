import { Chart } from 'cdk8s';
import {
  Accelerator, DisruptionBudget, GpuInferenceDeployment, GpuInferenceDeploymentProps, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, ModelLoad, Rendezvous, ZonePartitionedStatefulSet,
} from 'cdk8s-ai-workloads';

/** One pattern at its usual size. */
export interface Case {
  readonly name: string;
  build(chart: Chart): void;
}

/** What a comparison adds to a pattern. */
type More = { readonly disruptionBudget?: DisruptionBudget };

export function groupOf(backend: LeaderWorkerBackend, more: More = {}): Case['build'] {
  return chart => void new LeaderWorkerGroup(chart, 'Llm', {
    groups: 2,
    size: 2,
    backend,
    container: { image: 'registry.example/serve:1.4', command: ['serve'], memory: Memory.of('256Gi') },
    accelerator: Accelerator.nvidia(8),
    ...more,
  });
}

export function training(more: More = {}): Case['build'] {
  return chart => void new IndexedTrainingJob(chart, 'Pretrain', {
    workers: 16,
    container: { image: 'registry.example/train:1.4', command: ['torchrun', 'train.py'], memory: Memory.of('256Gi') },
    accelerator: Accelerator.nvidia(8),
    rendezvous: Rendezvous.torchrun(),
    ...more,
  });
}

export function zoned(more: More = {}): Case['build'] {
  return chart => void new ZonePartitionedStatefulSet(chart, 'Db', {
    zones: ['eu-1a', 'eu-1b', 'eu-1c'].map(zone => ({ zone, replicas: 3 })),
    container: { image: 'registry.example/db:1.4', portNumber: 5432, memory: Memory.of('16Gi') },
    claims: [{ name: 'data', size: '100Gi', mountPath: '/data' }],
    ...more,
  });
}

export function inference(more: More & Pick<GpuInferenceDeploymentProps, 'container'> = {}): Case['build'] {
  return chart => void new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 }),
    accelerator: Accelerator.nvidia(4),
    modelLoad: ModelLoad.of({ weights: '140Gi' }),
    autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8 },
    ...more,
  });
}

export const CASES: readonly Case[] = [
  { name: 'LeaderWorkerGroup, two sets a group', build: groupOf(LeaderWorkerBackend.statefulSets()) },
  { name: 'LeaderWorkerGroup, one set a group', build: groupOf(LeaderWorkerBackend.singleStatefulSet()) },
  { name: 'LeaderWorkerGroup, LeaderWorkerSet', build: groupOf(LeaderWorkerBackend.leaderWorkerSet()) },
  { name: 'IndexedTrainingJob', build: training() },
  { name: 'ZonePartitionedStatefulSet', build: zoned() },
  { name: 'GpuInferenceDeployment', build: inference() },
];
