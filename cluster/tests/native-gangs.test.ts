import { Cluster, startCluster } from '../harness/cluster';
import { eachOf } from '../harness/eventually';
import { Case, GPUS, ZONE, addNodes, group, placedByGroup, settled, start, training } from '../harness/gang-cases';
import { GangScheduler, LeaderWorkerBackend, TrainingBackend } from 'cdk8s-ai-workloads';

/* Gangs under the default scheduler of 1.36 with its gates. */

describe("Kubernetes' own, of 1.36", () => {
  const GATES = { GenericWorkload: true, GangScheduling: true, TopologyAwareWorkloadScheduling: true };
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ zones: [ZONE], nodesPerZone: 0, gates: GATES, allApis: true });
  });
  afterAll(() => cluster?.stop());
  const target = { featureGates: GATES };

  test('of two groups on three nodes one starts whole and one not at all, until there is a fourth', async () => {
    const one: Case = { cluster, namespace: 'native-groups', nodes: 3, make: group(LeaderWorkerBackend.statefulSets()), scheduler: GangScheduler.native(), target };
    await start(one);
    expect(placedByGroup(await settled(one, 2, 2))).toEqual([0, 2]);
    await addNodes(cluster, one.namespace, 1, 3);
    expect(placedByGroup(await settled(one, 4, 0))).toEqual([2, 2]);
  });

  test('all of a gang are in one domain of the label that is given', async () => {
    const one: Case = {
      cluster, namespace: 'native-domain', nodes: 0, make: training(TrainingBackend.job()), scheduler: GangScheduler.native({ topologyKey: 'example.com/rack' }), target,
    };
    const racks = [...Array.from({ length: 2 }, () => 'small'), ...Array.from({ length: 3 }, () => 'roomy')];
    await eachOf(racks, 4, (rack, index) => cluster.addNode({ name: `rack-${index}`, zone: ZONE, labels: { 'pool': one.namespace, 'example.com/rack': rack }, gpus: GPUS }));
    await start(one);
    const pods = await settled(one, 3, 0);
    expect(pods.map(({ spec }) => spec.nodeName).sort()).toEqual(['rack-2', 'rack-3', 'rack-4']);
  });
});
