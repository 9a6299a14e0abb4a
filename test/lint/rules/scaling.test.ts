import { autoscaler, custom, deployment, findingsIn, leaderWorkerSet, onlyFinding, service, statefulSet, template, workload } from '../run/manifests';

const scaledObject = custom('keda.sh/v1alpha1', 'ScaledObject');
const limitRange = custom('v1', 'LimitRange');
const prometheus = (query: string, threshold = '10', metricType?: string) => ({ type: 'prometheus', metricType, metadata: { query, threshold } });
const scaled = (triggers: object[], more: object = { minReplicaCount: 1 }) => scaledObject('a', { scaleTargetRef: { name: 'a' }, triggers, ...more });
const ids = (id: string, query: string, ...more: string[]) => findingsIn(id, scaled([prometheus(query, ...more)])).map(each => each.message);
const image = (tag: string) => deployment('a', { ...workload('a', { image: `vllm/vllm-openai:${tag}`, args: ['--model=m'] }), replicas: undefined });

describe('AIW2801 metrics of vLLM by version', () => {
  const query = 'sum(vllm:gpu_cache_usage_perc)';

  test.each([['v0.10.2', []], ['v0.11.0', ['broken']], ['v0.12.0', ['broken']], ['latest', ['risky']], ['25.06-py3', ['risky']]])('gpu_cache_usage_perc with %s: %j', (tag, classes) => {
    expect(findingsIn('AIW2801', image(tag), scaled([prometheus(query)])).map(each => each.class)).toEqual(classes);
  });

  test('parts of a histogram are its metric, and names that nobody knows here are left alone', () => {
    expect(ids('AIW2801', 'sum(rate(vllm:time_per_output_token_seconds_bucket[5m]))')).toEqual([expect.stringContaining('from 0.13 on')]);
    expect(ids('AIW2801', 'sum(rate(vllm:time_to_first_token_seconds_sum[5m])) + sum(vllm:something_new)')).toEqual([]);
  });

  test('two versions in one target leave it open', () => {
    const two = deployment('a', { ...workload('a', { image: 'vllm-openai:v0.10.0' }, { pod: { initContainers: [{ name: 'b', image: 'vllm-openai:v0.13.0' }] } }) });
    expect(onlyFinding('AIW2801', two, scaled([prometheus(query)])).class).toBe('risky');
  });
});

describe('AIW2802 ratio as target', () => {
  test.each(['vllm:kv_cache_usage_perc * 100', 'sum(vllm:kv_cache_usage_perc)', '100 * avg(vllm:kv_cache_usage_perc{model_name="a"})', 'count(vllm:kv_cache_usage_perc > 0.5)'])('%s is no ratio any more', query => {
    expect(ids('AIW2802', query, '80')).toEqual([]);
  });

  test('a star inside of a matcher is no multiplication', () => {
    expect(ids('AIW2802', 'avg(vllm:kv_cache_usage_perc{model_name=~"Qwen.*"})', '80')).toHaveLength(1);
  });
});

test('AIW2801: the flag that shows hidden metrics may stand in one container of several', () => {
  const server = (name: string, ...more: string[]) => ({ name, image: 'vllm/vllm-openai:v0.11.0', args: ['--model=m', ...more] });
  const pods = (...more: string[]) => deployment('a', { ...workload('a'), replicas: undefined, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [server('one'), server('two', ...more)] } } });
  const query = scaled([prometheus('sum(vllm:gpu_cache_usage_perc)')]);
  expect(findingsIn('AIW2801', pods(), query)).toHaveLength(1);
  expect(findingsIn('AIW2801', pods('--show-hidden-metrics-for-version=0.10'), query)).toEqual([]);
});

test('one target under groups and namespaces whose names run together is two targets', () => {
  const scaler = (namespace: string, group: string) => autoscaler('a', { scaleTargetRef: { apiVersion: `${group}/v1`, kind: 'Runner', name: 'r' } }, { namespace });
  expect(findingsIn('AIW2806', scaler('a', 'bc.example'), scaler('ab', 'c.example'))).toEqual([]);
});

describe('AIW2803 and AIW2804 form of the query', () => {
  test.each([
    ['avg(vllm:num_requests_waiting)', undefined, 1], ['avg by (namespace) (vllm:num_requests_waiting)', undefined, 1], ['avg(vllm:num_requests_waiting) or vector(0)', undefined, 1],
    ['sum(avg(vllm:num_requests_waiting) by (pod))', undefined, 0], ['avg(vllm:num_requests_waiting) * 4', undefined, 0], ['avg(vllm:num_requests_waiting)', 'Value', 0],
    ['sum(vllm:num_requests_waiting)', 'Value', 1], ['avg(my_queue)', undefined, 0], ['avg((vllm:num_requests_waiting)', undefined, 0],
    ['avg by(ns)(vllm:num_requests_waiting)', undefined, 1], ['avg by (ns)  (vllm:num_requests_waiting)', undefined, 1], ['vllm:num_requests_waiting', undefined, 0],
    ['avg(vllm:num_requests_waiting) by(ns) or  vector( 0 ) ', undefined, 1],
  ])('%s as %s', (query, type, count) => {
    expect(findingsIn('AIW2803', scaled([prometheus(query, '10', type)]))).toHaveLength(count);
  });

  test.each([
    ['num_requests_waiting', 1], ['vllm:num_requests_running', 1], ['vllm_num_requests_waiting', 1], ['num_requests_waiting_max', 0], ['longnum_requests_waiting', 0],
  ])('AIW2803: %s of an object, as a total: %d', (name, count) => {
    const object = { metric: { name }, describedObject: { apiVersion: 'v1', kind: 'Service', name: 'a' }, target: { type: 'Value', value: '10' } };
    expect(findingsIn('AIW2803', autoscaler('a', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }, metrics: [{ type: 'Object', object }] }))).toHaveLength(count);
  });

  test.each([
    ['sum (vllm:num_requests_waiting)', 0], ['sum by(pod)(vllm:num_requests_waiting)', 0], ['sum  without  (pod) (vllm:num_requests_waiting)', 0], ['sum by (pod) (vllm:num_requests_waiting)', 0],
    ['my_sum(vllm:num_requests_waiting)', 1], ['vllm:num_requests_waiting{a="b", pod = "c"}', 0], ['vllm:num_requests_waiting{ instance= "a"}', 0],
    ['vllm:num_requests_waiting{a="b",pod =~"c.*"}', 1], ['vllm:num_requests_waiting{my_pod="c"}', 1],
  ])('AIW2804, with blanks: %s', (query, count) => {
    expect(ids('AIW2804', query)).toHaveLength(count);
  });

  test.each([
    ['vllm:num_requests_waiting', 1], ['rate(sglang:num_queue_reqs[1m])', 1], ['vllm:num_requests_waiting{instance="a"}', 0], ['max by (ns) (vllm:num_requests_waiting)', 0],
    ['vllm:num_incoming_requests_total', 0],
  ])('AIW2804: %s', (query, count) => {
    expect(ids('AIW2804', query)).toHaveLength(count);
  });
});

describe('AIW2805 zero pods', () => {
  test('minReplicaCount is zero where nobody says it', () => {
    expect(onlyFinding('AIW2805', scaled([prometheus('sum(vllm:num_requests_waiting)')], {})).field).toBe('spec');
  });

  test.each(['absent(vllm:num_requests_waiting) or sum(vllm:num_requests_waiting)', 'sum(vllm:num_requests_waiting) + sum(gateway_requests_waiting)', 'sum(rate(vllm:num_incoming_requests_total[1m]))',
    'sum(vllm:num_requests_waiting) + sum(gateway:waiting)', 'vllm:num_requests_waiting + my_histogram_quantile', 'vllm:num_requests_waiting + label_join_total'])('%s may wake it', query => {
    expect(findingsIn('AIW2805', scaled([prometheus(query)], {}))).toEqual([]);
  });

  test.each([
    'sum(vllm:num_requests_waiting{job="gateway_jobs"})', 'clamp_min(vllm:num_requests_waiting, 1)', 'max_over_time(vllm:num_requests_waiting[1m])', 'avg by (model_name) (sglang:num_queue_reqs)',
    'vllm:num_requests_waiting{job="gateway_jobs"} + on (pod) group_left sglang:num_queue_reqs{job="gateway_jobs"}',
  ])('%s is of the engine alone', query => {
    expect(findingsIn('AIW2805', scaled([prometheus(query)], {}))).toHaveLength(1);
  });

  test('several triggers are silent together, and one of another source is not', () => {
    const [waiting, cpu] = [prometheus('sum(vllm:num_requests_waiting)'), { type: 'cpu', metadata: { value: '50' } }];
    const silent = 'which is silent when no pod runs';
    expect(onlyFinding('AIW2805', scaled([waiting], { minReplicaCount: 0 }))).toMatchObject({
      field: 'spec.minReplicaCount', message: `Invalid value: 0: vllm:num_requests_waiting comes from the engine itself, ${silent}`,
    });
    expect(onlyFinding('AIW2805', scaled([waiting, cpu], { minReplicaCount: 1, idleReplicaCount: 0 }))).toMatchObject({
      field: 'spec.idleReplicaCount', message: `Invalid value: 0: every trigger reads what the engine says of itself, ${silent}`,
    });
    expect(findingsIn('AIW2805', scaled([waiting, { type: 'postgresql', metadata: { query: 'SELECT vllm:num_requests_waiting' } }], {}))).toEqual([]);
    expect(findingsIn('AIW2805', scaled([waiting, { type: 'prometheus', metadata: {} }], {}))).toEqual([]);
    expect(findingsIn('AIW2805', scaled([cpu], {}))).toEqual([]);
  });

  test('with one pod at least there is always a series', () => {
    const metrics = [{ type: 'Pods', pods: { metric: { name: 'queue' } } }];
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' };
    expect(findingsIn('AIW2805', scaled([prometheus('sum(vllm:num_requests_waiting)')], { minReplicaCount: 1 }))).toEqual([]);
    expect(findingsIn('AIW2805', autoscaler('a', { minReplicas: 1, scaleTargetRef, metrics }))).toEqual([]);
    expect(onlyFinding('AIW2805', autoscaler('a', { minReplicas: 0, scaleTargetRef, metrics })).message).toContain('queue comes from the engine itself');
  });

  test('an autoscaler without pods has no metric of pods', () => {
    const external = (name: string) => autoscaler('a', { minReplicas: 0, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }, metrics: [{ type: 'External', external: { metric: { name } } }] });
    expect(onlyFinding('AIW2805', external('vllm:num_requests_waiting')).field).toBe('spec.minReplicas');
    expect(findingsIn('AIW2805', external('gateway_requests_waiting'))).toEqual([]);
  });
});

describe('AIW2807 share of a request', () => {
  const two = (request: object) => deployment('a', { ...workload('a', { resources: { requests: request } }, { pod: { initContainers: [{ name: 'side', image: 'b:1', restartPolicy: 'Always' }] } }), replicas: undefined });
  const target = { type: 'Utilization', averageUtilization: 50 };
  const scaler = (metric: object) => autoscaler('a', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }, metrics: [metric] });
  const resource = { type: 'Resource', resource: { name: 'cpu', target } };
  const ofContainer = (container: string) => ({ type: 'ContainerResource', containerResource: { name: 'cpu', container, target } });
  const keda = (metadata: object) => scaled([{ type: 'cpu', metricType: 'Utilization', metadata }], {});

  test('all containers count, or the one that is named', () => {
    const without = { field: 'spec.metrics[0].resource.target', message: expect.stringContaining('container "side" of Deployment ml/a has no request for cpu') };
    expect(onlyFinding('AIW2807', scaler(resource), two({ cpu: '1' }))).toMatchObject({ ...without, help: 'set resources.requests.cpu on every container, sidecars included' });
    expect(onlyFinding('AIW2807', scaler(ofContainer('side')), two({ cpu: '1' })).help).toBe('set resources.requests.cpu on that container');
    expect(findingsIn('AIW2807', scaler(ofContainer('main')), two({ cpu: '1' }))).toEqual([]);
    expect(onlyFinding('AIW2807', scaler(ofContainer('main')), two({})).field).toBe('spec.metrics[0].containerResource.target');
  });

  test('a trigger of KEDA names a container among its settings', () => {
    expect(findingsIn('AIW2807', keda({ value: '50' }), two({ cpu: '1' }))).toHaveLength(1);
    expect(findingsIn('AIW2807', keda({ value: '50', containerName: 'main' }), two({ cpu: '1' }))).toEqual([]);
  });

  test.each([
    ['a mean of numbers', { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } } }],
    ['another resource', { type: 'Resource', resource: { name: 'ephemeral-storage', target } }],
    ['a block that its type does not name', { type: 'External', containerResource: { name: 'cpu', container: 'side', target } }],
  ])('passes: %s', (_, metric) => {
    expect(findingsIn('AIW2807', scaler(metric), two({}))).toEqual([]);
  });
});

describe('AIW2807 utilization', () => {
  const cpu = autoscaler('a', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } }] });
  const spec = (container: object, pod: object = {}) => deployment('a', { ...workload('a', container, { pod }), replicas: undefined });

  test('a native sidecar counts, an init container that ends does not', () => {
    const main = { resources: { requests: { cpu: '1' } } };
    expect(findingsIn('AIW2807', cpu, spec(main, { initContainers: [{ name: 'i', image: 'a:1' }] }))).toEqual([]);
    expect(onlyFinding('AIW2807', cpu, spec(main, { initContainers: [{ name: 'i', image: 'a:1', restartPolicy: 'Always' }] })).message).toContain('container "i"');
  });

  test('a LimitRange or requests of the whole pod may fill it in', () => {
    expect(findingsIn('AIW2807', cpu, spec({}), limitRange('defaults'))).toEqual([]);
    expect(findingsIn('AIW2807', cpu, spec({}, { resources: { requests: { cpu: '1' } } }))).toEqual([]);
    expect(findingsIn('AIW2807', cpu, spec({}))).toHaveLength(1);
  });
});

describe('AIW2822 and AIW2823 services and groups', () => {
  const NAME = { 'leaderworkerset.sigs.k8s.io/name': 'a' };
  const ports = [{ port: 8000 }];
  const world = ['python3', '-m', 'sglang.launch_server', '--model-path', 'm', '--nnodes', '2', '--node-rank', '$(LWS_WORKER_INDEX)'];
  const groups = (container: object, replicas = 2) => leaderWorkerSet('a', { replicas, leaderWorkerTemplate: { size: 2, workerTemplate: template({}, container) } });

  test('one template of all ranks: only rank 0 serves', () => {
    expect(onlyFinding('AIW2822', groups({ command: world }), service('s', { selector: NAME, ports })).message).toContain('only rank 0 of SGLang serves');
    expect(onlyFinding('AIW2822', groups({ command: world, ports: [{ containerPort: 8000 }] }), service('s', { selector: NAME, ports })).class).toBe('risky');
  });

  test('the leaders alone serve, and the help names the label of each kind of group', () => {
    const leaders = service('s', { selector: { ...NAME, 'leaderworkerset.sigs.k8s.io/worker-index': '0' }, ports });
    expect(findingsIn('AIW2822', groups({ command: world }), leaders)).toEqual([]);
    expect(onlyFinding('AIW2822', groups({ command: world }), service('s', { selector: NAME, ports }))).toMatchObject({
      class: 'broken',
      field: 'spec.selector',
      message: 'Invalid value: {"leaderworkerset.sigs.k8s.io/name":"a"}: selects workers of LeaderWorkerSet ml/a, where only rank 0 of SGLang serves',
      help: 'add leaderworkerset.sigs.k8s.io/worker-index: "0" to the selector',
    });
    const set = (...containers: object[]) => statefulSet('a', { ...workload('a', { command: world }, { pod: containers.length > 0 ? { containers } : {} }), replicas: 2 });
    expect(onlyFinding('AIW2822', set(), service('s', { selector: { app: 'a' }, ports })).help).toBe('add apps.kubernetes.io/pod-index: "0" to the selector');
    const [main, ray, sidecar] = [{ name: 'main', image: 'a:1', command: world }, { name: 'ray', image: 'a:1', command: ['ray', 'start', '--address=a:1'] }, {
      name: 'side', image: 'b:1', ports: [{ containerPort: 8000 }],
    }];
    expect(onlyFinding('AIW2822', set(main, ray), service('s', { selector: { app: 'a' }, ports })).class).toBe('broken');
    expect(onlyFinding('AIW2822', set(main, sidecar), service('s', { selector: { app: 'a' }, ports })).class).toBe('risky');
  });

  test.each(['apps.kubernetes.io/pod-index', 'statefulset.kubernetes.io/pod-name'])('a Service of one pod of a StatefulSet, by %s', label => {
    const set = statefulSet('a', { ...workload('a', { command: world }), replicas: 2 });
    expect(findingsIn('AIW2822', set, service('s', { selector: { app: 'a', [label]: label.endsWith('name') ? 'a-0' : '0' }, ports }))).toEqual([]);
  });

  test.each([
    ['SGLang on one node each', ['python3', '-m', 'sglang.launch_server', '--model-path', 'm']],
    ['vLLM over two nodes without --headless', ['vllm', 'serve', 'm', '--nnodes', '2', '--node-rank', '$(LWS_WORKER_INDEX)']],
  ])('all pods may serve: %s', (_, command) => {
    expect(findingsIn('AIW2822', groups({ command }), service('s', { selector: NAME, ports }))).toEqual([]);
  });

  test('a head of Ray in the template may serve', () => {
    expect(findingsIn('AIW2822', groups({ command: ['ray', 'start', '--head', '--block'] }), service('s', { selector: NAME, ports }))).toEqual([]);
  });

  test('one group alone has each index once', () => {
    const indexed = service('s', { selector: { ...NAME, 'leaderworkerset.sigs.k8s.io/worker-index': '1' }, ports });
    expect(findingsIn('AIW2823', groups({}, 1), indexed)).toEqual([]);
    expect(onlyFinding('AIW2823', groups({}, 2), indexed).message).toContain('worker 1 of each of the 2 groups');
  });

  test('replicas of a StatefulSet that know nothing of each other may all be selected', () => {
    expect(findingsIn('AIW2822', statefulSet('a', { ...workload('a', { command: ['vllm', 'serve', 'm'] }), replicas: 2 }), service('s', { selector: { app: 'a' }, ports }))).toEqual([]);
  });
});
