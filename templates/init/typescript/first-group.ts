import { App, Chart } from 'cdk8s';
import { Accelerator, InferenceEngine, KubernetesVersion, LeaderWorkerGroup, Memory, ModelLoad, SecretKey, Target } from 'cdk8s-ai-workloads';

/** The app of the README: one model over two nodes of eight GPUs, served by one leader and its worker. */
export function build(app: App): void {
  const prod = new Chart(app, 'prod', { namespace: 'ml' });
  Target.define(prod, { kubernetes: KubernetesVersion.V1_34 });

  new LeaderWorkerGroup(prod, 'Llama405', {
    size: 2, // the leader counts
    engine: InferenceEngine.vllm({
      version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2, // proven: 8 x 2 = 2 pods x 8 GPUs
    }),
    accelerator: Accelerator.nvidia(8),
    modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }), // sizes the startup probe, the first download included
    container: { memory: Memory.derived({ weights: '420Gi' }), secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') } },
    claims: [{ name: 'models', size: '500Gi', mountPath: '/root/.cache/huggingface' }], // each pod downloads once
  });
}
