import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { levelsOf, queueOf, queued } from '../../../src/lint/facts/queues';

/* What waits in which queue, and what the queue may give: two queues, two groups of resources, two kinds of nodes. */

const NAME = 'kueue.x-k8s.io/queue-name';
const API = 'kueue.x-k8s.io/v1beta2';
const GI = BigInt(2 ** 30) * 10n ** 9n;

const ofCluster = (kind: string, name: string, spec: object): PlainObject =>
  ({ apiVersion: API, kind, metadata: { name }, spec }) as unknown as PlainObject;
const localQueue = (name: string, clusterQueue: string, namespace = 'ml') => object(API, 'LocalQueue', name, { clusterQueue }, { metadata: { name, namespace } });
const quota = (name: string, nominalQuota: unknown, more: object = {}) => ({ name, nominalQuota, ...more });
const flavor = (name: string, ...resources: object[]) => ({ name, resources });
const waiting = (apiVersion: string, kind: string, spec: object, annotations: object = {}) => (
  object(apiVersion, kind, 'run', spec, { metadata: { name: 'run', namespace: 'ml', labels: { [NAME]: 'team' }, annotations } }));
const QUEUES = [localQueue('team', 'all'), ofCluster('ClusterQueue', 'all', {})];

describe('where an object names its queue', () => {
  test.each([['batch/v1', 'Job'], ['apps/v1', 'Deployment'], ['apps/v1', 'StatefulSet'], ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet'], ['kubeflow.org/v1', 'PyTorchJob']])('a %s %s', (apiVersion, kind) => {
    const [found] = factsOf(waiting(apiVersion, kind, {})).objects;

    expect(queueOf(found)).toEqual({ name: 'team', field: `metadata.labels[${NAME}]` });
  });

  test('a CronJob in its Jobs, and a DaemonSet nowhere', () => {
    const cronJob = object('batch/v1', 'CronJob', 'c', { jobTemplate: { metadata: { labels: { [NAME]: 'team' } } } });
    const [cron, other, daemons] = factsOf(cronJob, waiting('batch/v1', 'CronJob', {}), waiting('apps/v1', 'DaemonSet', {})).objects;

    expect(queueOf(cron)).toEqual({ name: 'team', field: `spec.jobTemplate.metadata.labels[${NAME}]` });
    expect([queueOf(other), queueOf(daemons)]).toEqual([undefined, undefined]);
  });
});

describe('what waits', () => {
  const job = waiting('batch/v1', 'Job', { parallelism: 3, template: pods() });
  const shown = (...objects: PlainObject[]) => queued(factsOf(...objects)).map(({ object: { kind }, localQueue: local, clusterQueue }) => `${kind} ${local.name} ${clusterQueue.name}`);

  test('is in a queue of its namespace, which leads to one of the cluster', () => {
    const [cluster, other] = [ofCluster('ClusterQueue', 'all', {}), ofCluster('ClusterQueue', 'other', {})];

    expect(shown(job, localQueue('team', 'other'), cluster, other)).toEqual(['Job team other']);
    expect(shown(job, localQueue('team', 'all'), localQueue('team', 'other', 'prod'), cluster, other)).toEqual(['Job team all']);
    expect(shown(job, localQueue('team', 'all', 'prod'), cluster)).toEqual([]);
    expect(shown(job, localQueue('team', 'gone'), cluster)).toEqual([]);
    expect(shown(job, localQueue('another', 'all'), cluster)).toEqual([]);
    expect(shown(job, localQueue('team', 'all'))).toEqual([]);
  });

  test.each<[string, PlainObject, (number | undefined)[]]>([
    ['all pods of a Job', job, [3]],
    ['the fewest of a Job that starts with less', waiting('batch/v1', 'Job', { parallelism: 3, template: pods() }, { 'kueue.x-k8s.io/job-min-parallelism': '2' }), [2]],
    ['one pod of a Deployment', waiting('apps/v1', 'Deployment', { replicas: 5, template: pods() }), [1]],
    ['one group', waiting('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', { replicas: 5, leaderWorkerTemplate: { size: 4, workerTemplate: pods() } }), [1, 3]],
    ['both roles', waiting('kubeflow.org/v1', 'PyTorchJob', { pytorchReplicaSpecs: { Master: { template: pods() }, Worker: { replicas: 4, template: pods() } } }), [1, 4]],
  ])('is admitted together: %s', (_, body, counts) => {
    expect(queued(factsOf(body, ...QUEUES)).map(({ sets }) => sets.map(({ count }) => count))).toEqual([counts]);
  });

  test('of a scaled set nobody knows how many', () => {
    const set = waiting('apps/v1', 'StatefulSet', { replicas: 5, template: pods() });
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'run' } });

    expect(queued(factsOf(set, ...QUEUES))[0].sets[0].count).toBe(5);
    expect(queued(factsOf(set, scaler, ...QUEUES))[0].sets[0].count).toBeUndefined();
  });
});

describe('what a queue may give', () => {
  const resources = (spec: object, ...more: PlainObject[]) => (
    queued(factsOf(waiting('batch/v1', 'Job', { template: pods() }), localQueue('team', 'all'), ofCluster('ClusterQueue', 'all', spec), ...more))[0].resources);
  const resourceGroups = [
    { coveredResources: ['cpu', 'memory'], flavors: [flavor('small', quota('cpu', 8), quota('memory', '16Gi', { borrowingLimit: '4Gi' })), flavor('large', quota('cpu', 32), quota('memory', '64Gi'))] },
    { coveredResources: ['nvidia.com/gpu'], flavors: [flavor('h100', quota('nvidia.com/gpu', 4, { borrowingLimit: 2 }))] },
  ];
  const mosts = (spec: object) => resources(spec).map(({ covered, flavors }) => flavors.map(({ name, most }) => [name, ...covered.map(most)]));

  test('the quota of each kind of nodes', () => {
    expect(resources({ resourceGroups }).map(({ covered }) => covered)).toEqual([['cpu', 'memory'], ['nvidia.com/gpu']]);
    expect(mosts({ resourceGroups })).toEqual([[['small', 8_000_000_000n, 16n * GI], ['large', 32_000_000_000n, 64n * GI]], [['h100', 4_000_000_000n]]]);
  });

  test.each(['cohort', 'cohortName'])('in a cohort (%s) what may be borrowed as well, and without a limit nobody knows', cohort => {
    expect(mosts({ resourceGroups, [cohort]: 'c' })).toEqual([[['small', undefined, 20n * GI], ['large', undefined, undefined]], [['h100', 6_000_000_000n]]]);
  });

  test('a resource that a kind of nodes does not have is not known', () => {
    expect(resources({ resourceGroups })[1].flavors[0].most('cpu')).toBeUndefined();
  });

  test('kinds of nodes have levels, where both are here', () => {
    const topology = (name: string, ...labels: string[]) => ofCluster('Topology', name, { levels: labels.map(nodeLabel => ({ nodeLabel })) });
    const flavors = [ofCluster('ResourceFlavor', 'small', { topologyName: 'racks' }), ofCluster('ResourceFlavor', 'large', { topologyName: 'gone' })];
    const all = [...flavors, topology('blocks', 'block'), topology('racks', 'block', 'rack')];
    const facts = factsOf(...all);
    const [first, second] = resources({ resourceGroups }, ...all);

    expect([...first.flavors, ...second.flavors].map(({ object: found }) => found?.name)).toEqual(['small', 'large', undefined]);
    expect([...first.flavors, ...second.flavors].map(each => levelsOf(facts, each))).toEqual([['block', 'rack'], undefined, undefined]);
  });
});
