import { Duration } from 'cdk8s';
import { KINDS, Kind, autoscaler, live, scaled, stands, wants } from './workload-autoscaler/scaled';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually, pause } from '../harness/eventually';
import { MetricsApi } from '../harness/metrics-api';
import { Oracle } from '../harness/oracle';
import { ScalingBackend, ScalingSeries } from 'cdk8s-ai-workloads';

/*
 * The real autoscaler on each kind of metric, of a Deployment and of groups of a LeaderWorkerSet, by numbers that the test makes up. What serves the
 * numbers is asked for exactly the names that the rules for the adapter make.
 */

let oracle: Oracle;
let cluster: Cluster;
let api: MetricsApi;

beforeAll(async () => {
  oracle = await Oracle.start();
  cluster = await startCluster({ leaderWorkerSet: true, zones: ['eu-1a'], nodesPerZone: 8, controllerFlags: ['--horizontal-pod-autoscaler-sync-period=1s'] });
  api = await MetricsApi.start(cluster, oracle);
}, 300_000);

afterAll(async () => {
  await api?.stop();
  await cluster?.stop();
  await oracle?.stop();
});

/** Names that the rules of an adapter make. */
async function namesOf(rules: string, of: 'rules' | 'externalRules'): Promise<string[]> {
  const [configuration] = await oracle.yaml(rules) as any[];
  return configuration[of].map(({ name }: any) => name.as).sort();
}

const askedIn = (namespace: string) => [...api.asked].filter(path => path.includes(`/namespaces/${namespace}/`)).map(path => path.split('/').slice(2).join('/'));

/** Both at once: they wait for the same ticks of the autoscaler, each in a namespace of its own, by which a failure says whose it is. */
const ofEach = (run: (kind: Kind, id: string) => Promise<void>) => async (): Promise<void> => {
  await Promise.all(KINDS.map(kind => run(kind, kind.toLowerCase())));
};

test('metrics of its pods: of groups those of the leaders alone, and what is added is a group', ofEach(async (kind, id) => {
  const namespace = `${id}-pods`;
  let waiting = 0;
  api.report(namespace, 'vllm_num_requests_waiting', (_, pods) => waiting / pods.length);
  const of = scaled(namespace, kind, { queueDepth: 8 });
  await cluster.apply(of.objects);
  await stands(cluster, of, 1);
  waiting = 24;
  await stands(cluster, of, 3);
  const names = await eventually('it looks at all three', async () => api.lookedAt.get(`${namespace}/vllm_num_requests_waiting`)!, each => each.length === 3);
  // It writes what it wants with the metrics by which it decided, which are those of one replica, and those of three at its next look.
  await eventually('the share of each of three', () => autoscaler(cluster, of), ({ status }) => status.currentMetrics[0].pods.current.averageValue === '8');
  await wants(cluster, of, 3);
  if (kind === 'LeaderWorkerSet') {
    expect(names).toEqual(['llama-0', 'llama-1', 'llama-2']);
    expect(await cluster.pods(namespace)).toHaveLength(6);
  }
}));

test('metrics of one object, which is what is scaled: a share is not divided, a load is', ofEach(async (kind, id) => {
  const namespace = `${id}-object`;
  const resource = kind === 'Deployment' ? 'deployments.apps' : 'leaderworkersets.leaderworkerset.x-k8s.io';
  const of = scaled(namespace, kind, {
    kvCacheUsage: 0.5, queueDepth: 8, timeToFirstToken: { atMost: Duration.seconds(1) }, backend: ScalingBackend.objectMetrics(),
  });
  const values = { vllm_kv_cache_usage_perc: 0.5, vllm_num_requests_waiting: 0, vllm_time_to_first_token_seconds_p95: 0 };
  Object.keys(values).forEach(metric => api.describe(namespace, `${resource}/llama`, metric, () => values[metric as keyof typeof values]));
  await cluster.apply(of.objects);
  await stands(cluster, of, 1);
  await wants(cluster, of, 1);
  values.vllm_kv_cache_usage_perc = 0.9;
  // A share multiplies the replicas that are ready: the next look at 0.9, at two of them, would ask for four.
  await eventually(`a second replica in ${namespace}`, () => live(cluster, of), ({ spec }) => spec.replicas === 2, { everyMs: 50 });
  values.vllm_kv_cache_usage_perc = 0.5;
  await stands(cluster, of, 2);
  // 0.5 of two is on target: divided by two it would ask for one.
  await wants(cluster, of, 2);
  await pause(3000);
  expect((await live(cluster, of)).spec.replicas).toBe(2);
  values.vllm_num_requests_waiting = 30;
  await stands(cluster, of, 4);
  const path = (name: string) => `custom.metrics.k8s.io/v1beta1/namespaces/${namespace}/${resource}/llama/${name}`;
  expect(askedIn(namespace).sort()).toEqual((await namesOf(of.scaler.adapterRules, 'rules')).map(path));
  const [, raw] = /kubectl get --raw "([^"]+)"/.exec(of.scaler.explain())!;
  expect((await cluster.client.call('GET', raw)).items).toHaveLength(1);
}));

test('external metrics, chosen by the labels that a monitor puts onto the series', ofEach(async (kind, id) => {
  const namespace = `${id}-external`;
  const of = scaled(namespace, kind, {
    queueDepth: 8,
    series: [ScalingSeries.gauge({ name: 'gateway_waiting', labels: { route: 'llama', namespace: 'gateways' }, perReplica: 10 })],
    backend: ScalingBackend.externalMetrics(),
  });
  const load = { waiting: 0, gateway: 0 };
  const labels = { cdk8s_ai_workloads_name: 'llama', ...(kind === 'LeaderWorkerSet' && { cdk8s_ai_workloads_role: 'leader' }) };
  api.reportExternal(namespace, 'vllm_num_requests_waiting', labels, () => load.waiting);
  api.reportExternal(namespace, 'gateway_waiting', { route: 'llama', namespace: 'gateways' }, () => load.gateway);
  await cluster.apply(of.objects);
  await stands(cluster, of, 1);
  load.waiting = 16;
  await stands(cluster, of, 2);
  [load.waiting, load.gateway] = [0, 40];
  await stands(cluster, of, 4);
  load.gateway = 0;
  await stands(cluster, of, 1);
  const path = (name: string) => `external.metrics.k8s.io/v1beta1/namespaces/${namespace}/${name}`;
  expect(askedIn(namespace).sort()).toEqual((await namesOf(of.scaler.adapterRules, 'externalRules')).map(path));
}));

test('an object of which nobody has metrics: the autoscaler says so and keeps the number', async () => {
  const of = scaled('nobody', 'Deployment', { queueDepth: 8, backend: ScalingBackend.objectMetrics() });
  const scaler = of.objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
  // The checks refuse an object that is not there (AIW3513).
  scaler.spec.metrics[0].object.describedObject = { apiVersion: 'v1', kind: 'Service', name: 'gone' };
  await cluster.apply(of.objects);
  await stands(cluster, of, 1);
  await pause(3000);
  const { status } = await cluster.client.get('autoscaling/v2', 'HorizontalPodAutoscaler', 'nobody', 'scaler');
  expect(status.conditions.find(({ type }: any) => type === 'ScalingActive')).toMatchObject({ status: 'False', reason: 'FailedGetObjectMetric' });
});
