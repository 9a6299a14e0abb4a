import { App, Chart, Testing } from 'cdk8s';
import {
  Accelerator, CapabilityProfile, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps, Rendezvous, SglangAll2AllBackend,
  SglangOptions,
} from '../../../src';
import { EngineMemberRole } from '../../../src/engines/engine-plan';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { messageOf } from '../../pod/carrier';

const R1 = 'deepseek-ai/DeepSeek-R1-0528';
const WIDE: Partial<SglangOptions> = { tensorParallel: 16, attentionDataParallel: 16, all2AllBackend: SglangAll2AllBackend.DEEPEP };

const sglang = (options: Partial<SglangOptions> = WIDE) => InferenceEngine.sglang({ version: '0.5.9', model: R1, ...options });

const member = (kind: 'leader' | 'worker', options: Partial<SglangOptions> = WIDE, role: Partial<EngineMemberRole> = {}) => sglang(options)._plan({
  kind, pods: 2, devicesPerPod: 8, leaderAddress: '$(LWS_LEADER_ADDRESS)', workerIndex: '$(LWS_WORKER_INDEX)', ray: false, ...role,
});

function group(options: Partial<SglangOptions> = WIDE, props: Partial<LeaderWorkerGroupProps> = {}) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const made = new LeaderWorkerGroup(chart, 'R1', { size: 2, accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }), engine: sglang(options), ...props });
  return { made, chart };
}

/** What follows the flags that every process has. */
const world = (kind: 'leader' | 'worker', options?: Partial<SglangOptions>) => {
  const { args } = member(kind, options);
  return args.slice(args.indexOf('--nnodes')).join(' ');
};

describe('over the pods of a group', () => {
  test('leader and workers meet at the leader, and each knows its place', () => {
    const meeting = '--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --dist-init-addr $(LWS_LEADER_ADDRESS):20000';
    expect([world('leader', { tensorParallel: 16 }), world('worker', { tensorParallel: 16 })]).toEqual([meeting, meeting]);
  });

  test('a leader that binds sockets to what it is told is told its own address', () => {
    expect(world('leader')).toBe('--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --dist-init-addr $(SGLANG_HOST_IP):20000');
    expect(world('worker')).toBe('--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --dist-init-addr $(LWS_LEADER_ADDRESS):20000');
    expect(member('leader').env).toEqual([{ name: 'SGLANG_HOST_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }]);
  });

  test('flags of the user come last, and the leader alone serves', () => {
    const plan = member('worker', { ...WIDE, args: ['--trust-remote-code'] });
    expect(plan.args[plan.args.length - 1]).toBe('--trust-remote-code');
    expect([plan.serves, member('leader').serves]).toEqual([false, true]);
  });

  test.each([false, true])('the pods of a real group get them (LeaderWorkerSet: %s)', isSet => {
    const { chart, made } = group(WIDE, isSet ? { backend: LeaderWorkerBackend.leaderWorkerSet() } : {});
    const texts = Testing.synth(chart)
      .flatMap(({ spec }) => [spec.template, spec.leaderWorkerTemplate?.leaderTemplate, spec.leaderWorkerTemplate?.workerTemplate])
      .filter(template => template).map(({ spec }) => [...spec.containers[0].command, ...spec.containers[0].args].join(' '));
    expect(texts.map(text => /--dist-init-addr (\S+)/.exec(text)![1])).toEqual(['$(SGLANG_HOST_IP):20000', '$(LWS_LEADER_ADDRESS):20000']);
    expect(made.explain()).toContain('2 pods x 8 = 16; the pod with index i has ranks 8 x i to 8 x i + 7');
  });

  test('the watchdog bounds how long a lost pod is waited for', () => {
    expect(member('leader').lostPeer).toMatchObject({ seconds: 450 });
    expect(member('leader', { ...WIDE, args: ['--watchdog-timeout=1000'] }).lostPeer).toMatchObject({ seconds: 1500 });
    expect(member('leader', { ...WIDE, args: ['--watchdog-timeout', '60'] }).lostPeer!.text).toContain('within 60 x 1.5 = 90 s');
    expect(member('worker').lostPeer).toBeUndefined();
    expect(group().made.explain()).toContain('450');
  });

  test.each<[string, Partial<SglangOptions>, Partial<EngineMemberRole>, string]>([
    ['devices that are not used', { tensorParallel: 8 }, {}, 'tensor 8 x pipeline 1 x data 1 = 8, but one group has 2 pods x 8 devices = 16'],
    ['whole copies', { tensorParallel: 8, dataParallel: 2 }, {}, 'engine: Forbidden: dataParallel 2 are whole copies, which SGLang has in one pod only'],
    ['Ray', WIDE, { ray: true }, 'rendezvous: Forbidden: SGLang spans pods by itself'],
    ['the port where pods meet', { tensorParallel: 16, port: 20000 }, {}, 'engine: Invalid value: 20000: the pods of a group meet at port 20000'],
    ['a port that attention takes', { ...WIDE, port: 20013 }, {}, 'the pods of a group meet at port 20000, and the leader takes those up to 20013'],
    ['one that it took before 0.5.9', { ...WIDE, version: '0.5.3', port: 20021 }, {}, 'and the leader takes those up to 20021'],
  ])('%s are refused', (_, options, role, text) => {
    expect(messageOf(() => member('leader', options, role))).toContain(text);
  });

  test('ports beside those are free', () => {
    expect(() => member('leader', { ...WIDE, port: 20014 })).not.toThrow();
    expect(() => member('leader', { tensorParallel: 16, port: 20001 })).not.toThrow();
  });

  test('Ray is refused where the group is made', () => {
    expect(messageOf(() => group(WIDE, { rendezvous: Rendezvous.ray() }))).toContain('prod/R1: rendezvous: Forbidden: SGLang spans pods by itself');
  });

  test.each<[string, Partial<SglangOptions>, Partial<LeaderWorkerGroupProps>, readonly string[]]>([
    ['attention over pods', { tensorParallel: 16 }, {}, ['AIW3304']],
    ['attention in each pod', { tensorParallel: 16, attentionDataParallel: 2 }, {}, []],
    ['RDMA without the right to lock memory', WIDE, {}, ['AIW3306']],
    ['RDMA with it', WIDE, { container: { capabilityProfile: CapabilityProfile.RDMA } }, []],
  ])('%s is told, or not', (_, options, props, ids) => {
    expect(findingsOf(group(options, props).chart).map(({ id }) => id).filter(id => id.startsWith('AIW330'))).toEqual(ids);
  });
});

describe('attention and experts', () => {
  test.each<[string, string]>([
    ['0.5.3', '--tensor-parallel-size 16 --data-parallel-size 16 --enable-dp-attention --expert-parallel-size 16 --moe-a2a-backend deepep'],
    ['0.5.21', '--tensor-parallel-size 16 --data-parallel-size 16 --enable-dp-attention --expert-parallel-size 16 --moe-a2a-backend deepep'],
    ['0.5.22', '--tensor-parallel-size 16 --attn-dp-size 16 --expert-parallel-size 16 --moe-a2a-backend deepep'],
  ])('%s has the flags of its version', (version, text) => {
    expect(member('leader', { ...WIDE, version }).args.join(' ')).toContain(text);
  });

  test('one group of attention is what there is without', () => {
    expect(member('leader', { tensorParallel: 16, attentionDataParallel: 1 }).args).toEqual(member('leader', { tensorParallel: 16 }).args);
  });

  test('experts are spread, and balanced, by flags', () => {
    const { args, sums } = member('leader', { tensorParallel: 16, expertParallel: 8, expertBalancing: { redundantExperts: 32, rebalanceIterations: 500 } });
    expect(args.join(' ')).toContain('--expert-parallel-size 8 --enable-eplb --ep-num-redundant-experts 32 --eplb-rebalance-num-iterations 500');
    expect(sums).toContainEqual({ topic: 'experts', text: '(256 experts + 32 redundant) / 8 GPUs = 36 on each' });
    expect(member('leader', { ...WIDE, expertBalancing: {} }).args.join(' ')).toContain('--moe-a2a-backend deepep --enable-eplb --enable-metrics');
  });

  test('the sums are in explain()', () => {
    const text = group({ ...WIDE, expertBalancing: { redundantExperts: 32 } }).made.explain();
    expect(text).toContain('16 groups over tensor 16: 16 / 16 = 1 GPU each');
    expect(text).toContain('(256 experts + 32 redundant) / 16 GPUs = 18 on each');
    expect(text).toContain('(685.1Gi of experts with their 32 copies + 17.6Gi of the rest) / tensor 16 = 43.9Gi on each GPU at least');
  });

  test.each<[Partial<SglangOptions>, string]>([
    [{ tensorParallel: 16, attentionDataParallel: 3 }, 'attentionDataParallel): Invalid value: 3: does not divide tensorParallel 16: 16 / 3 = 5.33'],
    [{ tensorParallel: 16, attentionDataParallel: 0 }, 'attentionDataParallel): Invalid value: 0'],
    [{ tensorParallel: 8, dataParallel: 2, attentionDataParallel: 8 }, 'attentionDataParallel): Forbidden: one number of SGLang says both, and dataParallel 2 are whole copies'],
    [{ tensorParallel: 16, expertParallel: 5 }, 'expertParallel): Invalid value: 5: does not divide tensorParallel 16: 16 / 5 = 3.2'],
    [{ ...WIDE, expertParallel: 8 }, 'expertParallel): Invalid value: 8: with all2AllBackend deepep SGLang spreads experts over all 16 GPUs'],
    [{ ...WIDE, experts: 60 }, 'expertParallel): Invalid value: 16: 60 experts / 16 GPUs = 3.75, not a whole number: each GPU must have as many\n'
      + '  help: use expertBalancing: { redundantExperts: 4 }, or a number of GPUs that divides 60'],
    [{ ...WIDE, experts: 1 }, 'experts): Invalid value: 1: must be a whole number of at least 2'],
    [{ all2AllBackend: SglangAll2AllBackend.DEEPEP }, 'all2AllBackend): Forbidden: it is about experts that lie on other GPUs'],
    [{ tensorParallel: 16, expertBalancing: {} }, 'expertBalancing): Forbidden: it is about experts that lie on other GPUs'],
    [{ ...WIDE, expertBalancing: { redundantExperts: -1 } }, 'expertBalancing.redundantExperts): Invalid value: -1'],
    [{ ...WIDE, expertBalancing: { rebalanceIterations: 0 } }, 'expertBalancing.rebalanceIterations): Invalid value: 0'],
    [{ ...WIDE, version: '0.5.3', all2AllBackend: SglangAll2AllBackend.MOONCAKE }, 'all2AllBackend): Invalid value: "mooncake": SGLang 0.5.3 does not have it: it came with 0.5.4'],
    [{ ...WIDE, args: ['--enable-dp-attention'] }, 'args)[0]: Forbidden: --enable-dp-attention is written here: it has a property'],
    [{ ...WIDE, args: ['--ep-size', '8'] }, 'args)[0]: Forbidden: --ep-size is written here'],
  ])('%j is refused', (options, text) => {
    expect(messageOf(() => sglang(options))).toContain(`InferenceEngine.sglang(${text}`);
  });

  test('a model whose experts nobody knows is not counted', () => {
    expect(member('leader', { ...WIDE, model: '/models/moe' }).sums!.map(({ topic }) => topic)).toEqual(['ranks', 'attention']);
    expect(member('leader', { ...WIDE, model: 'moonshotai/Kimi-K2-Instruct' }).sums!.map(({ topic }) => topic)).toEqual(['ranks', 'attention', 'experts']);
  });

  test('weights that cannot fit are refused with the sum, and others are not', () => {
    const on = (product: string, options: Partial<SglangOptions> = {}) => messageOf(() => group(
      { tensorParallel: 8, expertParallel: 8, ...options }, { size: 1, accelerator: Accelerator.nvidia(8, { product }) }));
    expect(on('NVIDIA-A100-SXM4-40GB')).toContain('(609Gi of experts + 17.6Gi of the rest) / tensor 8 = 78.3Gi on each GPU at least, and a GPU has 40Gi: the weights of the published checkpoint do not fit');
    expect(on('NVIDIA-H200', { staticMemoryFraction: 0.5 })).toContain('and SGLang takes 0.5 x 140.4Gi = 70.2Gi of a GPU');
    expect(() => group({ tensorParallel: 8, expertParallel: 8 }, { size: 1 })).not.toThrow();
  });
});
