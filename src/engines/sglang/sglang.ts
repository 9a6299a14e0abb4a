import { SglangOptions } from './options';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { isLate } from '../../given/given-type';
import { collecting } from '../../given/mistakes/collecting';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { SGLANG, SGLANG_FLAGS, SGLANG_GAUGES, SGLANG_HTTP, SGLANG_MINOR } from '../../knowledge/engines/sglang';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { EngineModel, EngineParallelism, EnginePlan, EngineRole, devicesSum } from '../engine-plan';

const FIELD = 'InferenceEngine.sglang';

const DEFAULT_STREAM_SECONDS = 60;

/** Checked options of one engine. */
interface Sglang {
  readonly options: SglangOptions;
  readonly version: string;
  readonly image: string;
  readonly port: number;
  readonly parallelism: EngineParallelism;
  readonly longestStreamSeconds: number;
}

function checked(options: SglangOptions): Sglang {
  return collecting(options, (given, attempt) => {
    const version = attempt(() => checkVersion(given.version));
    attempt(() => checkWord('model', given.model));
    attempt(() => given.servedModelName === undefined || checkWord('servedModelName', given.servedModelName));
    const image = attempt(() => given.image ?? `lmsysorg/sglang:v${version}`);
    attempt(() => checkImage(`${FIELD}(image)`, image));
    const port = attempt(() => checkPortNumber(`${FIELD}(port)`, given.port ?? SGLANG_HTTP.port));
    const parallelism = attempt(() => parallelismOf(given));
    attempt(() => checkShares(given));
    attempt(() => checkArguments(given.args ?? []));
    const longestStreamSeconds = attempt(() => (
      given.longestStream ? wholeSeconds(`${FIELD}(longestStream)`, given.longestStream, 1) : DEFAULT_STREAM_SECONDS));
    return { options: given, version, image, port, parallelism, longestStreamSeconds };
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
        checkImage(`${field}.image`, given.image);
      }
      return [];
    },
    plan: role => planSglang(sglang, role),
    isNamedBy: image => taggedMinor(image) === SGLANG_MINOR,
  };
}

function planSglang(sglang: Sglang, role: EngineRole): EnginePlan {
  checkAlone(sglang, role);
  const { options, parallelism, port } = sglang;
  return {
    model: options.model,
    image: sglang.image,
    command: ['python3', '-m', SGLANG.modules[0]],
    args: argumentsOf(sglang),
    port,
    portName: 'http',
    healthPath: SGLANG_HTTP.health,
    readinessPath: SGLANG_HTTP.health,
    serves: role.kind !== 'worker',
    devices: parallelism.tensor * parallelism.data,
    devicesSum: devicesSum(parallelism),
    env: [],
    reserved: [],
    noDrainReason: 'no flag of it says how long running requests have',
    longestStreamSeconds: sglang.longestStreamSeconds,
    metrics: sglangMetrics(),
    consequences: [],
    advice: [],
  };
}

function argumentsOf({ options, parallelism, port }: Sglang): string[] {
  return [
    '--model-path', options.model,
    ...(options.servedModelName === undefined ? [] : ['--served-model-name', options.servedModelName]),
    // Its own default is 127.0.0.1, where neither probes nor Services reach it.
    '--host', '0.0.0.0',
    '--port', String(port),
    '--tensor-parallel-size', String(parallelism.tensor),
    ...(parallelism.data === 1 ? [] : ['--data-parallel-size', String(parallelism.data)]),
    ...(options.maxModelLength === undefined ? [] : ['--context-length', String(options.maxModelLength)]),
    ...(options.staticMemoryFraction === undefined ? [] : ['--mem-fraction-static', String(options.staticMemoryFraction)]),
    '--enable-metrics',
    ...options.args ?? [],
  ];
}

function sglangMetrics(): EngineMetrics {
  const named = (field: string, name: string): EngineMetric => {
    const found = Object.values(SGLANG_GAUGES).find(gauge => gauge.name === name);
    if (!found) {
      throw invalid(field, name, `is none of the gauges of SGLang that are known here: ${Object.values(SGLANG_GAUGES).map(gauge => gauge.name).join(', ')}`,
        'use one of them; for another one give an autoscaler of your own');
    }
    return found;
  };
  return { ...SGLANG_GAUGES, path: SGLANG_HTTP.metrics, named };
}

/** Every node of SGLang answers on its health path, and what the others do when one is lost was not looked up for any version. */
function checkAlone({ parallelism }: Sglang, role: EngineRole): void {
  if (role.kind === 'single') {
    return;
  }
  if (role.pods > 1) {
    throw forbidden('engine', `SGLang over ${role.pods} pods (--dist-init-addr, --nnodes, --node-rank) is not derived here: what its processes do when one pod is lost was not confirmed`,
      'use size: 1 and groups, or leave engine out and give leader and container their own command lines');
  }
  if (parallelism.tensor * parallelism.data !== role.devicesPerPod) {
    throw invalid('engine', parallelism, `${devicesSum(parallelism)}, but each pod has ${role.devicesPerPod} devices`, "change the accelerator's count or the parallelism of the engine so that both are equal");
  }
}

function checkVersion(version: string): string {
  const match = /^v?(\d+\.\d+)\.\d+(?:\.post\d+)?$/.exec(version);
  if (!match) {
    throw invalid(`${FIELD}(version)`, version, 'is not a version of SGLang with its patch', 'write it as 0.5.3: flags and metrics differ between versions, and images are published by patch');
  }
  if (match[1] !== SGLANG_MINOR) {
    throw invalid(`${FIELD}(version)`, version, `is not of ${SGLANG_MINOR}, the minor whose flags and metrics are known here`, `use ${SGLANG_MINOR}; or InferenceEngine.custom with the facts of your version`);
  }
  return version.replace(/^v/, '');
}

function taggedMinor(image: string): string | undefined {
  return /(?:^|\/)sglang:v?(\d+\.\d+)\.\d+/.exec(image)?.[1];
}

function checkImage(field: string, image: string): void {
  const minor = taggedMinor(image);
  if (minor !== undefined && minor !== SGLANG_MINOR) {
    throw invalid(field, image, `holds SGLang ${minor}, but flags and metrics are written for ${SGLANG_MINOR}`, 'change the image');
  }
}

/** One word of the command line that stays what it is: neither a flag, nor a reference that the kubelet replaces. */
function checkWord(property: 'model' | 'servedModelName', text: string): void {
  if (isLate(text)) {
    return;
  }
  if (text.trim() === '') {
    throw required(`${FIELD}(${property})`, 'the server would take the next flag for it', 'write it as meta-llama/Llama-3.1-70B-Instruct or /models/llama');
  }
  if (/\s/.test(text) || text.startsWith('-') || text.includes('$(')) {
    throw invalid(`${FIELD}(${property})`, text, 'is no single word: it has a blank, reads as a flag, or has a $(NAME) that the kubelet replaces', 'write it as meta-llama/Llama-3.1-70B-Instruct or /models/llama');
  }
}

function parallelismOf(options: SglangOptions): EngineParallelism {
  return {
    tensor: wholeNumber(`${FIELD}(tensorParallel)`, options.tensorParallel ?? 1, { min: 1 }),
    pipeline: 1,
    data: wholeNumber(`${FIELD}(dataParallel)`, options.dataParallel ?? 1, { min: 1 }),
  };
}

function checkShares({ staticMemoryFraction: share, maxModelLength }: SglangOptions): void {
  if (share !== undefined && !(share > 0 && share < 1)) {
    throw invalid(`${FIELD}(staticMemoryFraction)`, share, 'must be above 0 and below 1: it is a share of the memory of each GPU, and activations need the rest', 'write 0.85 for 85 %');
  }
  if (maxModelLength !== undefined) {
    wholeNumber(`${FIELD}(maxModelLength)`, maxModelLength, { min: 1 });
  }
}

/** Its parser takes the beginning of a long name for it, so beginnings of the refused ones are refused by their own rows. */
function checkArguments(words: readonly string[]): void {
  words.forEach((word, index) => {
    const name = isLate(word) ? '' : word.split('=')[0];
    const row = SGLANG_FLAGS.find(flag => flag.names.has(name));
    if (row?.secret) {
      throw forbidden(`${FIELD}(args)[${index}]`, `${name} would write a credential into the manifest, where Git and every kubectl describe show it`,
        'leave it out, and let a gateway in front ask for keys');
    }
    if (row) {
      throw forbidden(`${FIELD}(args)[${index}]`, `${name} is written here: ${row.because}`, row.instead);
    }
  });
}
