import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { MODEL, claim, load, plan, plugin, vllm } from './llama';
import { Accelerator, Capacity, DefaultSet, DeviceRequest, GpuInferenceDeploymentProps, Memory, ModelCache, ModelLoad, ModelPreload, SharedMemory } from '../../../src';
import { exampleLoad } from '../../../src/surroundings/workload-autoscaler/scaling-plan';

const { READ_WRITE_ONCE, READ_WRITE_MANY, READ_ONLY_MANY } = kplus.PersistentVolumeAccessMode;
type Props = Partial<GpuInferenceDeploymentProps>;

describe('devices', () => {
  test.each<[string, Props, number, string]>([
    ['a device plugin is asked for the product', { engine: vllm({ tensorParallel: 2, pipelineParallel: 2 }) }, 4, 'tensor 2 x pipeline 2 x data 1 = 4, nvidia.com/gpu of each pod'],
    ['a claim takes its count from the product', { engine: vllm({ pipelineParallel: 2 }), accelerator: claim }, 8, 'tensor 4 x pipeline 2 x data 1 = 8, the count of each pod\'s claim (gpu.nvidia.com)'],
    ['copies of the model in one pod count too', { engine: vllm({ tensorParallel: 2, dataParallel: 2 }) }, 4, 'tensor 2 x pipeline 1 x data 2 = 4, nvidia.com/gpu of each pod'],
    ['a count of a claim may say the same', { accelerator: Accelerator.claim(DeviceRequest.nvidia(), { count: 4 }) }, 4, 'tensor 4 x pipeline 1 x data 1 = 4, the count of each pod\'s claim (gpu.nvidia.com)'],
    ['slices are devices', { engine: vllm({ tensorParallel: 1 }), accelerator: Accelerator.nvidiaMig('3g.40gb', 1) }, 1, 'tensor 1 x pipeline 1 x data 1 = 1, nvidia.com/mig-3g.40gb of each pod'],
    ['a TPU slice of one host', { engine: vllm({ image: 'vllm/vllm-tpu:v0.18.0' }), accelerator: Accelerator.tpu(4, { type: 'tpu-v5p-slice', topology: '2x2x1' }) }, 4, 'tensor 4 x pipeline 1 x data 1 = 4, google.com/tpu of each pod'],
  ])('%s', (_, props, count, sum) => {
    const { devices } = plan(props);
    expect([devices.count, devices.accelerator.count, devices.sum]).toEqual([count, count, sum]);
  });

  test('shared memory and derived memory follow from the count', () => {
    const { pod } = plan({ engine: vllm({ pipelineParallel: 2 }), accelerator: claim });
    expect(pod.sharedMemory).toBe('16Gi');
    expect(pod.memory.sum).toBe('weights 140Gi + shared memory 16Gi + headroom 8Gi = 164Gi');
  });

  test.each<[string, Props, string]>([
    ['asked for', { container: { memory: Memory.of('200Gi') } }, 'asked for 200Gi, of which up to 8Gi shared memory'],
    ['of a load that was measured nothing follows', { modelLoad: ModelLoad.measured(Duration.minutes(4)) }, 'not asked for: no request, no limit'],
    ['without shared memory', { sharedMemory: SharedMemory.none() }, 'weights 140Gi + headroom 8Gi = 148Gi'],
  ])('memory: %s', (_, props, sum) => {
    expect(plan(props).pod.memory.sum).toBe(sum);
  });
});

describe('replicas and roll-out', () => {
  const surge = (maxSurge: number) => ({ type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } });
  const oldFirst = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } };
  const scaled = (minReplicas: number) => ({ autoscaling: { minReplicas, maxReplicas: 6, queueDepth: 8 } });

  test.each<[string, Props, number, object, string, number]>([
    ['no spare devices: an old pod goes first', {}, 0, oldFirst, 'an old pod first, one at a time: 0 spare devices / 4 a pod = 0', 2],
    ['spare devices that do not do for a pod', {}, 3, oldFirst, 'an old pod first, one at a time: 3 spare devices / 4 a pod = 0', 2],
    ['spare devices for one pod', {}, 7, surge(1), 'new pods first, 1 at a time: 7 spare devices / 4 a pod = 1', 2],
    ['spare devices for more pods than there are', {}, 32, surge(2), 'new pods first, 2 at a time: 32 spare devices / 4 a pod = 8, at most 2 replicas', 1],
    ['one replica: nothing else can be done', { replicas: 1 }, 0, { type: 'Recreate' },
      'the old pod first (Recreate): 0 spare devices / 4 a pod = 0; nothing serves for up to drain 80 s + start 1034 s = 1114 s', 1],
    ['one replica with spare devices', { replicas: 1 }, 4, surge(1), 'new pods first, 1 at a time: 4 spare devices / 4 a pod = 1', 1],
    ['one replica on a cache that one node can mount', { replicas: 1, modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_ONCE] }) }, 4, { type: 'Recreate' },
      'the old pod first (Recreate): the cache can be mounted by one pod or node at a time; nothing serves for up to drain 80 s + start 460 s = 540 s', 1],
    ['an autoscaler may have more than one', scaled(1), 0, oldFirst,
      'an old pod first, one at a time: 0 spare devices / 4 a pod = 0; while one replica runs, nothing serves for up to drain 80 s + start 1034 s = 1114 s', 6],
    ['an autoscaler that keeps two', scaled(2), 0, oldFirst, 'an old pod first, one at a time: 0 spare devices / 4 a pod = 0', 6],
  ])('%s', (_, props, spareGpus, strategy, text, steps) => {
    expect(plan(props, { spareGpus }).rollout).toEqual({ strategy, text, unavailable: text.startsWith('new pods first') ? 0 : 1, steps });
  });

  test('one replica unless said otherwise', () => {
    expect(plan({ replicas: undefined }).replicas).toEqual({ least: 1, most: 1, fixed: 1 });
    expect(plan(scaled(2)).replicas).toEqual({ least: 2, most: 6 });
  });
});

describe('start', () => {
  test.each<[string, Props, number, number, string]>([
    ['twice the load', {}, 2070, 2670, 'startup 2070 s + scheduling and image pull 600 s = 2670 s'],
    ['twice the first load, with a cache that it fills', { modelCache: ModelCache.hostPath('/models') }, 2070, 2670, 'startup 2070 s + scheduling and image pull 600 s = 2670 s'],
    ['of a model in the image', { engine: vllm({ model: '/models/llama' }) }, 920, 1520, 'startup 920 s + scheduling and image pull 600 s = 1520 s'],
    ['an unknown load has 30 minutes', { modelLoad: undefined }, 1800, 2400, 'startup 1800 s + scheduling and image pull 600 s = 2400 s'],
    ['a preload counts for the roll-out and not for the probe', { modelCache: ModelCache.hostPath('/models'), preload: ModelPreload.fromHub({ time: Duration.minutes(20) }) }, 920, 2720,
      'startup 920 s + scheduling and image pull 600 s = 1520 s + preload 1200 s = 2720 s'],
    ['a deadline that is longer', { progressDeadline: Duration.minutes(60) }, 2070, 3600, 'given 3600 s > startup 2070 s'],
    ['a startup probe of the user', { container: { startup: kplus.Probe.fromHttpGet('/health', { port: 8000, periodSeconds: Duration.seconds(20), failureThreshold: 30 }) } }, 600, 1200,
      'startup 600 s + scheduling and image pull 600 s = 1200 s'],
  ])('%s', (_, props, seconds, deadline, sum) => {
    const planned = plan(props);
    expect([planned.startup.seconds, planned.deadline]).toEqual([seconds, { seconds: deadline, sum }]);
  });
});

describe('drain', () => {
  test.each<[string, Props, number, string]>([
    ['with a drain flag', {}, 80, 'preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s'],
    ['a longer stream', { engine: vllm({ longestStream: Duration.minutes(5) }) }, 320, 'preStop 15 s + drain (--shutdown-timeout) 300 s + margin 5 s = 320 s'],
    ['without a drain flag the sleep covers the stream', { engine: vllm({ version: '0.16' }) }, 80, 'preStop 75 s + margin 5 s = 80 s'],
    ['sidecars stop afterwards', { sidecars: [{ name: 'proxy', image: 'envoy:1', stopTime: Duration.seconds(20) }] }, 100,
      'preStop 15 s + drain (--shutdown-timeout) 60 s + sidecar proxy 20 s + margin 5 s = 100 s'],
    ['a sleep of the user', { container: { preStopSleep: Duration.seconds(30) } }, 95, 'preStop 30 s + drain (--shutdown-timeout) 60 s + margin 5 s = 95 s'],
    ['a grace period of the user', { terminationGracePeriod: Duration.seconds(200) }, 200,
      'given 200 s >= preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s'],
    ['inside the notice of spot nodes', { capacity: Capacity.spotKarpenter() }, 80, 'preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s'],
  ])('%s', (_, props, seconds, sum) => {
    const planned = plan(props);
    expect([planned.drain.graceSeconds, planned.pod.graceSeconds, planned.drain.sum]).toEqual([seconds, seconds, sum]);
  });
});

describe('autoscaling', () => {
  const scaled = (more: object, modelLoad = load) => plan({ modelLoad, autoscaling: { minReplicas: 2, maxReplicas: 8, ...more } }).autoscaling!;
  const targets = (more: object) => scaled(more).metrics.map(metric => [metric.name, metric.target]);

  test.each<[string, object, string[][]]>([
    ['a queue depth looks at what waits, and at nothing else', { queueDepth: 8 }, [['vllm_num_requests_waiting', '8']]],
    ['what runs may be looked at alone', { runningRequests: 64 }, [['vllm_num_requests_running', '64']]],
    ['what runs has a number of its own', { queueDepth: 8, runningRequests: 32 }, [['vllm_num_requests_waiting', '8'], ['vllm_num_requests_running', '32']]],
    ['a share of the cache, in the canonical form of a quantity', { kvCacheUsage: 0.8 }, [['vllm_kv_cache_usage_perc', '800m']]],
    ['both', { queueDepth: 4, kvCacheUsage: 0.85 },
      [['vllm_num_requests_waiting', '4'], ['vllm_kv_cache_usage_perc', '850m']]],
    ['a gauge by its name', { gauges: [{ name: 'vllm:num_requests_waiting', average: 2.5 }] }, [['vllm_num_requests_waiting', '2500m']]],
  ])('%s', (_, more, expected) => {
    expect(targets(more)).toEqual(expected);
  });

  test('of the first set of defaults, the queue depth is the target for what runs, too, unless that is given', () => {
    const first = (more: object) => plan({ autoscaling: { minReplicas: 2, maxReplicas: 8, ...more } }, { defaults: DefaultSet.V1 })
      .autoscaling!.metrics.map(metric => metric.target);
    expect(first({ queueDepth: 8, runningRequests: undefined })).toEqual(['8', '8']);
    expect(first({ queueDepth: 8, runningRequests: 32 })).toEqual(['8', '32']);
    expect(first({ kvCacheUsage: 0.8 })).toEqual(['800m']);
  });

  test('a target is told in devices, for a hundred requests', () => {
    expect(exampleLoad(scaled({ queueDepth: 8, runningRequests: 64 }), 4)).toBe(
      '100 waiting requests / 8 = 13 replicas, at most 8: 32 devices\n100 running requests / 64 = 2 replicas: 8 devices');
    expect(exampleLoad(scaled({ kvCacheUsage: 0.8 }), 4)).toBe('');
  });

  test.each<[string, Duration, number, number]>([
    ['a short start has Kubernetes\' own window', Duration.seconds(20), 300, 60],
    ['a longer start is waited for', Duration.minutes(12), 720, 720],
    ['a very long start meets the limits of the API', Duration.hours(2), 3600, 1800],
  ])('windows: %s', (_, time, down, up) => {
    const { scaleUp, scaleDown } = scaled({ queueDepth: 8 }, ModelLoad.measured(time));
    expect([scaleDown.windowSeconds, scaleUp.periodSeconds]).toEqual([down, up]);
  });

  test('the windows say what they come from', () => {
    const { scaleUp, scaleDown } = scaled({ queueDepth: 8 });
    expect(scaleUp.sum).toBe('after 60 s of need; at most twice as many, or 2 more, in 1034 s (a start), so that those on their way are not asked for again');
    expect(scaleDown.sum).toBe('after 1034 s (a start) without need; then 1 pod in 80 s (a drain)');
    expect(scaled({ queueDepth: 8 }, ModelLoad.measured(Duration.hours(2))).scaleDown.sum)
      .toBe('after 3600 s (a start takes 7200 s, the most is 3600 s) without need; then 1 pod in 80 s (a drain)');
  });
});

describe('cache and preload', () => {
  test.each<[string, ModelCache, object]>([
    ['many nodes', ModelCache.claimName('models', { accessModes: [READ_WRITE_MANY] }), { readOnly: false, oneAtATime: false, unproven: false, text: 'claim models (ReadWriteMany) at /models' }],
    ['nobody writes', ModelCache.claimName('models', { accessModes: [READ_ONLY_MANY] }), { readOnly: true, oneAtATime: false, unproven: false }],
    ['not known', ModelCache.claimName('models'), { readOnly: false, oneAtATime: false, unproven: true, text: 'claim models (access modes not known here) at /models' }],
    ['a node', ModelCache.hostPath('/mnt/nvme', { mountPath: '/cache' }), { mountPath: '/cache', unproven: false, text: 'folder /mnt/nvme of each node at /cache' }],
    ['a pod', ModelCache.emptyDir(Size.gibibytes(200)), { oneAtATime: false, text: 'local disk of each pod, at most 200Gi at /models' }],
  ])('%s', (_, modelCache, expected) => {
    expect(plan({ modelCache }).cache).toMatchObject(expected);
  });

  test('one replica may have a claim that one node mounts', () => {
    expect(plan({ replicas: 1, modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_ONCE] }) }).cache).toMatchObject({ oneAtATime: true });
  });

  test('the download asks for the model and the revision of the engine', () => {
    const { preload } = plan({ engine: vllm({ args: ['--revision', 'abc123'] }), modelCache: ModelCache.hostPath('/m'), preload: ModelPreload.fromHub() });
    const variables = Object.fromEntries(Object.entries(preload!.container.envVariables!).map(([name, value]) => [name, value.value]));
    expect(variables).toEqual({ MODEL_ID: MODEL, MODEL_REVISION: 'abc123', MODEL_IGNORE: '["original/*"]', HF_HOME: '/models' });
    expect(preload!.container.image).toBe('vllm/vllm-openai:v0.18.0');
  });

  test('the download runs in the image that the user gave the engine', () => {
    const { preload } = plan({ container: { image: 'registry.example/vllm:7' }, modelCache: ModelCache.hostPath('/m'), preload: ModelPreload.fromHub() });
    expect(preload!.container.image).toBe('registry.example/vllm:7');
  });
});

test('a plan is made of numbers and names alone: twice the same props give twice the same plan', () => {
  const props: Props = { accelerator: plugin, autoscaling: { minReplicas: 2, maxReplicas: 4, queueDepth: 8 } };
  const numbers = ({ props: _props, engine: _engine, ...rest }: ReturnType<typeof plan>) => JSON.stringify(rest);
  expect(numbers(plan(props))).toBe(numbers(plan(props)));
});
