import { TensorRtLlmOptions } from './options';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { collecting } from '../../given/mistakes/collecting';
import { TENSORRT_LLM, TENSORRT_LLM_FLAGS, TENSORRT_LLM_HTTP, TENSORRT_LLM_MINOR } from '../../knowledge/engines/tensorrt-llm';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { builtForNvidia, longestStreamOf, parallelismOf } from '../engine-options';
import { EngineModel, EngineParallelism, EnginePlan, EngineRole, deviceCount, devicesSum } from '../engine-plan';
import { KnownMinor, checkAlone, checkMinor, checkMinorOfImage, checkOwnFlags, checkShare, checkWord, isOfMinor } from '../one-pod';

const FIELD = 'InferenceEngine.tensorRtLlm';

const KNOWN: KnownMinor = {
  field: FIELD, title: TENSORRT_LLM.title, minor: TENSORRT_LLM_MINOR, example: '1.2.1', image: /(?:^|\/)tensorrt-llm\/release:v?(\d+\.\d+)\.\d+/,
};

/** Checked options of one engine. */
interface TensorRtLlm {
  readonly options: TensorRtLlmOptions;
  readonly version: string;
  readonly port: number;
  readonly parallelism: EngineParallelism;
  readonly longestStreamSeconds: number;
}

function checked(options: TensorRtLlmOptions): TensorRtLlm {
  return collecting(options, (given, attempt) => {
    const version = attempt(() => checkMinor(KNOWN, given.version));
    attempt(() => checkWord(KNOWN, 'model', given.model));
    attempt(() => given.image === undefined || checkMinorOfImage(KNOWN, `${FIELD}(image)`, given.image));
    const port = attempt(() => checkPortNumber(`${FIELD}(port)`, given.port ?? TENSORRT_LLM_HTTP.port));
    const parallelism = attempt(() => parallelismOf(FIELD, given));
    attempt(() => checkExperts(given.expertParallel, parallelism.tensor));
    attempt(() => checkShare(KNOWN, 'freeMemoryFraction', given.freeMemoryFraction));
    attempt(() => given.maxModelLength === undefined || wholeNumber(`${FIELD}(maxModelLength)`, given.maxModelLength, { min: 1 }));
    attempt(() => checkOwnFlags(KNOWN, TENSORRT_LLM_FLAGS, given.args ?? []));
    const longestStreamSeconds = attempt(() => longestStreamOf(FIELD, given.longestStream));
    return { options: given, version, port, parallelism, longestStreamSeconds };
  });
}

export function tensorRtLlmModel(options: TensorRtLlmOptions): EngineModel {
  const engine = checked(options);
  return {
    factory: 'tensorRtLlm',
    name: TENSORRT_LLM.name,
    version: options.version,
    served: options.model,
    parallelism: engine.parallelism,
    checkContainer: (field, given) => {
      if (given.image !== undefined) {
        checkMinorOfImage(KNOWN, `${field}.image`, given.image);
      }
      return [];
    },
    plan: role => plan(engine, role),
    isNamedBy: image => isOfMinor(KNOWN, image),
  };
}

/**
 * Without metrics: 1.2 mounts `/prometheus/metrics` only where a file of options says return_perf_metrics, and exports latencies there; gauges of what waits
 * and runs came with 1.3.
 *
 * Source: TensorRT-LLM#5785, #12545
 */
function plan(engine: TensorRtLlm, role: EngineRole): EnginePlan {
  const { options, parallelism, port } = engine;
  checkAlone(KNOWN, 'one MPI world', parallelism, role);
  return {
    model: options.model,
    servedName: options.model,
    image: options.image ?? builtForNvidia(`${FIELD}(image)`, `nvcr.io/nvidia/tensorrt-llm/release:${engine.version}`, KNOWN.title, role.vendor),
    command: ['trtllm-serve'],
    args: argumentsOf(engine),
    port,
    portName: 'http',
    healthPath: TENSORRT_LLM_HTTP.health,
    readinessPath: TENSORRT_LLM_HTTP.health,
    serves: role.kind !== 'worker',
    devices: deviceCount(parallelism),
    devicesSum: devicesSum(parallelism),
    env: [],
    reserved: [],
    noDrainReason: 'no flag of it says how long running requests have',
    longestStreamSeconds: engine.longestStreamSeconds,
    consequences: [],
    advice: [],
  };
}

function argumentsOf({ options, parallelism, port }: TensorRtLlm): string[] {
  return [
    options.model,
    // Its own default is localhost, where neither probes nor Services reach it.
    '--host', '0.0.0.0',
    '--port', String(port),
    '--tp_size', String(parallelism.tensor),
    ...(parallelism.pipeline === 1 ? [] : ['--pp_size', String(parallelism.pipeline)]),
    ...(options.expertParallel === undefined ? [] : ['--ep_size', String(options.expertParallel)]),
    ...(options.maxModelLength === undefined ? [] : ['--max_seq_len', String(options.maxModelLength)]),
    ...(options.freeMemoryFraction === undefined ? [] : ['--free_gpu_memory_fraction', String(options.freeMemoryFraction)]),
    ...options.args ?? [],
  ];
}

/** Source: TensorRT-LLM tensorrt_llm/mapping.py: moe_tp_size x moe_ep_size x moe_cluster_size must equal tp_size */
function checkExperts(experts: number | undefined, tensor: number): void {
  if (experts !== undefined && tensor % wholeNumber(`${FIELD}(expertParallel)`, experts, { min: 1 }) !== 0) {
    throw invalid(`${FIELD}(expertParallel)`, experts, `does not divide tensorParallel ${tensor}, over which experts are spread`, 'use a divisor of it');
  }
}
