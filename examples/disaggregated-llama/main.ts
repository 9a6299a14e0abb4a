/*
 * The scenario: one model whose prompts are prefilled in some pods and decoded in others, so that long prompts do not hold up the tokens of running answers.
 * Prefill runs with less tensor parallelism on more replicas, decode with more of it; vLLM's router finds both by their labels and pairs them for each request.
 *
 * What the library prevents:
 * - sides that cannot take each other's blocks: another version, model, dtype, or tensor sizes of which none divides the other.
 * - NIXL's side channel on `localhost`, vLLM's default, where no other pod finds it. Here each pod introduces itself at its own address.
 * - a router that listens on 127.0.0.1, its default, or may not list pods.
 * - a ratio that somebody changes on one side only. Here it is stated, and checked.
 */
import { App, Chart } from 'cdk8s';
import {
  Accelerator, DisaggregatedInference, InferenceEngine, InferenceRole, KubernetesVersion, Memory, ModelLoad, PrefillDecodeRouter, Target,
} from 'cdk8s-ai-workloads';

const MODEL = { version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', maxModelLength: 32768 };
const modelLoad = ModelLoad.of({ weights: '140Gi', loadBandwidth: '2Gi' });

export function build(app: App): void {
  const chart = new Chart(app, 'disaggregated-llama', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'] });

  new DisaggregatedInference(chart, 'Llama', {
    prefill: InferenceRole.deployment({
      engine: InferenceEngine.vllm({ ...MODEL, tensorParallel: 2 }), accelerator: Accelerator.nvidia(2), replicas: 4, modelLoad, container: { cpu: '16', memory: Memory.of('180Gi') },
    }),
    decode: InferenceRole.deployment({
      engine: InferenceEngine.vllm({ ...MODEL, tensorParallel: 4 }), accelerator: Accelerator.nvidia(4), replicas: 2, modelLoad, container: { cpu: '32', memory: Memory.of('180Gi') },
    }),
    ratio: { prefill: 2, decode: 1 },
    router: PrefillDecodeRouter.vllmRouter({ image: 'vllm/vllm-router:v0.1.9', args: ['--prefill-policy', 'cache_aware', '--decode-policy', 'power_of_two'] }),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/disaggregated-llama' });
  build(app);
  app.synth();
}
