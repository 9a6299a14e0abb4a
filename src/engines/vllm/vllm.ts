import { newerAdvice, rayAdvice } from './advice';
import { checkApiServers } from './api-servers';
import { checkUserArguments, hasFlag, requireFlag } from './arguments';
import { kvConsequences, lostPeer } from './consequences';
import { checkContainer, checkImageVersion, isSameMinor, taggedRelease } from './container';
import { RESERVED, VLLM_ENV } from './environment';
import { Experts, planExperts } from './experts';
import { CONNECTOR_SINCE } from './kv-transfer';
import { vllmMetrics } from './metrics';
import { VllmAccessLog, VllmLoadBalancing, VllmOptions } from './options';
import { planWorld } from './parallel';
import { checkFits, expertWeights } from './weights';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { isLate } from '../../given/given-type';
import { collecting } from '../../given/mistakes/collecting';
import { DeviceVendor } from '../../knowledge/accelerators';
import { VLLM } from '../../knowledge/engines/vllm';
import { VLLM_HTTP } from '../../knowledge/engines/vllm-flags';
import { NATIVE_MULTI_NODE, Release, checkOldest, isAtLeast, parseRelease, publishedImage, publishedSince } from '../../knowledge/engines/vllm-releases';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { EnvVariable, fieldVariable } from '../../pod/container/environment';
import { longestStreamOf, parallelismOf, refuseImage } from '../engine-options';
import { EngineConsequence, EngineModel, EngineParallelism, EnginePlan, EngineRole, TransferSide, deviceCount, devicesSum } from '../engine-plan';
import { lockAdvice } from '../fabric';

const FIELD = 'InferenceEngine.vllm';

/** Checked options of one engine. */
interface Vllm {
  readonly options: VllmOptions;
  readonly release: Release;
  readonly parallelism: EngineParallelism;
  readonly port: number;
  readonly experts: Experts;
  readonly hiddenFor?: Release;
  readonly longestStreamSeconds: number;
  readonly advice: Finding[];
}

/** Options that do not depend on the pods, checked as far as they do not depend on each other. */
function checked(options: VllmOptions): Vllm {
  return collecting(options, (_, attempt) => {
    const release = attempt(() => parseRelease(`${FIELD}(version)`, options.version));
    attempt(() => checkOldest(`${FIELD}(version)`, release));
    attempt(() => checkModel(options));
    const parallelism = attempt(() => parallelismOf(FIELD, options));
    const port = attempt(() => checkPortNumber(`${FIELD}(port)`, options.port ?? VLLM_HTTP.port));
    const hiddenFor = attempt(() => hiddenRelease(options, release));
    const longestStreamSeconds = attempt(() => longestStreamOf(FIELD, options.longestStream));
    const advice = attempt(() => newerAdvice(release));
    attempt(() => options.image === undefined || checkImageVersion(`${FIELD}(image)`, options.image, release));
    attempt(() => checkUserArguments(`${FIELD}(args)`, options.args ?? [], release));
    attempt(() => checkShares(options));
    attempt(() => checkApiServers(options, release));
    const experts = attempt(() => planExperts(options, parallelism, release));
    const vllm: Vllm = { options, release, parallelism, port, experts, hiddenFor, longestStreamSeconds, advice };
    attempt(() => accessLogArguments(vllm));
    attempt(() => kvArguments(vllm));
    return vllm;
  });
}

export function vllmModel(options: VllmOptions): EngineModel {
  const vllm = checked(options);
  const { release } = vllm;
  return {
    factory: 'vllm',
    name: VLLM.name,
    version: options.version,
    served: options.model,
    parallelism: vllm.parallelism,
    needsRay: isAtLeast(release, NATIVE_MULTI_NODE) ? undefined : NATIVE_MULTI_NODE,
    everyPodServes: options.loadBalancing === VllmLoadBalancing.HYBRID,
    checkContainer: (field, given) => checkContainer(field, given, release, vllm.experts.backend),
    plan: role => planVllm(vllm, role),
    isNamedBy: image => {
      const tagged = taggedRelease(image);
      return tagged !== undefined && isSameMinor(tagged, release);
    },
    pairs: {
      side: sideOf(vllm),
      completed: ({ kvTransfer, port }) => vllmModel({ ...options, kvTransfer: options.kvTransfer ?? kvTransfer, port: options.port ?? port }),
    },
  };
}

function sideOf({ options, release, parallelism, port, longestStreamSeconds }: Vllm): TransferSide {
  const { model, servedModelName, kvTransfer, maxModelLength, args = [] } = options;
  return {
    release,
    model,
    servedName: servedModelName ?? model,
    connector: kvTransfer?._connector,
    kvRole: kvTransfer?._role,
    sideChannelPort: kvTransfer?._sideChannelPort,
    parallelism,
    maxModelLength,
    port,
    longestStreamSeconds,
    args,
  };
}

function planVllm(vllm: Vllm, role: EngineRole): EnginePlan {
  const { options, release, parallelism, port } = vllm;
  const image = options.image ?? publishedFor(release, role.vendor);
  const world = planWorld(role, parallelism, release, options);
  const weights = expertWeights(options, parallelism);
  checkFits(weights, options, role.deviceMemoryMi);
  const drainSeconds = vllm.longestStreamSeconds;
  const serves = role.kind !== 'worker' || options.loadBalancing === VllmLoadBalancing.HYBRID;
  const noDrainReason = whyNoDrain(role, vllm);
  const canDrain = noDrainReason === undefined && role.kind !== 'worker';
  return {
    model: options.model,
    servedName: options.servedModelName ?? options.model,
    image,
    command: [...world.shell, ...VLLM.image.entrypoint, options.model],
    args: [
      ...commonArguments(vllm),
      ...world.args,
      ...(serves && options.apiServers !== undefined ? ['--api-server-count', String(options.apiServers)] : []),
      ...(canDrain ? [requireFlag(`${FIELD}(longestStream)`, VLLM.serves.drain, release), String(drainSeconds)] : []),
      ...options.args ?? [],
    ],
    port,
    portName: 'http',
    healthPath: VLLM_HTTP.health,
    readinessPath: VLLM_HTTP.health,
    serves,
    sums: sumsOf(vllm, world.ranks, weights?.sum),
    devices: deviceCount(parallelism),
    devicesSum: devicesSum(parallelism),
    env: environmentOf(vllm, role),
    reserved: [...RESERVED],
    drain: canDrain ? { flag: VLLM.serves.drain, seconds: drainSeconds } : undefined,
    noDrainReason,
    longestStreamSeconds: drainSeconds,
    metrics: vllmMetrics(release, vllm.hiddenFor),
    lostPeer: lostPeer(role, parallelism, options.expertParallel ?? false),
    consequences: kvConsequences(options.kvTransfer, release),
    advice: [...vllm.advice, ...world.advice, ...rayAdvice(release, role, image), ...lockAdvice(vllm.experts.backend, role)],
  };
}

/** The image of the project for these devices. */
function publishedFor(release: Release, vendor: DeviceVendor | undefined): string {
  const image = publishedImage(release, vendor ?? 'NVIDIA');
  return image ?? refuseImage(`${FIELD}(image)`, { image: publishedImage(release, 'NVIDIA')!, title: VLLM.title, vendor: vendor!, since: publishedSince(vendor!) });
}

function sumsOf({ experts }: Vllm, ranks: string | undefined, weights: string | undefined): EngineConsequence[] {
  return [
    ...(ranks === undefined ? [] : [{ topic: 'ranks', text: ranks }]),
    ...(experts.sum === undefined ? [] : [{ topic: 'experts', text: experts.sum }]),
    ...(weights === undefined ? [] : [{ topic: 'weights', text: weights }]),
  ];
}

function whyNoDrain(role: EngineRole, { release, options }: Vllm): string | undefined {
  if (!hasFlag(VLLM.serves.drain, release)) {
    return `${VLLM.serves.drain} came with 0.18`;
  }
  if (role.kind !== 'single' && role.pods > 1 && options.loadBalancing === VllmLoadBalancing.HYBRID) {
    return 'all pods of a group answer and compute together, so none may end before the last request of the others has';
  }
  return role.kind !== 'single' && role.stopsTogether ? 'leader and workers of one template get the stop signal together' : undefined;
}

/** Flags that every process of the world gets alike. */
function commonArguments(vllm: Vllm): string[] {
  const { options, parallelism, port } = vllm;
  return [
    ...(options.servedModelName === undefined ? [] : ['--served-model-name', options.servedModelName]),
    '--port', String(port),
    '--tensor-parallel-size', String(parallelism.tensor),
    ...(parallelism.pipeline === 1 ? [] : ['--pipeline-parallel-size', String(parallelism.pipeline)]),
    ...(parallelism.data === 1 ? [] : ['--data-parallel-size', String(parallelism.data)]),
    ...(options.expertParallel ? ['--enable-expert-parallel'] : []),
    ...vllm.experts.args,
    ...(options.maxModelLength === undefined ? [] : ['--max-model-len', String(options.maxModelLength)]),
    ...(options.gpuMemoryUtilization === undefined ? [] : ['--gpu-memory-utilization', String(options.gpuMemoryUtilization)]),
    ...kvArguments(vllm),
    ...accessLogArguments(vllm),
    ...(vllm.hiddenFor ? ['--show-hidden-metrics-for-version', vllm.hiddenFor.text] : []),
  ];
}

function kvArguments({ options, release }: Pick<Vllm, 'options' | 'release'>): string[] {
  const transfer = options.kvTransfer;
  if (!transfer) {
    return [];
  }
  const since = CONNECTOR_SINCE[transfer._connector];
  if (since !== undefined && !isAtLeast(release, since)) {
    throw invalid(`${FIELD}(kvTransfer)`, transfer._connector, `vLLM ${release.text} does not have it: it came with ${since}`, `use vLLM ${since} or newer`);
  }
  return ['--kv-transfer-config', transfer._json()];
}

function accessLogArguments({ options, release }: Pick<Vllm, 'options' | 'release'>): string[] {
  switch (options.accessLog) {
    case VllmAccessLog.ALL:
      return [];
    case VllmAccessLog.NONE:
      return ['--disable-uvicorn-access-log'];
    case VllmAccessLog.WITHOUT_PROBES:
      return [requireFlag(`${FIELD}(accessLog)`, '--disable-access-log-for-endpoints', release), VLLM_HTTP.noisy];
    default:
      return hasFlag('--disable-access-log-for-endpoints', release) ? ['--disable-access-log-for-endpoints', VLLM_HTTP.noisy] : [];
  }
}

/** Engines of several pods bind to the address that the others know, not to what the host name resolves to. */
function environmentOf(vllm: Vllm, role: EngineRole): EnvVariable[] {
  const port = vllm.options.kvTransfer?._sideChannelPort;
  return [
    ...(role.kind === 'single' ? [] : [fieldVariable(VLLM_ENV.hostIp, 'status.podIP')]),
    ...vllm.experts.env,
    ...(port === undefined ? [] : [fieldVariable(VLLM_ENV.nixlHost, 'status.podIP'), { name: VLLM_ENV.nixlPort, value: String(port) }]),
  ];
}

function checkModel(options: VllmOptions): void {
  if (/\s/.test(options.model) || !isPlainWord(options.model)) {
    throw invalid(`${FIELD}(model)`, options.model, 'is neither an id on the Hugging Face Hub nor a path', 'write it as meta-llama/Llama-3.1-70B-Instruct or /models/llama');
  }
  if (options.servedModelName !== undefined && !isPlainWord(options.servedModelName)) {
    throw invalid(`${FIELD}(servedModelName)`, options.servedModelName, 'is no name that clients could ask for: it is empty, reads as a flag, or has a $(NAME) that the kubelet replaces',
      'leave it out to serve under the name of the model');
  }
}

/** One word of the command line that stays what it is: vLLM takes no flag for it, and the kubelet no reference to a variable. */
function isPlainWord(text: string): boolean {
  return isLate(text) || text.trim() !== '' && !text.startsWith('-') && !text.includes('$(');
}

function checkShares(options: VllmOptions): void {
  const share = options.gpuMemoryUtilization;
  if (share !== undefined && !(share > 0 && share <= 1)) {
    throw invalid(`${FIELD}(gpuMemoryUtilization)`, share, 'must be above 0 and at most 1: it is a share of the memory of each GPU', 'write 0.9 for 90 %');
  }
  if (options.maxModelLength !== undefined) {
    wholeNumber(`${FIELD}(maxModelLength)`, options.maxModelLength, { min: 1 });
  }
}

/** vLLM hides what was deprecated one minor ago and removes it one later, so an older version asks for nothing. */
function hiddenRelease(options: VllmOptions, release: Release): Release | undefined {
  if (options.showHiddenMetricsFor === undefined) {
    return undefined;
  }
  const field = `${FIELD}(showHiddenMetricsFor)`;
  const hidden = parseRelease(field, options.showHiddenMetricsFor);
  if (hidden.major !== release.major || hidden.minor !== release.minor - 1) {
    throw invalid(field, hidden.text, `shows nothing in vLLM ${release.text}: a metric is hidden for one minor after its deprecation, and then removed`,
      `give ${release.major}.${release.minor - 1}, or leave it out`);
  }
  return hidden;
}
