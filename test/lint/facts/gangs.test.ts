import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { countBy, gangsOf } from '../../../src/lint/facts/gangs';

const deployment = (name: string, labels: object, more: object = {}) => object('apps/v1', 'Deployment', name, { template: pods(labels), ...more });

describe('gangs', () => {
  const gang = (apiVersion: string, spec: object, name = 'g') => object(apiVersion, 'PodGroup', name, spec);
  const told = (...objects: readonly PlainObject[]) => (
    gangsOf(factsOf(...objects)).map(({ object: { apiVersion, name }, least, field, pods: count }) => [apiVersion, name, least, field, count]));
  const job = (template: object, more: object = {}) => object('batch/v1', 'Job', 'train', { parallelism: 3, template, ...more });
  const [VOLCANO, SCHEDULER, NATIVE] = ['scheduling.volcano.sh/v1beta1', 'scheduling.x-k8s.io/v1alpha1', 'scheduling.k8s.io/v1alpha2'];

  test.each<[string, string, object, object, string]>([
    ['Volcano', VOLCANO, { minMember: 2 }, { metadata: { annotations: { 'scheduling.k8s.io/group-name': 'g' } } }, 'spec.minMember'],
    ['scheduler-plugins', SCHEDULER, { minMember: 2 }, { metadata: { labels: { 'scheduling.x-k8s.io/pod-group': 'g' } } }, 'spec.minMember'],
    ['Kubernetes', NATIVE, { schedulingPolicy: { gang: { minCount: 2 } } }, { spec: { schedulingGroup: { podGroupName: 'g' } } }, 'spec.schedulingPolicy.gang.minCount'],
  ])('of %s', (_, apiVersion, spec, template, field) => {
    expect(told(gang(apiVersion, spec), gang(apiVersion, spec, 'other'), job(template), object('v1', 'Pod', 'alone', {}))).toEqual([
      [apiVersion, 'g', 2, field, 3], [apiVersion, 'other', 2, field, undefined],
    ]);
    const other = { ...gang(apiVersion, spec), metadata: { name: 'g', namespace: 'prod' } };
    expect(told(other, job(template))).toEqual([[apiVersion, 'g', 2, field, undefined]]);
  });

  test('without a number', () => {
    expect(told(gang(VOLCANO, {}), gang(NATIVE, { schedulingPolicy: { gang: { other: 1 } } }))).toEqual([
      [VOLCANO, 'g', undefined, 'spec.minMember', undefined], [NATIVE, 'g', undefined, 'spec.schedulingPolicy.gang.minCount', undefined],
    ]);
  });

  test('a group of Kubernetes\' own that schedules pod by pod is none', () => {
    expect(told(gang(NATIVE, { schedulingPolicy: { basic: {} } }), gang(NATIVE, {}))).toEqual([]);
  });

  test('members are the sets of pods of its namespace that name it', () => {
    const template = { metadata: { labels: { 'scheduling.x-k8s.io/pod-group': 'g' } }, spec: { containers: [] } };
    const elsewhere = (body: PlainObject) => ({ ...body, metadata: { ...body.metadata as object, namespace: 'prod' } } as PlainObject);
    const all = [gang(SCHEDULER, { minMember: 2 }), elsewhere(gang(SCHEDULER, { minMember: 2 })), job(template), elsewhere(job(template)), object('apps/v1', 'StatefulSet', 'web', { template }), deployment('other', {})];

    expect(gangsOf(factsOf(...all)).map(({ members }) => members.map(String))).toEqual([['Job ml/train', 'StatefulSet ml/web'], ['Job prod/train']]);
  });

  test('pods are counted over all that name it, as far as anybody knows how many there are', () => {
    const labelled = { metadata: { labels: { g: 'x' } }, spec: { containers: [] } };
    const count = (...objects: readonly PlainObject[]) => [...countBy(factsOf(...objects), each => each.labels.g as string | undefined)];
    const web = object('apps/v1', 'Deployment', 'web', { replicas: 2, template: labelled });
    expect(count(job(labelled), web, deployment('other', {}))).toEqual([['ml/x', 5]]);
    expect(count(job(labelled), object('apps/v1', 'DaemonSet', 'node', { template: labelled }))).toEqual([['ml/x', NaN]]);
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } });
    expect(count(web, scaler)).toEqual([['ml/x', NaN]]);
  });
});
