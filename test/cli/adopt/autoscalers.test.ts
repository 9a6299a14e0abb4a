import { GROUPS, SERVER } from './manifests';
import { adopted, named, read, readInThisProcess, synthesised } from './written';
import { cdk8sAi } from '../program';

readInThisProcess();
beforeAll(() => { jest.spyOn(process.stderr, 'write').mockImplementation(() => true); });

const autoscaler = (name: string, metrics: string, more = '') => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name}, namespace: ml }
spec:
  minReplicas: 1
  maxReplicas: 4
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: llama }
  metrics:
${metrics}${more}`;

const pods = (name: string, target: string) => `  - type: Pods\n    pods: { metric: { name: "${name}" }, target: { type: AverageValue, averageValue: ${target} } }\n`;

const WAITING = pods('vllm_num_requests_waiting', '"8"');

const SCALED_OBJECT = `apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: llama-keda, namespace: ml }
spec:
  scaleTargetRef: { name: llama }
  minReplicaCount: 1
  maxReplicaCount: 4
  pollingInterval: 15
  triggers:
  - type: prometheus
    metadata:
      serverAddress: http://prometheus.monitoring.svc:9090
      metricName: vllm_num_requests_waiting
      query: |
        sum(vllm:num_requests_waiting{namespace="ml"})
      threshold: "5"
`;

/** All objects of the input are given back by what was written, and the linter sees no change. */
async function isGivenBack(app: string): Promise<void> {
  synthesised(app);
  expect(await cdk8sAi(app, 'adopt', 'dist', '--compare', 'originals')).toMatchObject({ status: 0, stdout: expect.stringContaining('all as in originals') });
  expect(await cdk8sAi(app, 'lint', 'dist', '--against', 'originals')).toMatchObject({ status: 0 });
}

test('one by a metric of the engine becomes a construct under its own name, and its target a property', async () => {
  const { app, main, status, stdout } = await adopted({ 'a.yaml': SERVER, 'b.yaml': autoscaler('scale-llama', WAITING) });
  expect(status).toBe(0);
  expect(stdout).toMatch(/HorizontalPodAutoscaler ml\/scale-llama: WorkloadAutoscaler, identical with \d patches\n2 of 2 objects/);
  expect(main).toContain("new WorkloadAutoscaler(chart, 'scale-llama', { workload: llama, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });");
  // What each apply would set back is a patch, and no property.
  expect(main).not.toMatch(/^ {2}replicas: 2/m);
  expect(main).toContain("JsonPatch.add('/spec/replicas', 2)");
  expect(main).not.toContain('markHasAutoscaler');
  expect(main).not.toContain('/spec/metrics');
  await isGivenBack(app);
});

test('one under the name of its workload keeps it', async () => {
  const { app, main, status } = await adopted({ 'a.yaml': SERVER.replace('  replicas: 2\n', ''), 'b.yaml': autoscaler('llama', WAITING) });
  expect(status).toBe(0);
  expect(main).toContain("new WorkloadAutoscaler(chart, 'llama-autoscaler', { name: 'llama', workload: llama, ");
  expect(named(synthesised(app), 'Deployment').spec.replicas).toBeUndefined();
  await isGivenBack(app);
});

test('the name that another adapter gives to a series is a patch', async () => {
  const { app, main, status } = await adopted({ 'a.yaml': SERVER, 'b.yaml': autoscaler('scale-llama', pods('prometheus.googleapis.com|vllm:num_requests_running|gauge', '64')) });
  expect(status).toBe(0);
  expect(main).toContain('runningRequests: 64');
  expect(main).toContain("JsonPatch.replace('/spec/metrics/0/pods/metric/name', 'prometheus.googleapis.com|vllm:num_requests_running|gauge')");
  // 64 and "64" are one amount where they are stored.
  expect(main).not.toContain('averageValue');
  await isGivenBack(app);
});

test('an engine that is told by its facts declares what the autoscaler reads', async () => {
  const { app, main, status } = await adopted({
    'a.yaml': SERVER.replace(':v0.18.0', ':latest'), 'b.yaml': autoscaler('scale-llama', WAITING + pods('vllm_kv_cache_usage_perc', '"0.8"')),
  });
  expect(status).toBe(0);
  expect(main).toContain("metrics: { waiting: { name: 'vllm:num_requests_waiting' }, kvCacheUsage: { name: 'vllm:kv_cache_usage_perc' } },");
  expect(main).toContain('queueDepth: 8, kvCacheUsage: 0.8 });');
  await isGivenBack(app);
});

test('metrics keep their order', async () => {
  const { app, main, status } = await adopted({ 'a.yaml': SERVER, 'b.yaml': autoscaler('scale-llama', pods('vllm_num_requests_running', '64') + WAITING) });
  expect(status).toBe(0);
  expect(main).toContain("gauges: [{ name: 'vllm:num_requests_running', average: 64 }, { name: 'vllm:num_requests_waiting', average: 8 }],");
  await isGivenBack(app);
});

test.each([
  ['of a Service', '  - type: Object\n    object: { describedObject: { apiVersion: v1, kind: Service, name: llama-svc }, metric: { name: vllm_num_requests_waiting }, target: { type: AverageValue, averageValue: 8 } }\n',
    "backend: ScalingBackend.objectMetrics({ object: { apiVersion: 'v1', kind: 'Service', name: 'llama-svc' } }),"],
  ['of series by labels', '  - type: External\n    external: { metric: { name: vllm_num_requests_waiting, selector: { matchLabels: { model: llama } } }, target: { type: AverageValue, averageValue: 8 } }\n',
    "backend: ScalingBackend.externalMetrics({ seriesLabels: { model: 'llama' } }),"],
])('a metric %s', async (_, metric, source) => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: llama-svc, namespace: ml }\nspec: { selector: { app: llama }, ports: [{ port: 80, targetPort: api }] }\n';
  const { app, main, status } = await adopted({ 'a.yaml': SERVER, 'b.yaml': autoscaler('scale-llama', metric), 'c.yaml': service });
  expect(status).toBe(0);
  expect(main).toContain(source);
  await isGivenBack(app);
});

test('a ScaledObject of KEDA keeps its query', async () => {
  const { app, main, status, stdout } = await adopted({ 'a.yaml': SERVER, 'b.yaml': SCALED_OBJECT });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/ScaledObject ml\/llama-keda: WorkloadAutoscaler, identical with \d+ patches\n/)]);
  expect(main).toContain("backend: ScalingBackend.keda({ serverAddress: 'http://prometheus.monitoring.svc:9090' }),");
  expect(main).toContain('query: \'sum(vllm:num_requests_waiting{namespace="ml"})\\n\',');
  expect(named(synthesised(app), 'ScaledObject').spec.triggers).toHaveLength(1);
  await isGivenBack(app);
});

test('a ScaledObject without bounds has those of KEDA: at most 100, and none at the least, which stays YAML', async () => {
  const upTo = await adopted({ 'a.yaml': SERVER, 'b.yaml': SCALED_OBJECT.replace('  maxReplicaCount: 4\n', '') });
  expect(upTo.main).toMatch(/minReplicas: 1,\s+maxReplicas: 100,/);
  const { app, main, status, stdout } = await adopted({ 'a.yaml': SERVER, 'b.yaml': SCALED_OBJECT.replace('  minReplicaCount: 1\n', '') });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/ScaledObject ml\/llama-keda: .*\b0\b/)]);
  expect(main).not.toContain('WorkloadAutoscaler');
  await isGivenBack(app);
});

test('groups are scaled as a whole', async () => {
  const scaler = autoscaler('groups', WAITING).replace(', namespace: ml', '').replace('apiVersion: apps/v1, kind: Deployment, name: llama', 'apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, name: deepseek');
  const { app, main, status } = await adopted({ 'a.yaml': GROUPS, 'b.yaml': scaler });
  expect(status).toBe(0);
  expect(main).toMatch(/new WorkloadAutoscaler\(chart, 'groups', \{\n {2}workload: deepseek,\n {2}engine: InferenceEngine\.custom\(\{\n {4}name: 'vllm',/);
  await isGivenBack(app);
});

describe('stays as YAML, and decides the number of a Deployment that leaves it out', () => {
  const cpu = '  - type: Resource\n    resource: { name: cpu, target: { type: Utilization, averageUtilization: 80 } }\n';
  const ofPods = (name: string) => `it follows ${name}, which is no gauge of an engine that is known here`;
  test.each<[string, string, string]>([
    ['by the CPU', autoscaler('llama', cpu), 'it follows cpu of the pods, and WorkloadAutoscaler what the engine says'],
    ['by what nobody knows', autoscaler('llama', pods('gpu_utilization_percent', '20')), ofPods('gpu_utilization_percent')],
    ['by a counter', autoscaler('llama', pods('vllm_prompt_tokens_total', '20')), ofPods('vllm_prompt_tokens_total')],
    ['one of its metrics', autoscaler('llama', WAITING + cpu), 'it follows cpu of the pods'],
    ['a sum that is not divided', autoscaler('llama', '  - type: Object\n    object: { describedObject: { apiVersion: v1, kind: Service, name: llama }, metric: { name: vllm_num_requests_waiting }, target: { type: Value, value: 8 } }\n'),
      'vllm_num_requests_waiting is compared as Value, and WorkloadAutoscaler compares it as AverageValue'],
    ['of a namespace', autoscaler('llama', '  - type: Object\n    object: { describedObject: { apiVersion: v1, kind: Namespace, name: ml }, metric: { name: vllm_num_requests_waiting }, target: { type: Value, value: 8 } }\n'),
      'it follows a metric of Namespace ml, and nothing in it says which label of the series names that'],
    ['an older version', autoscaler('llama', cpu).replace('autoscaling/v2', 'autoscaling/v1'), 'it is written for autoscaling/v1, and WorkloadAutoscaler writes autoscaling/v2'],
    ['half a request', autoscaler('llama', pods('vllm_num_requests_waiting', '"2.5"')), 'queueDepth: Invalid value: 2.5'],
    ['from zero', SCALED_OBJECT.replace('minReplicaCount: 1', 'minReplicaCount: 0'), 'none of the series says that it is there while no replica runs'],
    ['by a calendar', SCALED_OBJECT.replace('type: prometheus', 'type: cron'), 'it has a trigger of type cron, and WorkloadAutoscaler asks Prometheus'],
  ])('%s', async (_, scaler, reason) => {
    const { app, main, status, stdout } = await adopted({ 'a.yaml': SERVER.replace('  replicas: 2\n', ''), 'b.yaml': scaler });
    expect([status, stdout]).toEqual([0, expect.stringContaining('stays as YAML: ')]);
    expect(stdout).toContain(reason);
    expect(read(app, 'ADOPTED.md')).toContain(reason);
    expect(main).toContain('llama.markHasAutoscaler();');
    expect(main).not.toContain('WorkloadAutoscaler');
    expect(named(synthesised(app), 'Deployment').spec.replicas).toBeUndefined();
  });

  test('two of one workload', async () => {
    const { status, stdout } = await adopted({ 'a.yaml': SERVER.replace('  replicas: 2\n', ''), 'b.yaml': autoscaler('llama', WAITING), 'c.yaml': SCALED_OBJECT });
    expect([status, stdout]).toEqual([0, expect.stringContaining("HorizontalPodAutoscaler llama and ScaledObject llama-keda scale one Deployment: they undo each other's work")]);
  });
});
