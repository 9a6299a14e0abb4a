import { SglangAll2AllBackend, SglangExpertBalancing, SglangOptions } from './options';
import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { SGLANG_BACKENDS, SglangBackend, SglangRelease, hasOf } from '../../knowledge/engines/sglang-releases';
import { expertBytes, expertModelOf, giText } from '../../knowledge/expert-models';

const FIELD = 'InferenceEngine.sglang';

/** Attention and experts of one engine, checked as far as the pods do not matter. */
export interface SglangExperts {
  readonly backend?: SglangBackend;
  readonly args: readonly string[];
  /** `attention 16 of tensor 16: 1 GPU each`; absent where every GPU has a part of the one attention. */
  readonly attention?: string;
  /** `256 experts / 16 GPUs = 16 on each`; absent where experts are cut, or not known. */
  readonly sum?: string;
}

/** Flags and sums of data-parallel attention and expert parallelism: both divide the tensor-parallel GPUs, and add none. */
export function planSglangExperts(options: SglangOptions, release: SglangRelease): SglangExperts {
  const tensor = options.tensorParallel ?? 1;
  const groups = checkAttention(options, tensor);
  const backend = backendOf(options.all2AllBackend, release);
  const ranks = checkRanks(options, tensor);
  return {
    backend,
    args: [
      ...attentionArguments(groups, release),
      ...(ranks === undefined ? [] : ['--expert-parallel-size', String(ranks)]),
      ...(backend === undefined ? [] : ['--moe-a2a-backend', backend.name]),
      ...balancingArguments(options.expertBalancing, ranks),
    ],
    attention: groups === 1 ? undefined : `${groups} groups over tensor ${tensor}: ${tensor} / ${groups} = ${tensor / groups} GPU${tensor === groups ? '' : 's'} each`,
    sum: ranks === undefined ? undefined : spread(options, ranks),
  };
}

/** Source: sglang python/sglang/srt/server_args.py _handle_data_parallelism (0.5.3): tp_size % dp_size == 0 */
function checkAttention({ attentionDataParallel: given, dataParallel = 1 }: SglangOptions, tensor: number): number {
  const field = `${FIELD}(attentionDataParallel)`;
  if (given === undefined) {
    return 1;
  }
  const groups = wholeNumber(field, given, { min: 1 });
  if (groups > 1 && dataParallel > 1) {
    throw forbidden(field, `one number of SGLang says both, and dataParallel ${dataParallel} are whole copies`, 'leave dataParallel out, and raise replicas or groups');
  }
  if (tensor % groups !== 0) {
    throw invalid(field, groups, `does not divide tensorParallel ${tensor}: ${tensor} / ${groups} = ${Math.round(tensor / groups * 100) / 100}`, 'use a divisor of it: the GPUs themselves for one group on each');
  }
  return groups;
}

/** Before 0.5.22 the number of copies is that of groups as well, where a second flag says so. */
function attentionArguments(groups: number, release: SglangRelease): string[] {
  return groups === 1 ? []
    : hasOf('--attn-dp-size', release) ? ['--attn-dp-size', String(groups)] : ['--data-parallel-size', String(groups), '--enable-dp-attention'];
}

function backendOf(name: SglangAll2AllBackend | undefined, release: SglangRelease): SglangBackend | undefined {
  const backend = SGLANG_BACKENDS.find(row => row.name === name);
  if (backend && release.patch < backend.since) {
    throw invalid(`${FIELD}(all2AllBackend)`, backend.name, `SGLang ${release.text} does not have it: it came with 0.5.${backend.since}`, 'use SglangAll2AllBackend.DEEPEP, or a newer SGLang');
  }
  return backend;
}

/**
 * GPUs over which experts lie. A backend moves it to all of them, whatever the flag says.
 *
 * Source: sglang python/sglang/srt/server_args.py _handle_a2a_moe (0.5.9), python/sglang/srt/entrypoints/engine.py moe_ep_rank; arg_groups/overrides.py _a2a_ep_size (0.5.23)
 */
function checkRanks({ expertParallel: given, all2AllBackend: backend, expertBalancing, experts }: SglangOptions, tensor: number): number | undefined {
  const field = `${FIELD}(expertParallel)`;
  if (experts !== undefined) {
    wholeNumber(`${FIELD}(experts)`, experts, { min: 2, help: 'give n_routed_experts, num_experts or num_local_experts of the model\'s config.json' });
  }
  const ranks = given === undefined ? undefined : wholeNumber(field, given, { min: 1 });
  if (ranks !== undefined && tensor % ranks !== 0) {
    throw invalid(field, ranks, `does not divide tensorParallel ${tensor}: ${tensor} / ${ranks} = ${Math.round(tensor / ranks * 100) / 100}`, 'use a divisor of it: experts lie on the tensor-parallel GPUs');
  }
  if (backend !== undefined && ranks !== undefined && ranks !== tensor) {
    throw invalid(field, ranks, `with all2AllBackend ${backend} SGLang spreads experts over all ${tensor} GPUs of tensorParallel, whatever is said`, `leave it out, or use ${tensor}`);
  }
  const spreads = backend === undefined ? ranks ?? 1 : tensor;
  const needing = backend !== undefined ? 'all2AllBackend' : expertBalancing !== undefined ? 'expertBalancing' : undefined;
  if (needing && spreads === 1) {
    throw forbidden(`${FIELD}(${needing})`, 'it is about experts that lie on other GPUs, and here each GPU has a part of all of them, or all', 'set expertParallel and tensorParallel above 1, or leave it out');
  }
  return backend === undefined && given === undefined ? undefined : spreads;
}

function balancingArguments(given: SglangExpertBalancing | undefined, ranks: number | undefined): string[] {
  if (!given || ranks === undefined) {
    return [];
  }
  const field = (name: string) => `${FIELD}(expertBalancing.${name})`;
  const redundant = wholeNumber(field('redundantExperts'), given.redundantExperts ?? 0, { min: 0 });
  const interval = given.rebalanceIterations === undefined ? undefined : wholeNumber(field('rebalanceIterations'), given.rebalanceIterations, { min: 1 });
  return [
    '--enable-eplb',
    ...(redundant === 0 ? [] : ['--ep-num-redundant-experts', String(redundant)]),
    ...(interval === undefined ? [] : ['--eplb-rebalance-num-iterations', String(interval)]),
  ];
}

/**
 * Experts of a GPU, which must be as many on each.
 *
 * Source: sglang python/sglang/srt/eplb/expert_location.py (0.5.1 to 0.5.23): assert num_physical_experts % ep_size == 0
 */
function spread({ model, experts: given, expertBalancing }: SglangOptions, ranks: number): string | undefined {
  const experts = given ?? expertModelOf(model)?.experts;
  if (experts === undefined) {
    return undefined;
  }
  const redundant = expertBalancing?.redundantExperts ?? 0;
  const all = experts + redundant;
  const text = `${redundant === 0 ? `${experts} experts` : `(${experts} experts + ${redundant} redundant)`} / ${ranks} GPUs = ${Math.round(all / ranks * 100) / 100}`;
  if (all % ranks !== 0) {
    const nearest = Math.ceil(all / ranks) * ranks - experts;
    throw invalid(`${FIELD}(expertParallel)`, ranks, `${text}, not a whole number: each GPU must have as many`,
      `use expertBalancing: { redundantExperts: ${nearest} }, or a number of GPUs that divides ${experts}`);
  }
  return `${text} on each`;
}

/** The least that each GPU has to hold: with attention on every GPU more of the rest is there more than once. */
export function checkSglangFits(options: SglangOptions, memoryMi: number | undefined): string | undefined {
  const { model, tensorParallel = 1, staticMemoryFraction: share, expertBalancing } = options;
  const known = expertModelOf(model);
  if (!known?.weights) {
    return undefined;
  }
  const redundant = expertBalancing?.redundantExperts ?? 0;
  const experts = expertBytes(known, redundant);
  const bytes = (experts + known.weights.rest) / tensorParallel;
  const sum = `(${giText(experts)} of experts${redundant === 0 ? '' : ` with their ${redundant} copies`} + ${giText(known.weights.rest)} of the rest) / tensor ${tensorParallel} = ${giText(bytes)} on each GPU at least`;
  if (memoryMi !== undefined && bytes >= memoryMi * 2 ** 20 * (share ?? 1)) {
    const free = share === undefined ? `a GPU has ${giText(memoryMi * 2 ** 20)}` : `SGLang takes ${share} x ${giText(memoryMi * 2 ** 20)} = ${giText(memoryMi * 2 ** 20 * share)} of a GPU`;
    throw invalid('engine', model, `${sum}, and ${free}: the weights of the published checkpoint do not fit`,
      'use more GPUs (tensorParallel, and size or the accelerator\'s count with it), or GPUs with more memory');
  }
  return sum;
}
