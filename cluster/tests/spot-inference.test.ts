import { Chart, JsonPatch } from 'cdk8s';
import { vllm } from './gpu-inference-deployment/llama';
import { isReady, placed } from './gpu-inference-deployment/pods';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { endpointsIn, slicesOf, slicesWhen } from '../harness/endpoints';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { MetricsApi } from '../harness/metrics-api';
import { Oracle } from '../harness/oracle';
import {
  Accelerator, Capacity, DisruptionBudget, GpuInferenceDeployment, ModelLoad, OnDemandFloor, SpotInference, SpotInferenceProps, Target,
} from 'cdk8s-ai-workloads';

/*
 * Where the replicas stand, what clients reach when all of spot is taken, what a drain may take then, and what a change of the share and the way from a
 * GpuInferenceDeployment do to pods and endpoints. Nodes are labelled as Karpenter does; their kubelets are simulated.
 */

const KIND = 'karpenter.sh/capacity-type';
const ROLE = 'cdk8s-ai-workloads/role';

let cluster: Cluster;
let oracle: Oracle;
beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 0, plainNodes: false, zones: ['eu-1a'] });
  oracle = await Oracle.start();
});
afterAll(async () => {
  await oracle?.stop();
  await cluster?.stop();
});

async function addNodes(pool: string, kind: 'spot' | 'on-demand', count: number, from = 0): Promise<void> {
  const nodes = Array.from({ length: count }, (_, index) => ({ name: `${pool}-${kind}-${from + index}`, zone: 'eu-1a', gpus: 4, labels: { pool, [KIND]: kind } }));
  await eachOf(nodes, 6, node => cluster.addNode(node));
}

const common = (pool: string) => ({
  engine: vllm(), accelerator: Accelerator.nvidia(4), modelLoad: ModelLoad.of({ weights: '140Gi' }), nodeLabels: { pool },
});

interface LlamaOptions extends Partial<SpotInferenceProps> {
  readonly change?: (inference: SpotInference) => void;
}

function llama(namespace: string, { change, ...props }: LlamaOptions = {}): { readonly inference: SpotInference; readonly objects: Manifest[] } {
  let inference!: SpotInference;
  const objects = synthesise(app => {
    const chart = new Chart(app, namespace, { namespace });
    Target.define(chart, { zones: ['eu-1a'] });
    inference = new SpotInference(chart, 'Llama', {
      ...common(namespace), replicas: 4, floor: OnDemandFloor.replicas(2), capacity: Capacity.spotKarpenter(), ...props,
    });
    change?.(inference);
  });
  return { inference, objects };
}

/** Role of each pod, and the kind of its node. */
function stand(pods: readonly Manifest[]): string[] {
  return pods.filter(isReady).map(({ metadata, spec }) => `${metadata.labels![ROLE]} on ${/-(spot|on-demand)-\d+$/.exec(spec.nodeName)![1]}`).sort();
}

const ready = (namespace: string, count: number) =>
  slicesWhen(cluster.client, namespace, 'llama', `${count} are ready`, endpoints => endpoints.filter(each => each.ready).length === count);

const FLOOR = ['on-demand on on-demand', 'on-demand on on-demand'];

/** All spot nodes go at once, with their pods. */
async function takeSpot(namespace: string, count: number): Promise<void> {
  const pods = (await cluster.pods(namespace)).filter(({ spec }) => spec.nodeName?.includes('-spot-'));
  await eachOf(Array.from({ length: count }, (_, index) => `${namespace}-spot-${index}`), 4, name => cluster.client.delete({ apiVersion: 'v1', kind: 'Node', metadata: { name } }));
  await eachOf(pods, 4, pod => cluster.client.delete(pod, { gracePeriodSeconds: 0 }));
}

const evict = async (pod: Manifest) => (await cluster.client.evict(pod.metadata.namespace!, pod.metadata.name)).status;
const budgetWhen = (namespace: string, allowed: number) => eventually(`the budget of ${namespace} allows ${allowed}`,
  () => cluster.client.get('policy/v1', 'PodDisruptionBudget', namespace, 'llama'),
  ({ metadata, status }) => status?.observedGeneration === metadata.generation && status.expectedPods === 4 && status.disruptionsAllowed === allowed);

describe('all of spot is taken', () => {
  test('the floor answers, no drain takes any of it, and spot comes back by itself', async () => {
    const namespace = 'taken';
    await addNodes(namespace, 'on-demand', 3);
    await addNodes(namespace, 'spot', 2);
    const { inference, objects } = llama(namespace);
    await cluster.apply(objects);
    expect(stand(await placed(cluster, namespace, 4))).toEqual([...FLOOR, 'spot on spot', 'spot on spot']);
    await ready(namespace, 4);
    await budgetWhen(namespace, 1);

    await takeSpot(namespace, 2);
    const left = await placed(cluster, namespace, 2, 2);
    expect(stand(left)).toEqual(FLOOR);
    expect(inference.explain()).toContain('2 of 4 replicas are left');
    const endpoints = endpointsIn(await ready(namespace, 2)).filter(each => each.ready).map(({ pod }) => pod);
    expect(endpoints).toEqual(left.filter(isReady).map(({ metadata }) => metadata.name).sort());

    await budgetWhen(namespace, 0);
    expect(await evict(left.find(isReady)!)).toBe(429);

    await addNodes(namespace, 'spot', 2, 5);
    expect(stand(await placed(cluster, namespace, 4))).toEqual([...FLOOR, 'spot on spot', 'spot on spot']);
    await budgetWhen(namespace, 1);
    expect(await evict(left.find(isReady)!)).toBe(201);
  });

  test('a budget above the number of spot replicas lets one of the floor go', async () => {
    const namespace = 'wide';
    await addNodes(namespace, 'on-demand', 3);
    await addNodes(namespace, 'spot', 2);
    await cluster.apply(llama(namespace, { disruptionBudget: DisruptionBudget.atMost(3) }).objects);
    await placed(cluster, namespace, 4);
    await takeSpot(namespace, 2);
    const left = await placed(cluster, namespace, 2, 2);
    await budgetWhen(namespace, 1);
    expect(await evict(left.find(isReady)!)).toBe(201);
  });

  test('with spot preferred the others start on nodes that stay', async () => {
    const namespace = 'falls-back';
    await addNodes(namespace, 'on-demand', 4);
    await addNodes(namespace, 'spot', 2);
    await cluster.apply(llama(namespace, { capacity: Capacity.preferSpot(Capacity.spotKarpenter()) }).objects);
    expect(stand(await placed(cluster, namespace, 4))).toEqual([...FLOOR, 'spot on spot', 'spot on spot']);
    await takeSpot(namespace, 2);
    expect(stand(await placed(cluster, namespace, 4))).toEqual([...FLOOR, 'spot on on-demand', 'spot on on-demand']);
  });
});

test('the floor stays off spot nodes, though they alone have room', async () => {
  const namespace = 'only-spot';
  await addNodes(namespace, 'spot', 5);
  await cluster.apply(llama(namespace).objects);
  expect(stand(await placed(cluster, namespace, 2, 2))).toEqual(['spot on spot', 'spot on spot']);
});

test('another share restarts no pod: one part starts as many as the other stops', async () => {
  const namespace = 'share';
  await addNodes(namespace, 'on-demand', 3);
  await addNodes(namespace, 'spot', 3);
  await cluster.apply(llama(namespace, { replicas: 5 }).objects);
  const uids = new Set((await placed(cluster, namespace, 5)).map(({ metadata }) => metadata.uid));
  await cluster.apply(llama(namespace, { replicas: 5, floor: OnDemandFloor.replicas(3) }).objects);
  const after = await eventually('three stay and two are on spot', () => cluster.pods(namespace),
    pods => pods.length === 5 && pods.every(isReady) && pods.filter(({ metadata }) => metadata.labels![ROLE] === 'on-demand').length === 3);
  expect(after.filter(({ metadata }) => uids.has(metadata.uid))).toHaveLength(4);
});

test('with a fixed floor the autoscaler adds to the spot part in the steps of explain()', async () => {
  const namespace = 'grows';
  await addNodes(namespace, 'on-demand', 2);
  await addNodes(namespace, 'spot', 6);
  const { inference, objects } = llama(namespace, {
    replicas: undefined,
    autoscaling: { minReplicas: 4, maxReplicas: 12, runningRequests: 8 },
    change: ({ spot }) => spot.autoscaler!.addJsonPatch(...hurried()),
  });
  expect(inference.explain()).toContain('spot goes to 4, 6, so 8 in all');
  const api = await MetricsApi.start(cluster, oracle);
  try {
    let running = 4 * 8;
    // Requests of all replicas, which the Service spreads evenly; the autoscaler asks for those of the spot part.
    api.report(namespace, 'vllm_num_requests_running', (_, pods) => running / (2 + pods.length));
    await cluster.apply(objects);
    await placed(cluster, namespace, 4);
    await eventually('the start is no part of the next step', () => cluster.client.get('autoscaling/v2', 'HorizontalPodAutoscaler', namespace, 'llama-spot'),
      ({ status }) => Date.now() - Date.parse(status?.lastScaleTime) > 4000);
    running = 8 * 8;
    const asked: number[] = [];
    await eventually('six on spot', () => cluster.client.get('apps/v1', 'Deployment', namespace, 'llama-spot'), ({ spec, status }) => {
      asked.push(spec.replicas);
      return status.readyReplicas === 6;
    }, { everyMs: 50 });
    expect([...new Set(asked)]).toEqual([2, 4, 6]);
  } finally {
    await api.stop();
  }
});

/** Nobody can wait for the minutes that a model loads: the steps are as the library made them. */
function hurried(): JsonPatch[] {
  const scaleUp = '/spec/behavior/scaleUp';
  return [
    JsonPatch.replace(`${scaleUp}/stabilizationWindowSeconds`, 0),
    ...[0, 1].map(index => JsonPatch.replace(`${scaleUp}/policies/${index}/periodSeconds`, 3)),
  ];
}

test('from a GpuInferenceDeployment: Service and budget stay, and no fewer pods are behind the Service at any time', async () => {
  const namespace = 'moves';
  await addNodes(namespace, 'on-demand', 5);
  await addNodes(namespace, 'spot', 2);
  const before = synthesise(app => {
    const chart = new Chart(app, namespace, { namespace });
    Target.define(chart, { zones: ['eu-1a'] });
    new GpuInferenceDeployment(chart, 'Llama', { ...common(namespace), replicas: 3, nodeLabels: { pool: namespace, [KIND]: 'on-demand' } });
  });
  await cluster.apply(before);
  await placed(cluster, namespace, 3);
  await ready(namespace, 3);
  const uidOf = async (kind: string, version: string) => (await cluster.client.get(version, kind, namespace, 'llama')).metadata.uid;
  const kept = [await uidOf('Service', 'v1'), await uidOf('PodDisruptionBudget', 'policy/v1')];

  let least = Infinity;
  const watch = setInterval(() => {
    slicesOf(cluster.client, namespace, 'llama').then(slices => {
      least = Math.min(least, endpointsIn(slices).filter(each => each.ready).length);
    }, () => undefined);
  }, 100);
  await cluster.apply(llama(namespace).objects);
  await placed(cluster, namespace, 7);
  await ready(namespace, 7);
  await cluster.client.delete({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace, name: 'llama' } }, { propagationPolicy: 'Background' });
  const slices = await ready(namespace, 4);
  clearInterval(watch);
  expect(stand(await placed(cluster, namespace, 4))).toEqual([...FLOOR, 'spot on spot', 'spot on spot']);
  expect(endpointsIn(slices).filter(each => each.ready)).toHaveLength(4);
  expect(least).toBeGreaterThanOrEqual(3);
  expect([await uidOf('Service', 'v1'), await uidOf('PodDisruptionBudget', 'policy/v1')]).toEqual(kept);
});
