import { SglangExperts, checkSglangFits, planSglangExperts } from './experts';
import { SglangOptions } from './options';
import { SglangWorld, planSglangWorld } from './world';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { collecting } from '../../given/mistakes/collecting';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { SGLANG, SGLANG_FLAGS, SGLANG_GAUGES, SGLANG_HTTP, SGLANG_MINOR } from '../../knowledge/engines/sglang';
import { SglangRelease, sglangRelease } from '../../knowledge/engines/sglang-releases';
import { SGLANG_SERIES, exportedBy } from '../../knowledge/engines/sglang-series';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { builtForNvidia, longestStreamOf, parallelismOf } from '../engine-options';
import { EngineConsequence, EngineModel, EngineParallelism, EnginePlan, EngineRole, deviceCount, devicesSum } from '../engine-plan';
import { lockAdvice } from '../fabric';
import { KnownMinor, checkMinor, checkMinorOfImage, checkOwnFlags, checkShare, checkWord, isOfMinor } from '../one-pod';

const FIELD = 'InferenceEngine.sglang';

const KNOWN: KnownMinor = { field: FIELD, title: 'SGLang', minor: SGLANG_MINOR, example: '0.5.3', image: /(?:^|\/)sglang:v?(\d+\.\d+)\.\d+/ };

/** Checked options of one engine. */
interface Sglang {
  readonly options: SglangOptions;
  readonly version: string;
  readonly release: SglangRelease;
  readonly experts: SglangExperts;
  readonly port: number;
  readonly parallelism: EngineParallelism;
  readonly longestStreamSeconds: number;
}

function checked(options: SglangOptions): Sglang {
  return collecting(options, (given, attempt) => {
    const version = attempt(() => checkMinor(KNOWN, given.version));
    attempt(() => checkWord(KNOWN, 'model', given.model));
    attempt(() => given.servedModelName === undefined || checkWord(KNOWN, 'servedModelName', given.servedModelName));
    attempt(() => given.image === undefined || checkMinorOfImage(KNOWN, `${FIELD}(image)`, given.image));
    const port = attempt(() => checkPortNumber(`${FIELD}(port)`, given.port ?? SGLANG_HTTP.port));
    const parallelism = attempt(() => parallelismOf(FIELD, given));
    attempt(() => checkShares(given));
    const release = attempt(() => sglangRelease(version));
    const experts = attempt(() => planSglangExperts({ ...given, tensorParallel: parallelism.tensor, dataParallel: parallelism.data }, release));
    // Its parser takes the beginning of a long name for it, so beginnings of the refused ones are refused by their own rows.
    attempt(() => checkOwnFlags(KNOWN, SGLANG_FLAGS, given.args ?? []));
    const longestStreamSeconds = attempt(() => longestStreamOf(FIELD, given.longestStream));
    return { options: given, version, release, experts, port, parallelism, longestStreamSeconds };
  });
}

export function sglangModel(options: SglangOptions): EngineModel {
  const sglang = checked(options);
  return {
    factory: 'sglang',
    name: SGLANG.name,
    version: options.version,
    served: options.model,
    parallelism: sglang.parallelism,
    checkContainer: (field, given) => {
      if (given.image !== undefined) {
        checkMinorOfImage(KNOWN, `${field}.image`, given.image);
      }
      return [];
    },
    plan: role => planSglang(sglang, role),
    isNamedBy: image => isOfMinor(KNOWN, image),
  };
}

function planSglang(sglang: Sglang, role: EngineRole): EnginePlan {
  const { options, parallelism, port, experts } = sglang;
  const world = planSglangWorld(role, sglang);
  const weights = experts.args.length === 0 ? undefined : checkSglangFits(options, role.deviceMemoryMi);
  return {
    model: options.model,
    servedName: options.servedModelName ?? options.model,
    image: options.image ?? builtForNvidia(`${FIELD}(image)`, `lmsysorg/sglang:v${sglang.version}`, KNOWN.title, role.vendor),
    command: ['python3', '-m', SGLANG.modules[0]],
    args: [...argumentsOf(sglang), ...world.args, ...options.args ?? []],
    port,
    portName: 'http',
    healthPath: SGLANG_HTTP.health,
    readinessPath: SGLANG_HTTP.health,
    serves: role.kind !== 'worker',
    sums: sumsOf(experts, world, weights),
    devices: deviceCount(parallelism),
    devicesSum: devicesSum(parallelism),
    env: [...world.env],
    reserved: [...world.reserved],
    noDrainReason: 'no flag of it says how long running requests have',
    longestStreamSeconds: sglang.longestStreamSeconds,
    metrics: sglangMetrics(sglang.release),
    lostPeer: world.lostPeer,
    consequences: [],
    advice: [...world.advice, ...lockAdvice(experts.backend, role)],
  };
}

function sumsOf({ attention, sum }: SglangExperts, { ranks }: SglangWorld, weights: string | undefined): EngineConsequence[] {
  return Object.entries({ ranks, attention, experts: sum, weights }).flatMap(([topic, text]) => (text === undefined ? [] : [{ topic, text }]));
}

/** Flags that every process of the world gets alike. */
function argumentsOf({ options, parallelism, port, experts }: Sglang): string[] {
  return [
    '--model-path', options.model,
    ...(options.servedModelName === undefined ? [] : ['--served-model-name', options.servedModelName]),
    // Its own default is 127.0.0.1, where neither probes nor Services reach it.
    '--host', '0.0.0.0',
    '--port', String(port),
    '--tensor-parallel-size', String(parallelism.tensor),
    ...(parallelism.data === 1 ? [] : ['--data-parallel-size', String(parallelism.data)]),
    ...experts.args,
    ...(options.maxModelLength === undefined ? [] : ['--context-length', String(options.maxModelLength)]),
    ...(options.staticMemoryFraction === undefined ? [] : ['--mem-fraction-static', String(options.staticMemoryFraction)]),
    '--enable-metrics',
  ];
}

function sglangMetrics(release: SglangRelease): EngineMetrics {
  const named = (field: string, name: string): EngineMetric => {
    const found = Object.values(SGLANG_GAUGES).find(gauge => gauge.name === name);
    if (!found) {
      throw invalid(field, name, `is none of the gauges of SGLang that are known here: ${Object.values(SGLANG_GAUGES).map(gauge => gauge.name).join(', ')}`,
        'use one of them; for another one give an autoscaler of your own');
    }
    return found;
  };
  const { timeToFirstToken, interTokenLatency, requestLatency, promptTokens, generatedTokens, preemptions, requests, aborted } = SGLANG_SERIES;
  return {
    ...SGLANG_GAUGES,
    timeToFirstToken,
    interTokenLatency,
    requestLatency,
    promptTokens,
    generatedTokens,
    ...(exportedBy(preemptions, release) ? { preemptions } : {}),
    aborted: { part: aborted, all: requests },
    path: SGLANG_HTTP.metrics,
    named,
  };
}

function checkShares({ staticMemoryFraction, maxModelLength }: SglangOptions): void {
  checkShare(KNOWN, 'staticMemoryFraction', staticMemoryFraction);
  if (maxModelLength !== undefined) {
    wholeNumber(`${FIELD}(maxModelLength)`, maxModelLength, { min: 1 });
  }
}
