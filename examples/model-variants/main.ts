/*
 * Two versions of one model behind one name, and an experiment on one pod of a set.
 *
 * The scenario: the article on the pod index label, whose two Services select index 0 for production and index 1 for an experiment, and leave it to the client
 * which of them it asks. Here the route decides, by weight or by a header.
 *
 * - Its production Service takes index 0 alone, so the other pods of the set answer nobody. Here every index belongs to a variant.
 * - `canary` is promoted by its weight, 10 to 100, while names and selectors stay.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, GpuInferenceDeployment, InferenceEngine, KubernetesVersion, Memory, ModelVariants, Target, Workload } from 'cdk8s-ai-workloads';

const GATEWAY = { name: 'public', namespace: 'gateways' };
const APIS = ['gateway.networking.k8s.io/v1'];

/** A version of the model; clients know both by one name. */
function version(chart: Chart, id: string, release: '0.17' | '0.18', replicas: number): GpuInferenceDeployment {
  return new GpuInferenceDeployment(chart, id, {
    replicas,
    engine: InferenceEngine.vllm({ version: release, model: 'Qwen/Qwen3-8B', servedModelName: 'qwen' }),
    accelerator: Accelerator.nvidia(1),
    container: { memory: Memory.of('24Gi') },
  });
}

function versions(app: App): void {
  const chart = new Chart(app, 'versions', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: APIS });
  new ModelVariants(chart, 'Qwen', {
    gateway: GATEWAY,
    hostnames: ['qwen.example.com'],
    // A long answer is one request to its end.
    requestTimeout: Duration.minutes(30),
    variants: [
      { name: 'stable', workload: version(chart, 'QwenStable', '0.17', 9), weight: 90 },
      { name: 'canary', workload: version(chart, 'QwenCanary', '0.18', 1), weight: 10, headers: { 'x-model-variant': 'canary' } },
    ],
  });
}

/** One set of three pods; the last one has the experiment, which only clients with the header reach. */
function experiment(app: App): void {
  const chart = new Chart(app, 'experiment', { namespace: 'ranking' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: APIS });
  const set = new kplus.StatefulSet(chart, 'Ranker', {
    metadata: { name: 'ranker' },
    replicas: 3,
    securityContext: { user: 65532, group: 65532 },
    containers: [{
      name: 'ranker',
      image: 'registry.example.com/ranker:3.1.0',
      portNumber: 8080,
      readiness: kplus.Probe.fromHttpGet('/ready', { port: 8080 }),
      resources: {},
    }],
  });
  new ModelVariants(chart, 'Ranking', {
    gateway: GATEWAY,
    pathPrefix: '/rank',
    variants: [
      { name: 'production', workload: Workload.of(set), indexes: [0, 1], port: 8080 },
      { name: 'experiment', workload: Workload.of(set), indexes: [2], port: 8080, headers: { 'x-experiment': 'ranking-7' } },
    ],
  });
}

export function build(app: App): void {
  versions(app);
  experiment(app);
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/model-variants' });
  build(app);
  app.synth();
}
