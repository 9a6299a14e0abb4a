import { JsonPatch } from 'cdk8s';
import { addNodes, Llama, llamaIn, LlamaOptions, poolOf } from './llama';
import { condition, placed } from './pods';
import { Cluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { MetricsApi } from '../../harness/metrics-api';
import { Oracle } from '../../harness/oracle';
import { GpuInferenceDeployment } from 'cdk8s-ai-workloads';

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
const SCALED: LlamaOptions = { autoscaling: { minReplicas: 2, maxReplicas: 5, queueDepth: 8, runningRequests: 8 }, change: hurried };

const UP_SECONDS = 3;

/** Nobody can wait the minutes that loading a model takes. How many pods a step has, and the bounds, are as the library made them. */
function hurried(llama: GpuInferenceDeployment): void {
  const behavior = '/spec/behavior';
  llama.autoscaler!.addJsonPatch(
    ...['scaleUp', 'scaleDown'].map(way => JsonPatch.replace(`${behavior}/${way}/stabilizationWindowSeconds`, 0)),
    ...[0, 1].map(index => JsonPatch.replace(`${behavior}/scaleUp/policies/${index}/periodSeconds`, UP_SECONDS)),
    JsonPatch.replace(`${behavior}/scaleDown/policies/0/periodSeconds`, 2));
}

/** Requests of the whole fleet, which its Service spreads evenly. */
interface Load {
  waiting: number;
  running: number;
}

function serve(api: MetricsApi, namespace: string, load: Load): void {
  api.report(namespace, 'vllm_num_requests_waiting', (_, pods) => load.waiting / pods.length);
  api.report(namespace, 'vllm_num_requests_running', (_, pods) => load.running / pods.length);
}

/** Applies a deployment with room for five replicas, and serves its metrics. */
async function deployed(cluster: Cluster, api: MetricsApi, namespace: string, load: Load): Promise<Llama> {
  await addNodes(cluster, poolOf(namespace, [8, 8, 8]));
  const llama = llamaIn(namespace, ZONES, SCALED);
  serve(api, namespace, load);
  await cluster.apply(llama.objects);
  return llama;
}

const live = (cluster: Cluster, namespace: string) => cluster.client.get('apps/v1', 'Deployment', namespace, 'llama');
const autoscaler = (cluster: Cluster, namespace: string) => cluster.client.get('autoscaling/v2', 'HorizontalPodAutoscaler', namespace, 'llama');

/** Numbers of replicas that the Deployment was asked for, one after the other, until the last of them stands and is ready. */
async function replicasUntil(cluster: Cluster, namespace: string, last: number): Promise<number[]> {
  const asked: number[] = [];
  await eventually(`${last} replicas in ${namespace}`, async () => {
    const { spec, status } = await live(cluster, namespace);
    if (asked[asked.length - 1] !== spec.replicas) {
      asked.push(spec.replicas);
    }
    return { asked, ready: status.readyReplicas };
  }, ({ ready }) => asked[asked.length - 1] === last && ready === last, { everyMs: 50 });
  return asked;
}

/** Sizes that the autoscaler chose since there was no need any more, the largest first. It tells each of them; whoever looks now and then may miss one. */
async function sizesOnTheWayDown(cluster: Cluster, namespace: string): Promise<number[]> {
  const { items } = await cluster.client.call('GET', `/api/v1/namespaces/${namespace}/events?fieldSelector=reason=SuccessfulRescale`);
  const sizes = items.map(({ message }: { readonly message: string }) => /^New size: (\d+); reason: All metrics below target/.exec(message)?.[1]);
  return [...new Set<number>(sizes.filter((size?: string) => size !== undefined).map(Number))].sort((one, other) => other - one);
}

/**
 * Waits until no earlier change of the size counts in the next step. A step starts from the size at the begin of its period: one down right after
 * a replica was added takes two away, and the start of the fleet, from 1 replica to the least, is a step too.
 * Source: calculateScaleUpLimitWithScalingRules and calculateScaleDownLimitWithBehaviors in pkg/controller/podautoscaler/horizontal.go (v1.36).
 */
async function oneStepAgo(cluster: Cluster, namespace: string): Promise<void> {
  await eventually('the last step is over', () => autoscaler(cluster, namespace), ({ status }) => Date.now() - Date.parse(status.lastScaleTime) > (UP_SECONDS + 1) * 1000);
}

/** What the autoscaler made of the present numbers: it looked at them, and asks for this many. */
function content(cluster: Cluster, namespace: string, average: string, replicas: number): Promise<Manifest> {
  const isSeen = ({ status }: Manifest) => status.currentMetrics?.some(({ pods }: any) => pods?.current.averageValue === average);
  return eventually(`the autoscaler sees ${average} and wants ${replicas}`, () => autoscaler(cluster, namespace), hpa => isSeen(hpa) && hpa.status.desiredReplicas === replicas);
}

/** The real autoscaler, on the scale subresource, by numbers that the test makes up. */
export function scalesByTheQueue(oracle: () => Oracle, cluster: () => Cluster): void {
  test('without the metrics the autoscaler keeps its least and says why', async () => {
    await addNodes(cluster(), poolOf('unserved', [8, 8]));
    await cluster().apply(llamaIn('unserved', ZONES, SCALED).objects);
    await placed(cluster(), 'unserved', 2);
    const hpa = await eventually('the autoscaler looked for metrics', () => autoscaler(cluster(), 'unserved'), each => condition(each, 'ScalingActive') !== undefined);
    expect(condition(hpa, 'ScalingActive')).toMatchObject({ status: 'False', reason: 'FailedGetPodsMetric' });
    expect((await live(cluster(), 'unserved')).spec.replicas).toBe(2);
  });

  describe('with metrics that the test makes up', () => scalesByMetrics(oracle, cluster));
}

function scalesByMetrics(oracle: () => Oracle, cluster: () => Cluster): void {
  let api: MetricsApi;
  beforeAll(async () => {
    api = await MetricsApi.start(cluster(), oracle());
  });
  afterAll(() => api?.stop());

  test('it asks for the names that the rules for the adapter make, under the path that explain prints', async () => {
    const { llama, objects } = await deployed(cluster(), api, 'names', { waiting: 0, running: 16 });
    const hpa = await content(cluster(), 'names', '8', 2);
    expect(condition(hpa, 'ScalingActive').status).toBe('True');
    const [{ rules }] = await oracle().yaml(llama.adapterRules!) as any[];
    const pathOf = (name: string) => `/apis/custom.metrics.k8s.io/v1beta1/namespaces/names/pods/*/${name}`;
    expect([...api.asked].filter(path => path.includes('/names/')).sort()).toEqual(rules.map((rule: any) => pathOf(rule.name.as)).sort());
    expect(objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!.spec.metrics).toHaveLength(rules.length);
    const [, raw] = llama.explain().match(/kubectl get --raw "([^"]+)"/)!;
    expect((await cluster().client.call('GET', raw)).items).toHaveLength(2);
  });

  test('a queue above the target adds replicas, at most twice as many a step and up to the most; without need they go one by one down to the least', async () => {
    const load: Load = { waiting: 0, running: 0 };
    await deployed(cluster(), api, 'waves', load);
    await replicasUntil(cluster(), 'waves', 2);
    await oneStepAgo(cluster(), 'waves');
    load.waiting = 100;
    expect(await replicasUntil(cluster(), 'waves', 5)).toEqual([2, 4, 5]);
    expect(condition(await content(cluster(), 'waves', '20', 5), 'ScalingLimited')).toMatchObject({ status: 'True', reason: 'TooManyReplicas' });
    await oneStepAgo(cluster(), 'waves');
    load.waiting = 0;
    await replicasUntil(cluster(), 'waves', 2);
    // What it did is there before it tells of it.
    expect(await eventually('it tells of the last size', () => sizesOnTheWayDown(cluster(), 'waves'), sizes => sizes[sizes.length - 1] === 2)).toEqual([4, 3, 2]);
    const least = await eventually('it is at its least', () => autoscaler(cluster(), 'waves'), hpa => condition(hpa, 'ScalingLimited')?.reason === 'TooFewReplicas');
    expect(condition(least, 'ScalingLimited').status).toBe('True');
  });

  test('an empty queue takes no replica away from a busy fleet; watching the queue alone would', async () => {
    const load: Load = { waiting: 100, running: 0 };
    const { objects } = await deployed(cluster(), api, 'busy', load);
    await replicasUntil(cluster(), 'busy', 5);
    [load.waiting, load.running] = [0, 5 * 8];
    await content(cluster(), 'busy', '8', 5);
    expect((await live(cluster(), 'busy')).spec.replicas).toBe(5);
    const both = objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
    await cluster().client.apply({ ...both, spec: { ...both.spec, metrics: both.spec.metrics.slice(0, 1) } });
    await replicasUntil(cluster(), 'busy', 2);
  });

  test('applying the app again keeps the number of the autoscaler; with replicas in the manifest it would be set back', async () => {
    const { objects, deployment } = await deployed(cluster(), api, 'again', { waiting: 100, running: 0 });
    await replicasUntil(cluster(), 'again', 5);
    const before = await live(cluster(), 'again');
    expect(deployment.spec).not.toHaveProperty('replicas');
    await cluster().apply(objects);
    expect([(await live(cluster(), 'again')).spec.replicas, (await live(cluster(), 'again')).metadata.generation]).toEqual([5, before.metadata.generation]);
    const answer = await cluster().client.apply({ ...deployment, spec: { ...deployment.spec, replicas: 2 } });
    expect(answer.spec.replicas).toBe(2);
  });

  test.each([
    ['falls to 1 at once, as explain warns', 'handed', undefined, 1],
    ['stays where another manager was given the field first', 'handed-over', 'handover-to-hpa', 3],
  ])('a fixed number that is handed to an autoscaler %s', async (_, namespace, fieldManager, replicas) => {
    await addNodes(cluster(), poolOf(namespace, [8, 8]));
    await cluster().apply(llamaIn(namespace, ZONES, { replicas: 3 }).objects);
    await placed(cluster(), namespace, 3);
    const { llama, objects, deployment: { apiVersion, kind, metadata: { name } } } = llamaIn(namespace, ZONES, SCALED);
    expect(llama.explain()).toContain('taking them out of a live Deployment sets them to 1 at once');
    if (fieldManager) {
      await cluster().client.apply({ apiVersion, kind, metadata: { namespace, name }, spec: { replicas: 3 } }, { fieldManager });
    }
    const applied = await cluster().apply(objects);
    expect(applied.find(object => object.kind === kind)!.spec.replicas).toBe(replicas);
    serve(api, namespace, { waiting: 0, running: 0 });
    await replicasUntil(cluster(), namespace, 2);
  });
}
