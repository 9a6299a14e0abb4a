/*
 * What happens to a group of vLLM when its leader is lost, and when its workers answer late: two experiments that nobody else's pods notice.
 *
 * The scenario: the articles on the pod index label, which kill the leader by `apps.kubernetes.io/pod-index: "0"`.
 *
 * - Their selector is index 0 of every StatefulSet in the namespace: of the other group, of its database, of whatever comes next. Here it is one leader.
 * - Theirs happens once, when it is applied. Here it is every working day at ten, when somebody is there, and not while the last one still runs.
 * - "What if worker 5 answers late?" is asked and has no manifest. Here it has.
 */
import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, ChaosExperiment, ChaosFault, InferenceEngine, KubernetesVersion, LeaderWorkerGroup, Memory, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'chaos', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['chaos-mesh.org/v1alpha1'] });

  const llama = new LeaderWorkerGroup(chart, 'Llama', {
    groups: 2,
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    container: { cpu: '32', memory: Memory.of('500Gi') },
  });

  new ChaosExperiment(chart, 'LeaderLost', {
    workload: llama,
    part: { role: 'leader', group: 0 },
    fault: ChaosFault.killPod(),
    schedule: '0 10 * * 1-5',
  });

  new ChaosExperiment(chart, 'WorkersLate', {
    workload: llama,
    part: { role: 'worker', group: 1 },
    fault: ChaosFault.delay({ latency: Duration.millis(50), jitter: Duration.millis(10), duration: Duration.minutes(5), towards: { role: 'leader', group: 1 } }),
    schedule: '0 14 * * 3',
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/chaos-experiments' });
  build(app);
  app.synth();
}
