/*
 * A model and the run that trains its next version, as the people on call see them: alerts, dashboards, and monitors whose series say which group, index and
 * zone they are of.
 *
 * The scenario: a platform team answers for models of other teams, and is woken by what needs somebody.
 *
 * - Groups of the large model: alerts begin after a start of 20 minutes, not within it. Each series has group and index, and the zone of its node.
 * - The small model stands behind a Service that a ServiceMonitor finds, by the name that the Service has for its port.
 * - The run has alerts of its Job and its retries, and none of requests, which it has not.
 */
import { App, Chart, Duration } from 'cdk8s';
import {
  Accelerator, EngineMonitor, GpuInferenceDeployment, GpuMonitor, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, MonitorKind, Target, WorkloadAlert, WorkloadAlerts, WorkloadAutoscaler, WorkloadDashboard,
} from 'cdk8s-ai-workloads';

/** As the Prometheus of this cluster looks for monitors and rules. */
const FOUND = { release: 'prometheus' };
const ON_CALL = { labels: FOUND, alertLabels: { team: 'inference' }, runbookUrl: 'https://runbooks.example.com/models' };

export function build(app: App): void {
  const chart = new Chart(app, 'observed-llama', { namespace: 'llm' });
  Target.define(chart, {
    kubernetes: KubernetesVersion.V1_36, apis: ['leaderworkerset.x-k8s.io/v1', 'monitoring.coreos.com/v1'], zones: ['eu-1a', 'eu-1b', 'eu-1c'],
  });
  addGroups(chart);
  addSmallModel(chart);
  addRun(chart);
}

function addGroups(chart: Chart): void {
  const workload = new LeaderWorkerGroup(chart, 'Llama', {
    groups: 3,
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    container: { memory: Memory.of('200Gi') },
    backend: LeaderWorkerBackend.leaderWorkerSet(),
  });
  const startTime = Duration.minutes(20);
  new WorkloadAutoscaler(chart, 'LlamaScaler', { workload, minReplicas: 1, maxReplicas: 6, queueDepth: 8, startTime });
  new EngineMonitor(chart, 'LlamaMetrics', { workload, labels: FOUND, nodeZone: true });
  new GpuMonitor(chart, 'LlamaGpus', { workload, monitorLabels: FOUND });
  new WorkloadAlerts(chart, 'LlamaAlerts', { workload, ...ON_CALL, startTime, queueDepth: 20, timeToFirstToken: Duration.seconds(3), zoneLabel: 'zone' });
  new WorkloadDashboard(chart, 'LlamaBoard', { workload, title: 'Llama 70B', folder: 'Inference', zoneLabel: 'zone' });
}

function addSmallModel(chart: Chart): void {
  const workload = new GpuInferenceDeployment(chart, 'Qwen', {
    engine: InferenceEngine.sglang({ version: '0.5.12', model: 'Qwen/Qwen3-8B' }),
    accelerator: Accelerator.nvidia(1),
    replicas: 3,
    service: {},
    container: { memory: Memory.of('32Gi') },
  });
  new EngineMonitor(chart, 'QwenMetrics', { workload, kind: MonitorKind.SERVICE_MONITOR, labels: FOUND });
  // A queue is what the autoscaler of this team is for.
  new WorkloadAlerts(chart, 'QwenAlerts', { workload, ...ON_CALL, leaveOut: [WorkloadAlert.QUEUE_GROWS] });
  new WorkloadDashboard(chart, 'QwenBoard', { workload, folder: 'Inference' });
}

function addRun(chart: Chart): void {
  const workload = new IndexedTrainingJob(chart, 'Tune', {
    workers: 4,
    accelerator: Accelerator.nvidia(8),
    container: { image: 'registry.example/tune:1', command: ['python', 'tune.py'], memory: Memory.of('200Gi') },
  });
  new WorkloadAlerts(chart, 'TuneAlerts', { workload, ...ON_CALL, startTime: Duration.minutes(5) });
  new WorkloadDashboard(chart, 'TuneBoard', { workload, folder: 'Training' });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/observed-llama' });
  build(app);
  app.synth();
}
