import { Run } from './run';
import { Cluster, startCluster } from '../../harness/cluster';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { isLive, ManualKubelets } from '../../harness/manual-kubelets';
import { GPU_TAINT } from '../../harness/nodes';
import { Accelerator, Capacity, Placement } from 'cdk8s-ai-workloads';

/*
 * What the scheduler makes of a kind of nodes, with nodes as providers label and taint them: spot nodes of AKS have a label and a taint, on-demand nodes
 * of AKS and GKE lack the label, Karpenter labels both and taints none. The tests are the kubelets, so pods run until a test ends them.
 */

const AKS = 'kubernetes.azure.com/scalesetpriority';
const KARPENTER = 'karpenter.sh/capacity-type';
const POOLS = {
  aks: { spot: { labels: { [AKS]: 'spot' }, taints: [GPU_TAINT, { key: AKS, value: 'spot', effect: 'NoSchedule' }] }, other: { labels: {}, taints: [GPU_TAINT] } },
  karpenter: { spot: { labels: { [KARPENTER]: 'spot' }, taints: [GPU_TAINT] }, other: { labels: { [KARPENTER]: 'on-demand' }, taints: [GPU_TAINT] } },
} as const;
type Provider = keyof typeof POOLS;
const SPOT: { readonly [provider in Provider]: Capacity } = { aks: Capacity.spotAks(), karpenter: Capacity.spotKarpenter() };
const PROVIDERS = Object.keys(POOLS) as Provider[];

let cluster: Cluster;
const kubelets: ManualKubelets[] = [];
beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 0, plainNodes: false, zones: ['eu-1a'], jobControllerApart: true });
});
afterAll(async () => {
  kubelets.forEach(each => each.stop());
  await cluster?.stop();
});

/** Machines of eight GPUs for one test. */
async function machines(namespace: string, provider: Provider, spot: number, other: number, from = 0): Promise<ManualKubelets> {
  const named = (kind: 'spot' | 'other', count: number) => Array.from({ length: count }, (_, index) => ({
    name: `${namespace}-${kind}-${from + index}`, zone: 'eu-1a', taints: POOLS[provider][kind].taints, labels: { ...POOLS[provider][kind].labels, pool: namespace },
  }));
  const made = await ManualKubelets.start(cluster, [...named('spot', spot), ...named('other', other)]);
  kubelets.push(made);
  return made;
}

function run(namespace: string, capacity: Capacity, { workers = 2, gpus = 8, pool = namespace } = {}): Promise<Run> {
  return Run.start({ cluster, kubelets: kubelets[0], stop: () => cluster.stop() }, {
    namespace, props: { workers, capacity, accelerator: Accelerator.nvidia(gpus), nodeLabels: { pool }, placement: Placement.anywhere() },
  });
}

function kindOf({ spec }: Manifest): string {
  return (spec.nodeName as string).split('-').at(-2)!;
}

/** Kinds of the nodes that the live pods were given, once all have one. */
async function placed(namespace: string, workers = 2): Promise<string[]> {
  const pods = await eventually(`${workers} pods of ${namespace} are on nodes`, () => cluster.pods(namespace),
    all => all.filter(isLive).length === workers && all.filter(isLive).every(({ spec }) => spec.nodeName !== undefined));
  return pods.filter(isLive).map(kindOf).sort();
}

async function refused(namespace: string, pods: number): Promise<void> {
  const isRefused = ({ status }: Manifest) => status.conditions?.some((each: any) => each.type === 'PodScheduled' && each.reason === 'Unschedulable');
  await eventually(`the scheduler refuses ${pods} pods of ${namespace}`, () => cluster.pods(namespace), all => all.filter(isRefused).length === pods);
}

describe.each(PROVIDERS)('a run that prefers spot nodes of %s', provider => {
  const prefer = Capacity.preferSpot(SPOT[provider]);

  test.each<[string, number, number, string[]]>([
    ['is on them where both kinds have room', 2, 2, ['spot', 'spot']],
    ['falls back where there are none', 0, 2, ['other', 'other']],
    ['takes both where they have room for one', 1, 2, ['other', 'spot']],
  ])('%s', async (_, spot, other, kinds) => {
    const namespace = `prefer-${provider}-${spot}-${other}`;
    await machines(namespace, provider, spot, other);
    const made = await run(namespace, prefer);
    expect(await placed(namespace)).toEqual(kinds);
    await made.clear();
  });

  test('a worker whose spot node goes is replaced elsewhere, stays there when spot comes back, and is on spot after the next disruption', async () => {
    const namespace = `back-${provider}`;
    const started = await machines(namespace, provider, 1, 1);
    const made = await run(namespace, prefer, { workers: 1 });
    const [first] = await started.startAll(namespace, 1);
    expect(kindOf(first)).toBe('spot');

    await lose(started, first);
    await cluster.client.delete({ apiVersion: 'v1', kind: 'Node', metadata: { name: first.spec.nodeName } });
    await cluster.restartControllers();
    const second = await made.successorOf(first);
    expect(await placed(namespace, 1)).toEqual(['other']);

    await machines(namespace, provider, 1, 0, 5);
    const [stays] = await started.startAll(namespace, 1);
    expect([stays.metadata.uid, kindOf(stays)]).toEqual([second.metadata.uid, 'other']);

    await lose(started, stays);
    await cluster.restartControllers();
    await made.successorOf(stays);
    expect(await placed(namespace, 1)).toEqual(['spot']);
    await made.clear();
  });
});

/** A pod is evicted, ends and is gone. */
async function lose(on: ManualKubelets, pod: Manifest): Promise<void> {
  await eventually(`${pod.metadata.name} may be evicted`, () => cluster.client.evict(pod.metadata.namespace!, pod.metadata.name), ({ status }) => status === 201);
  const [current] = (await cluster.pods(pod.metadata.namespace!)).filter(({ metadata }) => metadata.uid === pod.metadata.uid);
  await on.terminate(current);
}

describe.each(PROVIDERS)('nodes of %s that are kept off', provider => {
  test('a run waits rather than standing on them, and takes nodes that stay', async () => {
    const namespace = `off-${provider}`;
    await machines(namespace, provider, 2, 0);
    const made = await run(namespace, Capacity.notOn(SPOT[provider]));
    await refused(namespace, 2);
    await machines(namespace, provider, 0, 2);
    expect(await placed(namespace)).toEqual(['other', 'other']);
    await made.clear();
  });
});

test('control: with Capacity.onDemand() a run stands on spot nodes of Karpenter, which have no taint', async () => {
  await machines('control', 'karpenter', 2, 0);
  const made = await run('control', Capacity.onDemand());
  expect(await placed('control')).toEqual(['spot', 'spot']);
  await made.clear();
});

test('control: spot that is required waits while other nodes have room', async () => {
  await machines('required', 'aks', 0, 2);
  const made = await run('required', Capacity.spotAks());
  await refused('required', 2);
  expect((await cluster.pods('required')).map(({ spec }) => spec.nodeName)).toEqual([undefined, undefined]);
  await made.clear();
});

test('the preference outweighs free room: spot nodes that are half full are taken before empty ones', async () => {
  const pool = 'half';
  await machines(pool, 'aks', 2, 2);
  const filler = await run('filler', Capacity.spotAks(), { pool, gpus: 4 });
  expect(await placed('filler')).toEqual(['spot', 'spot']);
  const made = await run('half', Capacity.preferSpot(Capacity.spotAks()), { pool, gpus: 4 });
  expect(await placed('half')).toEqual(['spot', 'spot']);
  await eachOf([filler, made], 2, each => each.clear());
});
