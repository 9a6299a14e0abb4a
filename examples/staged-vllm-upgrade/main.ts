/*
 * The scenario: two groups of two nodes serve a model that is larger than a node, and another version of vLLM reaches one group after the other.
 *
 * Version 0.18 has a drain flag that 0.17 lacks, so arguments, sleep before the stop signal and grace period differ as well. Groups that are not due are
 * planned from the properties of before, so that an apply leaves their pods alone. Each stage is one commit of these manifests.
 */
import { App, Chart, Duration } from 'cdk8s';
import {
  Accelerator, InferenceEngine, KubernetesVersion, LeaderWorkerGroup, LeaderWorkerGroupProps, Memory, ModelLoad, Rollout, SecretKey, Target,
} from 'cdk8s-ai-workloads';

/** Revisions of the manifests: the first brings the new version to no group, each later one to one group more. */
export const stages = 3;

function vllm(version: string): InferenceEngine {
  return InferenceEngine.vllm({
    version, model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2, maxModelLength: 65536, longestStream: Duration.minutes(3),
  });
}

/** What is deployed. */
const BEFORE: LeaderWorkerGroupProps = {
  groups: 2,
  size: 2,
  engine: vllm('0.17'),
  accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
  modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi', compile: Duration.minutes(4) }),
  container: {
    memory: Memory.derived({ weights: '420Gi', headroom: '32Gi' }),
    secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
  },
  claims: [{ name: 'model-cache', size: '1Ti', mountPath: '/root/.cache/huggingface', storageClassName: 'fast-ssd' }],
};

/** The manifests as they are committed at a stage of the roll-out; the last stage when left out. */
export function build(app: App, stage: number = stages): void {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'] });

  const llama = new LeaderWorkerGroup(chart, 'Llama405', {
    ...BEFORE,
    engine: vllm('0.18.1'),
    // Properties of before as such: whatever else changes above is held back with the version.
    rollout: Rollout.staged({ stage: stage - 1, previous: BEFORE }),
  });

  // For people: what an apply replaces at each stage.
  if (require.main === module) {
    console.log(llama.explain());
  }
}

if (require.main === module) {
  for (let stage = 1; stage <= stages; stage++) {
    const app = new App({ outdir: `dist/staged-vllm-upgrade/stage-${stage}` });
    build(app, stage);
    app.synth();
  }
}
