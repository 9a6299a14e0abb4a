import { Chart } from 'cdk8s';
import { readDocuments } from '../../src/kubernetes/yaml/read';
import { fixturesOf } from '../../test/lint/rules/fixture';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { ManualKubelets } from '../harness/manual-kubelets';
import {
  Accelerator, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, Placement, QueueFlavor, QueueNodesOptions, Target, TeamQueue,
} from 'cdk8s-ai-workloads';

/*
 * Queues under the real Kueue and its webhooks: what is admitted as one, what waits, and what never comes. Nodes say that pods are ready, and end those of Jobs at
 * once; where pods have to go on running, the test is the kubelet.
 */
const QUEUE = 'kueue.x-k8s.io/queue-name';
const API = 'kueue.x-k8s.io/v1beta2';
const ZONES = ['eu-1a', 'eu-1b'];
const KUBELET = { 'test/kubelet': 'manual' };

let cluster: Cluster;
let kubelets: ManualKubelets;
beforeAll(async () => {
  cluster = await startCluster({ zones: ZONES, nodesPerZone: 4, leaderWorkerSet: true, jobSet: true, kueue: {} });
  kubelets = await ManualKubelets.start(cluster, [{ name: 'manual', zone: ZONES[0], labels: KUBELET, gpus: 0 }]);
}, 300_000);
afterAll(async () => {
  kubelets?.stop();
  await cluster?.stop();
});

const workloads = (namespace: string) => cluster.client.list<Manifest>(API, 'Workload', namespace);
const isAdmitted = ({ status }: Manifest) => (status?.conditions ?? []).some((each: any) => each.type === 'Admitted' && each.status === 'True');
/** What Kueue says of one that has no quota. */
const reasonOf = ({ status }: Manifest): string | undefined =>
  (status?.conditions ?? []).find((each: any) => each.type === 'QuotaReserved' && each.status === 'False')?.message;
const isGated = ({ spec }: Manifest) => (spec.schedulingGates ?? []).length > 0;

const REASONS: { readonly [rule: string]: RegExp } = {
  'larger-than-queue': /maximum capacity/,
  'resource-without-quota': /unavailable in ClusterQueue/,
  'flavor-unlike-pods': /untolerated taint|doesn't match node affinity/,
  'topology-level-unknown': /does not support TopologyAwareScheduling|does not contain the requested level/,
};

/** A queue of the test's own, with so many cores. */
async function queue(namespace: string, cpu: string): Promise<void> {
  await cluster.apply([
    { apiVersion: API, kind: 'ResourceFlavor', metadata: { name: namespace }, spec: {} },
    {
      apiVersion: API,
      kind: 'ClusterQueue',
      metadata: { name: namespace },
      spec: { namespaceSelector: {}, resourceGroups: [{ coveredResources: ['cpu'], flavors: [{ name: namespace, resources: [{ name: 'cpu', nominalQuota: cpu }] }] }] },
    },
    { apiVersion: API, kind: 'LocalQueue', metadata: { name: 'team', namespace }, spec: { clusterQueue: namespace } },
  ]);
}

const container = { name: 'main', image: 'registry.example/work:1', resources: { requests: { cpu: '1' } } };
const job = (namespace: string, name: string, workers: number, spec: object = {}): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace, labels: { [QUEUE]: 'team' } },
  spec: {
    parallelism: workers, completions: workers, completionMode: 'Indexed', ...spec, template: { spec: { restartPolicy: 'Never', nodeSelector: KUBELET, containers: [container] } },
  },
});

describe('of a team', () => {
  const accelerator = Accelerator.nvidia(4);
  interface Team {
    readonly groups: number;
    readonly placement?: Placement;
    readonly flavor?: QueueFlavor;
    readonly cohort?: string;
  }

  const nodes = (name: string, options: Partial<QueueNodesOptions> = {}) =>
    QueueFlavor.nodes({ name, accelerators: 16, nodeLabels: { 'kubernetes.io/os': 'linux' }, ...options });

  const objectsOf = (namespace: string, { groups, placement = Placement.anywhere(), flavor = nodes(namespace), cohort }: Team) => synthesise(app => {
    const chart = new Chart(app, 'prod', { namespace });
    Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: ZONES, apis: ['leaderworkerset.x-k8s.io/v1', API] });
    const workload = new LeaderWorkerGroup(chart, 'llm', {
      groups,
      size: 2,
      accelerator,
      container: { image: 'registry.example/serve:1', command: ['serve'], cpu: '4', memory: Memory.of('32Gi') },
      backend: LeaderWorkerBackend.leaderWorkerSet(),
      placement,
    });
    new TeamQueue(chart, namespace, { workloads: [workload], flavors: [flavor], cohort });
  });

  const deploy = (namespace: string, deployed: Team) => cluster.apply(objectsOf(namespace, deployed));

  /** Waits until so many pods run, and so many wait for quota. */
  const settled = (namespace: string, running: number, waiting: number) =>
    eventually(`${running} pods of ${namespace} run, ${waiting} wait`, () => cluster.pods(namespace),
      all => all.filter(({ status }) => status.phase === 'Running').length === running && all.filter(isGated).length === waiting && all.length === running + waiting);

  test('two groups of eight devices have its sixteen, and all pods of the third wait without a place', async () => {
    await deploy('groups', { groups: 3 });
    const pods = await settled('groups', 4, 2);
    const waiting = new Set(pods.filter(isGated).map(({ metadata }) => metadata.labels!['leaderworkerset.sigs.k8s.io/group-index']));
    expect(waiting.size).toBe(1);
    expect((await workloads('groups')).map(isAdmitted).sort()).toEqual([false, true, true]);
  });

  // One group: of two that Kueue 0.17.1 places at the same moment, one was now and then assigned no place, which it tried to write for ever.
  test('a group is in one zone, which Kueue has chosen before any pod is scheduled', async () => {
    const zone = 'topology.kubernetes.io/zone';
    await deploy('places', { groups: 1, placement: Placement.queueRequires(zone), flavor: nodes('places', { topologyLevels: [zone, 'kubernetes.io/hostname'] }) });
    const pods = await settled('places', 2, 0);
    expect(new Set(pods.map(({ spec }) => String(spec.nodeName).includes(ZONES[0]))).size).toBe(1);
    expect(pods.every(({ spec }) => spec.nodeSelector['kubernetes.io/hostname'] === spec.nodeName)).toBe(true);
  });

  test('it borrows what another one does not use, and that one takes it back, a whole group at a time', async () => {
    const lender = objectsOf('lender', { groups: 1, flavor: nodes('lent', { accelerators: 8 }), cohort: 'company' });
    await cluster.apply(lender.filter(({ kind }) => kind !== 'LeaderWorkerSet'));
    await deploy('borrower', { groups: 2, flavor: QueueFlavor.named('lent', { accelerators: 8, borrow: 8 }), cohort: 'company' });
    await settled('borrower', 4, 0);
    await cluster.apply(lender);
    await settled('lender', 2, 0);
    const pods = await settled('borrower', 2, 2);
    expect(new Set(pods.filter(isGated).map(({ metadata }) => metadata.labels!['leaderworkerset.sigs.k8s.io/group-index'])).size).toBe(1);
  });
});

describe('as one', () => {
  const set = (namespace: string, kind: 'StatefulSet' | 'Deployment', replicas: number): Manifest => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'web', namespace, labels: { [QUEUE]: 'team' } },
    spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } } },
  });

  test('a StatefulSet is admitted with all its pods, or with none', async () => {
    await queue('set', '3');
    await cluster.apply([set('set', 'StatefulSet', 4)]);
    const [workload] = await eventually('Kueue refuses it', () => workloads('set'), all => all.length === 1 && reasonOf(all[0]) !== undefined);
    expect(reasonOf(workload)).toContain('maximum capacity');
    expect((await cluster.pods('set')).filter(({ spec }) => spec.nodeName !== undefined)).toEqual([]);
  });

  test('of a Deployment each pod by itself', async () => {
    await queue('deployment', '3');
    await cluster.apply([set('deployment', 'Deployment', 4)]);
    const pods = await eventually('three pods have a node, one waits', () => cluster.pods('deployment'),
      all => all.filter(({ spec }) => spec.nodeName !== undefined).length === 3 && all.filter(isGated).length === 1);
    expect(pods).toHaveLength(4);
  });
});

describe('suspend', () => {
  test('is set by the webhook, so that no pod is made before the quota is there', async () => {
    await queue('webhook', '3');
    await cluster.apply([job('webhook', 'large', 4)]);
    await eventually('Kueue refuses it', () => workloads('webhook'), all => all.length === 1 && reasonOf(all[0]) !== undefined);
    const { spec, status } = await cluster.client.get<Manifest>('batch/v1', 'Job', 'webhook', 'large');
    expect({ suspend: spec.suspend, started: status.startTime }).toEqual({ suspend: true, started: undefined });
    expect(await cluster.pods('webhook')).toEqual([]);
  });

  test('in the manifest stops a running job at the next apply, and Kueue starts it anew', async () => {
    await queue('asserted', '9');
    const sent = job('asserted', 'train', 2, { suspend: true });
    await cluster.apply([sent]);
    const before = await kubelets.startAll('asserted', 2);
    await cluster.apply([sent]);
    const stopped = await eventually('its pods are told to stop', () => cluster.pods('asserted'),
      all => before.every(({ metadata: { uid } }) => all.find(({ metadata }) => metadata.uid === uid)?.metadata.deletionTimestamp !== undefined));
    expect(stopped.length).toBeGreaterThanOrEqual(2);
  });

  test('left out, a second apply changes nothing', async () => {
    await queue('again', '9');
    const sent = job('again', 'train', 2);
    await cluster.apply([sent]);
    const before = await kubelets.startAll('again', 2);
    await cluster.apply([sent]);
    const { spec } = await cluster.client.get<Manifest>('batch/v1', 'Job', 'again', 'train');
    expect(spec.suspend).toBe(false);
    expect((await cluster.pods('again')).map(({ metadata }) => [metadata.uid, metadata.deletionTimestamp]))
      .toEqual(before.map(({ metadata }) => [metadata.uid, undefined]));
  });
});

test('a pod group over two StatefulSets starts as one, and a pod that is lost never comes back', async () => {
  await queue('group', '9');
  const member = (name: string, replicas: number): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace: 'group' },
    spec: {
      replicas,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: { app: name } },
      template: {
        metadata: {
          labels: { 'app': name, [QUEUE]: 'team', 'kueue.x-k8s.io/pod-group-name': 'world' },
          annotations: { 'kueue.x-k8s.io/pod-group-total-count': '3' },
        },
        spec: { nodeSelector: KUBELET, containers: [container] },
      },
    },
  });
  await cluster.apply([member('leader', 1), member('worker', 2)]);
  const pods = await kubelets.startAll('group', 3);
  const lost = pods.find(({ metadata }) => metadata.name === 'worker-1')!;
  await cluster.client.delete(lost);
  await kubelets.terminate(lost);
  const [workload] = await eventually('Kueue asks for another pod', () => workloads('group'),
    all => (all[0]?.status?.conditions ?? []).some((each: any) => each.type === 'WaitingForReplacementPods' && each.status === 'True'));
  expect(workload.metadata.name).toBe('world');
  const kept = await cluster.client.get<Manifest>('v1', 'Pod', 'group', 'worker-1');
  expect({ uid: kept.metadata.uid, finalizers: kept.metadata.finalizers }).toEqual({ uid: lost.metadata.uid, finalizers: ['kueue.x-k8s.io/managed'] });
});

/** Cluster-wide objects get a name of the case, and so does what refers to them. */
function renamedFor(name: string, object: Manifest): Manifest {
  const text = JSON.stringify(object)
    .replace(/("kind":"(?:ClusterQueue|ResourceFlavor|Topology)","metadata":\{"name":")/, `$1${name}-`)
    .replace(/("(?:clusterQueue|topologyName)":")/g, `$1${name}-`)
    .replace(/("flavors":\[.*?\]\}\])/g, flavors => flavors.replace(/("name":")([^"]*","resources")/g, `$1${name}-$2`));
  const { metadata, ...rest } = JSON.parse(text) as Manifest;
  return ['ClusterQueue', 'ResourceFlavor', 'Topology'].includes(object.kind) ? { ...rest, metadata } : { ...rest, metadata: { ...metadata, namespace: name } };
}

/** What the rules say of queues, and what Kueue does: by the names of the objects of a fixture that have a finding of the rule. */
describe.each(['larger-than-queue', 'resource-without-quota', 'flavor-unlike-pods', 'topology-level-unknown'])('the fixtures of %s', rule => {
  test('what it reports is never admitted, and Kueue says why', async () => {
    const fixture = fixturesOf(rule).find(({ name }) => name === 'bad.yaml')!;
    const name = rule.slice(0, 12).replace(/-$/, '');
    const objects = [...readDocuments(Buffer.from(fixture.text))].map(document => renamedFor(name, (document as { readonly value: Manifest }).value));
    // What the server itself refuses is no case for Kueue.
    await cluster.apply(objects.filter(object => !JSON.stringify(object).includes('"value":"train"}]') || object.kind !== 'Job' || object.metadata.name !== 'anything'));
    const jobs = objects.filter(({ kind, metadata }) => kind.startsWith('Job') && metadata.name !== 'anything');
    const refused = await eventually('each has a reason', () => workloads(name), all => all.length === jobs.length && all.every(each => reasonOf(each) !== undefined));
    expect(refused.filter(isAdmitted)).toEqual([]);
    expect(refused.map(each => reasonOf(each)!).filter(reason => !REASONS[rule].test(reason))).toEqual([]);
  });
});
