import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, ClaimGroupSnapshot, CustomEngineMetrics, EngineMonitor, FlaggerCanary, FlaggerProvider, GpuInferenceDeployment, GpuMonitor,
  GroupSnapshotClass, IWorkload, InferenceEngine, Memory, NetworkPeer, ScalingBackend, Target, Workload, WorkloadAlert, WorkloadAlerts,
  WorkloadAutoscaler, WorkloadBackup, WorkloadDashboard, WorkloadExport, WorkloadNetworkPolicy,
} from '../../src';
import { WORKLOADS } from '../workloads/handle/every-workload';

/*
 * Workloads that say a part of what their surroundings ask for.
 */

function chartOf(namespace?: string): Chart {
  const app = new App();
  Target.define(app, { apis: ['monitoring.coreos.com/v1', 'keda.sh/v1alpha1', 'velero.io/v1', 'flagger.app/v1beta1'] });
  return new Chart(app, 'chart', { namespace });
}

function served(chart: Chart, engine: InferenceEngine): GpuInferenceDeployment {
  return new GpuInferenceDeployment(chart, 'w', { engine, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } });
}

function custom(metrics?: CustomEngineMetrics): InferenceEngine {
  return InferenceEngine.custom({ name: 'llama.cpp', version: 'b1', model: '/m', image: 'registry.example/llama:1', port: 8080, healthPath: '/health', metrics });
}

const WITHOUT_CACHE: CustomEngineMetrics = { waiting: { name: 'llamacpp:requests_deferred' }, running: { name: 'llamacpp:requests_processing' } };

describe('an engine without a series for its KV cache', () => {
  const made = () => {
    const chart = chartOf('ml');
    return { chart, workload: served(chart, custom(WITHOUT_CACHE)) };
  };

  test('its handle says the series that there are', () => {
    const { metrics } = made().workload.workload;
    expect(metrics).toMatchObject({ engine: 'llama.cpp b1', portName: 'http', path: '/metrics', waiting: { name: 'llamacpp:requests_deferred' }, running: { name: 'llamacpp:requests_processing' } });
    expect(metrics?.kvCacheUsage).toBeUndefined();
  });

  test('it is scraped at its port', () => {
    const { chart, workload } = made();
    expect(new EngineMonitor(chart, 'watch', { workload }).apiObject.toJson().spec.podMetricsEndpoints).toEqual([{ port: 'http', path: '/metrics' }]);
  });

  test('so is one that names no series at all', () => {
    const chart = chartOf('ml');
    const { apiObject } = new EngineMonitor(chart, 'watch', { workload: served(chart, custom({ path: '/stats' })) });
    expect(apiObject.toJson().spec.podMetricsEndpoints).toEqual([{ port: 'http', path: '/stats' }]);
  });

  test('a policy lets its port be collected', () => {
    const { chart, workload } = made();
    const policy = new WorkloadNetworkPolicy(chart, 'around', { workload, clients: [], monitoring: [NetworkPeer.everyone()] });
    expect(JSON.stringify(chart.toJson().filter(({ kind }) => kind === 'NetworkPolicy'))).toContain('"port":"http"');
    expect(policy.explain()).not.toContain('no engine of this library');
  });

  test('an autoscaler follows those that there are, and names the one that is missing', () => {
    const { chart, workload } = made();
    expect(() => new WorkloadAutoscaler(chart, 'cache', { workload, minReplicas: 1, maxReplicas: 3, kvCacheUsage: 0.8 }))
      .toThrow('kvCacheUsage: Forbidden: the metrics of llama.cpp b1 name no series for it');
    expect(() => new WorkloadAutoscaler(chart, 'queue', { workload, minReplicas: 1, maxReplicas: 3, queueDepth: 4 })).not.toThrow();
  });

  test('the alert on the cache is left out with its reason', () => {
    const { chart, workload } = made();
    const alerts = new WorkloadAlerts(chart, 'alerts', { workload });
    const names = alerts.apiObject.toJson().spec.groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert));
    expect(names).toContain(WorkloadAlert.QUEUE_GROWS);
    expect(names).not.toContain(WorkloadAlert.KV_CACHE_FULL);
    expect(alerts.explain()).toContain('no series of llama.cpp b1 is known for it');
  });
});

describe('what is said where nothing is exported is true of the workload', () => {
  const tensorRt: (chart: Chart) => IWorkload = chart => served(chart, InferenceEngine.tensorRtLlm({ version: '1.2.1', model: 'a/b' }));

  test.each<[string, (chart: Chart) => IWorkload, string, string]>([
    ['an engine without metrics', tensorRt, 'ports: Required value: no metrics of trtllm-serve 1.2.1 are known to this library', 'name the container port that exports'],
    ['engines in roles', WORKLOADS.DisaggregatedInference, 'ports: Required value: the engines of w run in its roles, and each role exports by itself', 'put it around a role: prefill or decode of it; or name'],
    ['no engine', WORKLOADS['kplus Deployment'], 'ports: Required value: no engine of this library runs in chart-w-', 'help: name the container port'],
  ])('%s', (_, make, reason, help) => {
    const chart = chartOf('ml');
    const workload = make(chart);
    expect(() => new EngineMonitor(chart, 'watch', { workload })).toThrow(reason);
    expect(() => new EngineMonitor(chart, 'again', { workload })).toThrow(help);
  });

  test('neither an autoscaler nor a policy nor alerts call the engine unknown', () => {
    const chart = chartOf('ml');
    const workload = tensorRt(chart);
    expect(() => new WorkloadAutoscaler(chart, 'scaler', { workload, minReplicas: 1, maxReplicas: 3, queueDepth: 4 })).toThrow('engine: Required value: no metrics of trtllm-serve 1.2.1 are known');
    expect(() => new WorkloadNetworkPolicy(chart, 'policy', { workload, clients: [], monitoring: [NetworkPeer.everyone()] }))
      .toThrow('metricsPort: Required value: no metrics of trtllm-serve 1.2.1 are known');
    expect(new WorkloadAlerts(chart, 'alerts', { workload }).explain()).toContain('no metrics of trtllm-serve 1.2.1 are known');
  });
});

describe('an engine that is given', () => {
  const tensorRt = InferenceEngine.tensorRtLlm({ version: '1.2.1', model: 'a/b' });
  const vllm = InferenceEngine.vllm({ version: '0.18', model: 'a/b' });
  const AROUND: { readonly [name: string]: (chart: Chart, workload: IWorkload, engine: InferenceEngine) => string } = {
    WorkloadAlerts: (chart, workload, engine) => JSON.stringify(new WorkloadAlerts(chart, 'a', { workload, engine }).apiObject.toJson()),
    WorkloadDashboard: (chart, workload, engine) => new WorkloadDashboard(chart, 'a', { workload, engine }).json,
    WorkloadAutoscaler: (chart, workload, engine) => JSON.stringify(new WorkloadAutoscaler(chart, 'a', { workload, engine, minReplicas: 1, maxReplicas: 3, queueDepth: 4 }).apiObject.toJson()),
    FlaggerCanary: (chart, workload, engine) => {
      const canary = { selectorLabels: ['cdk8s-ai-workloads/name', 'cdk8s.io/metadata.addr'], provider: FlaggerProvider.kubernetes(5), prometheus: 'http://prometheus', primaryServes: true };
      new FlaggerCanary(chart, 'a', { ...canary, workload, engine, autoscalerName: 'scaler', queueDepth: 4, ...(workload instanceof Workload ? { port: 8000 } : {}) });
      return JSON.stringify(chart.toJson().filter(({ kind }) => kind === 'MetricTemplate'));
    },
  };

  test.each(Object.keys(AROUND))('%s refuses one that does not run: its series would never come', name => {
    const chart = chartOf('ml');
    expect(() => AROUND[name](chart, served(chart, tensorRt), vllm)).toThrow('engine: Forbidden: w says by itself what runs in it: trtllm-serve 1.2.1');
    expect(() => AROUND[name](chartOf('ml'), served(chartOf('ml'), vllm), vllm)).toThrow('engine: Forbidden: w says by itself what runs in it: vllm 0.18');
  });

  test.each(Object.keys(AROUND))('%s takes what its user says that the engine exports', name => {
    const chart = chartOf('ml');
    expect(AROUND[name](chart, served(chart, tensorRt), custom(WITHOUT_CACHE))).toMatch(/llamacpp.requests_deferred/);
  });

  test('is not called unknown where nobody knows its metrics', () => {
    const workload = (chart: Chart) => Workload.of(new kplus.Deployment(chart, 'w', { containers: [{ image: 'registry.example/server:1' }] }));
    const reason = 'no metrics of trtllm-serve 1.2.1 are known to this library';
    const [chart, other] = [chartOf('ml'), chartOf('ml')];
    expect(() => AROUND.WorkloadAutoscaler(chart, workload(chart), tensorRt)).toThrow(`engine: Forbidden: ${reason}`);
    expect(() => AROUND.FlaggerCanary(other, workload(other), tensorRt)).toThrow(`engine: Forbidden: ${reason}`);
    const third = chartOf('ml');
    expect(new WorkloadAlerts(third, 'a', { workload: workload(third), engine: tensorRt }).explain()).toContain(`${reason}: say what it exports: engine: InferenceEngine.custom with its metrics`);
  });
});

describe('a workload that gets its containers later', () => {
  const late = (chart: Chart) => Workload.of(new kplus.StatefulSet(chart, 'w', { service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) }));

  test.each<[string, (chart: Chart) => unknown]>([
    ['ClaimGroupSnapshot', chart => new ClaimGroupSnapshot(chart, 'a', { workload: late(chart), snapshotId: 'one', snapshotClass: GroupSnapshotClass.named('disks') })],
    ['WorkloadExport', chart => new WorkloadExport(chart, 'a', { workload: late(chart), port: 8000, headless: true })],
    ['FlaggerCanary', chart => canaryOf(chart, Workload.of(new kplus.Deployment(chart, 'w', {})))],
  ])('is refused at its property where %s has to read it', (_, make) => {
    expect(() => make(chartOf('ml'))).toThrow(/workload: Invalid value: "chart-w-\w+": .*must have at least 1 container.*\n.*complete it before/s);
  });
});

function canaryOf(chart: Chart, workload: Workload): unknown {
  return new FlaggerCanary(chart, 'a', { workload, port: 80, selectorLabels: ['cdk8s.io/metadata.addr'], provider: FlaggerProvider.kubernetes(5), prometheus: 'http://prometheus', primaryServes: true });
}

describe('a named workload is in the namespace of what is put around it', () => {
  const web = Workload.named({ name: 'web', podLabels: { app: 'web' }, replicas: 2, scaledApiVersion: 'apps/v1', scaledKind: 'Deployment' });
  const podNames = 'web-[a-z0-9]+-[a-z0-9]{5}';

  const AROUND: { readonly [name: string]: (chart: Chart, workload: Workload) => unknown } = {
    WorkloadAlerts: (chart, workload) => new WorkloadAlerts(chart, 'a', { workload, podNames }).apiObject.toJson(),
    WorkloadBackup: (chart, workload) => new WorkloadBackup(chart, 'a', { workload, schedule: '@daily' }).apiObject.toJson(),
    WorkloadDashboard: (chart, workload) => new WorkloadDashboard(chart, 'a', { workload, podNames }) && chart.toJson(),
    EngineMonitor: (chart, workload) => new EngineMonitor(chart, 'a', { workload, ports: [{ name: 'metrics' }] }).apiObject.toJson(),
    WorkloadAutoscaler: (chart, workload) => new WorkloadAutoscaler(chart, 'a', {
      workload, minReplicas: 1, maxReplicas: 3, queueDepth: 4, engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), backend: ScalingBackend.keda({ serverAddress: 'http://p.monitoring.svc:9090' }),
    }).apiObject.toJson(),
  };

  test.each(Object.keys(AROUND))('%s', name => {
    expect(JSON.stringify(AROUND[name](chartOf('ml'), web))).toContain('ml');
    const elsewhere = Workload.named({ name: 'web', podLabels: { app: 'web' }, namespace: 'other', scaledApiVersion: 'apps/v1', scaledKind: 'Deployment' });
    expect(JSON.stringify(AROUND[name](chartOf('ml'), elsewhere))).toContain('other');
  });

  test('its series are looked for there, and its volumes', () => {
    expect(JSON.stringify(AROUND.WorkloadAlerts(chartOf('ml'), web))).toContain('namespace=\\"ml\\"');
    expect(AROUND.WorkloadBackup(chartOf('ml'), web)).toMatchObject({ spec: { template: { includedNamespaces: ['ml'] } } });
  });

  test('where the chart has none either it is refused', () => {
    expect(() => AROUND.WorkloadBackup(chartOf(), web)).toThrow('nothing says the namespace of web');
    expect(() => AROUND.WorkloadAlerts(chartOf(), web)).toThrow('nothing says in which namespace web is');
  });

  test('a GpuMonitor misses the names of its pods, not its namespace', () => {
    const monitor = () => new GpuMonitor(chartOf('ml'), 'a', { workload: web });
    expect(monitor).toThrow('the app holds no object of web');
    expect(monitor).not.toThrow('by namespace and name');
  });
});
