import { App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DefaultSet, GroupRestart, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps,
  ModelLoad, Rendezvous, SecretKey, Target, VllmOptions,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { messageOf } from '../../pod/carrier';

type Manifest = any;

const MODEL = 'meta-llama/Llama-3.1-405B-Instruct';

function group(props: Partial<LeaderWorkerGroupProps> = {}, options: Partial<VllmOptions> = {}, defaults?: DefaultSet) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ['eu-1a', 'eu-1b', 'eu-1c'], apis: ['leaderworkerset.x-k8s.io/v1'], defaults });
  const llama = new LeaderWorkerGroup(chart, 'Llama405', {
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: MODEL, tensorParallel: 8, pipelineParallel: 2, ...options }),
    accelerator: Accelerator.nvidia(8),
    ...props,
  });
  return { chart, llama, manifests: (): Manifest[] => Testing.synth(chart) };
}

const named = (manifests: Manifest[], name: string): Manifest => manifests.find(each => each.metadata.name === name && each.kind !== 'Service')!;
const podOf = (manifests: Manifest[], role: 'leader' | 'worker') => named(manifests, `llama405-0-${role}`).spec.template.spec;
const mainOf = (manifests: Manifest[], role: 'leader' | 'worker') => podOf(manifests, role).containers[0];
const refusal = (props: Partial<LeaderWorkerGroupProps> = {}, options: Partial<VllmOptions> = {}) => messageOf(() => group(props, options));

test('three lines give leader and worker their commands', () => {
  const manifests = group().manifests();
  expect(mainOf(manifests, 'leader').command).toEqual(['vllm', 'serve', MODEL]);
  expect(mainOf(manifests, 'leader').args).toEqual([
    '--port', '8000', '--tensor-parallel-size', '8', '--pipeline-parallel-size', '2', '--disable-access-log-for-endpoints', '/health,/metrics,/ping',
    '--nnodes', '2', '--node-rank', '$(LWS_WORKER_INDEX)', '--master-addr', '$(LWS_LEADER_ADDRESS)', '--shutdown-timeout', '60',
  ]);
  const worker = mainOf(manifests, 'worker');
  expect(worker.command.slice(0, 2)).toEqual(['/bin/sh', '-c']);
  expect(worker.command[2]).toContain('getent hosts "$LWS_LEADER_ADDRESS"');
  expect(worker.command.slice(3)).toEqual(['entrypoint', 'vllm', 'serve', MODEL]);
  expect(worker.args.slice(-7)).toEqual(['--nnodes', '2', '--node-rank', '$(LWS_WORKER_INDEX)', '--master-addr', '$(LWS_LEADER_ADDRESS)', '--headless']);
  expect(worker.args).not.toContain('--shutdown-timeout');
});

test('the design sketch: a version without multi-node of its own goes through Ray, nothing but the version says so', () => {
  const { llama, manifests: synth } = group({ groups: 2, backend: LeaderWorkerBackend.statefulSets() }, { version: '0.11' });
  expect(llama.group(1).worker(1).dns).toBe('llama405-1-worker-1.llama405.ml');
  const manifests = synth();
  const leader = mainOf(manifests, 'leader');
  expect(leader.command.slice(3)).toEqual(['entrypoint', 'vllm', 'serve', MODEL]);
  expect(leader.command[2]).toContain('ray start --head');
  expect(leader.args).toEqual(expect.arrayContaining(['--distributed-executor-backend', 'ray']));
  expect(mainOf(manifests, 'worker').command[2]).toContain('exec ray start --address="$LWS_LEADER_ADDRESS:6379" --block');
  expect(mainOf(manifests, 'worker').args).toBeUndefined();
});

describe('a container that a probe gave up on', () => {
  const graceOf = (probe: Manifest) => probe.terminationGracePeriodSeconds;

  test.each([
    ['of the leader', {}, 'leader'],
    ['in one StatefulSet', { backend: LeaderWorkerBackend.singleStatefulSet() }, undefined],
  ])('%s does not sleep and drain through the grace period of the pod', (_, props, role) => {
    const set = named(group(props).manifests(), role ? `llama405-0-${role}` : 'llama405-0');
    const { terminationGracePeriodSeconds, containers: [main] } = set.spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(30);
    expect([main.startupProbe, main.livenessProbe].map(graceOf)).toEqual([30, 30]);
    expect(main.readinessProbe).not.toHaveProperty('terminationGracePeriodSeconds');
  });

  test('a worker that lost its leader does not sleep through a drain that is over', () => {
    const { livenessProbe, startupProbe } = mainOf(group().manifests(), 'worker');
    expect([startupProbe, livenessProbe].map(graceOf)).toEqual([30, 30]);
  });

  test.each<[number, number | undefined, number]>([
    // The leader closes its port when it begins to drain; the probe has waited (failures - 1) periods when the worker is told to stop.
    [60, undefined, 30], [300, undefined, 300 + 5 - 50], [300, 90, 300 + 5 - 80], [300, 600, 30],
  ])('a drain of %s s is not cut off by a worker that gives up on the closed port (tolerance %s s): %s s', (drain, tolerance, expected) => {
    const restart = tolerance === undefined ? undefined : GroupRestart.fateSharing({ tolerance: Duration.seconds(tolerance) });
    const { llama, manifests } = group({ restart }, { longestStream: Duration.seconds(drain) });
    const { livenessProbe } = mainOf(manifests(), 'worker');
    expect(graceOf(livenessProbe)).toBe(expected);
    expect((livenessProbe.failureThreshold - 1) * livenessProbe.periodSeconds + graceOf(livenessProbe)).toBeGreaterThanOrEqual(drain + 5);
    expect(llama.explain()).toContain(`and stop within ${expected} s: `);
  });

  test('the default set of before leaves workers their own grace period', () => {
    const { llama, manifests } = group({ restart: GroupRestart.fateSharing({ port: 8000 }) }, {}, DefaultSet.V1);
    expect(graceOf(mainOf(manifests(), 'worker').livenessProbe)).toBeUndefined();
    expect(llama.explain()).toContain(`and stop within ${podOf(manifests(), 'worker').terminationGracePeriodSeconds} s: `);
  });
});

test('Ray on request, and plain on request where the version cannot', () => {
  expect(mainOf(group({ rendezvous: Rendezvous.ray() }).manifests(), 'leader').command[2]).toContain('ray start --head');
  expect(refusal({ rendezvous: Rendezvous.plain() }, { version: '0.11' })).toContain('prod/Llama405: rendezvous: Forbidden: vLLM 0.11 cuts a model over nodes only through Ray');
});

test('copies that fit a pod need no Ray, whatever the version', () => {
  const worker = mainOf(group({}, { version: '0.11', tensorParallel: 8, pipelineParallel: 1, dataParallel: 2 }).manifests(), 'worker');
  expect(worker.args).toEqual(expect.arrayContaining(['--headless', '--data-parallel-start-rank', '$(LWS_WORKER_INDEX)']));
});

test('the leader has the port and the probes; a worker answers nobody, and asks for its leader', () => {
  const manifests = group({ modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }) }).manifests();
  expect(mainOf(manifests, 'leader')).toMatchObject({
    ports: [{ name: 'http', containerPort: 8000 }],
    startupProbe: { httpGet: { path: '/health', port: 8000 }, periodSeconds: 10, failureThreshold: 409, timeoutSeconds: 5 },
    livenessProbe: { httpGet: { path: '/health', port: 8000 }, periodSeconds: 10, failureThreshold: 6 },
    readinessProbe: { httpGet: { path: '/health', port: 8000 }, periodSeconds: 5, failureThreshold: 2 },
  });
  const worker = mainOf(manifests, 'worker');
  expect([worker.ports, worker.readinessProbe]).toEqual([undefined, undefined]);
  expect(worker.livenessProbe).toMatchObject({ exec: { command: ['python3', '-c', expect.stringContaining('LWS_LEADER_ADDRESS"], 8000)')] }, periodSeconds: 10, failureThreshold: 6 });
  const serving = manifests.find(each => each.kind === 'Service' && each.metadata.name === 'llama405-serving');
  expect(serving.spec.ports).toMatchObject([{ name: 'http', port: 8000, targetPort: 8000 }]);
});

test.each(['0.18', '0.16'])('workers of vLLM %s outlive their draining leader', version => {
  const manifests = group({ sidecars: [{ image: 'registry.example/logs:1', name: 'logs', stopTime: Duration.seconds(10) }] }, { version }).manifests();
  const [leader, worker] = [podOf(manifests, 'leader'), podOf(manifests, 'worker')];
  expect(leader.terminationGracePeriodSeconds).toBe(15 + 60 + 10 + 5);
  expect(leader.containers[0].lifecycle).toEqual({ preStop: { sleep: { seconds: version === '0.18' ? 15 : 75 } } });
  expect(worker.containers[0].lifecycle).toEqual({ preStop: { sleep: { seconds: leader.terminationGracePeriodSeconds } } });
  expect(worker.terminationGracePeriodSeconds).toBe(leader.terminationGracePeriodSeconds + 10 + 5);
});

test('every pod of the group tells the others its own address', () => {
  const { manifests: synth } = group();
  for (const role of ['leader', 'worker'] as const) {
    expect(mainOf(synth(), role).env).toContainEqual({ name: 'VLLM_HOST_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } });
  }
  expect(podOf(synth(), 'leader').enableServiceLinks).toBe(false);
});

test('what the user lays over the engine stands', () => {
  const manifests = group({
    container: { image: 'mirror.example/vllm-openai:v0.18.2', cpu: '32', secretEnv: { HF_TOKEN: SecretKey.fromName('hub', 'token') }, ports: [{ number: 9400, name: 'dcgm' }] },
    leader: { readiness: kplus.Probe.fromHttpGet('/ping', { port: 8000 }), preStopSleep: Duration.seconds(40) },
    worker: { envVariables: { NCCL_DEBUG: kplus.EnvValue.fromValue('INFO') } },
  }).manifests();
  const [leader, worker] = [mainOf(manifests, 'leader'), mainOf(manifests, 'worker')];
  expect(leader).toMatchObject({
    image: 'mirror.example/vllm-openai:v0.18.2',
    readinessProbe: { httpGet: { path: '/ping' } },
    lifecycle: { preStop: { sleep: { seconds: 40 } } },
    ports: [{ containerPort: 8000 }, { containerPort: 9400 }],
  });
  expect(worker).toMatchObject({ image: 'mirror.example/vllm-openai:v0.18.2', resources: { requests: { cpu: '32' } } });
  expect(worker.env.map((each: Manifest) => each.name)).toEqual(expect.arrayContaining(['HF_TOKEN', 'NCCL_DEBUG']));
  expect(leader.env.map((each: Manifest) => each.name)).not.toContain('NCCL_DEBUG');
});

test('no probe asks below /v1, where a server with an API key would refuse it', () => {
  const { args: _args, command: _command, ...main } = mainOf(group({ container: { secretEnv: { VLLM_API_KEY: SecretKey.fromName('api', 'key') } } }).manifests(), 'leader');
  expect(JSON.stringify(main)).not.toContain('/v1');
});

describe('one template for both roles', () => {
  const single = (defaults?: DefaultSet) => {
    const manifests = group({ backend: LeaderWorkerBackend.singleStatefulSet() }, {}, defaults).manifests();
    return named(manifests, 'llama405-0').spec.template.spec;
  };

  test('dispatches by index', () => {
    const { command } = single().containers[0];
    expect(command[2]).toContain('if [ "$LWS_WORKER_INDEX" = 0 ]');
    expect(command.filter((word: string) => word === '--headless')).toHaveLength(1);
  });

  test('in the default set of before workers pass the probes, which ask the leader\'s process only', () => {
    const { startupProbe, livenessProbe, readinessProbe } = single(DefaultSet.V1).containers[0];
    expect(startupProbe.exec.command[2]).toBe(
      '[ "$LWS_WORKER_INDEX" != 0 ] || exec python3 -c \'import urllib.request; urllib.request.urlopen("http://127.0.0.1:8000/health", timeout=4)\'');
    expect(startupProbe.failureThreshold).toBe(180);
    expect(livenessProbe.exec.command[2]).toContain('/health');
    expect(readinessProbe.exec.command[2]).toContain('/health');
  });

  test('all pods get the stop signal together, so the sleep before it covers the longest stream', () => {
    const pod = single();
    expect(pod.containers[0].lifecycle).toEqual({ preStop: { sleep: { seconds: 75 } } });
    expect(pod.containers[0].command).not.toContain('--shutdown-timeout');
    expect(pod.terminationGracePeriodSeconds).toBe(80);
  });
});

test('a LeaderWorkerSet carries the same commands, probes and drain', () => {
  const manifests = group({ groups: 3, backend: LeaderWorkerBackend.leaderWorkerSet() }).manifests();
  const { leaderTemplate, workerTemplate } = manifests.find(each => each.kind === 'LeaderWorkerSet').spec.leaderWorkerTemplate;
  expect(leaderTemplate.spec.containers[0]).toMatchObject({ command: ['vllm', 'serve', MODEL], startupProbe: { failureThreshold: 180 } });
  expect(leaderTemplate.spec.containers[0].env.map((each: Manifest) => each.name)).toContain('VLLM_HOST_IP');
  expect(workerTemplate.spec.containers[0].args).toContain('--headless');
  expect(workerTemplate.spec.terminationGracePeriodSeconds).toBe(85);
});

test('a group of one is one pod, on the same engine', () => {
  const manifests = group({ size: 1 }, { pipelineParallel: 1 }).manifests();
  expect(mainOf(manifests, 'leader').args).not.toContain('--nnodes');
  expect(named(manifests, 'llama405-0-worker')).toBeUndefined();
});

test('a group of one may ask for Ray all the same', () => {
  const main = mainOf(group({ size: 1, rendezvous: Rendezvous.ray() }, { pipelineParallel: 1 }).manifests(), 'leader');
  expect(main.command.slice(3)).toEqual(['entrypoint', 'vllm', 'serve', MODEL]);
});

test('what is given as undefined is not given', () => {
  const manifests = group({ leader: { command: undefined, image: undefined }, worker: { preStopSleep: undefined } }).manifests();
  expect(mainOf(manifests, 'leader')).toMatchObject({ image: 'vllm/vllm-openai:v0.18.0', command: ['vllm', 'serve', MODEL] });
  expect(mainOf(manifests, 'worker').lifecycle.preStop.sleep.seconds).toBe(80);
});

test('CPU inference needs no accelerator', () => {
  const manifests = group({ size: 1, accelerator: undefined, container: { image: 'vllm/vllm-openai-cpu:v0.18.0' } }, { tensorParallel: 1, pipelineParallel: 1 }).manifests();
  expect(mainOf(manifests, 'leader')).toMatchObject({ image: 'vllm/vllm-openai-cpu:v0.18.0', args: expect.arrayContaining(['--tensor-parallel-size', '1']) });
});

test('fate sharing waits as long as the model may take to load, and for the leader\'s node and image', () => {
  const failures = (defaults?: DefaultSet) => {
    const modelLoad = ModelLoad.measured(Duration.minutes(25));
    const { manifests } = group({ restart: GroupRestart.fateSharing({ port: 8000 }), modelLoad }, {}, defaults);
    return mainOf(manifests(), 'worker').startupProbe;
  };
  expect(failures()).toMatchObject({ periodSeconds: 10, failureThreshold: 300 + 180 });
  expect(failures(DefaultSet.V1)).toMatchObject({ periodSeconds: 10, failureThreshold: 300 });
});

test('explain prints the sums and what was chosen', () => {
  const text = group({ modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }) }).llama.explain();
  expect(text).toContain('startup      10 s x 409 = 4090 s: 2 x (download 405Gi at 250Mi/s 1659 s + load 405Gi at 2Gi/s 203 s + compile 180 s = 2042 s), in whole periods');
  expect(text).toContain('grace        leader: preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s; worker: grace of the leader 80 s + margin 5 s = 85 s');
  expect(text).toContain('parallelism  tensor 8 x pipeline 2 x data 1 = 16 = 2 pods x 8 devices = 16');
  expect(text).toContain('engine       vllm/vllm-openai:v0.18.0 on port 8000, cut tensor 8 x pipeline 2 x data 1 = 16; the engine spans the pods by itself');
  expect(text).toContain('workers sleep 80 s first: they outlive their draining leader');
  expect(group({}, { version: '0.17' }).llama.explain()).toContain('no drain after the stop signal (--shutdown-timeout came with 0.18), so the sleep before it covers the longest stream of 60 s');
});

describe('refused', () => {
  test.each<[string, Partial<LeaderWorkerGroupProps>, Partial<VllmOptions>, string[]]>([
    ['a cut that does not fill the GPUs', { size: 3 }, {}, ['prod/Llama405: engine: Invalid value', 'tensor 8 x pipeline 2 x data 1 = 16, but one group has 3 pods x 8 devices = 24', 'change size']],
    ['a second parallelism that disagrees', { parallelism: { tensor: 4 } }, {}, ['parallelism.tensor: Invalid value: 4: the engine is given tensor 8', 'leave parallelism out']],
    ['a command of the user', { container: { command: ['vllm'] } }, {}, ['container.command: Forbidden: the engine runs in this container', 'use args of the engine']],
    ['arguments of a worker', { worker: { args: ['--x'] } }, {}, ['worker.args: Forbidden']],
    ['a port beside the engine', { leader: { portNumber: 80 } }, {}, ['leader.portNumber: Forbidden', 'its port is a property of the engine: port']],
    ['a stop hook beside the drain', { container: { lifecycle: { preStop: kplus.Handler.fromCommand(['sh']) } } }, {}, ['container.lifecycle: Forbidden', 'use preStopSleep']],
    ['a sleep of the worker alone', { worker: { preStopSleep: Duration.seconds(5) } }, {}, ['worker.preStopSleep: Forbidden: workers sleep until the grace period of their leader is over']],
    ['an image of another version', { container: { image: 'vllm/vllm-openai:v0.10.2' } }, {}, ['container.image: Invalid value: "vllm/vllm-openai:v0.10.2": holds vLLM 0.10.2']],
    ['a reserved variable', { leader: { envVariables: { VLLM_HOST_IP: kplus.EnvValue.fromValue('10.0.0.1') } } }, {}, ['leader.envVariables[VLLM_HOST_IP]: Forbidden']],
    ['a literal token', { container: { envVariables: { HF_TOKEN: kplus.EnvValue.fromValue('hf_abcdefghijklmnopqrstuvwxyz') } } }, {}, ['container.envVariables[HF_TOKEN]: Invalid value: "hf_ab…"', 'secretEnv']],
    ['torchrun around vLLM', { rendezvous: Rendezvous.torchrun(), restartsAfterSuccess: true }, {}, ['rendezvous: Forbidden: vllm finds its processes by itself or through Ray, not with torchrun']],
    ['a grace period shorter than the drain', { terminationGracePeriod: Duration.seconds(30) }, {}, ['terminationGracePeriod: Invalid value: "30s": must be at least preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s']],
    ['a sleep that cuts streams', { container: { preStopSleep: Duration.seconds(20) } }, { version: '0.17' }, ['container.preStopSleep: Invalid value: "20s": must be at least the longest stream of 60 s: vllm 0.17 aborts']],
    ['a startup probe that gives up while the model loads', { modelLoad: ModelLoad.measured(Duration.minutes(20)), leader: { startup: kplus.Probe.fromHttpGet('/health', { port: 8000, failureThreshold: 60 }) } }, {}, [
      'leader.startup: Invalid value: "600s": 10 s x 60 = 600 s, but the model needs measured 1200 s = 1200 s',
    ]],
  ])('%s', (_, props, options, texts) => {
    const message = refusal(props, options);
    texts.forEach(text => expect(message).toContain(text));
  });

  test('a group that says neither engine nor container', () => {
    const chart = new Chart(new App(), 'prod');
    expect(messageOf(() => new LeaderWorkerGroup(chart, 'Llm', { size: 2 }))).toContain('prod/Llm: container: Required value: without an engine nobody else says what runs');
    expect(messageOf(() => new LeaderWorkerGroup(chart, 'Llm2', { size: 2, container: { command: ['serve'] } }))).toContain('container.image: Required value');
    expect(messageOf(() => new LeaderWorkerGroup(chart, 'Llm3', { size: 2, container: { image: 'i:1' }, modelLoad: ModelLoad.of({ weights: '1Gi' }) }))).toContain('modelLoad: Forbidden');
  });
});

describe('at synth', () => {
  const ids = (chart: Chart) => findingsOf(chart.node.root as App).filter(finding => finding.id.startsWith('AIW33')).map(finding => finding.id);

  test('a newer version is an info, and nothing else is said of a plain engine', () => {
    expect(ids(group({}, { version: '0.30' }).chart)).toEqual(['AIW3301']);
    expect(ids(group().chart)).toEqual([]);
  });

  test.each([
    ['statefulSets', LeaderWorkerBackend.statefulSets(), '/spec/template'],
    ['singleStatefulSet', LeaderWorkerBackend.singleStatefulSet(), '/spec/template'],
    ['leaderWorkerSet', LeaderWorkerBackend.leaderWorkerSet(), '/spec/leaderWorkerTemplate/leaderTemplate'],
  ])('%s: a patch that takes the startup probe away is an error', (_, backend, path) => {
    const { chart, llama } = group({ backend });
    llama.group(0).apiObjects[0].addJsonPatch(JsonPatch.remove(`${path}/spec/containers/0/startupProbe`));
    const found = findingsOf(chart.node.root as App).filter(finding => finding.id === 'AIW3305');
    expect(found).toMatchObject([{ class: 'broken', message: expect.stringContaining('fires while the model loads: 10 s x 6 = 60 s, but the load takes up to 1800 s') }]);
  });
});

test('the engine changes no name, label or selector', () => {
  const identity = (manifests: Manifest[]) => manifests.map(each => [each.kind, each.metadata.name, each.spec?.selector, each.spec?.serviceName]);
  const plain = group({ engine: undefined, container: { image: 'i:1', command: ['serve'] }, leader: { ports: [{ number: 8000, name: 'http' }] } }).manifests();
  expect(identity(group().manifests())).toEqual(identity(plain));
});
