import { ALL, Backend, BACKENDS, deploy, membersOf, PLAIN, whenReady } from './deployed';
import { words, World, WORLDS } from './worlds';
import { argvOf, environmentOf, Run, runProcess } from '../../../test/engines/kubelet';
import { Cluster, startCluster } from '../../harness/cluster';
import { slicesOf } from '../../harness/endpoints';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Oracle } from '../../harness/oracle';
import { Started, startedWith } from '../../harness/process-environment';
import { LeaderWorkerGroup } from 'cdk8s-ai-workloads';

let cluster: Cluster;
let oracle: Oracle;

beforeAll(async () => {
  [cluster, oracle] = await Promise.all([startCluster({ leaderWorkerSet: true, nodesPerZone: 1, gpusPerNode: 512 }), Oracle.start()]);
});

afterAll(() => Promise.all([cluster?.stop(), oracle?.stop()]));

/** Names that the cluster's DNS has for the pods of the group. */
async function published(namespace: string, count: number): Promise<string[]> {
  const names = async () => (await slicesOf(cluster.client, namespace, 'llm')).flatMap(slice => slice.endpoints ?? [])
    .filter(({ conditions }: any) => conditions.ready).map(({ hostname }: any) => `${hostname}.llm.${namespace}`);
  return eventually(`${count} names are published`, names, all => all.length === count);
}

/**
 * Starts the main container's process on this machine: environment and words come from the pod that the server holds through Kubernetes' own
 * expansion, names resolve when the cluster publishes them, and the image's programs are stubs that show what they were given.
 */
function start({ words: argv, env }: Started, names: readonly string[], { stubs, replace }: World): Run {
  const getent = `case " ${names.join(' ')} " in *" $2 "*) exit 0 ;; esac; exit 2`;
  return runProcess(argv, env, { getent, ...stubs }, replace);
}

interface Observed {
  readonly group: LeaderWorkerGroup;
  readonly pods: ReadonlyMap<string, Manifest>;
  readonly names: readonly string[];
}

async function observe(namespace: string, world: World, backend: Backend): Promise<Observed> {
  const group = await deploy(cluster, namespace, { props: { groups: 2, size: 3, ...world.props, backend: BACKENDS[backend] } });
  const pods = await whenReady(cluster, namespace, group);
  return { group, pods, names: await published(namespace, group.groups * group.size) };
}

describe.each(Object.entries(WORLDS))('%s', (framework, world) => {
  describe.each(ALL.filter(backend => !world.not?.includes(backend)))('%s', backend => {
    const namespace = `${framework.toLowerCase().replace(/\W+/g, '-')}-${backend.toLowerCase()}`;
    let observed: Observed;
    beforeAll(async () => {
      observed = await observe(namespace, world, backend);
    });

    test('each process starts as the member that its handle names', async () => {
      const { group, pods, names } = observed;
      const seen = await eachOf(membersOf(group), 1, async ({ member, leader, group: index }) => {
        const started = await startedWith(oracle, pods.get(member.name)!);
        const members = group.group(index).members.map(({ dns }) => dns);
        const place = { index: member.index, group: index, leader: leader.dns, members, worldSize: group.worldSize };
        const run = start(started, names, world);
        return [
          { member: member.name, failed: run.status === 0 ? '' : run.err, saw: world.saw({ run, env: started.env }) },
          { member: member.name, failed: '', saw: world.expected(place) },
        ];
      });
      expect(seen.map(([observation]) => observation)).toEqual(seen.map(([, prediction]) => prediction));
    });

    test('it knows the names of its own group only, and the cluster publishes them', async () => {
      const { group, pods, names } = observed;
      for (const { member, group: index } of membersOf(group)) {
        const { env, words: argv } = await startedWith(oracle, pods.get(member.name)!);
        const mentioned = [...Object.values(env), ...argv].flatMap(text => text.match(new RegExp(`[a-z0-9-]+\\.llm\\.${namespace}`, 'g')) ?? []);
        const own = group.group(index).members.map(({ dns }) => dns);
        expect(mentioned.length).toBeGreaterThan(0);
        expect(mentioned.filter(each => !own.includes(each) || !names.includes(each))).toEqual([]);
      }
    });

    test('no reference to a variable is left over', async () => {
      for (const pod of observed.pods.values()) {
        const { env, words: argv } = await startedWith(oracle, pod);
        const left = [...Object.values(env), ...argv].flatMap(text => text.match(/\$\(([A-Za-z_][A-Za-z0-9_]*)\)/g) ?? []);
        expect(left).toEqual(world.left ?? []);
      }
    });

    // The unit tests run hundreds of entry points through an expansion of their own. Of fields it knows labels only.
    test('the expansion that the unit tests use gives the same literals and words', async () => {
      for (const { metadata, spec: { containers: [container] } } of observed.pods.values()) {
        const { env, words: argv } = await startedWith(oracle, observed.pods.get(metadata.name)!);
        const own = environmentOf(container, metadata.labels!);
        const literals = container.env.filter((each: any) => each.valueFrom === undefined).map((each: any) => each.name as string);
        expect(literals.map((name: string) => [name, own.get(name)])).toEqual(literals.map((name: string) => [name, env[name]]));
        expect(argvOf(container, own)).toEqual(argv);
      }
    });
  });
});

describe('Open MPI', () => {
  const world: World = WORLDS['Open MPI'];

  test.each(PLAIN)('%s: the host file has the addresses of the group, and slots for all processes of its world', async backend => {
    const namespace = `hosts-${backend.toLowerCase()}`;
    const { group } = await observe(namespace, world, backend);
    for (const index of [0, 1]) {
      const { data } = await cluster.client.get<Manifest>('v1', 'ConfigMap', namespace, `llm-${index}-hostfile`);
      const lines: string[][] = data.hostfile.trimEnd().split('\n').map(words);
      expect(lines).toEqual(group.group(index).members.map(({ dns }) => [dns, 'slots=4']));
      expect(lines.length * 4).toBe(group.worldSize);
    }
  });
});
