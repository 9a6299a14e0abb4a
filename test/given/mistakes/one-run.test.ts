import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, LeaderWorkerGroup, LeaderWorkerGroupProps, LocalityService, Target,
  ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

const CONTAINER = { image: 'registry.example/train:1' };

function chartOf(app = new App()): Chart {
  Target.define(app, {});
  return new Chart(app, 'prod', { namespace: 'ml' });
}

/** Fields and construct paths of all mistakes, as one line each. */
function mistakes(chart: Chart): string[] {
  return findingsOf(chart.node.root).filter(each => each.class !== 'advice').map(each => `${each.construct} ${each.field}`);
}

describe('a leader worker group with mistakes', () => {
  const BROKEN: LeaderWorkerGroupProps = { name: 'Bad_Name', size: 0, groups: -1, container: CONTAINER };

  test('does not throw, and its synth tells independent mistakes together, each once, with path and line', () => {
    const chart = chartOf();
    new LeaderWorkerGroup(chart, 'Llama', BROKEN);
    expect(mistakes(chart)).toEqual(['prod/Llama name', 'prod/Llama size', 'prod/Llama groups']);
    const [first] = findingsOf(chart.node.root);
    expect(first).toMatchObject({ id: 'AIW1001', file: 'test/given/mistakes/one-run.test.ts', help: 'for example "bad-name"' });
    expect(() => Testing.synth(chart)).toThrow(/prod\/Llama \(.*one-run.test.ts:\d+\) {2}size\n +Invalid value: 0: must be a whole number of at least 1/);
  });

  test('mistakes of several constructs, and of methods, are told in one run', () => {
    const chart = chartOf();
    new LeaderWorkerGroup(chart, 'First', { ...BROKEN, name: undefined, groups: 1 });
    const good = new LeaderWorkerGroup(chart, 'Good', { size: 2, container: CONTAINER });
    good.group(7).worker(9);
    good.addService('Extra', { ports: [] });
    expect(mistakes(chart)).toEqual(['prod/First size', 'prod/Good group(index)', 'prod/Good worker(index)', 'prod/Good/Extra addService(ports)']);
  });

  test('has no objects, and every handle answers', () => {
    const chart = chartOf();
    const group = new LeaderWorkerGroup(chart, 'Llama', BROKEN);
    expect(chart.node.findAll().filter(construct => construct !== chart)).toEqual([group]);
    expect(group.name).toBe('llama');
    expect(group.group(9).worker(3).dns).toBe('llama-9-worker-3.llama.ml');
    expect(group.group(0).members).toHaveLength(2);
    expect(group.addService('Extra', { ports: [{ port: 80 }] }).dns).toBe('llama-extra.ml.svc');
    expect(group.leader.addContainer({ name: 'beside', image: 'x:1' }).name).toBe('beside');
    expect(group.worker!.node.id).toBe('Worker');
    expect(group.servingService!.name).toBe('llama-serving');
    expect(group.toPodSelectorConfig().labelSelector).toBeDefined();
    expect(group.toScalingTarget().name).toMatch(/^llama/);
    expect(group.explain()).toContain('prod/Llama is not planned: its input cannot work\n  name: Invalid value: "Bad_Name"');
    expect(mistakes(chart)).toHaveLength(3);
  });

  test('what refers to it makes no finding of its own', () => {
    const chart = chartOf();
    const group = new LeaderWorkerGroup(chart, 'Llama', { ...BROKEN, name: undefined, groups: 1 });
    new kplus.HorizontalPodAutoscaler(chart, 'Hpa', { target: group, maxReplicas: 3 });
    new kplus.NetworkPolicy(chart, 'Policy', { selector: group });
    new kplus.Service(chart, 'Front', { selector: group, ports: [{ port: 9999, targetPort: 9999 }] });
    expect(mistakes(chart)).toEqual(['prod/Llama size']);
  });

  test('the healthy rest is checked in the same run', () => {
    const chart = chartOf();
    new LeaderWorkerGroup(chart, 'Llama', BROKEN);
    new kplus.Service(chart, 'Front', { selector: kplus.Pods.select(chart, 'Nobody', { labels: { app: 'nobody' } }), ports: [{ port: 80 }] });
    expect(mistakes(chart)).toContain('prod/Front/Resource spec.selector');
  });
});

describe('a name that is too long for what is derived from it', () => {
  const name = 'n'.repeat(70);
  const zones = ['eu-1a', 'eu-1b'];
  const container = { ...CONTAINER, portNumber: 80 };
  const engine = InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 8 });

  test.each<[string, (chart: Chart) => unknown]>([
    ['groups with claims', chart => new LeaderWorkerGroup(chart, 'A', { name, size: 2, groups: 2, container, claims: [{ name: 'data', size: '1Gi', mountPath: '/d' }] })],
    ['a run', chart => new IndexedTrainingJob(chart, 'A', { name, workers: 2, container })],
    ['a store', chart => new ZonePartitionedStatefulSet(chart, 'A', { name, zones: zones.map(zone => ({ zone, replicas: 2 })), container })],
    ['a server with its Service', chart => new GpuInferenceDeployment(chart, 'A', { name, engine, accelerator: Accelerator.nvidia(8) })],
    ['a Deployment for each zone', chart => new ZonalDeployments(chart, 'A', { name, zones, container })],
    ['a Service', chart => new LocalityService(chart, 'A', { name, selector: { app: 'a' }, port: 80, replicas: 2, zones })],
  ])('%s: told once', (_, make) => {
    const chart = chartOf();
    make(chart);
    expect(mistakes(chart)).toEqual(['prod/A name']);
  });
});

describe('the switch', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: '1' });

  test('throws the first mistake where it is made', () => {
    const chart = chartOf();
    expect(() => new LeaderWorkerGroup(chart, 'Llama', { size: 0, groups: -1, container: CONTAINER })).toThrow(/^prod\/Llama: size: Invalid value: 0: .*\n.*help: [^\n]*$/);
  });
});
