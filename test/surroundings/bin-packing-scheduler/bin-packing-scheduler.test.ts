import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as YAML from 'yaml';
import {
  Accelerator, BinPackingScheduler, BinPackingSchedulerProps, DeviceRequest, GpuInferenceDeployment, GpuInferenceDeploymentProps,
  InferenceEngine, IWorkload, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, Target, Workload,
} from '../../../src';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Make = (chart: Chart) => IWorkload;

const server = (props: Partial<GpuInferenceDeploymentProps> = {}): Make => chart => new GpuInferenceDeployment(chart, 'small', {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') }, ...props,
});
const plain: Make = chart => Workload.of(new kplus.Deployment(chart, 'w', { containers: [{ image: 'a:1' }] }));

function packed(make: Make, props: Partial<BinPackingSchedulerProps> = {}, namespace: string | undefined = 'ml') {
  const chart = new Chart(new App(), 'chart', { namespace });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_35 });
  const scheduler = new BinPackingScheduler(chart, 'packed', { workloads: [make(chart)], ...props });
  const objects: any[] = chart.toJson();
  const one = (kind: string, name = props.name ?? 'packed') => objects.find(each => each.kind === kind && each.metadata.name === name);
  return { scheduler, objects, one, read: YAML.parse(one('ConfigMap').data['configuration.yaml']) };
}

const scoringOf = (make: Make, props: Partial<BinPackingSchedulerProps> = {}) =>
  packed(make, props).read.profiles[0].pluginConfig[0].args.scoringStrategy;

describe('pods get its name', () => {
  test('in each template of a workload, and in no other pods', () => {
    const make: Make = chart => new LeaderWorkerGroup(chart, 'llm', {
      groups: 2, size: 2, accelerator: Accelerator.nvidia(8), container: { image: 'registry.example/serve:1' }, backend: LeaderWorkerBackend.leaderWorkerSet(),
    });
    const { spec } = packed(make).one('LeaderWorkerSet', 'llm');
    expect([spec.leaderWorkerTemplate.leaderTemplate, spec.leaderWorkerTemplate.workerTemplate].map(each => each.spec.schedulerName)).toEqual(['packed', 'packed']);
    expect(packed(server()).one('Deployment').spec.template.spec).not.toHaveProperty('schedulerName');
  });

  test('pods without devices beside those with some stay where they are, and explain() names them', () => {
    const { objects, scheduler } = packed(WORKLOADS.DisaggregatedInference);
    const named = objects.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'packed')
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec.schedulerName]);
    expect(Object.fromEntries(named)).toEqual({ 'w-prefill': 'packed', 'w-decode': 'packed', 'w-router': undefined });
    expect(scheduler.explain()).toMatch(/elsewhere +Deployment ml\/w-router: no devices/);
  });

  test('where no pods have devices all get it, and fill nodes by cpu and memory', () => {
    const { objects, read } = packed(plain);
    expect(objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'packed').spec.template.spec.schedulerName).toBe('packed');
    expect(read.profiles[0].pluginConfig[0].args.scoringStrategy.resources).toEqual([{ name: 'cpu', weight: 1 }, { name: 'memory', weight: 1 }]);
  });
});

describe('what it reads', () => {
  test('counts the devices that the pods ask for most', () => {
    expect(scoringOf(server())).toEqual({
      type: 'MostAllocated', resources: [{ name: 'nvidia.com/gpu', weight: 10 }, { name: 'cpu', weight: 1 }, { name: 'memory', weight: 1 }],
    });
  });

  test('has a shape of one\'s own, and weights of one\'s own', () => {
    const shape = [{ utilization: 0, score: 0 }, { utilization: 90, score: 10 }];
    expect(scoringOf(server(), { shape, resourceWeights: { 'nvidia.com/gpu': 100 } })).toEqual({
      type: 'RequestedToCapacityRatio', requestedToCapacityRatio: { shape }, resources: [{ name: 'nvidia.com/gpu', weight: 100 }],
    });
  });

  test('names its profile and its Lease as the pods do', () => {
    const { read, scheduler } = packed(server(), { name: 'full-first', namespace: 'scheduling' });
    expect(read.leaderElection).toEqual({ leaderElect: true, resourceName: 'full-first', resourceNamespace: 'scheduling' });
    expect([read.profiles[0].schedulerName, scheduler.schedulerName]).toEqual(['full-first', 'full-first']);
  });

  test('is read anew after a change: other pods come', () => {
    const hash = (weight: number) => packed(server(), { weight }).one('Deployment').spec.template.metadata.annotations['cdk8s-ai-workloads/configuration'];
    expect(hash(1)).toBe(hash(1));
    expect(hash(1)).not.toBe(hash(2));
  });
});

test('its account has the roles of the cluster\'s scheduler, a Lease of its own name, and nothing else', () => {
  const { objects } = packed(server(), { namespace: 'scheduling' });
  const bound = objects.filter(({ kind }) => kind.endsWith('Binding')).map(({ metadata, roleRef, subjects }) => [metadata.namespace, roleRef.name, subjects[0].name, subjects[0].namespace]);
  expect(bound).toEqual([
    [undefined, 'system:kube-scheduler', 'packed', 'scheduling'], [undefined, 'system:volume-scheduler', 'packed', 'scheduling'],
    ['kube-system', 'extension-apiserver-authentication-reader', 'packed', 'scheduling'], ['scheduling', 'packed', 'packed', 'scheduling'],
  ]);
  expect(objects.find(({ kind }) => kind === 'Role').rules[1]).toMatchObject({ resources: ['leases'], resourceNames: ['packed'] });
});

test('its image is that of the minor', () => {
  const imageOf = (props: Partial<BinPackingSchedulerProps>) => packed(server(), props).one('Deployment').spec.template.spec.containers[0].image;
  expect(imageOf({})).toMatch(/kube-scheduler:v1\.35\.0$/);
  expect(imageOf({ image: 'registry.example/kube-scheduler:v1.35.4' })).toBe('registry.example/kube-scheduler:v1.35.4');
});

describe('refused', () => {
  test.each<[string, Make, Partial<BinPackingSchedulerProps>, RegExp]>([
    ['claims, which nobody counts', server({ accelerator: Accelerator.claim(DeviceRequest.nvidia()) }), {}, /workloads\[0\]: Forbidden: .*claims its devices \(DRA\)/],
    ['another scheduler', server({ schedulerName: 'volcano' }), {}, /workloads\[0\]: Forbidden: .*asks for the scheduler volcano already/],
    ['the name of the cluster\'s own', server(), { name: 'default-scheduler' }, /name: Forbidden: default-scheduler is the scheduler of the cluster/],
    ['a workload of others', () => Workload.named({ name: 'w', podLabels: { app: 'w' } }), {}, /workloads\[0\]: Forbidden: the app holds no object of w/],
    ['no workload', server(), { workloads: [] }, /workloads: Required value/],
    ['a weight of nothing', server(), { resourceWeights: { cpu: 0 } }, /resourceWeights\[cpu\]: Invalid value: 0/],
    ['a weight beyond 100', server(), { resourceWeights: { cpu: 101 } }, /resourceWeights\[cpu\]: Invalid value: 101/],
    ['no resource', server(), { resourceWeights: {} }, /resourceWeights: Required value/],
    ['a resource without a domain', server(), { resourceWeights: { gpu: 1 } }, /resourceWeights\[gpu\]: Invalid value/],
    ['a shape that falls back', server(), { shape: [{ utilization: 50, score: 1 }, { utilization: 50, score: 2 }] }, /shape\[1\].utilization: Invalid value: 50/],
    ['a shape of one point', server(), { shape: [{ utilization: 0, score: 1 }] }, /shape: Required value/],
    ['a score beyond 10', server(), { shape: [{ utilization: 0, score: 1 }, { utilization: 100, score: 100 }] }, /shape\[1\].score: Invalid value: 100/],
  ])('%s', (_, make, props, text) => {
    expect(() => packed(make, props)).toThrow(text);
  });

  test('no namespace, since rights name it', () => {
    const chart = new Chart(new App(), 'chart');
    expect(() => new BinPackingScheduler(chart, 'packed', { workloads: [server()(chart)] })).toThrow(/namespace: Required value/);
  });

  test('two schedulers for one workload', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = server()(chart);
    new BinPackingScheduler(chart, 'packed', { workloads: [workload] });
    expect(() => new BinPackingScheduler(chart, 'other', { workloads: [workload] })).toThrow(/asks for the scheduler packed already/);
  });
});
