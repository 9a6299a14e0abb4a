/*
 * Three ways to scale by what an engine says, and one model that costs nothing while nobody asks for it.
 *
 * The scenario: a platform serves several models on few GPUs. A large one is asked for now and then, a chat model has to stay fast, and one over two nodes
 * is scaled by whole groups.
 *
 * - `archive` goes to zero with KEDA. What wakes it is the queue of the endpoint picker in front, which is there without any pod; the picker keeps the request
 *   until the first replica answers. Prometheus asks for a token, which a TriggerAuthentication has.
 * - `chat` has a HorizontalPodAutoscaler, by the time to the first token of all its pods together: metrics of its Deployment.
 * - `llama` adds and takes groups with KEDA, by requests that wait at the leaders and by tokens a second.
 */
import { ApiObject, App, Chart, Duration, JsonPatch } from 'cdk8s';
import {
  Accelerator, EngineMonitor, GpuInferenceDeployment, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, ModelLoad,
  PrometheusAuthenticationMode, ScalingBackend, ScalingSeries, Target, WorkloadAutoscaler,
} from 'cdk8s-ai-workloads';

/** As the Prometheus of this cluster looks for monitors, and where KEDA finds it. */
const FOUND = { release: 'prometheus' };
const PROMETHEUS = 'https://prometheus.monitoring.svc:9090';
const AUTHENTICATION = { name: 'prometheus', modes: [PrometheusAuthenticationMode.BEARER] };

export function build(app: App): void {
  const chart = new Chart(app, 'scale-to-zero', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['keda.sh/v1alpha1', 'leaderworkerset.x-k8s.io/v1', 'monitoring.coreos.com/v1'] });
  authentication(chart);
  archive(chart);
  chat(chart);
  groups(chart);
}

/** Who asks: KEDA reads it in the namespace of the ScaledObject. */
function authentication(chart: Chart): void {
  const object = new ApiObject(chart, 'Prometheus', { apiVersion: 'keda.sh/v1alpha1', kind: 'TriggerAuthentication', metadata: { name: AUTHENTICATION.name } });
  const from = (parameter: string, key: string) => ({ parameter, name: 'prometheus-reader', key });
  object.addJsonPatch(JsonPatch.add('/spec', { secretTargetRef: [from('bearerToken', 'token'), from('ca', 'ca.crt')] }));
}

function archive(chart: Chart): void {
  const model = new GpuInferenceDeployment(chart, 'Archive', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'Qwen/Qwen2.5-72B-Instruct', tensorParallel: 4, longestStream: Duration.minutes(10) }),
    accelerator: Accelerator.nvidia(4),
    container: { memory: Memory.of('120Gi') },
    modelLoad: ModelLoad.measured(Duration.minutes(4)),
  });
  new EngineMonitor(chart, 'ArchiveMetrics', { workload: model, labels: FOUND });
  new WorkloadAutoscaler(chart, 'ArchiveScaler', {
    workload: model,
    minReplicas: 0,
    maxReplicas: 3,
    runningRequests: 48,
    series: [ScalingSeries.endpointPickerQueue({ pool: 'archive', perReplica: 8, labels: { namespace: 'llm' } })],
    backend: ScalingBackend.keda({ serverAddress: PROMETHEUS, authentication: AUTHENTICATION, fallbackReplicas: 1 }),
  });
}

function chat(chart: Chart): void {
  const model = new GpuInferenceDeployment(chart, 'Chat', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-8B-Instruct' }),
    accelerator: Accelerator.nvidia(1),
    container: { memory: Memory.of('32Gi') },
    modelLoad: ModelLoad.measured(Duration.minutes(2)),
  });
  new EngineMonitor(chart, 'ChatMetrics', { workload: model, interval: Duration.seconds(15), labels: FOUND });
  const scaler = new WorkloadAutoscaler(chart, 'ChatScaler', {
    workload: model,
    minReplicas: 2,
    maxReplicas: 8,
    timeToFirstToken: { atMost: Duration.millis(800) },
    kvCacheUsage: 0.8,
    scrapeInterval: Duration.seconds(15),
    backend: ScalingBackend.objectMetrics(),
  });
  const rules = new ApiObject(chart, 'AdapterRules', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'chat-adapter-rules' } });
  rules.addJsonPatch(JsonPatch.add('/data', { 'config.yaml': scaler.adapterRules }));
}

function groups(chart: Chart): void {
  const group = new LeaderWorkerGroup(chart, 'Llama', {
    groups: 2,
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    container: { memory: Memory.of('200Gi') },
    backend: LeaderWorkerBackend.leaderWorkerSet(),
  });
  new EngineMonitor(chart, 'LlamaMetrics', { workload: group, labels: FOUND });
  new WorkloadAutoscaler(chart, 'LlamaScaler', {
    workload: group,
    minReplicas: 1,
    maxReplicas: 4,
    queueDepth: 8,
    tokensPerSecond: 2500,
    startTime: Duration.minutes(15),
    backend: ScalingBackend.keda({ serverAddress: PROMETHEUS, authentication: AUTHENTICATION }),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/scale-to-zero' });
  build(app);
  app.synth();
}
