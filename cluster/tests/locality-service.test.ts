import { Chart } from 'cdk8s';
import { goesWhereExplainSays } from './locality-service/goes-where-explain-says';
import { apartBy, IMBALANCES, imbalance, zonesSaidEmpty } from './locality-service/imbalance';
import { CONTAINER, nearPods } from './locality-service/near';
import { podsOf, routes } from './locality-service/routes';
import { contradictions, deploy, Gates, readyByZone, settled, startZones, targetOf, TWO_EACH, ZONES } from './locality-service/zones';
import { Minor } from '../harness/api-server';
import { Cluster, synthesise } from '../harness/cluster';
import { endpointsIn, slicesOf, slicesWhen } from '../harness/endpoints';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { ManualKubelets } from '../harness/manual-kubelets';
import { Oracle } from '../harness/oracle';
import { LeaderWorkerGroup, LocalityService, Memory, Target } from 'cdk8s-ai-workloads';

let oracle: Oracle;
let newest: Cluster;

beforeAll(async () => {
  oracle = await Oracle.start();
  newest = await startZones('1.36');
});
afterAll(async () => {
  await newest?.stop();
  await oracle?.stop();
});

describe('Kubernetes 1.36', () => {
  goesWhereExplainSays('1.36', undefined, () => oracle, () => newest);
});

describe.each<[string, Minor, Gates, number[]]>([
  ['1.33', '1.33', undefined, [201, 422, 422]],
  ['1.33 with the gate PreferSameTrafficDistribution', '1.33', { PreferSameTrafficDistribution: true }, [201, 201, 201]],
])('Kubernetes %s', (_, minor, gates, statuses) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startZones(minor, gates);
  });
  afterAll(() => cluster?.stop());

  goesWhereExplainSays(minor, gates, () => oracle, () => cluster);

  test('the server refuses the newer names exactly where the library does not write them', async () => {
    const service = await cluster.client.get('v1', 'Service', 'near', 'zone');
    const { apiVersion, kind, spec: { selector, ports } } = service;
    const named = (trafficDistribution: string): Manifest => ({ apiVersion, kind, metadata: { namespace: 'near', name: 'other' }, spec: { selector, ports, trafficDistribution } });
    const answers = await eachOf(['PreferClose', 'PreferSameZone', 'PreferSameNode'], 1, name => cluster.client.dryRun(named(name)));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });
});

test('an app written for 1.33 is routed alike once the cluster is 1.36, which has a newer name for the field', async () => {
  const [older] = await deploy(newest, 'upgraded', targetOf('1.33'));
  await settled(newest, 'upgraded', ['zone'], TWO_EACH);
  expect((await newest.client.get('v1', 'Service', 'upgraded', 'zone')).spec.trafficDistribution).toBe('PreferClose');
  expect(await contradictions(oracle, newest, 'upgraded', [older], 'no zone')).toEqual([]);
});

test('without the field there are no hints, and every node reaches every zone', async () => {
  const objects = synthesise(app => nearPods(app, 'plain', targetOf('1.36'))).filter(({ kind, metadata: { name } }) => kind !== 'Service' || name === 'zone');
  delete objects.find(({ kind }) => kind === 'Service')!.spec.trafficDistribution;
  await newest.apply(objects);
  const [endpoints] = await settled(newest, 'plain', ['zone'], TWO_EACH);
  expect(endpoints.filter(({ forZones, forNodes }) => forZones ?? forNodes)).toEqual([]);
  expect((await routes(oracle, newest, 'plain', 'zone', 'anywhere')).map(({ reached }) => reached.length)).toEqual(Array(9).fill(6));
});

test('half a hint: one ready endpoint on a node without a zone sends the clients of all zones to all, as explain says', async () => {
  const [zone] = await deploy(newest, 'half', targetOf('1.36'));
  expect(zone.service.explain()).toContain('one ready endpoint on a node without the label topology.kubernetes.io/zone switches same-zone routing off for all clients');
  await settled(newest, 'half', ['zone'], TWO_EACH);
  const reached = async () => (await routes(oracle, newest, 'half', 'zone', 'sameZone')).map(each => each.reached.length);
  expect(await reached()).toEqual(Array(9).fill(2));
  const stray: Manifest = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'half', name: 'stray', labels: { 'cdk8s-ai-workloads/name': 'embedder' } },
    spec: { nodeSelector: { pool: 'bare' }, containers: [{ name: 'main', image: CONTAINER.image }] },
  };
  await newest.addNode({ name: 'bare', gpus: 0, labels: { pool: 'bare' } });
  try {
    await newest.client.create(stray);
    await slicesWhen(newest.client, 'half', 'zone', 'the stray pod is ready', endpoints => endpoints.some(({ pod, ready, zone: where }) => pod === 'stray' && ready && !where));
    expect(await reached()).toEqual(Array(10).fill(7));
    expect(await contradictions(oracle, newest, 'half', [zone], undefined)).toEqual([]);
  } finally {
    await newest.client.delete({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'bare' } });
    await newest.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'half' } });
  }
});

test('pods that terminate and still serve are used once no other is ready (the test reports for their nodes)', async () => {
  const nodes = ZONES.map(zone => ({ name: `manual-${zone}`, zone, gpus: 0, labels: { pool: 'manual' } }));
  const kubelets = await ManualKubelets.start(newest, nodes);
  try {
    const near = await deploy(newest, 'drain', targetOf('1.36'), { nodeLabels: { pool: 'manual' }, replicas: 1 });
    const pods = await kubelets.startAll('drain', 3);
    await settled(newest, 'drain', near.map(({ service }) => service.name), { 'eu-1a': 1, 'eu-1b': 1, 'eu-1c': 1 });
    for (const pod of pods) {
      await newest.client.delete(pod);
      await eachOf(near, 3, ({ service }) => slicesWhen(newest.client, 'drain', service.name, `${pod.metadata.name} serves while it terminates`,
        endpoints => endpoints.some(each => each.pod === pod.metadata.name && each.serving && each.terminating && !each.ready)));
      expect(await contradictions(oracle, newest, 'drain', near, undefined)).toEqual([]);
    }
    const all = pods.map(({ metadata }) => metadata.name).sort();
    const reached = await routes(oracle, newest, 'drain', 'zone', 'sameZone');
    expect(reached.map(each => podsOf(each.reached))).toEqual(reached.map(() => all));
  } finally {
    kubelets.stop();
    await newest.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'drain' } });
    await eachOf(nodes, 3, ({ name }) => newest.client.delete({ apiVersion: 'v1', kind: 'Node', metadata: { name } }));
  }
});

describe('the warning about zones without an endpoint', () => {
  test.each(Object.keys(IMBALANCES))('%s: it says what the scheduler did', async name => {
    const namespace = name.replace(/\W+/g, '-');
    const { build, replicas, expected } = IMBALANCES[name];
    const { objects, finding } = imbalance(build, namespace, targetOf('1.36'));
    expect(zonesSaidEmpty(finding)).toEqual(expected);
    await newest.apply(objects);
    const slices = await slicesWhen(newest.client, namespace, 'near', `${replicas} are ready`, endpoints => endpoints.filter(({ ready }) => ready).length === replicas);
    const counts = readyByZone(endpointsIn(slices));
    const empty = ZONES.filter(zone => counts[zone] === 0);
    expect(typeof expected === 'number' ? empty.length : empty).toEqual(expected);
  });

  test('"nothing spreads them": all run in the one zone that had room, and stay; a condition leaves them waiting for the others', async () => {
    const elsewhere = (await newest.client.list<Manifest>('v1', 'Node')).filter(({ metadata: { labels = {} } }) => labels['topology.kubernetes.io/zone'] !== 'eu-1a');
    const cordon = (unschedulable: boolean) => eachOf(elsewhere, 6, node => newest.client.patch(node, { spec: { unschedulable } }));
    const [loose, apart] = [imbalance(apartBy('nothing'), 'loose', targetOf('1.36')), imbalance(apartBy('condition'), 'apart', targetOf('1.36'))];
    expect([loose.finding?.message, apart.finding]).toEqual([expect.stringContaining('nothing spreads them over zones: they may all run in one'), undefined]);
    await cordon(true);
    try {
      await newest.apply([...loose.objects, ...apart.objects]);
      await settled(newest, 'loose', ['near'], { 'eu-1a': 3, 'eu-1b': 0, 'eu-1c': 0 });
      await eventually('two pods find no place', () => newest.pods('apart'), pods => pods.filter(isUnschedulable).length === 2);
    } finally {
      await cordon(false);
    }
    await settled(newest, 'apart', ['near'], { 'eu-1a': 1, 'eu-1b': 1, 'eu-1c': 1 });
    expect(readyByZone(endpointsIn(await slicesOf(newest.client, 'loose', 'near')))).toEqual({ 'eu-1a': 3, 'eu-1b': 0, 'eu-1c': 0 });
  });
});

function isUnschedulable({ status }: Manifest): boolean {
  return (status.conditions ?? []).some(({ type, reason }: any) => type === 'PodScheduled' && reason === 'Unschedulable');
}

describe('whom a Service selects', () => {
  /** An app that somebody else wrote; its pods carry the label that charts share. */
  const other: Manifest[] = [
    { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'shared', name: 'other' }, spec: { selector: { app: 'other' }, ports: [{ port: 80 }] } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace: 'shared', name: 'other' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'other' } },
        template: { metadata: { labels: { 'app': 'other', 'app.kubernetes.io/name': 'embedder' } }, spec: { containers: [{ name: 'main', image: 'other:1' }] } },
      },
    },
  ];
  const ready = async (service: string, count: number) =>
    endpointsIn(await slicesWhen(newest.client, 'shared', service, `${count} are ready`, endpoints => endpoints.length === count && endpoints.every(each => each.ready))).map(({ pod }) => pod);

  test('exactly the pods of its workload; one label off, and there are none; the Service of another app is left as it was', async () => {
    await newest.apply(other);
    const before = [await ready('other', 2), await newest.client.get('v1', 'Service', 'shared', 'other'), await slicesOf(newest.client, 'shared', 'other')];

    const objects = synthesise(app => nearPods(app, 'shared', targetOf('1.36')));
    const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'zone')!;
    const selector = Object.fromEntries(Object.entries(service.spec.selector).map(([key, value]) => [key, `${value}s`]));
    await newest.apply([{ ...service, metadata: { ...service.metadata, name: 'off' }, spec: { ...service.spec, selector } }, ...objects]);

    // Names of pods begin with the name of the Deployment that made them, whatever their labels.
    const made = (pods: readonly string[]) => pods.map(pod => pod.split('-').slice(0, -2).join('-'));
    expect(made(await ready('zone', 6))).toEqual(ZONES.flatMap(zone => [`embedder-${zone}`, `embedder-${zone}`]));
    expect(await ready('off', 0)).toEqual([]);
    expect([await ready('other', 2), await newest.client.get('v1', 'Service', 'shared', 'other'), await slicesOf(newest.client, 'shared', 'other')]).toEqual(before);
  });
});

test('of a LeaderWorkerGroup, its leaders and no worker', async () => {
  let leaders: string[] = [];
  const objects = synthesise(app => {
    const chart = new Chart(app, 'groups', { namespace: 'groups' });
    Target.define(chart, targetOf('1.36'));
    const llm = new LeaderWorkerGroup(chart, 'Llm', { groups: 2, size: 3, container: { image: 'registry.example/llm:1', command: ['serve'], portNumber: 8000, memory: Memory.of('1Gi') } });
    new LocalityService(chart, 'Near', { target: llm.leader, port: 80 });
    leaders = [0, 1].map(group => llm.group(group).leader.name);
  });
  await newest.apply(objects);
  await eventually('all pods are ready', () => newest.pods('groups'), pods => pods.length === 6 && pods.every(({ status }) => status.phase === 'Running'));
  const slices = await slicesWhen(newest.client, 'groups', 'near', 'two are ready', endpoints => endpoints.filter(({ ready }) => ready).length === 2);
  expect(endpointsIn(slices).map(({ pod }) => pod)).toEqual(leaders);
});

test('a further zone leaves the pods of the others running, in whatever order the zones are listed, and each pod is told its zone', async () => {
  const zoneOf = new Map((await newest.client.list<Manifest>('v1', 'Node')).map(({ metadata }) => [metadata.name, metadata.labels!['topology.kubernetes.io/zone']]));
  await deploy(newest, 'growing', targetOf('1.36'), { zones: ['eu-1a', 'eu-1b'] });
  await settled(newest, 'growing', ['zone'], { ...TWO_EACH, 'eu-1c': 0 });
  const before = await newest.pods('growing');
  await deploy(newest, 'growing', targetOf('1.36'), { zones: ['eu-1c', 'eu-1b', 'eu-1a'] });
  await settled(newest, 'growing', ['zone'], TWO_EACH);
  const after = await newest.pods('growing');
  expect(after.map(({ metadata }) => metadata.uid)).toEqual(expect.arrayContaining(before.map(({ metadata }) => metadata.uid)));
  expect(after.map(({ spec }) => spec.containers[0].env.find(({ name }: any) => name === 'ZONE').value)).toEqual(after.map(({ spec }) => zoneOf.get(spec.nodeName)));
});
