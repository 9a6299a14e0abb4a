import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { member, single, valueOf, vllm } from './engine';
import {
  Accelerator, CapabilityProfile, GpuInferenceDeployment, GroupRestart, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup,
  LeaderWorkerGroupProps, Memory, Rendezvous,
  VllmAll2AllBackend, VllmLoadBalancing, VllmOptions,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { messageOf } from '../../pod/carrier';

const R1 = 'deepseek-ai/DeepSeek-R1-0528';
const WIDE: Partial<VllmOptions> = { version: '0.22', model: R1, dataParallel: 16, expertParallel: true };
const HYBRID: Partial<VllmOptions> = { ...WIDE, loadBalancing: VllmLoadBalancing.HYBRID };

function group(options: Partial<VllmOptions> = HYBRID, props: Partial<LeaderWorkerGroupProps> = {}) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const engine = InferenceEngine.vllm({ version: '0.22', model: R1, ...options });
  const made = new LeaderWorkerGroup(chart, 'R1', { size: 2, accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }), engine, ...props });
  const find = (name: string) => Testing.synth(chart).find(each => each.metadata.name === name && each.spec.template);
  return {
    made,
    chart,
    main: (name: string) => find(name).spec.template.spec.containers[0],
    pod: (name: string) => find(name).spec.template.spec,
    service: () => Testing.synth(chart).find(each => each.metadata.name === 'r1-serving'),
  };
}

const refusal = (options: Partial<VllmOptions>, props: Partial<LeaderWorkerGroupProps> = {}) => messageOf(() => group(options, props));

describe('how tokens reach the experts of other GPUs', () => {
  const backend = VllmAll2AllBackend.DEEPEP_LOW_LATENCY;

  test('is a flag from 0.12 on, for leader and workers', () => {
    for (const kind of ['leader', 'worker'] as const) {
      const plan = member(kind, { ...WIDE, version: '0.12', all2AllBackend: backend });
      expect(valueOf(plan, '--all2all-backend')).toBe('deepep_low_latency');
      expect(plan.env.map(({ name }) => name)).not.toContain('VLLM_ALL2ALL_BACKEND');
    }
  });

  test('is a variable before that', () => {
    const plan = member('worker', { ...WIDE, version: '0.11', all2AllBackend: backend });
    expect(plan.args).not.toContain('--all2all-backend');
    expect(plan.env).toContainEqual({ name: 'VLLM_ALL2ALL_BACKEND', value: 'deepep_low_latency' });
  });

  test.each<[string, VllmAll2AllBackend, string]>([
    ['0.10', VllmAll2AllBackend.ALLGATHER_REDUCESCATTER, 'it came with 0.11'],
    ['0.17', VllmAll2AllBackend.PPLX, 'it went with 0.17, and the default takes its place without an error'],
    ['0.15', VllmAll2AllBackend.MORI, 'it came with 0.16'],
    ['0.16', VllmAll2AllBackend.NIXL_EP, 'it came with 0.18'],
    ['0.10', VllmAll2AllBackend.FLASHINFER_NVLINK, 'it came with 0.11'],
  ])('%s has no %s', (version, all2AllBackend, text) => {
    expect(messageOf(() => vllm({ ...WIDE, version, all2AllBackend }))).toContain(`InferenceEngine.vllm(all2AllBackend): Invalid value: "${all2AllBackend}": vLLM ${version} does not have it: ${text}`);
  });

  test.each<[string, Partial<VllmOptions>, string]>([
    ['0.18', {}, 'vLLM 0.18 does not read it'],
    ['0.12', { all2AllBackend: backend }, 'the engine is given all2AllBackend deepep_low_latency'],
  ])('the variable in %s beside %j is refused', (version, options, text) => {
    expect(refusal({ ...WIDE, version, ...options }, { container: { envVariables: { VLLM_ALL2ALL_BACKEND: kplus.EnvValue.fromValue('pplx') } } }))
      .toContain(`container.envVariables[VLLM_ALL2ALL_BACKEND]: Forbidden: ${text}`);
  });

  test('a version that reads the variable may have it', () => {
    expect(group({ ...WIDE, version: '0.12' }, { container: { envVariables: { VLLM_ALL2ALL_BACKEND: kplus.EnvValue.fromValue('pplx') } } }).made.name).toBe('r1');
  });

  test.each<[string, Partial<VllmOptions>, Partial<LeaderWorkerGroupProps>, boolean]>([
    ['RDMA without the right to lock memory', { all2AllBackend: backend }, {}, true],
    ['with the right', { all2AllBackend: backend }, { container: { capabilityProfile: CapabilityProfile.RDMA } }, false],
    ['privileged', { all2AllBackend: backend }, { container: { securityContext: { privileged: true, allowPrivilegeEscalation: true } } }, false],
    ['one pod', { all2AllBackend: backend, dataParallel: 8 }, { size: 1 }, false],
    ['any network', {}, {}, false],
  ])('%s is told, or not', (_, options, props, isTold) => {
    expect(findingsOf(group({ ...WIDE, ...options }, props).chart).some(({ id }) => id === 'AIW3306')).toBe(isTold);
  });
});

describe('experts divide', () => {
  test.each<[Partial<VllmOptions>, string]>([
    [WIDE, '256 experts / (tensor 1 x data 16) = 16 on each GPU'],
    [{ ...WIDE, dataParallel: 8, tensorParallel: 2, expertBalancing: { redundantExperts: 32 } }, '(256 experts + 32 redundant) / (tensor 2 x data 8) = 18 on each GPU'],
    [{ ...WIDE, model: '/models/moe', experts: 60 }, '60 experts / (tensor 1 x data 16) = 3.75 on each GPU'],
  ])('%j', (options, sum) => {
    expect(member('leader', options).sums).toContainEqual({ topic: 'experts', text: sum });
    expect(group(options).made.explain()).toContain(sum);
  });

  test.each<[Partial<VllmOptions>, string]>([
    [{ experts: 60, all2AllBackend: VllmAll2AllBackend.DEEPEP_HIGH_THROUGHPUT },
      '60 experts / (tensor 1 x data 16) = 3.75, not a whole number: with all2AllBackend deepep_high_throughput each GPU must have as many\n'
      + '  help: use expertBalancing: { redundantExperts: 4 }, or a number of ranks that divides 60'],
    [{ expertBalancing: { redundantExperts: 24 } },
      '(256 experts + 24 redundant) / (tensor 1 x data 16) = 17.5, not a whole number: with expertBalancing each GPU must have as many\n'
      + '  help: use expertBalancing: { redundantExperts: 32 }, or a number of ranks that divides 256'],
    [{ experts: 8 }, '8 experts / (tensor 1 x data 16) = 0.5: some of the 16 GPUs would have no expert\n  help: use at most 8 ranks, or expertBalancing: { redundantExperts: 8 }'],
  ])('%j does not', (options, text) => {
    expect(messageOf(() => vllm({ ...WIDE, ...options }))).toContain(`InferenceEngine.vllm(expertParallel): Invalid value: true: ${text}`);
  });

  test.each<[string, boolean]>([
    ['deepseek-ai/DeepSeek-V3', true], ['deepseek-ai/DeepSeek-V3.1', true], ['deepseek-ai/DeepSeek-R1-0528', true], ['moonshotai/Kimi-K2-Instruct-0905', true],
    ['deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', false], ['deepseek-ai/DeepSeek-V2', false], ['/models/DeepSeek-V3', false],
  ])('the experts of %s are known: %s', (model, isKnown) => {
    expect(member('leader', { ...WIDE, model }).sums!.some(({ topic }) => topic === 'experts')).toBe(isKnown);
  });

  test.each<[Partial<VllmOptions>, string]>([
    [{ expertParallel: true }, 'expertParallel): Invalid value: true: tensor 1 x data 1 = 1: with one rank there is nothing to spread experts over'],
    [{ expertParallel: true, dataParallel: 2, experts: 1 }, 'experts): Invalid value: 1: must be a whole number of at least 2'],
    [{ dataParallel: 16, expertBalancing: {} }, 'expertBalancing): Forbidden: it is about experts that lie on other GPUs'],
    [{ dataParallel: 16, all2AllBackend: VllmAll2AllBackend.DEEPEP_LOW_LATENCY }, 'all2AllBackend): Forbidden: it is about experts that lie on other GPUs'],
    [{ ...WIDE, expertBalancing: { redundantExperts: -16 } }, 'expertBalancing.redundantExperts): Invalid value: -16'],
    [{ ...WIDE, expertBalancing: { windowSize: 0 } }, 'expertBalancing.windowSize): Invalid value: 0'],
    [{ ...WIDE, expertBalancing: { stepInterval: 0.5 } }, 'expertBalancing.stepInterval): Invalid value: 0.5'],
  ])('%j is refused', (options, text) => {
    expect(messageOf(() => vllm(options))).toContain(`InferenceEngine.vllm(${text}`);
  });

  test('balancing is one flag with settings, and was several', () => {
    const expertBalancing = { redundantExperts: 32, windowSize: 500, stepInterval: 1500 };
    expect(valueOf(member('worker', { ...WIDE, expertBalancing }), '--eplb-config')).toBe('{"num_redundant_experts":32,"window_size":500,"step_interval":1500}');
    const old = member('worker', { ...WIDE, version: '0.10', expertBalancing }).args.join(' ');
    expect(old).toContain('--enable-eplb --num-redundant-experts 32 --eplb-window-size 500 --eplb-step-interval 1500');
    expect(member('worker', { ...WIDE, version: '0.10', expertBalancing: {} }).args.join(' ')).toContain('--enable-eplb --num-redundant-experts 0 --');
  });
});

describe('weights on each GPU', () => {
  // 58 layers x 256 experts x 3 x 7168 x 2048 bytes = 609.0 Gi
  test.each<[Partial<VllmOptions>, string]>([
    [{}, '609Gi of experts / 16 GPUs + 17.6Gi of each copy of the model / tensor 1 = 55.7Gi on each GPU'],
    [{ dataParallel: 2, tensorParallel: 8 }, '609Gi of experts / 16 GPUs + 17.6Gi of each copy of the model / tensor 8 = 40.3Gi on each GPU'],
    [{ expertBalancing: { redundantExperts: 32 } }, '685.1Gi of experts with their 32 copies / 16 GPUs + 17.6Gi of each copy of the model / tensor 1 = 60.5Gi on each GPU'],
  ])('%j', (options, sum) => {
    expect(group({ ...WIDE, ...options }).made.explain()).toContain(sum);
  });

  const on = (product: string | undefined, options: Partial<VllmOptions> = {}) =>
    refusal({ ...WIDE, dataParallel: 8, ...options }, { size: 1, accelerator: Accelerator.nvidia(8, { product }) });

  test('that do not fit are refused with the sum', () => {
    expect(on('NVIDIA-H100-80GB-HBM3')).toBe(
      `prod/R1: engine: Invalid value: "${R1}": 609Gi of experts / 8 GPUs + 17.6Gi of each copy of the model / tensor 1 = 93.8Gi on each GPU, and vLLM takes 0.9 x 79.6Gi = 71.7Gi of a GPU: `
      + 'the weights of the published checkpoint do not fit\n'
      + '  help: use more GPUs (dataParallel, and size or the accelerator\'s count with it), cut the rest with tensorParallel, or GPUs with more memory');
    expect(on('NVIDIA-H200', { gpuMemoryUtilization: 0.6 })).toContain('0.6 x 140.4Gi = 84.2Gi');
  });

  test('in one pod are summed and refused likewise', () => {
    const server = (product: string) => new GpuInferenceDeployment(new Chart(new App(), 'prod'), 'R1', {
      replicas: 1, engine: InferenceEngine.vllm({ version: '0.22', model: R1, expertParallel: true, dataParallel: 8 }), accelerator: Accelerator.nvidia(8, { product }), container: { memory: Memory.of('900Gi') },
    });
    expect(() => server('NVIDIA-H100-80GB-HBM3')).toThrow('93.8Gi on each GPU, and vLLM takes 0.9 x 79.6Gi = 71.7Gi of a GPU');
    expect(server('NVIDIA-H200').explain()).toContain('609Gi of experts / 8 GPUs + 17.6Gi of each copy of the model / tensor 1 = 93.8Gi on each GPU');
  });

  test('that fit, or whose GPU nobody names, are not', () => {
    expect(() => group({ ...WIDE, dataParallel: 8 }, { size: 1 })).not.toThrow();
    expect(() => group({ ...WIDE, dataParallel: 8 }, { size: 1, accelerator: Accelerator.nvidia(8) })).not.toThrow();
    expect(() => group({ ...WIDE, model: '/models/r1', dataParallel: 8 }, { size: 1, accelerator: Accelerator.nvidia(8, { product: 'Tesla-T4' }) })).not.toThrow();
  });
});

describe('each pod takes requests for its own ranks', () => {
  const words = (kind: 'leader' | 'worker', options: Partial<VllmOptions>) => {
    const { args } = member(kind, options);
    return args.slice(args.findIndex(word => /^--(nnodes|data-parallel-(size-local|address))/.test(word))).join(' ');
  };

  test('with several ranks a pod', () => {
    const both = '--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --master-addr $(LWS_LEADER_ADDRESS) --data-parallel-size-local 8 --data-parallel-hybrid-lb';
    expect([words('leader', HYBRID), words('worker', HYBRID)]).toEqual([both, both]);
  });

  test('with one rank a pod', () => {
    const both = '--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --master-addr $(LWS_LEADER_ADDRESS) --data-parallel-external-lb';
    const options = { ...HYBRID, dataParallel: 2, tensorParallel: 8 };
    expect([words('leader', options), words('worker', options)]).toEqual([both, both]);
  });

  test('before the engine could compute ranks', () => {
    const old = { ...HYBRID, version: '0.11' };
    const both = '--data-parallel-size-local 8 --data-parallel-address $(LWS_LEADER_ADDRESS) --data-parallel-rpc-port 5555';
    expect(words('leader', old)).toBe(`${both} --data-parallel-hybrid-lb`);
    expect(words('worker', old)).toBe(both);
    expect(member('worker', old).command!.slice(0, 3)).toEqual(['/bin/sh', '-c', 'exec "$@" --data-parallel-hybrid-lb --data-parallel-start-rank $((LWS_WORKER_INDEX * 8))']);
    expect(words('worker', { ...old, dataParallel: 2, tensorParallel: 8 })).toBe('--data-parallel-address $(LWS_LEADER_ADDRESS) --data-parallel-rpc-port 5555 --data-parallel-rank $(LWS_WORKER_INDEX)');
  });

  test('as many HTTP servers as are asked for run where requests are taken', () => {
    const count = (kind: 'leader' | 'worker', options: Partial<VllmOptions>) => valueOf(member(kind, { ...options, apiServers: 4 }), '--api-server-count');
    expect([count('leader', HYBRID), count('worker', HYBRID)]).toEqual(['4', '4']);
    expect([count('leader', WIDE), count('worker', WIDE)]).toEqual(['4', undefined]);
    expect(valueOf(single({ apiServers: 2 }), '--api-server-count')).toBe('2');
    expect(messageOf(() => vllm({ ...HYBRID, version: '0.10', apiServers: 2 }))).toContain('InferenceEngine.vllm(apiServers): Invalid value: 2: vLLM 0.10 has one API server a pod with VllmLoadBalancing.HYBRID');
    expect(messageOf(() => vllm({ apiServers: 0 }))).toContain('InferenceEngine.vllm(apiServers): Invalid value: 0');
  });

  test('the Service has all pods behind it, and so has a monitor', () => {
    const { made, service } = group();
    expect(service().spec.selector).toEqual({ 'cdk8s-ai-workloads/name': 'r1' });
    expect(made.workload.serving!.role).toBeUndefined();
    expect(made.workload.metrics!.role).toBeUndefined();
    expect(group(WIDE).service().spec.selector).toEqual({ 'cdk8s-ai-workloads/name': 'r1', 'cdk8s-ai-workloads/role': 'leader' });
    expect(group(WIDE).made.workload.serving!.role).toBe('leader');
  });

  test('workers have port, readiness and drain of a leader', () => {
    const { main, pod } = group();
    const [leader, worker] = [main('r1-0-leader'), main('r1-0-worker')];
    expect(worker.ports).toEqual(leader.ports);
    expect(worker.readinessProbe).toEqual(leader.readinessProbe);
    expect(worker.lifecycle).toEqual(leader.lifecycle);
    expect(worker.lifecycle.preStop.sleep.seconds).toBe(75);
    expect(pod('r1-0-worker').terminationGracePeriodSeconds).toBe(pod('r1-0-leader').terminationGracePeriodSeconds);
    expect([...leader.args, ...worker.args]).not.toContain('--shutdown-timeout');
  });

  test('a worker shares the fate of its leader, and answers for itself', () => {
    const program = 'import os, socket; socket.create_connection((os.environ["LWS_LEADER_ADDRESS"], 8000), 2); import urllib.request; urllib.request.urlopen("http://127.0.0.1:8000/health", timeout=2)';
    const { main } = group();
    expect(main('r1-0-worker').livenessProbe.exec.command).toEqual(['python3', '-c', program]);
    expect(main('r1-0-worker').startupProbe.exec.command).toEqual(['python3', '-c', program]);
    expect(main('r1-0-leader').livenessProbe.httpGet.path).toBe('/health');
    const alone = group(HYBRID, { restart: GroupRestart.none() });
    expect(alone.main('r1-0-worker').livenessProbe).toEqual(alone.main('r1-0-leader').livenessProbe);
    expect(alone.main('r1-0-worker').startupProbe).toEqual(alone.main('r1-0-leader').startupProbe);
  });

  test('one template asks each pod for itself, and workers for their leader', () => {
    const backend = LeaderWorkerBackend.singleStatefulSet();
    const probes = group(HYBRID, { backend }).main('r1-0');
    expect(probes.readinessProbe.exec.command[2]).not.toContain('LWS_WORKER_INDEX');
    expect(probes.livenessProbe.exec.command[2]).toMatch(/^if \[ "\$LWS_WORKER_INDEX" != 0 \]; then exec python3 -c 'import os, socket.*8000\/health", timeout=2\)'; fi; exec python3 .*timeout=4\)'$/);
    expect(group(HYBRID, { backend, restart: GroupRestart.none() }).main('r1-0').livenessProbe.httpGet.path).toBe('/health');
  });

  test.each<[Partial<VllmOptions>, Partial<LeaderWorkerGroupProps>, string]>([
    [{ ...HYBRID, dataParallel: 8 }, { size: 1 }, 'engine: Forbidden: VllmLoadBalancing.HYBRID is for ranks in several pods, and one pod has all of them here'],
    [{ ...HYBRID, dataParallel: 1, tensorParallel: 8, pipelineParallel: 2 }, {}, 'engine: Forbidden: VllmLoadBalancing.HYBRID gives each pod ranks of its own, and one copy of the model (tensor 8 x pipeline 2) spans 2 pods here'],
    [HYBRID, { rendezvous: Rendezvous.ray() }, 'rendezvous: Forbidden: with VllmLoadBalancing.HYBRID each pod starts its own server'],
  ])('%j with %j is refused', (options, props, text) => {
    expect(refusal(options, props)).toContain(text);
  });

  test('a pod of its own is no place for it', () => {
    expect(messageOf(() => single(HYBRID))).toContain('VllmLoadBalancing.HYBRID is for ranks in several pods');
  });
});

test('when a pod is lost, the ranks that are left are stuck, which is said', () => {
  expect(group(WIDE).made.explain()).toContain('every step needs the experts of all of them');
  expect(group({ ...WIDE, expertParallel: false }).made.explain()).not.toContain('every step needs the experts');
});

test.each(['statefulSets', 'singleStatefulSet', 'leaderWorkerSet'] as const)('groups of %s whose ranks a shell works out are not taken for ranks that are there twice', kind => {
  const app = new App();
  const engine = InferenceEngine.vllm({ version: '0.11', model: 'org/model', dataParallel: 24 });
  new LeaderWorkerGroup(new Chart(app, 'prod', { namespace: 'ml' }), 'Llm', {
    size: 3, groups: 2, engine, accelerator: Accelerator.nvidia(8), container: { memory: Memory.of('200Gi') }, backend: LeaderWorkerBackend[kind](),
  });
  expect(findingsOf(app).filter(({ id }) => id === 'AIW2606')).toEqual([]);
});
