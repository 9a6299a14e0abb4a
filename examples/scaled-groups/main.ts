/*
 * A model over two pods for each replica, with what a platform puts around it: a queue, an autoscaler, and monitors of the engine and of the GPUs.
 *
 * The scenario: a model that is too large for one node, in a cluster that several teams share.
 *
 * - The queue admits a group as one, so no leader holds its GPUs while its workers wait for quota.
 * - The autoscaler adds and takes groups, by requests that wait at the leaders. The rules that its metrics need are a ConfigMap for the Prometheus adapter.
 * - Monitors scrape the leaders, who export, and keep of the nodes' GPU exporters the series of these pods.
 */
import { ApiObject, App, Chart, Duration, JsonPatch } from 'cdk8s';
import {
  Accelerator, EngineMonitor, GpuMonitor, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, QueuedWorkload, Target,
  WorkloadAutoscaler,
} from 'cdk8s-ai-workloads';

/** As the Prometheus of this cluster looks for monitors. */
const FOUND = { release: 'prometheus' };

export function build(app: App): void {
  const chart = new Chart(app, 'scaled-groups', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['leaderworkerset.x-k8s.io/v1', 'monitoring.coreos.com/v1'] });
  const group = new LeaderWorkerGroup(chart, 'Llama', {
    groups: 2,
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    container: { memory: Memory.of('200Gi') },
    backend: LeaderWorkerBackend.leaderWorkerSet(),
  });
  new QueuedWorkload(chart, 'LlamaQueue', { workload: group, queueName: 'serving' });
  const scaler = new WorkloadAutoscaler(chart, 'LlamaScaler', {
    workload: group, minReplicas: 1, maxReplicas: 6, queueDepth: 8, kvCacheUsage: 0.8, startTime: Duration.minutes(15),
  });
  new EngineMonitor(chart, 'LlamaMetrics', { workload: group, labels: FOUND });
  new GpuMonitor(chart, 'LlamaGpus', { workload: group, monitorLabels: FOUND });
  const rules = new ApiObject(chart, 'AdapterRules', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'llama-adapter-rules' } });
  rules.addJsonPatch(JsonPatch.add('/data', { 'rules.json': JSON.stringify({ rules: scaler.adapterRules }, undefined, 2) }));
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/scaled-groups' });
  build(app);
  app.synth();
}
