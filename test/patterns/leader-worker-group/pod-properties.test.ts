import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { propsOf } from './group';
import {
  Accelerator, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, Target, WorkloadPodProps,
} from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

type Make = (scope: Construct, props: Partial<WorkloadPodProps>) => unknown;
const of = (backend: LeaderWorkerBackend): Make => (scope, props) => new LeaderWorkerGroup(scope, 'Work', propsOf({ backend, ...props }));
const engine = InferenceEngine.vllm({ version: '0.22', model: 'org/model', tensorParallel: 4 });
const FORMS: [form: string, templates: number, make: Make, without?: readonly (keyof WorkloadPodProps)[]][] = [
  // A set of leaders, and one of workers for each of the two groups.
  ['StatefulSets', 4, of(LeaderWorkerBackend.statefulSets())],
  ['one StatefulSet', 2, of(LeaderWorkerBackend.singleStatefulSet())],
  ['a LeaderWorkerSet', 2, of(LeaderWorkerBackend.leaderWorkerSet())],
  ['an engine', 4, (scope, props) => new LeaderWorkerGroup(scope, 'Work', {
    groups: 2, size: 2, engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('64Gi') }, ...props,
    // A worker waits until the grace period of its leader is over.
  }), ['terminationGracePeriod']],
];

describe.each(FORMS)('%s', (_form, templates, make, without) => {
  test.each(podProperties({ without }))('%s reaches every pod', (_property, { given, expected }) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['leaderworkerset.x-k8s.io/v1'] });
    make(chart, given(chart));

    const found = Object.values(podTemplatesOf(chart));

    expect(found).toHaveLength(templates);
    found.forEach(template => expect(template).toMatchObject(expected));
  });
});
