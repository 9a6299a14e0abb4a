import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, GpuMetrics, GpuInferenceDeployment, GpuMonitor, GpuMonitorProps, InferenceEngine, IWorkload, LeaderWorkerGroup, Memory, Target,
  Workload,
} from '../../../src';
import { podNamesOf } from '../../../src/surroundings/gpu-monitor/pod-names';
import { WORKLOADS } from '../../workloads/handle/every-workload';

const engine = InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2 });
const container = { image: 'registry.example/a:1', memory: Memory.of('8Gi') };

function monitorOf(make: (chart: Chart) => IWorkload, props: Partial<GpuMonitorProps> = {}, namespace?: string): any {
  const chart = new Chart(new App(), 'chart', { namespace });
  return new GpuMonitor(chart, 'gpus', { workload: make(chart), ...props }).apiObject.toJson();
}

const regexOf = ({ spec }: any): string => spec.podMetricsEndpoints[0].metricRelabelings[0].regex;

test('the exporters of the nodes are scraped, and the series of these pods are kept', () => {
  const { metadata, spec } = monitorOf(WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet'], { namespace: 'gpus', podLabels: { app: 'dcgm' }, portName: 'dcgm', monitorLabels: { release: 'a' } }, 'ml');
  expect(metadata).toMatchObject({ name: 'gpus', namespace: 'ml', labels: { release: 'a' } });
  expect(spec).toEqual({
    namespaceSelector: { matchNames: ['gpus'] },
    selector: { matchLabels: { app: 'dcgm' } },
    podMetricsEndpoints: [{
      port: 'dcgm',
      path: '/metrics',
      honorLabels: true,
      metricRelabelings: [{ action: 'keep', sourceLabels: ['namespace', 'pod'], separator: '/', regex: 'ml/w-[0-9]+(-[0-9]+)?' }],
    }],
  });
});

test('of several sets the pods of each', () => {
  expect(regexOf(monitorOf(WORKLOADS.ZonePartitionedStatefulSet, {}, 'ml'))).toMatch(/^ml\/\(w-\S+-\[0-9\]\+\|w-\S+-\[0-9\]\+\)$/);
});

test('that of a GpuInferenceDeployment is the one of its own gpuMetrics', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  Target.define(chart, { apis: ['monitoring.coreos.com/v1'] });
  const workload = new GpuInferenceDeployment(chart, 'w', { engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') }, gpuMetrics: GpuMetrics.nodeExporter() });
  const { spec } = new GpuMonitor(chart, 'gpus', { workload }).apiObject.toJson();
  expect(spec).toEqual(Testing.synth(chart).find(({ metadata }) => metadata.name === 'w-gpu').spec);
});

describe('names of pods', () => {
  test.each([
    ['Deployment', 'web', 'web-5d8f7c9b44-x2x4z', 'web-two-5d8f7c9b44-x2x4z'],
    ['StatefulSet', 'web', 'web-10', 'web-a-0'],
    ['Job', 'web', 'web-3-x2x4z', 'web-a-x2x4z'],
    ['CronJob', 'web.a', 'web.a-29381234-x2x4z', 'web-a-29381234-x2x4z'],
    ['DaemonSet', 'web', 'web-x2x4z', 'web-x2x4z-x2x4z'],
    ['JobSet', 'web', 'web-worker-0-11-x2x4z', 'webs-worker-0-11-x2x4z'],
  ])('of a %s', (kind, name, own, other) => {
    const names = new RegExp(`^(${podNamesOf({ kind, name })})$`);
    expect([names.test(own), names.test(other)]).toEqual([true, false]);
  });

  const RAY = { workerGroupSpecs: [{ groupName: 'gpu' }, { groupName: 'cpu' }] };

  test.each([
    ['RayCluster', RAY, ['lab-head', 'lab-head-x2x4z', 'lab-gpu-worker-x2x4z', 'lab-cpu-worker-x2x4z'], ['lab-two-gpu-worker-x2x4z', 'lab-tpu-worker-x2x4z', 'lab-x2x4z-head-x2x4z', 'lab-two-head']],
    ['RayJob', { rayClusterSpec: RAY }, ['lab-x2x4z-head-x2x4z', 'lab-x2x4z-gpu-worker-x2x4z', 'lab-x2x4z'], ['lab-head-x2x4z', 'lab-gpu-worker-x2x4z', 'lab-two-x2x4z-head-x2x4z']],
    ['RayJob', { rayClusterSpec: RAY, submissionMode: 'HTTPMode' }, ['lab-x2x4z-head-x2x4z'], ['lab-x2x4z']],
    ['RayService', { rayClusterConfig: RAY }, ['lab-x2x4z-head', 'lab-x2x4z-cpu-worker-x2x4z'], ['lab-head', 'lab-x2x4z-tpu-worker-x2x4z']],
  ])('of a %s, by its groups', (kind, spec, own, others) => {
    const names = new RegExp(`^(${podNamesOf({ kind, name: 'lab', toJson: () => ({ spec }) })})$`);
    expect([...own, ...others].filter(name => names.test(name))).toEqual(own);
  });

  test.each([
    ['RayCluster', RAY, 'x'.repeat(48), [`${'x'.repeat(48)}-head-x2x4z`, `${'x'.repeat(48)}-g-worker-x2x4z`, `${'x'.repeat(48)}-c-worker-x2x4z`]],
    ['RayJob', { rayClusterSpec: RAY }, 'x'.repeat(47), [`${'x'.repeat(47)}-x2-head-x2x4z`, `${'x'.repeat(47)}-x2-worker-x2x4z`]],
  ])('of a %s, cut where KubeRay cuts', (kind, spec, name, own) => {
    const names = new RegExp(`^(${podNamesOf({ kind, name, toJson: () => ({ spec }) })})$`);
    expect(own.filter(each => names.test(each))).toEqual(own);
  });

  test.each([
    ['Job', 'web-k8m4q', 'web-12-k8m4q'], ['CronJob', 'web-29384756-k8m4q', 'web-29384756-12-k8m4q'], ['LeaderWorkerSet', 'web-1', 'web-1-12'],
  ])('of a %s have an index or none', (kind, without, withIndex) => {
    const names = new RegExp(`^(${podNamesOf({ kind, name: 'web' })})$`);

    expect([without, withIndex, `${withIndex}-1-1`].map(name => names.test(name))).toEqual([true, true, false]);
  });

  test.each([[46, true], [47, false]])('of a Deployment of %d characters stand whole in those of its pods: %s', (length, isWhole) => {
    expect(podNamesOf({ kind: 'Deployment', name: 'a'.repeat(length) })).toBe(`${'a'.repeat(length)}${isWhole ? '-[a-z0-9]+-' : '[a-z0-9-]*'}[a-z0-9]{5}`);
    expect(podNamesOf({ kind: 'StatefulSet', name: 'a'.repeat(length) })).toBe(`${'a'.repeat(length)}-[0-9]+`);
  });

  test.each([[49, 'x'.repeat(49)], [50, 'x'.repeat(50)], [51, 'x'.repeat(50)]])('of a Ray cluster of %d characters begin with 50 at most', (length, begin) => {
    const names = podNamesOf({ kind: 'RayCluster', name: 'x'.repeat(length), toJson: () => ({ spec: { workerGroupSpecs: [{ groupName: 'gpu' }] } }) })!;

    expect(names.split('|')).toEqual([`${begin}-head(-[a-z0-9]{5})?`, `${begin}${'-gpu'.slice(0, 50 - begin.length)}-worker-[a-z0-9]{5}`]);
  });

  test('of a DisaggregatedSet are those of each role', () => {
    const names = new RegExp(`^(${podNamesOf({ kind: 'DisaggregatedSet', name: 'pd', toJson: () => ({ spec: { roles: [{ name: 'prefill' }, { name: 'decode' }] } }) })})$`);

    expect(['pd-7d9f84c5-prefill-0', 'pd-7d9f84c5-decode-1-2', 'pd-7d9f84c5-other-1', 'pd-prefill-1'].map(name => names.test(name))).toEqual([true, true, false, false]);
  });

  test('that are cut since they would be too long', () => {
    const name = 'a'.repeat(50);
    const names = new RegExp(`^(${podNamesOf({ kind: 'Deployment', name })})$`);
    expect([names.test(`${name}-5d8f7cx2x4z`), names.test(`${name.slice(1)}-5d8f7cx2x4z`)]).toEqual([true, false]);
  });
});

describe('refused', () => {
  test('what is in no known namespace, and what the app holds no object of', () => {
    expect(() => monitorOf(WORKLOADS['kplus Deployment'])).toThrow(/workload: Required value: .*give the chart a namespace/s);
    expect(() => monitorOf(() => Workload.named({ name: 'w', podLabels: { app: 'w' }, namespace: 'ml' }))).toThrow(/the app holds no object of w/);
  });

  test('devices that DCGM does not read', () => {
    const tpus = (chart: Chart) => new LeaderWorkerGroup(chart, 'w', { groups: 1, size: 2, container, accelerator: Accelerator.amd(2) });
    expect(() => monitorOf(tpus, {}, 'ml')).toThrow(/DCGM reads NVIDIA devices, and pods of w have amd\.com\/gpu/);
  });

  test('a kind whose pods are called by nobody knows what', () => {
    const replicas = (chart: Chart) => Workload.of(new kplus.Deployment(chart, 'w', { containers: [{ image: 'a:1' }] }));
    expect(() => monitorOf(replicas, {}, 'ml')).not.toThrow();
    expect(podNamesOf({ kind: 'Rollout', name: 'w' })).toBeUndefined();
  });
});
