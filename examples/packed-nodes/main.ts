/*
 * Small models fill a node before they begin the next one, so that a pod with eight GPUs still finds one.
 *
 * The scenario: fixed nodes of eight GPUs. Twelve replicas of small models with one GPU each end up on as many nodes as there are: the scheduler of the cluster
 * takes the emptiest by cpu and memory. A 70B model waits for ever though most GPUs are free.
 *
 * - A second scheduler places the small models: how full a node is counts by its GPUs, ten times as much as cpu and memory.
 * - Replicas spread over zones as before, since what pods wish for counts more than a full node; within a zone they share nodes.
 * - The large model takes a whole node wherever it is, so the scheduler of the cluster places it.
 */
import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, BinPackingScheduler, GpuInferenceDeployment, InferenceEngine, KubernetesVersion, Memory, ModelLoad, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'packed-nodes', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, gpusPerNode: 8 });
  const small = ['Summaries', 'Search'].map(id => new GpuInferenceDeployment(chart, id, {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'Qwen/Qwen2.5-7B-Instruct' }),
    accelerator: Accelerator.nvidia(1),
    container: { cpu: '6', memory: Memory.of('32Gi') },
    modelLoad: ModelLoad.measured(Duration.minutes(2)),
    replicas: 6,
  }));
  new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8 }),
    accelerator: Accelerator.nvidia(8),
    replicas: 2,
    container: { cpu: '48', memory: Memory.of('200Gi') },
    modelLoad: ModelLoad.measured(Duration.minutes(6)),
  });
  const scheduler = new BinPackingScheduler(chart, 'Packed', { workloads: small, replicas: 2 });
  console.log(scheduler.explain());
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/packed-nodes' });
  build(app);
  app.synth();
}
