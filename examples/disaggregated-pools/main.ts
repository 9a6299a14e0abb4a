/*
 * The scenario: most prompts are short, a few are very long. Two pools decode one model: many small ones for what is up to 16,384 tokens, and one of larger devices for
 * the rest. llm-d's endpoint picker reads from a label of the pods which lengths they take, and both pools are behind one InferencePool.
 *
 * What the library prevents:
 * - pools of two lengths behind a router that looks at no length: some prompts would reach a pod that refuses them.
 * - pools that cannot take each other's blocks: any prefill may be paired with any decode, so all pairs are compared.
 * - a long prompt that prefill takes and no decode does.
 */
import { App, Chart } from 'cdk8s';
import {
  Accelerator, DisaggregatedInference, InferenceEngine, InferenceRole, KubernetesVersion, Memory, ModelLoad, PrefillDecodeRouter, Target,
} from 'cdk8s-ai-workloads';

const MODEL = { version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct' };
const common = { modelLoad: ModelLoad.of({ weights: '140Gi', loadBandwidth: '2Gi' }), container: { cpu: '32', memory: Memory.of('180Gi') } };
const engine = (tensorParallel: number, maxModelLength: number) => InferenceEngine.vllm({ ...MODEL, tensorParallel, maxModelLength });

export function build(app: App): void {
  const chart = new Chart(app, 'disaggregated-pools', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'], apis: ['inference.networking.k8s.io/v1'] });

  new DisaggregatedInference(chart, 'Llama', {
    prefill: InferenceRole.deployment({ ...common, engine: engine(4, 131072), accelerator: Accelerator.nvidia(4), replicas: 4 }),
    decode: InferenceRole.deployment({ ...common, engine: engine(4, 16384), accelerator: Accelerator.nvidia(4), replicas: 2 }),
    decodePools: {
      long: InferenceRole.deployment({ ...common, engine: engine(8, 131072), accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }), replicas: 2 }),
    },
    ratio: { prefill: 1, decode: 1 },
    router: PrefillDecodeRouter.llmdSidecar({ image: 'ghcr.io/llm-d/llm-d-routing-sidecar:v0.8.0', endpointPicker: 'llama-epp' }),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/disaggregated-pools' });
  build(app);
  app.synth();
}
