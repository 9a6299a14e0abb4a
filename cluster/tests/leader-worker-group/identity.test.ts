import { ALL, Backend, BACKENDS, deploy, LWS_GROUP, LWS_WORKER, membersOf, POD_INDEX, PodsByName, whenReady } from './deployed';
import { Minor } from '../../harness/api-server';
import { Cluster, startCluster } from '../../harness/cluster';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Oracle } from '../../harness/oracle';
import { startedWith } from '../../harness/process-environment';
import { LeaderWorkerGroup } from 'cdk8s-ai-workloads';

const GROUPS = 2;
const SIZE = 3;
const CONTAINERS = ['main', 'metrics', 'prepare'];

interface Observed {
  readonly group: LeaderWorkerGroup;
  readonly pods: PodsByName;
}

/** One of the user's own sidecars and init containers, which read the variables too. */
function addContainers(group: LeaderWorkerGroup): void {
  [...new Set([group.leader, group.worker])].forEach(template => {
    template?.addContainer({ name: 'metrics', image: 'registry.example/metrics:1', securityContext: { ensureNonRoot: false } });
    template?.addInitContainer({ name: 'prepare', image: 'registry.example/prepare:1', securityContext: { ensureNonRoot: false } });
  });
}

/** Variables of a container as its process gets them. */
async function variablesOf(oracle: Oracle, pod: Manifest, container: string): Promise<string[]> {
  const { env } = await startedWith(oracle, pod, container);
  return ['LWS_GROUP_INDEX', 'LWS_WORKER_INDEX', 'LWS_GROUP_SIZE', 'LWS_LEADER_ADDRESS'].map(name => env[name]);
}

describe.each<Minor>(['1.36', '1.33'])('groups on Kubernetes %s', minor => {
  let cluster: Cluster;
  let oracle: Oracle;
  let observed: Record<Backend, Observed>;
  beforeAll(async () => {
    [cluster, oracle] = await Promise.all([startCluster({ minor, leaderWorkerSet: true, nodesPerZone: 1 }), Oracle.start()]);
    const all = await eachOf(ALL, 3, async backend => {
      const namespace = `identity-${backend.toLowerCase()}`;
      const group = await deploy(cluster, namespace, { props: { groups: GROUPS, size: SIZE, backend: BACKENDS[backend] }, then: addContainers });
      return [backend, { group, pods: await whenReady(cluster, namespace, group) }];
    });
    observed = Object.fromEntries(all);
  });
  afterAll(() => Promise.all([cluster?.stop(), oracle?.stop()]));

  describe.each(ALL)('%s', backend => {
    test('a pod has the name, and by hostname and subdomain the DNS name, of its handle', () => {
      const { group, pods } = observed[backend];
      for (const { member } of membersOf(group)) {
        const { spec, metadata } = pods.get(member.name)!;
        expect([metadata.name, spec.hostname, `${spec.hostname}.${spec.subdomain}.${metadata.namespace}`]).toEqual([member.name, member.name, member.dns]);
      }
    });

    test('every container, also of the user, starts with group, rank, size and the address of its own leader', async () => {
      const { group, pods } = observed[backend];
      for (const { group: index, member, leader } of membersOf(group)) {
        const variables = await Promise.all(CONTAINERS.map(container => variablesOf(oracle, pods.get(member.name)!, container)));
        expect(variables).toEqual(CONTAINERS.map(() => [index, member.index, SIZE, leader.dns].map(String)));
      }
    });
  });

  test.each(['statefulSets', 'singleStatefulSet'] as const)('%s: the pod index that the controller writes is the rank', backend => {
    const { group, pods } = observed[backend];
    expect(membersOf(group).map(({ member }) => pods.get(member.name)!.metadata.labels![POD_INDEX])).toEqual(['0', '1', '2', '0', '1', '2']);
  });

  test('leaderWorkerSet: the pod index of a leader is its group, so the rank is the label that the webhook writes', () => {
    const { group, pods } = observed.leaderWorkerSet;
    const labels = membersOf(group).map(({ member }) => pods.get(member.name)!.metadata.labels!);
    expect(labels.map(each => [each[LWS_GROUP], each[LWS_WORKER], each[POD_INDEX]])).toEqual([
      ['0', '0', '0'], ['0', '1', '1'], ['0', '2', '2'], ['1', '0', '1'], ['1', '1', '1'], ['1', '2', '2'],
    ]);
  });

  test('leaderWorkerSet: its controller makes the sets that the plain backend writes: a leader of ordinal 0, workers from ordinal 1', async () => {
    const sets = async (namespace: string) => (await cluster.client.list<Manifest>('apps/v1', 'StatefulSet', namespace))
      .map(({ metadata, spec }) => [metadata.name, spec.replicas, spec.ordinals?.start, spec.podManagementPolicy, spec.serviceName]);
    expect(await sets('identity-statefulsets')).toEqual([
      ['llm-0-leader', 1, undefined, 'Parallel', 'llm'], ['llm-0-worker', 2, 1, 'Parallel', 'llm'],
      ['llm-1-leader', 1, undefined, 'Parallel', 'llm'], ['llm-1-worker', 2, 1, 'Parallel', 'llm'],
    ]);
    expect(await sets('identity-leaderworkerset')).toEqual([
      ['llm', 2, undefined, 'Parallel', 'llm'], ['llm-0', 2, 1, 'Parallel', 'llm'], ['llm-1', 2, 1, 'Parallel', 'llm'],
    ]);
  });

  test('all backends give the same groups, ranks, sizes and leaders', async () => {
    // Names differ between backends; which member leads does not.
    const tables = await eachOf(ALL, 3, async backend => {
      const { group, pods } = observed[backend];
      const members = membersOf(group);
      return eachOf(members, 1, async ({ member }) => {
        const [groupIndex, rank, size, address] = await variablesOf(oracle, pods.get(member.name)!, 'main');
        return [groupIndex, rank, size, members.findIndex(each => each.member.dns === address)];
      });
    });
    expect(tables[0]).toEqual([['0', '0', '3', 0], ['0', '1', '3', 0], ['0', '2', '3', 0], ['1', '0', '3', 3], ['1', '1', '3', 3], ['1', '2', '3', 3]]);
    expect(tables.slice(1)).toEqual([tables[0], tables[0]]);
  });
});
