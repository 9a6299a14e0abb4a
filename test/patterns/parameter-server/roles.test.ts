import { Duration } from 'cdk8s';
import { build, container } from './build';
import { Accelerator, Capacity, DeviceRequest, Memory, ModelCache, ModelPreload, ParameterServerFramework } from '../../../src';

const dmlc = ParameterServerFramework.dmlc();
const TWO_OF_EACH = { ps: { replicas: 2 }, worker: { replicas: 3 } };
const devicesOf = (pod: any) => Number(pod.containers[0].resources.limits['nvidia.com/gpu']);
const initNamesOf = (pod: any) => (pod.initContainers ?? []).map(({ name }: any) => name);

describe('capacity', () => {
  test('of the pattern holds for each role that has none of its own', () => {
    const { pods } = build({
      chief: {},
      capacity: Capacity.spotGke(),
      ps: { replicas: 2, capacity: Capacity.onDemand() },
      worker: { replicas: 3, capacity: Capacity.spotAks() },
    });

    expect(pods.chief.nodeSelector).toEqual({ 'cloud.google.com/gke-spot': 'true' });
    expect(pods.ps.nodeSelector).toBeUndefined();
    expect(pods.worker.nodeSelector).toEqual({ 'kubernetes.azure.com/scalesetpriority': 'spot' });
  });

  test('cuts the grace period of its own roles to its notice, and leaves the others at 30 s', () => {
    const { pods } = build({ capacity: Capacity.spotGke(), ps: { replicas: 2, capacity: Capacity.onDemand() } });

    expect([pods.ps, pods.worker].map(pod => pod.terminationGracePeriodSeconds)).toEqual([30, 15]);
  });

  test('may be contradicted neither by labels of the nodes nor by those of the devices', () => {
    const capacity = Capacity.spot({ nodeLabels: { 'example.com/kind': 'spot', 'example.com/tier': 'low' }, notice: Duration.seconds(30) });
    const accelerator = Accelerator.resource('nvidia.com/gpu', 1, { nodeLabels: { 'example.com/tier': 'high' } });

    expect(() => build({ capacity, nodeLabels: { 'example.com/kind': 'stable' } })).toThrow('nodeLabels[example.com/kind]: Invalid value: "stable"');
    expect(() => build({ worker: { replicas: 2, capacity, accelerator } })).toThrow('nodeLabels[example.com/tier]: Invalid value: "high"');
  });

  test('has a notice that a given grace period may reach, and not exceed', () => {
    const given = (seconds: number) => build({ capacity: Capacity.spotKarpenter(), terminationGracePeriod: Duration.seconds(seconds) });

    expect(given(120).pods.worker.terminationGracePeriodSeconds).toBe(120);
    expect(() => given(121)).toThrow('terminationGracePeriod: Invalid value: "121s"');
  });
});

describe('devices', () => {
  test('are those of the pattern for workers, and of the role for chief and servers', () => {
    const { pods } = build({
      accelerator: Accelerator.nvidia(4),
      chief: { accelerator: Accelerator.nvidia(1) },
      ps: { replicas: 2, accelerator: Accelerator.nvidia(2) },
    });

    expect(['chief', 'ps', 'worker'].map(role => devicesOf(pods[role]))).toEqual([1, 2, 4]);
  });

  test('of workers may differ from those of the pattern', () => {
    expect(devicesOf(build({ accelerator: Accelerator.nvidia(4), worker: { replicas: 3, accelerator: Accelerator.nvidia(2) } }).pods.worker)).toBe(2);
  });

  test('are explained for each role that has some, with the product', () => {
    const text = build({ accelerator: Accelerator.nvidia(4), ps: { replicas: 2, accelerator: Accelerator.nvidia(3) } }).run.explain();

    expect(text).toContain('ps: 2 x 3 nvidia.com/gpu = 6');
    expect(text).toContain('worker: 3 x 4 nvidia.com/gpu = 12');
  });

  test('that are claimed have a template for each role', () => {
    const { objects, pods } = build({
      accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' })), ps: { replicas: 2, accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'L4' })) },
    });
    const templates = objects.filter(({ kind }) => kind === 'ResourceClaimTemplate').map(({ metadata }) => metadata.name);

    expect(templates).toHaveLength(2);
    expect(templates.filter(name => name.startsWith('ranker-ps'))).toEqual([pods.ps.resourceClaims[0].resourceClaimTemplateName]);
    expect(templates.filter(name => name.startsWith('ranker-worker'))).toEqual([pods.worker.resourceClaims[0].resourceClaimTemplateName]);
  });
});

describe('a model', () => {
  const model = { modelCache: ModelCache.claimName('weights', { accessModes: ['ReadWriteMany' as never] }), preload: ModelPreload.fromHub({ model: 'org/base', revision: '8c22764' }) };

  test('is preloaded by chief and workers, and by no server', () => {
    const { pods } = build({ chief: {}, ...model });

    expect(['chief', 'ps', 'worker'].map(role => initNamesOf(pods[role]))).toEqual([['model-preload'], [], ['model-preload']]);
  });

  test('is preloaded by no scheduler', () => {
    const { pods } = build({ framework: dmlc, ...model });

    expect(['scheduler', 'ps', 'worker'].map(role => initNamesOf(pods[role]))).toEqual([[], [], ['model-preload']]);
  });

  test('on a claim of one node is refused with the number of chief and workers together', () => {
    const modelCache = ModelCache.claimName('weights', { accessModes: ['ReadWriteOnce' as never] });

    expect(() => build({ chief: {}, modelCache })).toThrow('up to 4 workers and chief');
    expect(() => build({ modelCache })).toThrow('up to 3 workers and chief');
  });
});

describe('a scheduler of DMLC', () => {
  test('has container, nodes, priority and devices of its own', () => {
    const { pods } = build({
      framework: dmlc,
      scheduler: { container: { memory: Memory.of('4Gi') }, nodeLabels: { pool: 'small' }, priorityClassName: 'high', accelerator: Accelerator.nvidia(1) },
    });

    expect(pods.scheduler).toMatchObject({ nodeSelector: { pool: 'small' }, priorityClassName: 'high' });
    expect(pods.scheduler.containers[0].resources.limits).toEqual({ 'memory': '4Gi', 'nvidia.com/gpu': '1' });
    expect([pods.ps, pods.worker].map(pod => [pod.nodeSelector, pod.priorityClassName, pod.containers[0].resources.limits]))
      .toEqual([0, 1].map(() => [undefined, undefined, { memory: '16Gi' }]));
  });

  test('listens on the port of the framework, and no other role does', () => {
    const { pods } = build({ framework: ParameterServerFramework.dmlc({ port: 9191 }) });

    expect(['scheduler', 'ps', 'worker'].map(role => pods[role].containers[0].ports?.map(({ containerPort }: any) => containerPort))).toEqual([[9191], undefined, undefined]);
  });

  test('leaves the port of the framework free for servers', () => {
    expect(() => build({ framework: dmlc, ps: { replicas: 2, container: { portNumber: 9091 } } })).not.toThrow();
    expect(() => build({ framework: dmlc, scheduler: { container: { portNumber: 9091 } } })).toThrow('scheduler.container.portNumber: Duplicate value: 9091');
  });
});

test('each role has its own selector, and the handle its own pods', () => {
  const { run } = build({ chief: {}, ...TWO_OF_EACH });

  expect([run.coordinator, run.servers, run.workers].map(pods => pods!.toPodSelectorConfig().labelSelector._toKube().matchLabels)).toEqual(['chief', 'ps', 'worker'].map(role => ({
    'cdk8s-ai-workloads/name': 'ranker', 'cdk8s-ai-workloads/role': role,
  })));
  expect(run.workload.roles.map(({ name }) => name)).toEqual(['chief', 'ps', 'worker']);
});

test.each([['ps', 1, 2], ['worker', 2, 3]])('the last address of %s is that of index %i', (role, last, beyond) => {
  const { run } = build({ container, ...TWO_OF_EACH });

  expect(run.address(role, last)).toBe(`ranker-1-${role}-0-${last}.ranker.ml`);
  expect(() => run.address(role, beyond)).toThrow(`address(index): Invalid value: ${beyond}`);
});
