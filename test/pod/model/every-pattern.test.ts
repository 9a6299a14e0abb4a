import { App, ApiObject, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  Accelerator, GroupRestart, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWait, LeaderWorkerBackend, LeaderWorkerGroup,
  Memory, ModelCache, ModelLoad, ModelPreload, ParameterServer, Placement, WorkloadPodProps, RayBackend, RayCluster, RowEnvironment, SecurityProfile,
  Sweep, SweepResults, SweepTable, Target, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

const { READ_WRITE_ONCE, READ_WRITE_MANY, READ_ONLY_MANY, READ_WRITE_ONCE_POD } = kplus.PersistentVolumeAccessMode;
const container = { image: 'registry.example/work:1', command: ['work'], portNumber: 8000, memory: Memory.of('8Gi') };
const shared = ModelCache.claimName('weights', { accessModes: [READ_WRITE_MANY] });
const base = ModelPreload.fromHub({ model: 'org/base', revision: '8c22764' });

type Model = Partial<Pick<WorkloadPodProps, 'modelCache' | 'preload'>> & { readonly [property: string]: unknown };
const PATTERNS: { readonly [name: string]: (scope: Construct, model: Model) => unknown } = {
  statefulSets: (scope, model) => new LeaderWorkerGroup(scope, 'Work', { size: 2, container, ...model }),
  singleStatefulSet: (scope, model) => new LeaderWorkerGroup(scope, 'Work', { size: 2, container, backend: LeaderWorkerBackend.singleStatefulSet(), ...model }),
  leaderWorkerSet: (scope, model) => new LeaderWorkerGroup(scope, 'Work', { size: 2, container, backend: LeaderWorkerBackend.leaderWorkerSet(), ...model }),
  zones: (scope, model) => new ZonePartitionedStatefulSet(scope, 'Work', { zones: [{ zone: 'a', replicas: 1 }, { zone: 'b', replicas: 1 }], container, ...model }),
  zonalDeployments: (scope, model) => new ZonalDeployments(scope, 'Work', { zones: ['a', 'b'], container, ...model }),
  training: (scope, model) => new IndexedTrainingJob(scope, 'Work', { workers: 2, container, ...model }),
  parameterServer: (scope, model) => new ParameterServer(scope, 'Work', { chief: {}, ps: { replicas: 1 }, worker: { replicas: 2 }, container, ...model }),
  rayCluster: (scope, model) => new RayCluster(scope, 'Work', {
    backend: RayBackend.statefulSets(), workers: [{ replicas: 2 }], container: { image: 'rayproject/ray:2.49.0', cpu: '8', memory: Memory.of('32Gi') }, ...model,
  }),
  sweep: (scope, model) => new Sweep(scope, 'Work', {
    runs: SweepTable.grid({ SEED: ['1', '2'] }),
    parallelism: 2,
    rowEnvironment: RowEnvironment.fileOnly(),
    container,
    summary: container,
    results: SweepResults.onClaimName('results', '/results'),
    ...model,
  }),
};

function build(name: string, model: Model): Chart {
  const chart = new Chart(new App(), 'prod');
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['a', 'b'] });
  PATTERNS[name](chart, model);
  return chart;
}

/** Pod specs by the object that has them, and the role in it. */
function podsOf(chart: Chart): { readonly [path: string]: any } {
  const found: { [path: string]: any } = {};
  const walk = (at: string, value: any): void => {
    if (value && typeof value === 'object') {
      Object.entries(value).forEach(([key, each]: [string, any]) => (key === 'spec' && each?.containers ? found[`${at}.${value.metadata?.labels?.['cdk8s-ai-workloads/role'] ?? ''}`] = each : walk(at, each)));
    }
  };
  chart.node.findAll().filter(ApiObject.isApiObject).forEach(object => walk(`${object.kind} ${object.name}`, object.toJson()));
  return found;
}

function messageOf(name: string, model: Model): string {
  try {
    build(name, model).toJson();
    return 'nothing was refused';
  } catch (error) {
    return (error as Error).message;
  }
}

const valuesOf = (each: any) => Object.fromEntries((each.env ?? []).map(({ name, value }: any) => [name, value]));
const variablesOf = (spec: any) => valuesOf(spec.containers[0]);
const names = Object.keys(PATTERNS);
const JOBS = ['training', 'parameterServer', 'sweep'];
const WITHOUT = /\.(ps|scheduler|summary|head)$/;

describe.each(names)('%s', name => {
  const pods = Object.entries(podsOf(build(name, { modelCache: shared, preload: base })));
  const readers = pods.filter(([path]) => !WITHOUT.test(path));

  test('its pods read the model from the cache, offline, once the preload has ended', () => {
    expect(readers).not.toEqual([]);
    readers.forEach(([, spec]) => {
      const preload = spec.initContainers.find((each: any) => each.name === 'model-preload');
      expect(preload.restartPolicy).toBeUndefined();
      expect(preload.volumeMounts).toEqual([{ name: 'model-cache', mountPath: '/models' }]);
      expect(spec.containers[0].volumeMounts).toContainEqual({ name: 'model-cache', mountPath: '/models' });
      expect(spec.volumes.filter((each: any) => each.name === 'model-cache')).toEqual([{ name: 'model-cache', persistentVolumeClaim: { claimName: 'weights' } }]);
      expect(variablesOf(spec)).toMatchObject({ HF_HOME: '/models', HF_HUB_OFFLINE: '1' });
      expect(valuesOf(preload)).toMatchObject({ MODEL_ID: 'org/base', MODEL_REVISION: '8c22764', HF_HOME: '/models' });
      expect(preload.image).toBe(spec.containers[0].image);
    });
  });

  test('pods that begin without a model have neither', () => {
    pods.filter(([path]) => WITHOUT.test(path)).forEach(([, spec]) => expect(JSON.stringify(spec)).not.toMatch(/model-|HF_/));
    expect(pods.length - readers.length).toBe(({ parameterServer: 1, rayCluster: 1, sweep: 1 } as { [name: string]: number })[name] ?? 0);
  });

  test('where a failure costs more than the download it is tried again by itself, elsewhere by the kubelet', () => {
    readers.forEach(([, spec]) => {
      const isCostly = [...JOBS, 'leaderWorkerSet'].includes(name);
      const [, , program] = spec.initContainers.find((each: any) => each.name === 'model-preload').command;
      expect([spec.restartPolicy, /for attempt in range\(1, 5 \+ 1\)/.test(program)]).toEqual([JOBS.includes(name) ? 'Never' : 'Always', isCostly]);
    });
  });

  test('a claim for one node or pod is refused for several, one for readers is read-only', () => {
    expect(messageOf(name, { modelCache: ModelCache.claimName('weights', { accessModes: [READ_WRITE_ONCE] }) })).toMatch(/modelCache: Invalid value: "ReadWriteOnce": claim "weights" is ReadWriteOnce: one node can mount it, and there are (up to|any number of) /);
    expect(messageOf(name, { modelCache: ModelCache.claimName('weights', { accessModes: [READ_WRITE_ONCE_POD] }) })).toMatch(/one pod can mount it/);
    const [, spec] = Object.entries(podsOf(build(name, { modelCache: ModelCache.claimName('weights', { accessModes: [READ_ONLY_MANY] }) }))).find(([path]) => !WITHOUT.test(path))!;
    expect(spec.containers[0].volumeMounts).toContainEqual({ name: 'model-cache', mountPath: '/models', readOnly: true });
    expect(variablesOf(spec)).toMatchObject({ HF_HUB_OFFLINE: '1' });
  });

  test('a claim of unknown modes is a warning, on the pattern and once', () => {
    const found = findingsOf(build(name, { modelCache: ModelCache.claimName('weights') })).filter(({ id }) => id === 'AIW3506');
    expect(found.map(({ construct }) => construct)).toEqual(['prod/Work']);
    expect(found[0].message).toMatch(/^Required value: (up to \d+|any number of) .* share the claim "weights"/);
  });

  test('explain() says where the model comes from and what a failed download does', () => {
    const chart = build(name, { modelCache: shared, preload: base });
    const text: string = (chart.node.findChild('Work') as any).explain();
    expect(text).toMatch(/cache +claim weights \(ReadWriteMany\) at \/models/);
    expect(text).toMatch(/preload +model-preload downloads org\/base into \/models, at most 1800 s/);
    expect(text).toMatch(JOBS.includes(name) ? /preload fails +the pod fails, .*tried five times/ : name === 'leaderWorkerSet' ? /preload fails +its start again is that of the whole group, .*five times/ : /preload fails +the kubelet runs it again/);
  });
});

test.each<[string, string, Model, string]>([
  ['a preload without a cache', 'training', { preload: base }, 'modelCache: Required value: preload fills it'],
  ['a preload into what others fill', 'sweep', { modelCache: ModelCache.claimName('w', { accessModes: [READ_ONLY_MANY] }), preload: base }, 'preload: Forbidden: the cache is read-only'],
  ['a model that nobody names', 'training', { modelCache: shared, preload: ModelPreload.fromHub() }, 'preload.model: Required value: no engine and no flag of the container says which model it loads'],
  ['another model than the program asks for', 'training', { modelCache: shared, preload: base, container: { ...container, args: ['--model', 'org/other'] } },
    'preload.model: Invalid value: "org/base": the container loads org/other'],
  ['another revision than the program asks for', 'training', { modelCache: shared, preload: base, container: { ...container, args: ['--revision=main'] } },
    'preload.revision: Invalid value: "8c22764": the container asks for --revision main'],
  ['a folder instead of a repository', 'training', { modelCache: shared, preload: ModelPreload.fromHub({ model: './base' }) }, 'preload: Forbidden: the engine serves the folder ./base'],
  ['a folder above the cache', 'zones', { modelCache: ModelCache.claimName('w', { accessModes: [READ_WRITE_MANY], subPath: '../other' }) }, 'modelCache.subPath: Invalid value: "../other"'],
  ['a folder of a local disk', 'zones', { modelCache: ModelCache.emptyDir(Size.gibibytes(10), { subPath: 'llama' }) }, 'modelCache.subPath: Forbidden: the local disk of a pod holds nothing but the cache'],
  ['a folder of a folder', 'zones', { modelCache: ModelCache.hostPath('/var/models', { subPath: 'llama' }) }, 'modelCache.subPath: Forbidden: the folder of the node is given as a path'],
  ['a disk that is too small', 'training', { modelCache: ModelCache.emptyDir(Size.gibibytes(10)), preload: ModelPreload.fromHub({ model: 'org/base', weights: '15Gi' }) },
    'modelCache: Invalid value: "10Gi": the weights are 15Gi: the pod is evicted while they come'],
  ['a pod that may use less disk than the weights need', 'training',
    { modelCache: ModelCache.emptyDir(Size.gibibytes(20)), preload: ModelPreload.fromHub({ model: 'org/base', weights: '15Gi' }), container: { ...container, ephemeralStorage: '10Gi' } },
    'container.ephemeralStorage: Invalid value: "10Gi": the cache is on the local disk of the pod, and the weights are 15Gi'],
  ['weights that are no quantity', 'training', { modelCache: shared, preload: ModelPreload.fromHub({ model: 'org/base', weights: '15GB' }) }, 'preload.weights: Invalid value: "15GB"'],
  ['a run that is over before the download', 'training', { modelCache: shared, preload: base, activeDeadline: Duration.minutes(30) }, 'activeDeadline: Invalid value: "1800s": the preload may take 1800 s'],
  ['rows that are over before the download', 'sweep', { modelCache: shared, preload: base, activeDeadline: Duration.minutes(20) }, 'activeDeadline: Invalid value: "1200s": the preload may take 1800 s'],
  ['a mount on the cache', 'training', { modelCache: shared, container: { ...container, volumeMounts: [{ path: '/models', volume: kplus.Volume.fromEmptyDir(new Chart(new App(), 'x'), 'V', 'v') }] } },
    'modelCache.mountPath: Duplicate value: "/models": is a mount of the container already'],
  ['a program that looks elsewhere', 'training', { modelCache: shared, preload: base, container: { ...container, envVariables: { HF_HOME: kplus.EnvValue.fromValue('/data') } } },
    'container.envVariables[HF_HOME]: Forbidden: preload fills /models'],
  ['a mistake in the preload', 'training', { modelCache: shared, preload: ModelPreload.container({ image: 'a b' }) }, 'preload.container.image: Invalid value: "a b"'],
  ['a preload that stays', 'leaderWorkerSet', { modelCache: shared, preload: ModelPreload.container({ image: 'a', restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }) }, 'preload.container.restartPolicy: Forbidden'],
  ['workers that give up before their leader has its model', 'leaderWorkerSet', { modelCache: shared, preload: base, waitForLeader: LeaderWait.forPort(8000, { timeout: Duration.minutes(30) }) },
    'waitForLeader: Invalid value: "1800s": the preload of the leader may take 1800 s'],
])('%s is refused', (_, name, model, message) => {
  expect(messageOf(name, model)).toContain(`prod/Work: ${message}`);
});

test('a claim of the app is as large as its request', () => {
  const chart = new Chart(new App(), 'prod');
  const claim = new kplus.PersistentVolumeClaim(chart, 'Claim', { accessModes: [READ_WRITE_MANY], storage: Size.gibibytes(10) });
  const make = (id: string, weights: string) => () => {
    new IndexedTrainingJob(chart, id, { workers: 2, container, modelCache: ModelCache.claim(claim), preload: ModelPreload.fromHub({ model: 'org/base', weights }) });
    return chart.toJson();
  };
  expect(make('Fits', '10Gi')).not.toThrow();
  expect(make('Not', '11Gi')).toThrow(/modelCache: Invalid value: "10Gi": the weights are 11Gi: the volume of claim ".*" is full before all are there/);
});

test('one node holds all pods of a group or run that is placed on it', () => {
  const modelCache = ModelCache.claimName('weights', { accessModes: [READ_WRITE_ONCE] });
  const placement = Placement.sameDomain('kubernetes.io/hostname');
  expect(messageOf('statefulSets', { modelCache, placement })).toBe('nothing was refused');
  expect(messageOf('training', { modelCache, placement })).toBe('nothing was refused');
  expect(messageOf('statefulSets', { modelCache, placement, groups: 2 })).toContain('there are up to 4 pods');
  expect(messageOf('training', { modelCache, placement: Placement.sameZone() })).toContain('there are up to 2 workers');
  expect(messageOf('zonalDeployments', { zones: ['a'], modelCache })).toContain('there are up to 2 pods, one of them new in a roll-out');
});

test('a folder of the claim is the cache in both containers', () => {
  const [spec] = Object.values(podsOf(build('training', { modelCache: ModelCache.claimName('w', { accessModes: [READ_WRITE_MANY], subPath: 'hub' }), preload: base })));
  const mounts = [spec.initContainers[0], spec.containers[0]].map((each: any) => each.volumeMounts.find((mount: any) => mount.name === 'model-cache'));
  expect(mounts).toEqual([1, 2].map(() => ({ name: 'model-cache', mountPath: '/models', subPath: 'hub' })));
});

test.each<[string, Model, boolean]>([
  ['root in a folder of the node', { modelCache: ModelCache.hostPath('/var/models'), preload: base }, false],
  ['a user in a folder of the node', { modelCache: ModelCache.hostPath('/var/models'), preload: base, security: SecurityProfile.hardened({ user: 1000, group: 1000 }) }, true],
  ['a user in a claim', { modelCache: shared, preload: base, security: SecurityProfile.hardened({ user: 1000, group: 1000 }) }, false],
  ['a user who reads a folder of the node', { modelCache: ModelCache.hostPath('/var/models', { readOnly: true }), security: SecurityProfile.hardened() }, false],
  ['code of the model in a cache that is read', { modelCache: ModelCache.hostPath('/var/models', { readOnly: true }), container: { ...container, args: ['--trust-remote-code'] } }, true],
  ['code of the model with a folder of its own', {
    modelCache: ModelCache.hostPath('/var/models', { readOnly: true }),
    container: { ...container, args: ['--trust-remote-code'], envVariables: { HF_MODULES_CACHE: kplus.EnvValue.fromValue('/tmp/m') } },
  }, false],
  ['code of the model in a cache that is written', { modelCache: shared, container: { ...container, args: ['--trust-remote-code'] } }, false],
])('%s: %#', (_, model, warns) => {
  expect(findingsOf(build('training', model)).some(({ id }) => id === 'AIW3509')).toBe(warns);
});

describe('a group with an engine', () => {
  const engine = (args: string[] = []) => InferenceEngine.vllm({ version: '0.18', model: 'org/large', tensorParallel: 2, pipelineParallel: 2, args });
  const large = (more: Model = {}): Model => ({
    container: undefined, accelerator: Accelerator.nvidia(2), engine: engine(), modelLoad: ModelLoad.of({ weights: '140Gi' }), modelCache: shared, ...more,
  });
  const leaderOf = (model: Model) => Object.values(podsOf(build('statefulSets', model)))[0];
  const startupOf = (model: Model) => leaderOf(model).containers[0].startupProbe.failureThreshold * 10;

  test('both roles download what the engine serves, in the revision that it asks for', () => {
    const pods = Object.values(podsOf(build('statefulSets', large({ engine: engine(['--revision', 'abc']), preload: ModelPreload.fromHub() }))));
    expect(pods).toHaveLength(2);
    pods.forEach(spec => expect(valuesOf(spec.initContainers[0])).toMatchObject({ MODEL_ID: 'org/large', MODEL_REVISION: 'abc' }));
  });

  test('the startup probe of the leader allows for the load without the download, and for peers that still download', () => {
    // 2 x (140 + 180) and 2 x (574 + 140 + 180)
    expect(startupOf(large({ preload: ModelPreload.fromHub({ time: Duration.minutes(20) }) }))).toBe(640 + 1200);
    expect(startupOf(large())).toBe(1790);
    expect(startupOf(large({ size: 1, engine: InferenceEngine.vllm({ version: '0.18', model: 'org/large', tensorParallel: 2 }), preload: ModelPreload.fromHub() }))).toBe(640);
  });

  test('a worker that asks for the port of its leader waits for the preload of that too', () => {
    const startup = (preload?: ModelPreload) => Object.values(podsOf(build('statefulSets', {
      leader: { liveness: kplus.Probe.fromTcpSocket({ port: 8000 }) }, restart: GroupRestart.fateSharing({ port: 8000 }), modelCache: shared, preload,
    }))).map(spec => spec.containers[0].startupProbe?.failureThreshold).find(each => each !== undefined);
    expect([startup(), startup(base)]).toEqual([180, 360]);
  });

  test('a model or a revision of its own is refused', () => {
    expect(messageOf('statefulSets', large({ preload: base }))).toContain('preload.model: Invalid value: "org/base": the container loads org/large');
    expect(messageOf('statefulSets', large({ preload: ModelPreload.fromHub({ revision: 'v1' }) }))).toContain('preload.revision: Forbidden: the engine asks for the default branch');
  });

  test('the weights of modelLoad must fit the local disk', () => {
    expect(messageOf('statefulSets', large({ modelCache: ModelCache.emptyDir(Size.gibibytes(100)) }))).toContain('modelCache: Invalid value: "100Gi": the weights are 140Gi');
    expect(messageOf('statefulSets', large({ modelCache: ModelCache.emptyDir(Size.gibibytes(140)) }))).toBe('nothing was refused');
  });
});

test('what autoscalers may add counts: a claim for one node is for one group of one pod that nothing scales', () => {
  const modelCache = ModelCache.claimName('weights', { accessModes: [READ_WRITE_ONCE] });
  const chart = new Chart(new App(), 'prod');
  const group = new LeaderWorkerGroup(chart, 'Work', { size: 1, container, backend: LeaderWorkerBackend.leaderWorkerSet(), modelCache });
  const refused = () => findingsOf(chart).filter(({ field }) => field === 'modelCache').map(({ message }) => message);
  expect(refused()).toEqual([]);
  group.markHasAutoscaler();
  expect(refused().join()).toContain('there are any number of pods');
});
