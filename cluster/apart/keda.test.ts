import * as fs from 'fs';
import * as path from 'path';
import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually, pause } from '../harness/eventually';
import { startKeda } from '../harness/keda';
import { Oracle } from '../harness/oracle';
import { FakePrometheus } from '../harness/prometheus';
import { KINDS, Scaled, autoscaler, hurry, live, scaled, stands, wants } from '../tests/workload-autoscaler/scaled';
import { PrometheusAuthenticationMode, ScalingBackend, ScalingSeries, WorkloadAutoscalerProps } from 'cdk8s-ai-workloads';

/*
 * ScaledObjects before the real KEDA: its webhooks take them, its operator makes the autoscaler that the plan says and goes to zero and back, and its metrics
 * server has the numbers for the real autoscaler. What is made up is what Prometheus says.
 */

const HPA = 'keda-hpa-scaler';
const QUEUE = 'llm_d_epp_flow_control_queue_size';

let oracle: Oracle;
let cluster: Cluster;

beforeAll(async () => {
  oracle = await Oracle.start();
  cluster = await startCluster({ crds: true, leaderWorkerSet: true, zones: ['eu-1a'], nodesPerZone: 8, controllerFlags: ['--horizontal-pod-autoscaler-sync-period=1s'] });
  await startKeda(cluster, oracle);
}, 300_000);

afterAll(async () => {
  await cluster?.stop();
  await oracle?.stop();
});

let prometheus: FakePrometheus;

beforeEach(async () => {
  prometheus = await FakePrometheus.start();
});

afterEach(() => prometheus.stop());

function keda(options: { readonly fallbackReplicas?: number; readonly authentication?: object } = {}): ScalingBackend {
  return ScalingBackend.keda({ serverAddress: prometheus.address, ...options } as never);
}

/** Nobody can wait for the minutes of a cooldown; how often the operator asks is no part of the plan. */
function impatient(object: ApiObject): void {
  hurry(object);
  object.addJsonPatch(JsonPatch.add('/spec/pollingInterval', 1), ...['cooldownPeriod', 'initialCooldownPeriod'].map(field => JsonPatch.replace(`/spec/${field}`, 2)));
}

const ZERO: Partial<WorkloadAutoscalerProps> = { minReplicas: 0, runningRequests: 8, series: [ScalingSeries.endpointPickerQueue({ pool: 'llama', perReplica: 4 })] };

/** KEDA writes 1.5 as `1.500`. */
function amount(quantity: string): number {
  const factors: { [suffix: string]: number } = { m: 0.001, k: 1000 };
  return Number.parseFloat(quantity) * (factors[quantity.slice(-1)] ?? 1);
}

async function applied(of: Scaled): Promise<Scaled> {
  await cluster.apply(of.objects);
  return of;
}

describe.each(KINDS)('%s', kind => {
  const id = kind.toLowerCase();

  test('the autoscaler that KEDA makes is the one of the plan', async () => {
    const namespace = `${id}-plan`;
    prometheus.say('vllm:', 0);
    const of = await applied(scaled(namespace, kind, {
      queueDepth: 8, kvCacheUsage: 0.8, tokensPerSecond: 2000, timeToFirstToken: { atMost: Duration.millis(1500) }, backend: keda(),
    }));
    const made = await eventually('KEDA makes its autoscaler', () => autoscaler(cluster, of, HPA), ({ spec }) => spec !== undefined);
    const { spec } = of.objects.find(object => object.kind === 'ScaledObject')!;
    expect(made.spec).toMatchObject({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicaCount,
      maxReplicas: spec.maxReplicaCount,
      behavior: spec.advanced.horizontalPodAutoscalerConfig.behavior,
    });
    expect(made.spec.metrics.map(({ external: { target } }: any) => [target.type, amount(target.averageValue ?? target.value)])).toEqual([
      ['AverageValue', 8], ['Value', 0.8], ['AverageValue', 2000], ['Value', 1.5],
    ]);
    const status = await eventually('the ScaledObject is ready', () => cluster.client.get('keda.sh/v1alpha1', 'ScaledObject', namespace, 'scaler'),
      each => each.status?.conditions?.some((condition: any) => condition.type === 'Ready' && condition.status === 'True'));
    expect(status.status.hpaName).toBe(HPA);
    const queries = spec.triggers.map(({ metadata }: any) => metadata.query);
    await eventually('all queries are asked as they are written', async () => [...prometheus.asked], asked => queries.every((query: string) => asked.includes(query)));
  });

  test('its webhook has nothing to say against it, with a replica that always runs and without', async () => {
    for (const [suffix, props] of [['one', { queueDepth: 8 }], ['zero', ZERO]] as const) {
      const of = scaled(`${id}-taken-${suffix}`, kind, { ...props, backend: keda() }, () => undefined);
      await cluster.apply(of.objects.filter(object => object.kind !== 'ScaledObject'));
      const { status, warnings } = await cluster.client.dryRun(of.objects.find(object => object.kind === 'ScaledObject')!);
      expect([status, warnings]).toEqual([201, []]);
    }
  });

  test('by a load, by a share that does not add up, and back', async () => {
    const of = scaled(`${id}-load`, kind, { queueDepth: 8, kvCacheUsage: 0.5, backend: keda() });
    prometheus.say('num_requests_waiting', 0);
    prometheus.say('kv_cache_usage', 0.5);
    await applied(of);
    await stands(cluster, of, 1);
    prometheus.say('num_requests_waiting', 24);
    await stands(cluster, of, 3);
    prometheus.say('num_requests_waiting', 0);
    await wants(cluster, of, 3, HPA);
    prometheus.say('kv_cache_usage', 0.3);
    await stands(cluster, of, 2);
    const { status } = await wants(cluster, of, 2, HPA);
    expect(status.currentMetrics).toHaveLength(2);
  });

  test('to zero when nothing waits or runs, and back by the first request at the gateway', async () => {
    const of = scaled(`${id}-zero`, kind, { ...ZERO, backend: keda() }, impatient);
    prometheus.say(QUEUE, 0);
    await applied(of);
    await stands(cluster, of, 0);
    prometheus.say(QUEUE, 1);
    await stands(cluster, of, 1);
    prometheus.say('num_requests_running', 1);
    prometheus.say(QUEUE, 0);
    await pause(5000);
    // A request still runs, which the engine says.
    expect((await live(cluster, of)).spec.replicas).toBe(1);
    prometheus.say('num_requests_running', 0);
    await stands(cluster, of, 0);
    prometheus.say(QUEUE, 12);
    await stands(cluster, of, 3);
  });
});

describe('when Prometheus does not say', () => {
  test('a series that is gone takes nothing away; with the default of KEDA it would', async () => {
    const of = scaled('gone', 'Deployment', { queueDepth: 8, backend: keda() });
    prometheus.say('num_requests_waiting', 24);
    await applied(of);
    await stands(cluster, of, 3);
    prometheus.say('num_requests_waiting', 'nothing');
    await pause(6000);
    expect((await live(cluster, of)).spec.replicas).toBe(3);
    const object = of.objects.find(each => each.kind === 'ScaledObject')!;
    const [trigger] = object.spec.triggers;
    await cluster.client.apply({ ...object, spec: { ...object.spec, triggers: [{ ...trigger, metadata: { ...trigger.metadata, ignoreNullValues: 'true' } }] } });
    await stands(cluster, of, 1);
  });

  test('zero stays zero, unless there is a fallback', async () => {
    const plain = scaled('plain', 'Deployment', { ...ZERO, backend: keda() }, impatient);
    const fallback = scaled('fallback', 'Deployment', { ...ZERO, backend: keda({ fallbackReplicas: 2 }) }, impatient);
    prometheus.say(QUEUE, 0);
    await applied(plain);
    await applied(fallback);
    await stands(cluster, plain, 0);
    await stands(cluster, fallback, 0);
    [QUEUE, 'num_requests_running'].forEach(text => prometheus.say(text, 'failure'));
    await stands(cluster, fallback, 2);
    expect((await live(cluster, plain)).spec.replicas).toBe(0);
  });
});

test('who asks is shown by a TriggerAuthentication', async () => {
  const namespace = 'shown';
  await cluster.client.ensureNamespace(namespace);
  await cluster.client.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'reader' }, stringData: { token: 'made-up' } } as never);
  const secretTargetRef = [{ parameter: 'bearerToken', name: 'reader', key: 'token' }];
  await cluster.client.apply({ apiVersion: 'keda.sh/v1alpha1', kind: 'TriggerAuthentication', metadata: { namespace, name: 'prometheus' }, spec: { secretTargetRef } });
  prometheus.say('num_requests_waiting', 0);
  await applied(scaled(namespace, 'Deployment', { queueDepth: 8, backend: keda({ authentication: { name: 'prometheus', modes: [PrometheusAuthenticationMode.BEARER] } }) }));
  await eventually('it is asked', async () => [...prometheus.shown], shown => shown.length > 0);
  expect([...prometheus.shown]).toEqual(['Bearer made-up']);
});

describe('the webhook refuses', () => {
  test.each<[string, string, (object: any) => void, RegExp]>([
    ['a ScaledObject whose bounds leave no room for idling', 'idle', ({ spec }) => Object.assign(spec, { idleReplicaCount: 1 }), /IdleReplicaCount=1 must be less than MinReplicaCount=1/],
    ['a name with which that of its autoscaler is too long', 'long', ({ metadata }) => Object.assign(metadata, { name: 'a'.repeat(55) }), /HPA name .* must be no more than 63 characters/],
    ['triggers of one name', 'twice', ({ spec }) => spec.triggers.push(spec.triggers[0]), /triggerName .* is defined multiple times/],
  ])('%s', async (_, namespace, change, message) => {
    const of = scaled(namespace, 'Deployment', { queueDepth: 8, backend: keda() });
    const object = structuredClone(of.objects.find(({ kind }) => kind === 'ScaledObject')!);
    change(object);
    await cluster.apply(of.objects.filter(({ kind }) => kind !== 'ScaledObject'));
    await expect(cluster.client.apply(object)).rejects.toThrow(message);
  });

  test('a ScaledObject beside a HorizontalPodAutoscaler of one Deployment, and takes it without', async () => {
    const before = scaled('taken', 'Deployment', { queueDepth: 8 });
    const after = scaled('taken', 'Deployment', { queueDepth: 8, backend: keda() });
    await applied(before);
    await eventually('the webhook sees the autoscaler', () => cluster.client.apply(after.objects.find(({ kind }) => kind === 'ScaledObject')!).then(() => 'taken', String),
      answer => /is already managed by the hpa/.test(answer), { seconds: 20 });
    await cluster.client.delete(before.objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!);
    const object = after.objects.find(({ kind }) => kind === 'ScaledObject')!;
    const taken = await eventually('it is taken', () => cluster.client.apply(object), ({ kind }) => kind === 'ScaledObject', { seconds: 20 });
    expect(taken.spec.scaleTargetRef).toEqual(object.spec.scaleTargetRef);
  });
});

describe('what the checks call refused', () => {
  const FIXTURES = path.join(__dirname, '../../src/lint/rules/scaling/scaled-object-refused/fixtures');
  const files = fs.readdirSync(FIXTURES).map(file => ({ name: file.split('.')[0], texts: fs.readFileSync(path.join(FIXTURES, file), 'utf8').split(/^---$/m) }));
  const isScaler = (text: string) => text.includes('kind: ScaledObject') && !text.includes('# want AIW1102');
  // The webhook knows no scaler: what metadata and kind of target one takes is found by the operator.
  const isOfOperator = (text: string) => /(metricType: Utilization|metadata:) # want AIW3511/.test(text);

  test.each(files.filter(({ texts }) => texts.some(isScaler)).map(({ name, texts }) => [name, texts] as const))('%s: the webhook refuses, and takes the rest', async (namespace, texts) => {
    const others = await Promise.all(texts.filter(text => !text.includes('kind: ScaledObject')).map(text => oracle.yaml(text)));
    await cluster.apply(others.flat().map((object: any) => ({ ...object, metadata: { ...object.metadata, namespace } })));
    for (const text of texts.filter(isScaler)) {
      const [object] = await oracle.yaml(text) as any[];
      // Some of what it looks at it leaves alone in dry runs.
      const answer = await cluster.client.create({ ...object, metadata: { ...object.metadata, namespace } }).then(() => 'taken', String);
      const isRefused = text.includes('# want AIW3511') && !isOfOperator(text);
      expect([object.metadata.name, answer]).toEqual([object.metadata.name, isRefused ? expect.stringMatching(/admission webhook/) : 'taken']);
    }
    expect(texts.length).toBeGreaterThan(others.length);
  });

  test('or the operator makes no autoscaler of it', async () => {
    const of = scaled('no-scaler', 'Deployment', { queueDepth: 8, backend: keda() });
    await cluster.apply(of.objects.filter(({ kind }) => kind !== 'ScaledObject'));
    const [text] = files.flatMap(({ texts }) => texts).filter(isOfOperator);
    const [fixture] = await oracle.yaml(text) as any[];
    for (const [name, trigger] of fixture.spec.triggers.map((each: object, index: number) => [`trigger-${index}`, each])) {
      const object = { ...fixture, metadata: { namespace: 'no-scaler', name }, spec: { ...fixture.spec, triggers: [trigger] } };
      await cluster.client.apply(object);
      const seen = await eventually(`the operator looked at ${name}`, () => cluster.client.get('keda.sh/v1alpha1', 'ScaledObject', 'no-scaler', name),
        ({ status }) => status?.conditions?.some(({ type, status: state }: any) => type === 'Ready' && state === 'False'));
      expect(seen.status.hpaName).toBeUndefined();
      await cluster.client.delete(object);
      await eventually(`${name} is gone`, () => cluster.client.list('keda.sh/v1alpha1', 'ScaledObject', 'no-scaler'), left => left.length === 0);
    }
  });
});
