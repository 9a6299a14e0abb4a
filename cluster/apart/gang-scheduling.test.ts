import { Chart } from 'cdk8s';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually } from '../harness/eventually';
import { Case, ZONE, accelerator, addNodes, container, group, isPlaced, placedByGroup, settled, start, training } from '../harness/gang-cases';
import { openVolcanoQueue } from '../harness/gang-schedulers';
import { Manifest } from '../harness/manifest';
import { GangScheduler, LeaderWorkerBackend, Memory, ParameterServer, RayCluster, TrainingBackend } from 'cdk8s-ai-workloads';

/* Gangs under the real schedulers of Volcano and of the coscheduling plugin. */

describe('schedulers beside the default one', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ minor: '1.34', zones: [ZONE], nodesPerZone: 0, leaderWorkerSet: true, jobSet: true, gangSchedulers: ['coscheduling', 'volcano'] });
  });
  afterAll(() => cluster?.stop());

  test('without a gang, pods of two groups hold devices on all nodes, and one group waits', async () => {
    const one: Case = { cluster, namespace: 'alone', nodes: 3, make: group(LeaderWorkerBackend.statefulSets()) };
    await start(one);
    expect(placedByGroup(await settled(one, 3, 1))).toEqual([1, 2]);
  });

  const SCHEDULERS: [name: string, scheduler: GangScheduler][] = [['coscheduling', GangScheduler.coscheduling()], ['volcano', GangScheduler.volcano()]];

  describe.each(SCHEDULERS)('%s', (name, scheduler) => {
    const BACKENDS = [['statefulSets', LeaderWorkerBackend.statefulSets()], ['singleStatefulSet', LeaderWorkerBackend.singleStatefulSet()]] as const;

    test.each(BACKENDS)('of two groups of %s on three nodes one starts whole and one not at all, until there is a fourth', async (backend, of) => {
      const one: Case = { cluster, namespace: `${name}-${backend.toLowerCase()}`, nodes: 3, make: group(of), scheduler };
      await start(one);
      expect(placedByGroup(await settled(one, 2, 2))).toEqual([0, 2]);
      await addNodes(cluster, one.namespace, 1, 3);
      expect(placedByGroup(await settled(one, 4, 0))).toEqual([2, 2]);
    });

    test.each([['job', TrainingBackend.job()], ['jobSet', TrainingBackend.jobSet()]] as const)('a run (%s) of three starts none of them on two nodes, and all on three', async (backend, of) => {
      const few: Case = { cluster, namespace: `${name}-${backend.toLowerCase()}-few`, nodes: 2, make: training(of), scheduler };
      await start(few);
      expect((await settled(few, 0, 3)).filter(isPlaced)).toEqual([]);
      const enough = { ...few, namespace: `${name}-${backend.toLowerCase()}`, nodes: 3 };
      await start(enough);
      expect(await settled(enough, 3, 0)).toHaveLength(3);
    });

    test('roles of a JobSet start together', async () => {
      const roles = (chart: Chart, nodeLabels: { [key: string]: string }) => new ParameterServer(chart, 'ranker', {
        container, ps: { replicas: 1, accelerator, nodeLabels }, worker: { replicas: 2, accelerator, nodeLabels }, chief: { accelerator, nodeLabels },
      });
      const few: Case = { cluster, namespace: `${name}-roles-few`, nodes: 3, make: roles, scheduler };
      await start(few);
      expect((await settled(few, 0, 4)).filter(isPlaced)).toEqual([]);
      const enough = { ...few, namespace: `${name}-roles`, nodes: 4 };
      await start(enough);
      expect(await settled(enough, 4, 0)).toHaveLength(4);
    });

    test('a pod that is lost comes back alone', async () => {
      const one: Case = { cluster, namespace: `${name}-lost`, nodes: 4, make: group(LeaderWorkerBackend.statefulSets()), scheduler };
      await start(one);
      const [lost, ...others] = await settled(one, 4, 0);
      await cluster.client.delete(lost, { gracePeriodSeconds: 0 });
      const after = await eventually('another pod has a node', () => cluster.pods(one.namespace), pods => pods.length === 4 && pods.every(isPlaced) && pods.every(({ metadata }) => metadata.uid !== lost.metadata.uid));
      expect(after.map(({ metadata }) => metadata.uid)).toEqual(expect.arrayContaining(others.map(({ metadata }) => metadata.uid)));
    });
  });

  test('Ray begins with its head and all workers, in several sets', async () => {
    const ray = (chart: Chart, nodeLabels: { [key: string]: string }) => new RayCluster(chart, 'ray', {
      container: { image: 'rayproject/ray:2.53.0', cpu: '1', memory: Memory.of('64Gi') }, head: { accelerator, nodeLabels }, workers: [{ replicas: 2, accelerator, nodeLabels }],
    });
    const few: Case = { cluster, namespace: 'ray-few', nodes: 2, make: ray, scheduler: GangScheduler.coscheduling() };
    await start(few);
    expect((await settled(few, 0, 3)).filter(isPlaced)).toEqual([]);
    const enough = { ...few, namespace: 'ray', nodes: 3 };
    await start(enough);
    expect(await settled(enough, 3, 0)).toHaveLength(3);
  });

  test('what a gang asks for is compared with the quota of its Volcano queue, before anything is placed', async () => {
    await cluster.client.create({ apiVersion: 'scheduling.volcano.sh/v1beta1', kind: 'Queue', metadata: { name: 'small' }, spec: { weight: 1, capability: { 'nvidia.com/gpu': '16' } } });
    await openVolcanoQueue(cluster, 'small');
    const one: Case = { cluster, namespace: 'quota', nodes: 3, make: training(TrainingBackend.job()), scheduler: GangScheduler.volcano({ queue: 'small' }) };
    await start(one);
    const [podGroup] = await eventually('the gang waits for quota', () => cluster.client.list('scheduling.volcano.sh/v1beta1', 'PodGroup', one.namespace),
      groups => groups[0]?.status?.phase === 'Pending');
    expect(podGroup.spec).toMatchObject({ minMember: 3, minResources: { 'nvidia.com/gpu': '24' } });
    expect((await cluster.pods(one.namespace)).filter(isPlaced)).toEqual([]);
  });

  test('the controller of a LeaderWorkerSet makes a PodGroup of Volcano for each group, and one of two starts whole', async () => {
    const one: Case = { cluster, namespace: 'lws', nodes: 3, make: group(LeaderWorkerBackend.leaderWorkerSet()), scheduler: GangScheduler.volcano() };
    const gangs = await start(one);
    expect(placedByGroup(await settled(one, 2, 2))).toEqual([0, 2]);
    expect(gangs!.apiObjects).toEqual([]);
    const made = await cluster.client.list<Manifest>('scheduling.volcano.sh/v1beta1', 'PodGroup', one.namespace);
    expect(made.map(({ spec }) => spec.minMember)).toEqual([2, 2]);
  });
});
