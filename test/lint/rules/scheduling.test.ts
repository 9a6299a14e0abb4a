import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { Cluster, DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { RULES } from '../../../src/lint/rules';
import { findingsOfRules } from '../../../src/lint/rules/rule';
import { object, pods } from '../facts/objects';
import { cronJob, deployment, findingsIn, job, leaderWorkerSet, onlyFinding, template, workload } from '../run/manifests';

/** What one rule says about objects of a cluster of which something is known. */
function said(id: string, cluster: Partial<Cluster>, ...objects: readonly PlainObject[]): Finding[] {
  const manifests = objects.map(body => new Manifest(body, {}, { ...DEFAULT_CLUSTER, ...cluster }));
  return findingsOfRules(RULES.filter(rule => rule.id === id), new Facts(manifests, { isWhole: true }));
}

const withSpec = (spec: object, replicas = 2, more: object = {}) => {
  const made = pods({ app: 'web' }) as { spec: object };
  return object('apps/v1', 'Deployment', 'web', { replicas, selector: { matchLabels: { app: 'web' } }, template: { ...made, spec: { ...made.spec, ...spec } }, ...more });
};

describe('AIW2629 conditions on nodes', () => {
  const affinity = (...matchExpressions: object[]) => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } } },
  });
  const condition = (operator: string, ...values: string[]) => ({ key: 'gpu', operator, ...(values.length > 0 ? { values } : {}) });
  const messages = (spec: object) => findingsIn('AIW2629', deployment('web', workload('web', {}, { pod: spec }))).map(each => each.message);

  test.each<[string, object[], string]>([
    ['another value', [condition('In', 'b', 'c')], 'nodeSelector wants gpu a, the affinity gpu In b, c'],
    ['this value not', [condition('NotIn', 'a')], 'nodeSelector wants gpu a, the affinity gpu NotIn a'],
    ['no such label', [condition('DoesNotExist')], 'nodeSelector wants gpu a, the affinity gpu DoesNotExist'],
  ])('the selector and the affinity: %s', (_, conditions, text) => {
    expect(messages({ nodeSelector: { gpu: 'a' }, ...affinity(...conditions) })).toEqual([`Invalid value: "a": ${text}`]);
  });

  test('two conditions of one term that no value meets', () => {
    expect(messages(affinity(condition('In', 'a'), condition('In', 'b')))).toEqual(['Invalid value: ["b"]: gpu is to be one of these and one of a']);
    expect(messages(affinity(condition('In', 'a', 'b'), condition('NotIn', 'a'), condition('NotIn', 'b')))).toEqual([
      'Invalid value: ["a","b"]: gpu is to be one of these and none of a, b',
    ]);
  });

  test.each<[string, object[]]>([
    ['one value is left', [condition('In', 'a', 'b'), condition('NotIn', 'a')]],
    ['the label is there', [condition('In', 'a'), condition('Exists', 'a')]],
    ['conditions without a key are for the server to refuse', [{ operator: 'In', values: ['a'] }, { operator: 'In', values: ['b'] }]],
  ])('passes: %s', (_, conditions) => {
    expect(messages(affinity(...conditions))).toEqual([]);
  });
});

describe('AIW2622 spread that cannot be kept', () => {
  const constraint = { maxSkew: 2, minDomains: 3, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'web' } } };
  const spread = (replicas: number) => withSpec({ topologySpreadConstraints: [constraint] }, replicas);
  const field = 'spec.template.spec.topologySpreadConstraints[0]';

  test('fewer zones than domains: the sum is told', () => {
    expect(said('AIW2622', { zones: ['a', 'b'] }, spread(5))).toMatchObject([{
      field: `${field}.minDomains`,
      message: 'Invalid value: 3: there are 2 zones, so 2 x maxSkew 2 = 4 of 5 pods find a place',
      help: 'use minDomains: 2, or declare the other zones',
    }]);
    expect(said('AIW2622', { zones: ['a', 'b'] }, spread(4))).toEqual([]);
    expect(said('AIW2622', { zones: ['a', 'b', 'c'] }, spread(9))).toEqual([]);
  });

  test('nodes without zones', () => {
    expect(said('AIW2622', { zones: [] }, spread(1))).toMatchObject([{
      field: `${field}.topologyKey`,
      message: 'Invalid value: "topology.kubernetes.io/zone": no node that may take the pods is in a zone',
      help: 'spread over kubernetes.io/hostname, or with ScheduleAnyway',
    }]);
    expect(said('AIW2622', {}, spread(1))).toEqual([]);
  });
});

describe('AIW2620 a new pod before the old one goes', () => {
  const GPUS = { containers: [{ name: 'main', image: 'a:1', resources: { limits: { 'nvidia.com/gpu': 2 } } }] };
  const rolling = withSpec(GPUS, 2, { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
  const groups = (replicas?: number) => object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'llm', {
    replicas,
    rolloutStrategy: { rollingUpdateConfiguration: { maxSurge: 1, maxUnavailable: 0 } },
    leaderWorkerTemplate: { size: 2, leaderTemplate: { ...pods(), spec: GPUS }, workerTemplate: { ...pods(), spec: GPUS } },
  });

  test.each<[number | undefined, string[]]>([
    [undefined, ['risky: the new pod comes first, and a pod needs nvidia.com/gpu 2 beside those in use']],
    [1, ['broken: the new pod comes first, and a pod needs nvidia.com/gpu 2 beside those in use, but 1 are free']],
    [2, []],
  ])('with %s spare devices', (spareGpus, texts) => {
    expect(said('AIW2620', { spareGpus }, rolling).map(each => `${each.class}: ${each.message.slice(each.message.indexOf('the new'))}`)).toEqual(texts);
  });

  test('a group needs all of its devices at once, and is said once', () => {
    for (const replicas of [undefined, 1, 3]) {
      expect(said('AIW2620', { spareGpus: 3 }, groups(replicas))).toMatchObject([{
        class: 'broken', message: expect.stringMatching(/a group needs .*= 4 beside those in use, but 3 are free$/),
      }]);
    }
    expect(said('AIW2620', { spareGpus: 4 }, groups(1))).toEqual([]);
    expect(said('AIW2620', {}, groups(0))).toEqual([]);
  });
});

describe('AIW2621 a pod that fits on no node', () => {
  const asking = (count: number) => withSpec({ containers: [{ name: 'main', image: 'a:1', resources: { limits: { 'nvidia.com/gpu': count } } }] });

  test.each<[number | undefined, number, string[]]>([
    [undefined, 17, ['risky: a pod asks for nvidia.com/gpu 17, and few machines have more than 16']], [undefined, 16, []],
    [4, 5, ['broken: a pod asks for nvidia.com/gpu 5, and a node has 4']], [4, 4, []],
  ])('nodes of %s devices and a pod of %d', (gpusPerNode, count, texts) => {
    expect(said('AIW2621', { gpusPerNode }, asking(count)).map(each => `${each.class}: ${each.message.slice(each.message.indexOf('a pod'))}`)).toEqual(texts);
  });
});

describe('AIW2628 queue names', () => {
  const QUEUE = { 'kueue.x-k8s.io/queue-name': 'gpus' };

  test('Kueue reads it from the Job, or from the template of Jobs', () => {
    const spec = { template: template(QUEUE) };
    expect(onlyFinding('AIW2628', job('train', spec))).toMatchObject({
      field: 'spec.template.metadata.labels[kueue.x-k8s.io/queue-name]',
      message: 'Invalid value: "gpus": Kueue reads it from metadata.labels of the Job, where it is missing',
    });
    expect(onlyFinding('AIW2628', cronJob('train', { jobTemplate: { spec } })).message)
      .toBe('Invalid value: "gpus": Kueue reads it from spec.jobTemplate.metadata.labels of the CronJob, where it is missing');
    expect(findingsIn('AIW2628', cronJob('train', { jobTemplate: { metadata: { labels: QUEUE }, spec } }))).toEqual([]);
    expect(findingsIn('AIW2628', job('train', spec, { labels: QUEUE }))).toEqual([]);
    expect(findingsIn('AIW2628', deployment('web', { ...workload('web'), template: template(QUEUE) }))).toEqual([]);
  });
});

describe('AIW2608 subgroups', () => {
  const subgroups = (size: number, subGroupSize: unknown, subGroupPolicyType?: string) => leaderWorkerSet('llm', {
    leaderWorkerTemplate: { size, subGroupPolicy: { subGroupSize, subGroupPolicyType }, workerTemplate: template({}) },
  });

  test.each<[number, number, string | undefined, string]>([
    [4, 0, undefined, 'subGroupSize must be equal or greater than 1'],
    [4, -2, undefined, 'subGroupSize must be equal or greater than 1'],
    [4, 5, undefined, 'subGroupSize cannot be larger than size 4'],
    [4, 8, undefined, 'subGroupSize cannot be larger than size 4'],
    [6, 4, undefined, 'size or size - 1 must be divisible by subGroupSize: size is 6'],
    [6, 3, 'LeaderExcluded', 'size-1 must be divisible by subGroupSize when using LeaderExcluded: 6 - 1 = 5'],
  ])('%d pods in subgroups of %d, %s', (size, part, type, text) => {
    expect(onlyFinding('AIW2608', subgroups(size, part, type)).message).toBe(`Invalid value: ${part}: ${text}`);
  });

  test.each<[number, unknown, string | undefined]>([[4, 4, undefined], [4, 2, undefined], [5, 2, undefined], [4, 3, 'LeaderExcluded'], [4, 1, undefined], [4, undefined, undefined], [4, null, undefined]])(
    'passes: %d pods in subgroups of %p, %s', (size, part, type) => {
      expect(findingsIn('AIW2608', subgroups(size, part, type))).toEqual([]);
    });
});
