import { App, Chart, Testing } from 'cdk8s';
import {
  Accelerator, GpuInferenceDeployment, InferenceEngine, InferencePool, InferencePoolProps, IWorkload, LeaderWorkerGroup, Memory, ModelVariants,
  PickerFailure, RouteProtocol, Target, Workload, WorkloadRoute,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { SIDECAR, build } from '../../patterns/disaggregated-inference/build';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Given = Partial<Omit<InferencePoolProps, 'workload'>>;
type Make = (chart: Chart) => IWorkload;

const APIS = ['gateway.networking.k8s.io/v1', 'inference.networking.k8s.io/v1', 'inference.networking.x-k8s.io/v1alpha2'];
const GATEWAY = { name: 'public' };
const named: Make = () => Workload.named({ name: 'w', podLabels: { app: 'w' }, namespace: 'ml' });

const server: Make = chart => new GpuInferenceDeployment(chart, 'llama', {
  replicas: 3, engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', port: 8123 }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') },
});

function chartFor(apis = APIS): Chart {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  Target.define(chart, { apis });
  return chart;
}

function put(make: Make, props: Given = {}): { chart: Chart; pool: InferencePool } {
  const chart = chartFor();
  return { chart, pool: new InferencePool(chart, 'pool', { workload: make(chart), picker: 'picker', ...props }) };
}

const objects = (chart: Chart, kind: string): any[] => Testing.synth(chart).filter(each => each.kind === kind);

test('the pool has the pods that answer, at the port of their container', () => {
  const { chart } = put(server);
  const [pool] = objects(chart, 'InferencePool');
  const [deployment] = objects(chart, 'Deployment');
  expect(pool.spec).toEqual({
    selector: { matchLabels: deployment.spec.selector.matchLabels },
    targetPorts: [{ number: 8123 }],
    endpointPickerRef: { group: '', kind: 'Service', name: 'picker', port: { number: 9002 }, failureMode: 'FailClose' },
  });
});

test('leaders of groups are in the pool, and no worker', () => {
  const { chart } = put(inner => new LeaderWorkerGroup(inner, 'g', {
    groups: 2, size: 2, container: { image: 'registry.example/serve:1', command: ['serve'] }, servingPorts: [{ port: 80, targetPort: 8000 }],
  }));
  const [{ spec }] = objects(chart, 'InferencePool');
  expect(spec.selector.matchLabels['cdk8s-ai-workloads/role']).toBe('leader');
  expect(spec.targetPorts).toEqual([{ number: 8000 }]);
});

test('a named port of the Service is the number that the containers have for it', () => {
  const { chart } = put(inner => new LeaderWorkerGroup(inner, 'g', {
    groups: 1, size: 1, container: { image: 'registry.example/serve:1', command: ['serve'], ports: [{ name: 'api', number: 8777 }] }, servingPorts: [{ port: 80, targetPortName: 'api' }],
  }));
  expect(objects(chart, 'InferencePool')[0].spec.targetPorts).toEqual([{ number: 8777 }]);
});

test('several ports are several engines, and a picker may be elsewhere and fail open', () => {
  const { chart } = put(named, { ports: [8000, 8001], picker: 'other', pickerPort: 9100, pickerFailure: PickerFailure.OPEN });
  expect(objects(chart, 'InferencePool')[0].spec).toMatchObject({
    selector: { matchLabels: { app: 'w' } }, targetPorts: [{ number: 8000 }, { number: 8001 }], endpointPickerRef: { name: 'other', port: { number: 9100 }, failureMode: 'FailOpen' },
  });
});

test('objectives are objects of their names, for the pool', () => {
  const { chart } = put(server, { objectives: [{ name: 'chat', priority: 10 }, { name: 'batch', priority: -1 }] });
  expect(objects(chart, 'InferenceObjective').map(({ metadata, spec }) => [metadata.name, spec.priority, spec.poolRef.name])).toEqual([['chat', 10, 'pool'], ['batch', -1, 'pool']]);
});

test('a DisaggregatedInference with llm-d has a pool of its own, to which a route leads', () => {
  const { model } = build({ router: SIDECAR });
  const chart = Chart.of(model);
  new WorkloadRoute(chart, 'route', { workload: model, gateway: GATEWAY });
  expect(objects(chart, 'HTTPRoute')[0].spec.rules[0].backendRefs).toEqual([expect.objectContaining({ kind: 'InferencePool', name: objects(chart, 'InferencePool')[0].metadata.name })]);
  expect(() => new InferencePool(chart, 'second', { workload: model, picker: 'b' })).toThrow(/its pods are in the InferencePool/);
});

test('a route to the pool is none to the Service', () => {
  const { chart, pool } = put(server);
  new WorkloadRoute(chart, 'route', { workload: pool, gateway: GATEWAY });
  expect(objects(chart, 'HTTPRoute')[0].spec.rules[0].backendRefs).toEqual([{ group: 'inference.networking.k8s.io', kind: 'InferencePool', name: 'pool', weight: 1 }]);
});

test('variants may be pools, and share by weight', () => {
  const { chart, pool } = put(server);
  new ModelVariants(chart, 'models', { gateway: GATEWAY, variants: [{ name: 'a', workload: pool, weight: 9 }, { name: 'b', workload: named(chart), port: 80 }] });
  expect(objects(chart, 'HTTPRoute')[0].spec.rules[0].backendRefs.map(({ kind, name, weight }: any) => [kind, name, weight])).toEqual([['InferencePool', 'pool', 9], ['Service', 'models-b', 1]]);
});

test('findings: a picker that is installed beside is not missed, and pods of the pool are found', () => {
  const { chart } = put(server);
  expect(findingsOf(chart).map(({ id }) => id)).not.toContain('AIW2134');
});

test('the explanation says what the picker has to read of an engine, and that Services come past it', () => {
  const text = put(server).pool.explain();
  expect(text).toMatch(/3 pods/);
  expect(text).toMatch(/must read vllm:num_requests_waiting .* and vllm:kv_cache_usage_perc .* at port 8123/);
  expect(text).toMatch(/comes past the queues/);
  expect(put(named, { ports: [80] }).pool.explain()).toMatch(/no engine of the library says it/);
});

describe('refused', () => {
  test.each<[what: string, make: Make, props: Given, message: RegExp]>([
    ['a workload that runs until it is done', chart => WORKLOADS.IndexedTrainingJob(chart), { ports: [80] }, /workload: Forbidden: .*works until it is done/],
    ['no port', named, {}, /ports: Required value: nothing says on which port the pods of w answer/],
    ['no ports', named, { ports: [] }, /ports: Invalid value: 0/],
    ['nine ports', named, { ports: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, /ports: Invalid value: 9/],
    ['a port twice', named, { ports: [80, 80] }, /ports\[1\]: Duplicate value: 80/],
    ['no port number', named, { ports: [0] }, /ports\[0\]: Invalid value: 0/],
    ['no number of the picker', named, { ports: [80], pickerPort: 70000 }, /pickerPort: Invalid value: 70000/],
    ['a picker of no name', named, { ports: [80], picker: 'A' }, /picker: Invalid value: "A"/],
    ['an objective twice', named, { ports: [80], objectives: [{ name: 'a', priority: 1 }, { name: 'a', priority: 2 }] }, /objectives\[1\]\.name: Duplicate value/],
    ['a priority of no number', named, { ports: [80], objectives: [{ name: 'a', priority: 0.5 }] }, /objectives\[0\]\.priority/],
    ['a role that there is not', server, { part: { role: 'leader' } }, /part\.role: Invalid value: "leader"/],
  ])('%s', (_, make, props, message) => {
    expect(() => put(make, props)).toThrow(message);
  });

  test('pods that are in a pool already, and ports and calls of a route to it', () => {
    const { chart, pool } = put(server);
    let routes = 0;
    const route = (props: object) => () => new WorkloadRoute(chart, `route-${routes++}`, { workload: pool, gateway: GATEWAY, ...props });
    expect(() => new InferencePool(chart, 'second', { workload: pool, picker: 'b' })).toThrow(/workload: Forbidden: its pods are in the InferencePool pool/);
    expect(route({ port: 80 })).toThrow(/port: Forbidden: the InferencePool pool/);
    expect(route({ portName: 'http' })).toThrow(/portName: Forbidden: the InferencePool pool/);
    expect(route({ protocol: RouteProtocol.GRPC })).toThrow(/protocol: Forbidden: pods of the InferencePool pool/);
  });

  test('a target without the APIs', () => {
    const only = (...apis: string[]) => () => {
      const chart = chartFor(apis);
      return new InferencePool(chart, 'pool', { workload: named(chart), ports: [80], picker: 'p', objectives: [{ name: 'a', priority: 1 }] });
    };
    expect(only()).toThrow(/workload: Forbidden: needs inference\.networking\.k8s\.io\/v1/);
    expect(only('inference.networking.k8s.io/v1')).toThrow(/objectives: Forbidden: needs inference\.networking\.x-k8s\.io\/v1alpha2/);
  });
});

test('a mistake of the pool is told once, and not again by its route', () => {
  delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
  const chart = chartFor();
  const pool = new InferencePool(chart, 'pool', { workload: named(chart), picker: 'A', ports: [80] });
  new WorkloadRoute(chart, 'route', { workload: pool, gateway: GATEWAY });
  process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
  let message = '';
  try {
    (chart.node.root as App).synthYaml();
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.match(/Invalid value|Required value|Forbidden/g)).toEqual(['Invalid value']);
});
