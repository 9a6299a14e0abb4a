import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory,
  ModelCache, ModelPreload, Target, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';
import { DefaultSet } from '../../../src/target-cluster/default-set';
import { carry } from '../carrier';

const IMAGE = 'registry.example/train:1';

describe('resources beside the accelerator', () => {
  test('are limits, to which Kubernetes makes the requests equal, in its own spelling', () => {
    const { main } = carry({
      accelerator: Accelerator.nvidia(8),
      container: { image: IMAGE, memory: Memory.of('64Gi'), extendedResources: { 'rdma/hca': 1 }, hugePages: { '2Mi': '2048Mi' } },
    });
    expect(main().resources).toEqual({
      limits: { 'memory': '64Gi', 'rdma/hca': '1', 'hugepages-2Mi': '2Gi', 'nvidia.com/gpu': '8' },
      requests: { memory: '64Gi' },
    });
  });

  test('belong to any container', () => {
    const { pod } = carry({ container: { image: IMAGE }, sidecars: [{ name: 'fabric', image: IMAGE, extendedResources: { 'rdma/hca': 2 } }] });
    expect(pod().initContainers[0].resources).toEqual({ limits: { 'rdma/hca': '2' } });
  });

  test.each<[string, object, string]>([
    ['a name of Kubernetes', { extendedResources: { cpu: 1 } }, 'container.extendedResources: Invalid value: "cpu": is not an extended resource'],
    ['a part of a device', { extendedResources: { 'rdma/hca': 0.5 } }, 'container.extendedResources[rdma/hca]: Invalid value: 0.5'],
    ['none of it', { extendedResources: { 'rdma/hca': 0 } }, 'container.extendedResources[rdma/hca]: Invalid value: 0'],
    ['the accelerator again', { extendedResources: { 'nvidia.com/gpu': 1 } }, 'container.extendedResources: Duplicate value: "nvidia.com/gpu": is the accelerator of the pod as well'],
    ['huge pages alone', { hugePages: { '2Mi': '1Gi' } }, 'container.memory: Forbidden: HugePages require cpu or memory'],
    ['a size that is none', { cpu: '1', hugePages: { '2M': '1Gi' } }, 'container.hugePages: Invalid value: "2M": is no page size'],
    ['a part of a page', { cpu: '1', hugePages: { '2Mi': '3Mi' } }, 'is 3145728 bytes = 1 pages of 2Mi and 1048576 bytes'],
  ])('%s is refused', (_, extras, message) => {
    expect(() => carry({ accelerator: Accelerator.nvidia(8), container: { image: IMAGE, ...extras } })).toThrow(message);
  });
});

const sharedClaims = [{ claimName: 'weights', mountPath: '/models' }, { claimName: 'weights', mountPath: '/tokenizer', subPath: 'tokenizer' }, { claimName: 'data.v1', mountPath: '/data' }];
const container = { image: IMAGE, command: ['torchrun', 'train.py'], extendedResources: { 'rdma/hca': 1 } };
const PATTERNS: { readonly [name: string]: (chart: Chart) => void } = {
  'LeaderWorkerGroup on StatefulSets': chart => { new LeaderWorkerGroup(chart, 'A', { size: 2, container, sharedClaims }); },
  'LeaderWorkerGroup on a LeaderWorkerSet': chart => { new LeaderWorkerGroup(chart, 'A', { size: 2, container, sharedClaims, backend: LeaderWorkerBackend.leaderWorkerSet() }); },
  'IndexedTrainingJob': chart => { new IndexedTrainingJob(chart, 'A', { workers: 2, container, sharedClaims }); },
  'ZonePartitionedStatefulSet': chart => { new ZonePartitionedStatefulSet(chart, 'A', { container: { ...container, port: 5432 }, sharedClaims, zones: [{ zone: 'eu-1a', replicas: 1 }], claims: [{ name: 'own', size: '1Gi', mountPath: '/own' }] }); },
  'ZonalDeployments': chart => { new ZonalDeployments(chart, 'A', { container, sharedClaims, zones: ['eu-1a'] }); },
  'GpuInferenceDeployment': chart => {
    new GpuInferenceDeployment(chart, 'A', {
      engine: InferenceEngine.vllm({ version: '0.18', model: '/models', tensorParallel: 1 }), accelerator: Accelerator.nvidia(1), sharedClaims, container: { extendedResources: { 'rdma/hca': 1 } },
    });
  },
};

/** Every pod spec below an object. */
function podSpecs(value: any): any[] {
  return value === null || typeof value !== 'object' ? [] : Array.isArray(value.containers) ? [value] : Object.values(value).flatMap(podSpecs);
}

test.each(Object.keys(PATTERNS))('%s: claims that all pods read are mounted read-only, and extra resources are asked for', name => {
  const chart = new Chart(new App(), 'app', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'] });
  PATTERNS[name](chart);
  const specs = podSpecs(chart.toJson());
  expect(specs).not.toEqual([]);
  for (const spec of specs) {
    expect(spec.volumes).toEqual(expect.arrayContaining([
      { name: 'shared-weights', persistentVolumeClaim: { claimName: 'weights', readOnly: true } },
      { name: 'shared-data-v1', persistentVolumeClaim: { claimName: 'data.v1', readOnly: true } },
    ]));
    expect(spec.containers[0].volumeMounts).toEqual(expect.arrayContaining([
      { name: 'shared-weights', mountPath: '/models', readOnly: true },
      { name: 'shared-weights', mountPath: '/tokenizer', subPath: 'tokenizer', readOnly: true },
      { name: 'shared-data-v1', mountPath: '/data', readOnly: true },
    ]));
    expect(spec.containers[0].resources.limits).toMatchObject({ 'rdma/hca': '1' });
  }
});

test.each<[string, object, string]>([
  ['a claim without a name', { claimName: '', mountPath: '/a' }, 'sharedClaims[0].claimName: Invalid value: ""'],
  ['a folder that is relative', { claimName: 'a', mountPath: 'models' }, 'sharedClaims[0].mountPath: Invalid value: "models": must be an absolute folder'],
  ['the root', { claimName: 'a', mountPath: '/' }, 'sharedClaims[0].mountPath: Invalid value: "/"'],
  ['a way out of the volume', { claimName: 'a', mountPath: '/a', subPath: '../b' }, 'sharedClaims[0].subPath: Invalid value: "../b"'],
])('%s is refused', (_, claim, message) => {
  expect(() => carry({ container: { image: IMAGE }, sharedClaims: [claim as never] })).toThrow(message);
});

test('two claims in one folder are refused', () => {
  expect(() => carry({ container: { image: IMAGE }, sharedClaims: [{ claimName: 'a', mountPath: '/m' }, { claimName: 'b', mountPath: '/m' }] }))
    .toThrow('sharedClaims[1].mountPath: Duplicate value: "/m": is that of sharedClaims[0] as well');
});

describe('a model cache that is only read', () => {
  const { READ_ONLY_MANY, READ_WRITE_MANY } = kplus.PersistentVolumeAccessMode;

  function podOf(modelCache: ModelCache, defaults = DefaultSet.V2, preload?: ModelPreload): any {
    const chart = new Chart(new App(), 'app', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, defaults });
    new GpuInferenceDeployment(chart, 'A', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 1 }), accelerator: Accelerator.nvidia(1), modelCache, preload, replicas: 4,
    });
    return chart.toJson().find((each: any) => each.kind === 'Deployment').spec.template.spec;
  }

  const facts = (spec: any) => ({
    volume: spec.volumes.find((each: any) => each.name === 'model-cache').persistentVolumeClaim?.readOnly,
    mount: spec.containers[0].volumeMounts.find((each: any) => each.name === 'model-cache').readOnly,
    offline: spec.containers[0].env.some((each: any) => each.name === 'HF_HUB_OFFLINE'),
  });

  test('because somebody says so, though others may write to its claim', () => {
    expect(facts(podOf(ModelCache.claimName('weights', { accessModes: [READ_WRITE_MANY], readOnly: true })))).toEqual({ volume: true, mount: true, offline: true });
    expect(facts(podOf(ModelCache.claimName('weights', { accessModes: [READ_WRITE_MANY] })))).toEqual({ volume: undefined, mount: undefined, offline: false });
    expect(facts(podOf(ModelCache.hostPath('/var/models', { readOnly: true })))).toEqual({ volume: undefined, mount: true, offline: true });
  });

  test('because its claim is for readers alone; the first default set leaves the volume as it was', () => {
    const cache = ModelCache.claimName('weights', { accessModes: [READ_ONLY_MANY] });
    expect(facts(podOf(cache))).toEqual({ volume: true, mount: true, offline: true });
    expect(facts(podOf(cache, DefaultSet.V1))).toEqual({ volume: undefined, mount: true, offline: true });
  });

  test('cannot be filled by the pods, nor be their own disk', () => {
    expect(() => podOf(ModelCache.claimName('weights', { accessModes: [READ_WRITE_MANY], readOnly: true }), DefaultSet.V2, ModelPreload.fromHub())).toThrow('preload: Forbidden: the cache is read-only');
    expect(() => podOf(ModelCache.claimName('weights', { accessModes: [READ_ONLY_MANY], readOnly: false }))).toThrow('modelCache.readOnly: Invalid value: false');
  });
});
