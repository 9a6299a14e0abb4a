/*
 * The scenario: prefill and decode of one model are upgraded together. With a workload for each role an upgrade reaches one side before the other, and the ratio of both
 * is anything meanwhile. One DisaggregatedSet (LeaderWorkerSet 0.9.0) replaces both in common steps: so many of prefill for so many of decode, the next when these are ready.
 *
 * What the library prevents:
 * - steps that wait for devices which nobody has: its controller exceeds maxSurge where the numbers of the roles do not fit together. Here the shares do.
 * - roles that go below what serves. explain() prints every step, with what is ready at the least.
 * - an autoscaler of a role, which the controller would undo, and claims of pods, which each revision would begin anew.
 */
import { App, Chart } from 'cdk8s';
import {
  Accelerator, DisaggregatedBackend, DisaggregatedInference, InferenceEngine, InferenceRole, KubernetesVersion, Memory, ModelLoad,
  PrefillDecodeRouter, Target,
} from 'cdk8s-ai-workloads';

const role = {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, maxModelLength: 32768 }),
  accelerator: Accelerator.nvidia(8),
  size: 1,
  modelLoad: ModelLoad.of({ weights: '410Gi', loadBandwidth: '4Gi' }),
  container: { cpu: '64', memory: Memory.of('1000Gi') },
};

export function build(app: App): void {
  const chart = new Chart(app, 'disaggregated-set', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'], apis: ['disaggregatedset.x-k8s.io/v1', 'leaderworkerset.x-k8s.io/v1'] });

  new DisaggregatedInference(chart, 'Llama', {
    backend: DisaggregatedBackend.disaggregatedSet(),
    // The model fits a node, so each group is one pod.
    prefill: InferenceRole.groups({ ...role, groups: 4 }),
    decode: InferenceRole.groups({ ...role, groups: 2 }),
    ratio: { prefill: 2, decode: 1 },
    router: PrefillDecodeRouter.vllmRouter({ image: 'vllm/vllm-router:v0.1.9' }),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/disaggregated-set' });
  build(app);
  app.synth();
}
