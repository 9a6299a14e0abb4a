import { App, Chart, Duration, Testing } from 'cdk8s';
import {
  Accelerator, GpuInferenceDeployment, IWorkload, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LocalityService, Memory, ModelLoad,
  Workload, WorkloadAutoscaler, WorkloadAutoscalerProps,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { WORKLOADS, container } from '../../workloads/handle/every-workload';

const BOUNDS = { minReplicas: 1, maxReplicas: 6, queueDepth: 8 };
const engine = InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2, pipelineParallel: 2 });
const memory = Memory.of('20Gi');

function chartOf(): Chart {
  return new Chart(new App(), 'chart', { namespace: 'team-a' });
}

function group(chart: Chart, backend = LeaderWorkerBackend.leaderWorkerSet()): LeaderWorkerGroup {
  return new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 2, engine, accelerator: Accelerator.nvidia(2), container: { memory }, backend });
}

function inference(chart: Chart, autoscaling?: typeof BOUNDS): GpuInferenceDeployment {
  return new GpuInferenceDeployment(chart, 'w', {
    engine, accelerator: Accelerator.nvidia(4), container: { memory }, modelLoad: ModelLoad.measured(Duration.seconds(200)), autoscaling,
  });
}

function scalerOf(make: (chart: Chart) => IWorkload, props: Partial<WorkloadAutoscalerProps> = {}): any {
  const chart = chartOf();
  return new WorkloadAutoscaler(chart, 'scaler', { workload: make(chart), ...BOUNDS, ...props }).apiObject.toJson();
}

function objectOf(of: Chart, kind: string): any {
  return of.toJson().find((object: { kind: string }) => object.kind === kind);
}

test('a LeaderWorkerSet is scaled by groups, by what its leaders export, and has no number of its own', () => {
  const made = chartOf();
  const workload = group(made);
  const { name, apiObject } = new WorkloadAutoscaler(made, 'Scaler', { workload, ...BOUNDS });
  const { metadata, spec } = apiObject.toJson();
  expect([name, metadata.namespace]).toEqual(['scaler', 'team-a']);
  expect(spec.scaleTargetRef).toEqual({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'w' });
  expect([spec.minReplicas, spec.maxReplicas]).toEqual([1, 6]);
  expect(spec.metrics).toEqual([{ type: 'Pods', pods: { metric: { name: 'vllm_num_requests_waiting' }, target: { type: 'AverageValue', averageValue: '8' } } }]);
  expect(objectOf(made, 'LeaderWorkerSet').spec).not.toHaveProperty('replicas');
  expect(workload.hasAutoscaler).toBe(true);
});

test('a GpuInferenceDeployment is scaled as by its own autoscaling', () => {
  const [own, around] = [chartOf(), chartOf()];
  const { adapterRules } = inference(own, BOUNDS);
  const workload = inference(around);
  const scaler = new WorkloadAutoscaler(around, 'w-scaler', { workload, ...BOUNDS });
  expect(scaler.apiObject.toJson().spec).toEqual(objectOf(own, 'HorizontalPodAutoscaler').spec);
  expect(scaler.adapterRules).toBe(adapterRules);
  expect(objectOf(around, 'Deployment').spec).not.toHaveProperty('replicas');
});

test.each(['kplus Deployment', 'kplus StatefulSet'])('%s, with the engine that runs in it', name => {
  const made = chartOf();
  const { workload } = WORKLOADS[name](made);
  const { spec } = new WorkloadAutoscaler(made, 'scaler', { workload, ...BOUNDS, engine }).apiObject.toJson();
  const kind = name.split(' ')[1];
  expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind, name: workload.name });
  expect(objectOf(made, kind).spec).not.toHaveProperty('replicas');
});

test('an object that is not part of the app, in its namespace', () => {
  const named = () => Workload.named({ name: 'web', namespace: 'other', podLabels: { app: 'web' }, scaledApiVersion: 'apps/v1', scaledKind: 'Deployment' });
  const { metadata, spec } = scalerOf(named, { engine });
  expect(metadata.namespace).toBe('other');
  expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' });
});

test('behind a LocalityService it is the workload that is scaled', () => {
  const { spec } = scalerOf(made => new LocalityService(made, 'near', { target: inference(made), port: 80 }));
  expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'w' });
});

describe('windows follow from the start and the stop of the pods', () => {
  const times = ({ spec: { behavior: { scaleUp, scaleDown } } }: any) =>
    [scaleUp.policies[0].periodSeconds, scaleDown.stabilizationWindowSeconds, scaleDown.policies[0].periodSeconds];

  test('as the pattern says them', () => {
    const made = chartOf();
    const [{ startSeconds, graceSeconds }] = inference(made).workload.roles;
    expect(startSeconds).toBe(200);
    expect(times(scalerOf(inference))).toEqual([200, 300, graceSeconds]);
  });

  test('as they are given', () => {
    expect(times(scalerOf(inference, { startTime: Duration.minutes(10) })).slice(0, 2)).toEqual([600, 600]);
  });

  test('15 minutes and Kubernetes’ own grace period where nobody says', () => {
    const named = () => Workload.named({ name: 'web', podLabels: { app: 'web' }, scaledApiVersion: 'apps/v1', scaledKind: 'Deployment' });
    expect(times(scalerOf(named, { engine }))).toEqual([900, 900, 60]);
  });
});

test('further gauges go by the names of the engine’s version, and the adapter has a rule for each', () => {
  const made = chartOf();
  const { adapterRules, apiObject } = new WorkloadAutoscaler(made, 'scaler', {
    workload: group(made), minReplicas: 1, maxReplicas: 2, runningRequests: 32, kvCacheUsage: 0.8, gauges: [{ name: 'vllm:num_requests_waiting', average: 2 }],
  });
  const names = ['vllm_num_requests_running', 'vllm_kv_cache_usage_perc', 'vllm_num_requests_waiting'];
  expect(apiObject.toJson().spec.metrics.map((metric: any) => metric.pods.metric.name)).toEqual(names);
  expect(adapterRules).toContain('seriesQuery: vllm:kv_cache_usage_perc{namespace!="",pod!=""}');
  names.forEach(name => expect(adapterRules).toContain(`as: ${name}`));
});

describe('refused', () => {
  test.each<[workload: string, reason: string]>([
    ['LeaderWorkerGroup, sets by role', 'an autoscaler scales one object, and a plain group is several: use LeaderWorkerBackend.leaderWorkerSet()'],
    ['LeaderWorkerGroup, one set a group', 'an autoscaler scales one object, and a plain group is several'],
    ['LeaderWorkerGroup of one', 'an autoscaler scales one object, and a plain group is several'],
    ['IndexedTrainingJob', 'the number of workers is part of the run'],
    ['IndexedTrainingJob, JobSet', 'the number of workers is part of the run'],
    ['Sweep', 'how many rows run at once is part of the Job'],
    ['ZonePartitionedStatefulSet', 'an autoscaler scales one object, and each zone is one'],
    ['ZonalDeployments', 'an autoscaler scales one object, and each zone is one: use autoscaling, which gives each zone its own'],
  ])('%s, with the reason', (name, reason) => {
    const made = chartOf();
    const { workload } = WORKLOADS[name](made);
    expect(() => new WorkloadAutoscaler(made, 'scaler', { workload, ...BOUNDS, engine })).toThrow(`workload: Forbidden: nothing may scale w: ${reason}`);
    expect(workload._isScaled).toBe(false);
  });

  test.each<[what: string, make: (chart: Chart) => IWorkload, props: Partial<WorkloadAutoscalerProps>, message: string]>([
    ['one that has an autoscaler of its own', made => inference(made, BOUNDS), {}, 'workload: Forbidden: nothing may scale w: it has an autoscaler already (autoscaling)'],
    ['an engine that the workload names itself', group, { engine }, 'engine: Forbidden: w says by itself what runs in it: vllm 0.18'],
    ['no engine', made => new LeaderWorkerGroup(made, 'w', { groups: 1, size: 2, container, backend: LeaderWorkerBackend.leaderWorkerSet() }), {},
      'engine: Required value: nothing says which engine runs in w'],
    ['nothing to go by', group, { queueDepth: undefined }, 'queueDepth: Required value: nothing says when to add a replica'],
    ['none at all', group, { minReplicas: 0 }, 'minReplicas: Invalid value: 0: the metrics come from the engine itself'],
    ['less than there must be', group, { minReplicas: 7 }, 'minReplicas: Invalid value: 7: is more than maxReplicas 6'],
    ['a share that is none', group, { kvCacheUsage: 80 }, 'kvCacheUsage: Invalid value: 80: must be a ratio above 0 and below 1: write 0.8 for 80 %'],
    ['a series that the version has not', group, { gauges: [{ name: 'vllm:gpu_cache_usage_perc', average: 0.5 }] }, 'gauges[0].name'],
    ['a counter', group, { gauges: [{ name: 'vllm:prompt_tokens_total', average: 5 }] }, 'gauges[0].name: Invalid value: "vllm:prompt_tokens_total": is a counter'],
    ['one gauge twice', group, { gauges: [{ name: 'vllm:num_requests_waiting', average: 2 }] }, 'gauges[0].name: Duplicate value'],
    ['a start in no time', group, { startTime: Duration.seconds(0) }, 'startTime: Invalid value'],
    ['a name that cannot be', group, { name: 'My_Scaler' }, 'name: Invalid value: "My_Scaler"'],
    ['what is no workload', group, { workload: { workload: {} } as unknown as IWorkload }, 'workload: Invalid value: {"workload":{}}: expected IWorkload'],
  ])('%s', (_, make, props, message) => {
    expect(() => scalerOf(make, props)).toThrow(message);
  });

  test('a second one', () => {
    const made = chartOf();
    const workload = group(made);
    new WorkloadAutoscaler(made, 'one', { workload, ...BOUNDS });
    expect(() => new WorkloadAutoscaler(made, 'two', { workload, ...BOUNDS })).toThrow("workload: Forbidden: w has an autoscaler already, and two of one workload undo each other's work");
  });

  test('and what is refused leaves the workload as it was', () => {
    delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
    const made = chartOf();
    const workload = group(made);
    const scaler = new WorkloadAutoscaler(made, 'scaler', { workload, ...BOUNDS, maxReplicas: 0, startTime: Duration.seconds(0) });
    process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
    expect([scaler.name, workload.hasAutoscaler]).toEqual(['scaler', false]);
    expect(findingsOf(made.node.root).filter(each => each.class !== 'advice').map(each => `${each.construct} ${each.field}`).sort()).toEqual(['chart/scaler maxReplicas', 'chart/scaler startTime']);
  });
});

test('an object that is made elsewhere is an error at synth, since an autoscaler alone may as well be a misspelling', () => {
  const found = (scaledApiVersion: string, scaledKind: string) => {
    const made = chartOf();
    new WorkloadAutoscaler(made, 'scaler', { workload: Workload.named({ name: 'web', podLabels: { app: 'web' }, scaledApiVersion, scaledKind }), ...BOUNDS, engine });
    return findingsOf(made.node.root).map(({ id }) => id).filter(id => id === 'AIW2109');
  };
  expect(found('apps/v1', 'Deployment')).toEqual(['AIW2109']);
  expect(found('servers.example.com/v1', 'Server')).toEqual([]);
});

test('who must serve the metrics is told at synth', () => {
  const made = chartOf();
  new WorkloadAutoscaler(made, 'scaler', { workload: group(made), ...BOUNDS });
  expect(findingsOf(made.node.root).find(({ id, construct }) => id === 'AIW3507' && construct === 'chart/scaler')?.message).toContain('vllm_num_requests_waiting');
  expect(Testing.synth(made).map(object => object.kind)).toContain('HorizontalPodAutoscaler');
});
