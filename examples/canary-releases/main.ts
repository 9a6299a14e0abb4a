/*
 * Two changes that are tried before all have them: of a retrieval index one pod first, of a model server a share of the requests.
 *
 * The scenarios: an article on the pod index label, which patches the template of a StatefulSet, deletes pod 0 by hand and then restarts the rest; and an article on
 * inference platforms with a Canary of Flagger for a Deployment on GPUs.
 *
 * - With the first one's patch the controller replaces all pods at once, the highest index first: pod 0 is the last one, and its deletion changes nothing about that. Here the
 *   highest index is the canary, a partition keeps the others as they are, and a Service reaches the canary alone. The way on and the way back are steps with the
 *   pods that each replaces: `explain()`.
 * - The second one's Canary looks at `gpu-memory-utilization`, of which Flagger knows nothing, so every change would be taken back; and at the latency of all requests, of which a
 *   stream of tokens takes as long as its client asks for. Here it is the queue, the time to the first token, and requests that fail, by the series of the engine's version.
 */
import { App, Chart, Duration } from 'cdk8s';
import {
  Accelerator, FlaggerCanary, FlaggerProvider, GpuInferenceDeployment, IndexCanary, InferenceEngine, KubernetesVersion, Memory, ModelLoad, Target,
  ZonePartitionedStatefulSet,
} from 'cdk8s-ai-workloads';

function oneIndex(app: App): IndexCanary {
  const chart = new Chart(app, 'retrieval', { namespace: 'search' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'] });
  const shards = new ZonePartitionedStatefulSet(chart, 'Shards', {
    zones: [{ zone: 'eu-1a', replicas: 4 }],
    container: { image: 'registry.example.com/retrieval:2.1.0', portNumber: 8080, cpu: '2', memory: Memory.of('8Gi') },
    claims: [{ name: 'index', size: '100Gi', mountPath: '/var/lib/index' }],
  });
  // From commit to commit: [], [3], [2, 3] … and without it when all have the change.
  return new IndexCanary(chart, 'ShardsCanary', { workload: shards, indexes: [3], podsPerStep: 1, port: 8080 });
}

function shareOfRequests(app: App): FlaggerCanary {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  const apis = ['flagger.app/v1beta1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1'];
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b'], apis });
  const llama = new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.3-70B-Instruct', tensorParallel: 4 }),
    accelerator: Accelerator.nvidia(4),
    container: { cpu: '16', memory: Memory.of('64Gi') },
    modelLoad: ModelLoad.of({ weights: '140Gi' }),
    autoscaling: { minReplicas: 2, maxReplicas: 4, queueDepth: 8 },
    podMonitor: { labels: { release: 'prometheus' } },
  });
  return new FlaggerCanary(chart, 'LlamaCanary', {
    workload: llama,
    provider: FlaggerProvider.gatewayApi({
      gateways: [{ name: 'production-gateway', namespace: 'gateways' }],
      hostnames: ['api.llama.example.com'],
      requestTimeout: Duration.minutes(30),
    }),
    prometheus: 'http://prometheus.monitoring:9090',
    // Nothing ran before; a Deployment that serves is taken over with false first.
    primaryServes: true,
    // As this Flagger was started: -selector-labels.
    selectorLabels: ['app', 'name', 'app.kubernetes.io/name', 'cdk8s-ai-workloads/name'],
    queueDepth: 4,
    timeToFirstToken: Duration.seconds(2),
    errorShare: 0.01,
  });
}

export function build(app: App): readonly [IndexCanary, FlaggerCanary] {
  return [oneIndex(app), shareOfRequests(app)];
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/canary-releases' });
  const canaries = build(app);
  app.synth();
  canaries.forEach(canary => console.log(canary.explain()));
}
