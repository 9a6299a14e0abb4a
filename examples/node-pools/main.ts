/*
 * Nodes for three kinds of work, made by Karpenter when they are needed.
 *
 * The scenario: a cluster on AWS without fixed GPU nodes. What a model over two nodes, a model on spot nodes and a training run need of their machines stands in their
 * pods; the pools follow from it. The largest node and the GPUs that stay free for roll-outs are declared once, at the Target: from there a roll-out knows whether new
 * pods may come first, and a pool how many GPUs it may have.
 *
 * - `serving` has nodes for two groups over two nodes each, and one for a roll-out.
 * - `spot` has both kinds of nodes: one replica stays on demand, whatever becomes of the others.
 * - `training` leaves its nodes alone while a run is on them. They go half an hour after it, for whoever tries again at once.
 */
import { App, Chart, Duration } from 'cdk8s';
import {
  Accelerator, Capacity, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, KarpenterNodePool, KarpenterNodes, KubernetesVersion,
  Memory, ModelLoad, NodeBudget, OnDemandFloor, Rendezvous, SpotInference, Target,
} from 'cdk8s-ai-workloads';

const NODES = KarpenterNodes.aws('gpu');
const POOL = 'example.com/pool';
const H100 = { product: 'NVIDIA-H100-80GB-HBM3' };

export function build(app: App): void {
  const chart = new Chart(app, 'node-pools', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-central-1a', 'eu-central-1b'], apis: ['karpenter.sh/v1'], gpusPerNode: 8, spareGpus: 8 });
  serving(chart);
  spot(chart);
  training(chart);
}

function serving(chart: Chart): void {
  const model = new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, longestStream: Duration.minutes(10) }),
    accelerator: Accelerator.nvidia(8, H100),
    container: { memory: Memory.of('200Gi') },
    replicas: 3,
    modelLoad: ModelLoad.measured(Duration.minutes(6)),
    nodeLabels: { [POOL]: 'serving' },
  });
  const pool = new KarpenterNodePool(chart, 'Serving', {
    workloads: [model],
    nodes: NODES,
    budgets: [NodeBudget.always('1'), NodeBudget.during('0 6 * * mon-fri', Duration.hours(14), '0')],
  });
  console.log(pool.explain());
}

function spot(chart: Chart): void {
  const model = new SpotInference(chart, 'Draft', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'Qwen/Qwen2.5-7B-Instruct' }),
    accelerator: Accelerator.nvidia(1),
    container: { memory: Memory.of('32Gi') },
    replicas: 6,
    floor: OnDemandFloor.replicas(1),
    capacity: Capacity.spotKarpenter(),
    modelLoad: ModelLoad.measured(Duration.minutes(2)),
    nodeLabels: { [POOL]: 'spot' },
  });
  new KarpenterNodePool(chart, 'Spot', { workloads: [model], nodes: KarpenterNodes.aws('gpu', { gpuNames: ['a10g', 'l4'] }), devicesPerNode: [1, 4] });
}

function training(chart: Chart): void {
  const run = new IndexedTrainingJob(chart, 'Finetune', {
    workers: 4,
    container: { image: 'registry.example.com/finetune:2.1.0', command: ['torchrun', 'train.py'], memory: Memory.of('400Gi') },
    accelerator: Accelerator.nvidia(8, H100),
    rendezvous: Rendezvous.torchrun(),
    nodeLabels: { [POOL]: 'training' },
  });
  new KarpenterNodePool(chart, 'Training', { workloads: [run], nodes: NODES, consolidateAfter: Duration.minutes(30) });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/node-pools' });
  build(app);
  app.synth();
}
