import * as fc from 'fast-check';
import { Expressions, Fields, Setting, absent, calls, flag, lists, literals, maps, members, mostly, never, oneOf, partly, rarely, sometimes, struct, values } from './combinators';
import { images } from './containers';
import { bytes, counts, durations, ports } from './numbers';
import { formed, names, texts } from './texts';
import { CustomEngineGauge, CustomEngineMetrics, CustomEngineOptions, SglangAll2AllBackend, SglangExpertBalancing, SglangOptions, TensorFlowOptions, TensorRtLlmOptions, VllmAccessLog, VllmAll2AllBackend, VllmExpertBalancing, VllmKvRole, VllmLoadBalancing, VllmOptions } from '../../../src';
import { Expression } from '../expression';

/** How a model is cut in one case; the product is the number of devices. */
export interface Cut {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
  /** Seconds that the longest stream may have where nodes are taken at short notice. */
  readonly longestStream?: number;
  /** Something brings the model from the Hub before the engine starts. */
  readonly isPreloaded?: boolean;
}

export const VERSIONS = ['0.10', '0.11.2', '0.12', '0.16', '0.18', '0.18.1', '0.19', '0.22'];
const ODD_VERSIONS = fc.constantFrom('', 'latest', '0.9', '1.0', '0.30', 'v0.18.1', '0.18.1.post1', '0', '0.x', '0.18-rc1', '0.1e1', '00.18');

export function vllm(setting: Setting, cut: Cut, versions: readonly string[] = VERSIONS): Expressions {
  const versionOf = formed(setting, fc.constantFrom(...versions), ODD_VERSIONS);
  return versionOf.chain(version => expertFields(setting, cut, version).map(experts => ({ version, experts }))).chain(({ version, experts }) => calls('InferenceEngine.vllm', struct<VllmOptions>({
    version: fc.constant(version),
    model: formed(setting, models(cut), fc.constantFrom('', ' ', '-x', 'a b', '$(MODEL)', '--model', '\u00e9')),
    image: rarely(mostly(setting, images(setting, 'registry.example/vllm:1'), values('vllm/vllm-openai:v0.18.1'))),
    servedModelName: sometimes(formed(setting, fc.constantFrom('llama', 'a b'))),
    tensorParallel: axis(setting, cut.tensor),
    pipelineParallel: axis(setting, cut.pipeline),
    dataParallel: axis(setting, cut.data),
    ...experts,
    loadBalancing: mostly(setting, rarely(cut.data > 1 && setting.oddPerMille > 0 ? members('VllmLoadBalancing', VllmLoadBalancing) : values(VllmLoadBalancing.INTERNAL)), members('VllmLoadBalancing', VllmLoadBalancing)),
    apiServers: rarely(literals(mostly(setting, fc.constantFrom(1, 4), fc.constantFrom(0, -1, 1.5, 1e9)))),
    maxModelLength: sometimes(counts(setting, 1024, 200_000)),
    gpuMemoryUtilization: sometimes(literals(mostly(setting, fc.constantFrom(0.9, 0.5, 1), fc.constantFrom(0, -1, 1.01, NaN, 1e-7, 90)))),
    kvTransfer: rarely(kvTransfer(setting)),
    accessLog: sometimes(mostly(setting, members('VllmAccessLog', withoutProbes(version)), members('VllmAccessLog', VllmAccessLog))),
    showHiddenMetricsFor: mostly<Expression | undefined>(setting, never, values('0.17', '0.11', '0.18', '')),
    port: rarely(ports(setting)),
    longestStream: longestStream(setting, cut, 600),
    args: sometimes(flags(setting)),
  })));
}

type ExpertFields = Pick<Fields<VllmOptions>, 'expertParallel' | 'experts' | 'all2AllBackend' | 'expertBalancing'>;

/** Experts that are spread over all ranks, with all that is about them; or none. */
function expertFields(setting: Setting, cut: Cut, version: Expression): fc.Arbitrary<ExpertFields> {
  const none: ExpertFields = {
    expertParallel: mostly<Expression | undefined>(setting, never, flag),
    experts: never,
    all2AllBackend: mostly<Expression | undefined>(setting, never, members('VllmAll2AllBackend', VllmAll2AllBackend)),
    expertBalancing: never,
  };
  const spread: ExpertFields = {
    expertParallel: values(true),
    experts: sometimes(literals(mostly(setting, fc.constantFrom(64, 256), fc.constantFrom(0, 1, 2, 7, 1.5, 1e9)))),
    all2AllBackend: sometimes(mostly(setting, members('VllmAll2AllBackend', backendsOf(version)), members('VllmAll2AllBackend', VllmAll2AllBackend))),
    expertBalancing: sometimes(struct<VllmExpertBalancing>({
      redundantExperts: rarely(literals(mostly(setting, fc.constant(0), fc.constantFrom(1, 32, -1, 1.5)))),
      windowSize: rarely(counts(setting, 100, 2000)),
      stepInterval: rarely(counts(setting, 100, 5000)),
    })),
  };
  const ranks = cut.tensor * cut.data;
  return ranks > 1 && 64 % ranks === 0 ? fc.boolean().map(isSpread => (isSpread ? spread : none)) : fc.constant(none);
}

export function sglang(setting: Setting, cut: Cut): Expressions {
  const versionOf = formed(setting, fc.constantFrom('0.5.3', 'v0.5.4.post1', '0.5.9', '0.5.22'), fc.constantFrom('', 'latest', '0.5', '0.4.9', '0.6.0'));
  return versionOf.chain(version => calls('InferenceEngine.sglang', struct<SglangOptions>({
    version: fc.constant(version),
    model: formed(setting, models(cut), fc.constantFrom('', ' ', '-x', 'a b', '$(MODEL)')),
    image: rarely(images(setting, 'registry.example/sglang:1', 'lmsysorg/sglang:v0.5.3')),
    servedModelName: sometimes(formed(setting, fc.constantFrom('llama'), fc.constantFrom('a b', ''))),
    tensorParallel: axis(setting, cut.tensor * cut.pipeline),
    dataParallel: axis(setting, cut.data),
    ...sglangExpertFields(setting, cut, version),
    maxModelLength: sometimes(counts(setting, 1024, 200_000)),
    staticMemoryFraction: sometimes(literals(mostly(setting, fc.constantFrom(0.9, 0.5), fc.constantFrom(0, -1, 1, NaN, 90)))),
    port: rarely(ports(setting)),
    longestStream: longestStream(setting, cut, 600),
    args: sometimes(mostly(setting, lists(values('--max-running-requests=64', '--trust-remote-code'), 0, 2), lists(values('--tp', '--api-key', '--nnodes=2', '--host'), 1, 2))),
  })));
}

type SglangExpertFields = Pick<Fields<SglangOptions>, 'attentionDataParallel' | 'expertParallel' | 'experts' | 'all2AllBackend' | 'expertBalancing'>;

/** Attention and experts within the tensor-parallel GPUs. */
function sglangExpertFields(setting: Setting, cut: Cut, version: Expression): SglangExpertFields {
  const gpus = cut.tensor * cut.pipeline;
  const isSpread = gpus > 1 && 64 % gpus === 0;
  const whole = isSpread ? values(gpus) : never;
  const odd = literals(fc.constantFrom(0, 2, 3, 1.5, -1, 1e9));
  return {
    attentionDataParallel: mostly<Expression | undefined>(setting, cut.data === 1 && isSpread ? sometimes(values(gpus)) : never, odd),
    expertParallel: mostly<Expression | undefined>(setting, whole, odd),
    experts: sometimes(literals(mostly(setting, fc.constantFrom(64, 256), fc.constantFrom(0, 1, 7, 1.5)))),
    all2AllBackend: mostly<Expression | undefined>(setting, isSpread ? sometimes(members('SglangAll2AllBackend', sglangBackendsOf(version))) : never,
      members('SglangAll2AllBackend', SglangAll2AllBackend)),
    expertBalancing: mostly<Expression | undefined>(setting, isSpread ? sometimes(sglangBalancing(setting)) : never, sglangBalancing(setting)),
  };
}

function sglangBalancing(setting: Setting): fc.Arbitrary<Expression> {
  return struct<SglangExpertBalancing>({
    redundantExperts: rarely(literals(mostly(setting, fc.constantFrom(0, 64), fc.constantFrom(1, -1, 1.5)))),
    rebalanceIterations: rarely(counts(setting, 100, 2000)),
  });
}

export function tensorRtLlm(setting: Setting, cut: Cut): Expressions {
  return calls('InferenceEngine.tensorRtLlm', struct<TensorRtLlmOptions>({
    version: formed(setting, fc.constantFrom('1.2.0', '1.2.1', 'v1.2.1'), fc.constantFrom('', 'latest', '1.2', '1.1.0', '1.3.0rc1')),
    model: formed(setting, models(cut), fc.constantFrom('', ' ', '-x', 'a b', '$(MODEL)')),
    image: rarely(images(setting, 'registry.example/trt:1', 'nvcr.io/nvidia/tensorrt-llm/release:1.2.1')),
    tensorParallel: axis(setting, cut.tensor * cut.data),
    pipelineParallel: axis(setting, cut.pipeline),
    expertParallel: rarely(counts(setting, 1, 2)),
    maxModelLength: sometimes(counts(setting, 1024, 200_000)),
    freeMemoryFraction: sometimes(literals(mostly(setting, fc.constantFrom(0.9, 0.5), fc.constantFrom(0, -1, 1, NaN, 90)))),
    port: rarely(ports(setting)),
    longestStream: longestStream(setting, cut, 600),
    args: sometimes(mostly(setting, lists(values('--max_batch_size=64', '--trust_remote_code'), 0, 2), lists(values('--tp_size', '--config', '--cp_size=2', '--host'), 1, 2))),
  }));
}

/** A server that the library knows nothing of. */
export function customEngine(setting: Setting, cut: Cut): Expressions {
  const path = formed(setting, fc.constantFrom('/health', '/ready'), fc.constantFrom('', 'health', '/a b'));
  const gauge = struct<CustomEngineGauge>({
    name: formed(setting, fc.constantFrom('vllm:num_requests_waiting_by_reason', 'server:queue'), fc.constantFrom('', 'a b', '1st', 'constructor')),
    unit: rarely(values('ratio 0 to 1', 'requests')),
    labels: rarely(lists(formed(setting, fc.constantFrom('model_name')), 0, 1)),
  });
  const own = (name: string) => struct<CustomEngineGauge>({ name: values(name), unit: never, labels: never });
  return calls('InferenceEngine.custom', struct<CustomEngineOptions>({
    name: formed(setting, fc.constantFrom('server', 'llama.cpp')),
    version: formed(setting, fc.constantFrom('1', 'b10488')),
    model: formed(setting, models(cut)),
    image: images(setting, 'registry.example/server:1'),
    command: sometimes(lists(values('/app/server'), 1, 1)),
    args: lists(values(`--drain=${cut.longestStream ?? 30}`), 1, 1),
    port: ports(setting),
    portName: rarely(formed(setting, fc.constantFrom('http', 'api'), fc.constantFrom('', 'API', 'a-name-that-is-too-long'))),
    healthPath: path,
    readinessPath: rarely(path),
    tensorParallel: axis(setting, cut.tensor),
    pipelineParallel: axis(setting, cut.pipeline),
    dataParallel: axis(setting, cut.data),
    environment: rarely(maps(mostly(setting, fc.constantFrom('SERVER_MODE'), fc.constantFrom('', 'a=b', '__proto__')), literals(texts(setting)), 1)),
    drainFlag: sometimes(mostly(setting, values('--drain'), values('', '--stop'))),
    longestStream: longestStream(setting, cut, 30),
    metrics: struct<CustomEngineMetrics>({
      path: rarely(path), waiting: own('server:waiting'), running: own('server:running'), kvCacheUsage: own('server:kv'), gauges: sometimes(lists(gauge, 0, 1)),
    }),
  }));
}

/** The Hub has no folders. */
function models({ isPreloaded }: Cut): fc.Arbitrary<string> {
  return fc.constantFrom('meta-llama/Llama-3.1-8B', ...(isPreloaded ? [] : ['/models/llama']));
}

/** Said where the default is more than the nodes leave. */
function longestStream(setting: Setting, cut: Cut, most: number): fc.Arbitrary<Expression | undefined> {
  return cut.longestStream === undefined ? sometimes(durations(setting, 1, most)) : durations(setting, 1, cut.longestStream);
}

/** What is 1 need not be said. */
function axis(setting: Setting, value: number): fc.Arbitrary<Expression | undefined> {
  return value === 1 ? absent(60, counts(setting, 1, 1)) : counts(setting, value, value);
}

/** Leaving probes out of the log came with 0.16. */
function backendsOf(version: Expression): object {
  const minor = minorOf(version);
  return {
    DEEPEP_HIGH_THROUGHPUT: '',
    DEEPEP_LOW_LATENCY: '',
    ...(minor >= 11 ? { ALLGATHER_REDUCESCATTER: '', FLASHINFER_NVLINK: '' } : {}),
    ...(minor < 17 ? { PPLX: '' } : { MORI: '' }),
    ...(minor >= 18 ? { NIXL_EP: '' } : {}),
  };
}

function sglangBackendsOf(version: Expression): object {
  const patch = version.is === 'literal' ? parseInt(String(version.value).split('.')[2], 10) : 0;
  return { DEEPEP: '', ...(patch >= 4 ? { MOONCAKE: '' } : {}), ...(patch >= 9 ? { MORI: '' } : {}), ...(patch >= 10 ? { NIXL: '' } : {}) };
}

function minorOf(version: Expression): number {
  return version.is === 'literal' ? Number(String(version.value).split('.')[1]) : 0;
}

function withoutProbes(version: Expression): object {
  return minorOf(version) >= 16 ? VllmAccessLog : { ALL: 'all', NONE: 'none' };
}

function flags(setting: Setting): Expressions {
  return fc.oneof(
    { weight: 3, arbitrary: lists(literals(mostly(setting, fc.constantFrom('--max-num-seqs=256', '--enable-prefix-caching', '--seed=1'), texts(setting))), 0, 3) },
    { weight: 1, arbitrary: mostly(setting, lists(values('--enforce-eager'), 1, 1), lists(values('--tensor-parallel-size', '-tp=2', '--host', '--api-key', 'hf_abcdefghijklmnopqrstuvwxyz', '--num-scheduler-steps', '--port'), 1, 2)) });
}

function kvTransfer(setting: Setting): Expressions {
  const extra = sometimes(maps(mostly(setting, fc.constantFrom('cpu_bytes', 'chunk_size'), fc.constantFrom('', '__proto__', 'a b')), literals(mostly(setting, fc.constantFrom('1', 'true', 'x'), texts(setting))), 2));
  const role = members('VllmKvRole', VllmKvRole);
  return oneOf(
    calls('VllmKvTransfer.nixl', sometimes(partly<{ role: VllmKvRole; sideChannelPort: number }>({ role: sometimes(role), sideChannelPort: sometimes(ports(setting)) }))),
    calls('VllmKvTransfer.connector', formed(setting, fc.constantFrom('LMCacheConnectorV1', 'MooncakeConnector')), role, extra),
    // Most versions refuse it.
    setting.oddPerMille > 0 ? calls('VllmKvTransfer.offloading', extra) : calls('VllmKvTransfer.nixl'));
}

export function modelLoad(setting: Setting): Expressions {
  return oneOf(
    calls('ModelLoad.of', struct<{ weights: string; downloadBandwidth: string; loadBandwidth: string; compile: unknown }>({
      weights: bytes(setting, '140Gi', '16Gi'), downloadBandwidth: sometimes(bytes(setting, '500Mi', '1Gi')), loadBandwidth: sometimes(bytes(setting, '2Gi', '512Mi')), compile: sometimes(durations(setting, 0, 600)),
    })),
    calls('ModelLoad.measured', durations(setting, 1, 3000)));
}

/** Ways for processes to find each other, by name. */
export type RendezvousKind = 'plain' | 'ray' | 'torchrun' | 'jax' | 'mpi' | 'tensorFlow';

/** @param pods how many there are: parameter servers are some of them. */
export function rendezvous(setting: Setting, kind: RendezvousKind, pods: number): Expressions {
  const port = sometimes(partly<{ port: number }>({ port: sometimes(ports(setting)) }));
  const options: { readonly [each in RendezvousKind]: readonly fc.Arbitrary<Expression | undefined>[] } = {
    plain: [],
    ray: [],
    torchrun: [port],
    jax: [port],
    mpi: [struct<{ sshSecretName: string; home: string }>({
      sshSecretName: literals(names(setting, 'ssh', 'mpi.ssh')), home: rarely(formed(setting, fc.constantFrom('/home/mpi', '/root'), fc.constantFrom('', 'home', '/', '/a:b', '/home/../x', '/tmp'))),
    })],
    tensorFlow: [sometimes(struct<TensorFlowOptions>({
      parameterServers: sometimes(counts(setting, 0, Math.max(0, pods - 2))), port: rarely(ports(setting)),
    }))],
  };
  return calls(`Rendezvous.${kind}`, ...options[kind]);
}
