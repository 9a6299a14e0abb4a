import { hasFlag } from './arguments';
import { VllmOptions } from './options';
import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { ALL2ALL_BACKENDS, All2AllBackend } from '../../knowledge/engines/vllm-experts';
import { Release, exists, isAtLeast } from '../../knowledge/engines/vllm-releases';
import { expertModelOf } from '../../knowledge/expert-models';
import { EnvVariable } from '../../pod/container/environment';
import { EngineParallelism } from '../engine-plan';

const FIELD = 'InferenceEngine.vllm';

/** What says the backend, and which variable does before there is a flag. */
const FLAG = '--all2all-backend';
const VARIABLE = 'VLLM_ALL2ALL_BACKEND';

/** Experts of one engine, checked as far as the pods do not matter. */
export interface Experts {
  readonly backend?: All2AllBackend;
  readonly args: readonly string[];
  readonly env: readonly EnvVariable[];
  /** `256 experts / (tensor 1 x data 16) = 16 on each GPU`; absent where the experts are not known, or are cut instead of spread. */
  readonly sum?: string;
}

/** Flags, variables and sums of expert parallelism. */
export function planExperts(options: VllmOptions, { tensor, data }: EngineParallelism, release: Release): Experts {
  checkNeeds(options, tensor * data);
  const backend = backendOf(options, release);
  return {
    backend,
    args: [...backendArguments(backend, release), ...balancingArguments(options, release)],
    env: backend && !hasFlag(FLAG, release) ? [{ name: VARIABLE, value: backend.name }] : [],
    sum: options.expertParallel ? spread(options, { tensor, data }, backend) : undefined,
  };
}

/**
 * With one rank there is nobody to share experts with, and without the flag nothing is shared.
 *
 * Source: vllm vllm/model_executor/layers/fused_moe/config.py use_ep; vllm/config/parallel.py enable_eplb (0.12.0, 0.22.1)
 */
function checkNeeds(options: VllmOptions, ranks: number): void {
  if (options.experts !== undefined) {
    wholeNumber(`${FIELD}(experts)`, options.experts, { min: 2, help: 'give n_routed_experts, num_experts or num_local_experts of the model\'s config.json' });
  }
  if (options.expertParallel && ranks === 1) {
    throw invalid(`${FIELD}(expertParallel)`, true, 'tensor 1 x data 1 = 1: with one rank there is nothing to spread experts over, and vLLM ignores --enable-expert-parallel',
      'set dataParallel (or tensorParallel) to the GPUs, or leave expertParallel out');
  }
  const needing = (['all2AllBackend', 'expertBalancing'] as const).find(name => options[name] !== undefined);
  if (needing && !options.expertParallel) {
    throw forbidden(`${FIELD}(${needing})`, 'it is about experts that lie on other GPUs, and without expertParallel each GPU has a part of all of them', 'set expertParallel: true, or leave it out');
  }
}

function backendOf({ all2AllBackend: name }: VllmOptions, release: Release): All2AllBackend | undefined {
  const backend: All2AllBackend | undefined = ALL2ALL_BACKENDS.find(row => row.name === name);
  if (backend && !exists(backend, release)) {
    const isOver = backend.until !== undefined && isAtLeast(release, backend.until);
    throw invalid(`${FIELD}(all2AllBackend)`, backend.name,
      `vLLM ${release.text} does not have it: it ${isOver ? `went with ${backend.until}, and the default takes its place without an error` : `came with ${backend.since}`}`,
      isOver || backend.since !== '0.11' || backend.fabric ? `use ${backend.instead}` : 'leave it out, or use vLLM 0.11 or newer');
  }
  return backend;
}

function backendArguments(backend: All2AllBackend | undefined, release: Release): string[] {
  return backend && hasFlag(FLAG, release) ? [FLAG, backend.name] : [];
}

function balancingArguments({ expertBalancing: given }: VllmOptions, release: Release): string[] {
  if (!given) {
    return [];
  }
  const redundant = wholeNumber(`${FIELD}(expertBalancing.redundantExperts)`, given.redundantExperts ?? 0, { min: 0 });
  const window = given.windowSize === undefined ? undefined : wholeNumber(`${FIELD}(expertBalancing.windowSize)`, given.windowSize, { min: 1 });
  const interval = given.stepInterval === undefined ? undefined : wholeNumber(`${FIELD}(expertBalancing.stepInterval)`, given.stepInterval, { min: 1 });
  if (!hasFlag('--eplb-config', release)) {
    return [
      '--enable-eplb', '--num-redundant-experts', String(redundant),
      ...(window === undefined ? [] : ['--eplb-window-size', String(window)]),
      ...(interval === undefined ? [] : ['--eplb-step-interval', String(interval)]),
    ];
  }
  return ['--enable-eplb', '--eplb-config', JSON.stringify({ num_redundant_experts: redundant, window_size: window, step_interval: interval })];
}

/**
 * The experts of a rank. Without balancing and with kernels that allow it vLLM gives the first ranks one more; the others refuse at the start.
 *
 * Source: vllm vllm/model_executor/layers/fused_moe/layer.py determine_expert_map, enable_eplb (0.12.0, 0.22.1)
 */
function spread(options: VllmOptions, { tensor, data }: Pick<EngineParallelism, 'tensor' | 'data'>, backend: All2AllBackend | undefined): string | undefined {
  const experts = options.experts ?? expertModelOf(options.model)?.experts;
  if (experts === undefined) {
    return undefined;
  }
  const ranks = tensor * data;
  const redundant = options.expertBalancing?.redundantExperts ?? 0;
  const all = experts + redundant;
  const text = `${redundant === 0 ? `${experts} experts` : `(${experts} experts + ${redundant} redundant)`} / (tensor ${tensor} x data ${data}) = ${Math.round(all / ranks * 100) / 100}`;
  const nearest = Math.ceil(all / ranks) * ranks - experts;
  if (all < ranks) {
    throw invalid(`${FIELD}(expertParallel)`, true, `${text}: some of the ${ranks} GPUs would have no expert`,
      `use at most ${experts} ranks, or expertBalancing: { redundantExperts: ${nearest} }`);
  }
  if (all % ranks !== 0 && (options.expertBalancing || backend?.isEven)) {
    const why = options.expertBalancing ? 'expertBalancing' : `all2AllBackend ${backend!.name}`;
    throw invalid(`${FIELD}(expertParallel)`, true, `${text}, not a whole number: with ${why} each GPU must have as many`,
      `use expertBalancing: { redundantExperts: ${nearest} }, or a number of ranks that divides ${experts}`);
  }
  return `${text} on each GPU`;
}
