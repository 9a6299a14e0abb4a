/*
 * Models that people serve, by their ids on the Hugging Face Hub: attention heads, which a tensor size must divide, and parameters, which have to be somewhere.
 *
 * Source: config.json (num_attention_heads and max_position_embeddings, of the text model where there are several) and model.safetensors.index.json (total_size) of each repository.
 * A model that is not here is not spoken of.
 */

import { remembered } from '../base/remembered';

interface Shape {
  /** Behind the owner, without what says how it was quantized. */
  readonly name: RegExp;
  readonly heads: number;
  /** The longest of those that bear the name, in tokens; absent where it was not looked up. */
  readonly context?: number;
  /** In 10^9; rounded down, so that nobody is told of bytes that there are not. Absent where the published checkpoint is not of 16 bits. */
  readonly parameters?: number;
}

const SHAPES: readonly Shape[] = [
  { name: /^(?:Meta-)?Llama-3(?:\.1)?-8B(?:-Instruct)?$/, heads: 32, context: 131072, parameters: 8.03 },
  { name: /^(?:Meta-)?Llama-3(?:\.[13])?-70B(?:-Instruct)?$/, heads: 64, context: 131072, parameters: 70.5 },
  { name: /^(?:Meta-)?Llama-3\.1-405B(?:-Instruct)?$/, heads: 128, context: 131072, parameters: 405.8 },
  { name: /^Llama-3\.2-1B(?:-Instruct)?$/, heads: 32, context: 131072, parameters: 1.23 },
  { name: /^Llama-3\.2-3B(?:-Instruct)?$/, heads: 24, context: 131072, parameters: 3.21 },
  { name: /^Llama-2-7b(?:-chat)?(?:-hf)?$/, heads: 32, context: 4096, parameters: 6.73 },
  { name: /^Llama-2-13b(?:-chat)?(?:-hf)?$/, heads: 40, context: 4096, parameters: 13.0 },
  { name: /^Llama-2-70b(?:-chat)?(?:-hf)?$/, heads: 64, context: 4096, parameters: 68.9 },
  { name: /^Llama-4-Scout-17B-16E(?:-Instruct)?$/, heads: 40, parameters: 107 },
  { name: /^Llama-4-Maverick-17B-128E(?:-Instruct)?$/, heads: 40, parameters: 400 },
  { name: /^CodeLlama-34b(?:-Instruct|-Python)?-hf$/, heads: 64, parameters: 33.7 },
  { name: /^Mistral-7B(?:-Instruct)?-v0\.[123]$/, heads: 32, context: 32768, parameters: 7.24 },
  { name: /^Mixtral-8x7B(?:-Instruct)?-v0\.1$/, heads: 32, context: 32768, parameters: 46.7 },
  { name: /^Mixtral-8x22B(?:-Instruct)?-v0\.[13]$/, heads: 48, context: 65536, parameters: 140 },
  { name: /^Mistral-Nemo-(?:Base|Instruct)-2407$/, heads: 32, parameters: 12.2 },
  { name: /^Mistral-Small-24B-(?:Base|Instruct)-2501$/, heads: 32, context: 32768, parameters: 23.5 },
  { name: /^Mistral-Large-Instruct-24(?:07|11)$/, heads: 96, parameters: 122 },
  { name: /^Qwen2(?:\.5)?(?:-Coder)?-0\.5B(?:-Instruct)?$/, heads: 14, context: 131072, parameters: 0.49 },
  { name: /^Qwen2(?:\.5)?(?:-Coder|-Math)?-1\.5B(?:-Instruct)?$/, heads: 12, context: 131072, parameters: 1.54 },
  { name: /^Qwen2\.5(?:-Coder)?-3B(?:-Instruct)?$/, heads: 16, context: 131072, parameters: 3.08 },
  { name: /^Qwen2(?:\.5)?(?:-Coder|-Math)?-7B(?:-Instruct)?$/, heads: 28, context: 131072, parameters: 7.61 },
  { name: /^Qwen2\.5(?:-Coder)?-14B(?:-Instruct)?$/, heads: 40, context: 131072, parameters: 14.7 },
  { name: /^(?:Qwen2\.5(?:-Coder)?-32B(?:-Instruct)?|QwQ-32B(?:-Preview)?)$/, heads: 40, context: 131072, parameters: 32.7 },
  { name: /^Qwen2(?:\.5)?(?:-Math)?-72B(?:-Instruct)?$/, heads: 64, context: 131072, parameters: 72.7 },
  { name: /^Qwen2\.5-VL-3B-Instruct$/, heads: 16, parameters: 3.75 },
  { name: /^Qwen2\.5-VL-7B-Instruct$/, heads: 28, parameters: 8.29 },
  { name: /^Qwen2\.5-VL-72B-Instruct$/, heads: 64, parameters: 73.4 },
  { name: /^Qwen3-0\.6B(?:-Base)?$/, heads: 16, context: 40960, parameters: 0.59 },
  { name: /^Qwen3-1\.7B(?:-Base)?$/, heads: 16, context: 40960, parameters: 1.7 },
  { name: /^Qwen3-4B(?:-Base)?$/, heads: 32, context: 40960, parameters: 4.02 },
  { name: /^Qwen3-8B(?:-Base)?$/, heads: 32, context: 40960, parameters: 8.19 },
  { name: /^Qwen3-14B(?:-Base)?$/, heads: 40, context: 40960, parameters: 14.7 },
  { name: /^Qwen3-32B$/, heads: 64, context: 40960, parameters: 32.7 },
  { name: /^Qwen3(?:-Coder)?-30B-A3B(?:-Base|-Instruct|-Instruct-2507|-Thinking-2507)?$/, heads: 32, context: 262144, parameters: 30.5 },
  { name: /^Qwen3-235B-A22B(?:-Instruct-2507|-Thinking-2507)?$/, heads: 64, context: 262144, parameters: 235 },
  { name: /^gemma-2b(?:-it)?$/, heads: 8, context: 8192, parameters: 2.5 },
  { name: /^gemma-7b(?:-it)?$/, heads: 16, context: 8192, parameters: 8.53 },
  { name: /^gemma-2-2b(?:-it)?$/, heads: 8, context: 8192, parameters: 2.61 },
  { name: /^gemma-2-9b(?:-it)?$/, heads: 16, context: 8192, parameters: 9.24 },
  { name: /^gemma-2-27b(?:-it)?$/, heads: 32, context: 8192, parameters: 27.2 },
  { name: /^gemma-3-1b-(?:it|pt)$/, heads: 4, context: 131072, parameters: 0.99 },
  { name: /^gemma-3-4b-(?:it|pt)$/, heads: 8, context: 131072, parameters: 4.3 },
  { name: /^gemma-3-12b-(?:it|pt)$/, heads: 16, context: 131072, parameters: 12.1 },
  { name: /^gemma-3-27b-(?:it|pt)$/, heads: 32, context: 131072, parameters: 27.4 },
  { name: /^Phi-3-mini-(?:4k|128k)-instruct$/, heads: 32, context: 131072, parameters: 3.82 },
  { name: /^Phi-3-medium-(?:4k|128k)-instruct$/, heads: 40, context: 131072, parameters: 13.9 },
  { name: /^phi-4$/, heads: 40, context: 16384, parameters: 14.6 },
  { name: /^falcon-7b(?:-instruct)?$/, heads: 71, context: 2048, parameters: 7.21 },
  { name: /^falcon-40b(?:-instruct)?$/, heads: 128, context: 2048, parameters: 41.3 },
  { name: /^DeepSeek-R1-Distill-Qwen-1\.5B$/, heads: 12, context: 131072, parameters: 1.77 },
  { name: /^DeepSeek-R1-Distill-Qwen-7B$/, heads: 28, context: 131072, parameters: 7.61 },
  { name: /^DeepSeek-R1-Distill-Llama-8B$/, heads: 32, context: 131072, parameters: 8.03 },
  { name: /^DeepSeek-R1-Distill-Qwen-14B$/, heads: 40, context: 131072, parameters: 14.7 },
  { name: /^DeepSeek-R1-Distill-Qwen-32B$/, heads: 40, context: 131072, parameters: 32.7 },
  { name: /^DeepSeek-R1-Distill-Llama-70B$/, heads: 64, context: 131072, parameters: 70.5 },
  { name: /^deepseek-llm-7b-(?:base|chat)$/, heads: 32, context: 4096, parameters: 6.91 },
  { name: /^deepseek-coder-6\.7b-(?:base|instruct)$/, heads: 32, parameters: 6.74 },
  { name: /^deepseek-coder-33b-(?:base|instruct)$/, heads: 56, parameters: 33.3 },
  // Their checkpoints are of 8 or 4 bits.
  { name: /^DeepSeek-(?:V3|R1)(?:-Base|-Zero|-0324|-0528)?$/, heads: 128, context: 163840 },
  { name: /^Kimi-K2-(?:Base|Instruct|Instruct-0905|Thinking)$/, heads: 64 },
  { name: /^gpt-oss-(?:20b|120b)$/, heads: 64, context: 131072 },
  { name: /^opt-125m$/, heads: 12, context: 2048, parameters: 0.12 },
  { name: /^opt-(?:1\.3b|2\.7b|6\.7b)$/, heads: 32, context: 2048 },
];

/** Who published them, and who publishes the same under other names or quantized. */
const OWNERS = new Set([
  'meta-llama', 'codellama', 'mistralai', 'Qwen', 'google', 'microsoft', 'tiiuae', 'deepseek-ai', 'moonshotai', 'openai', 'facebook',
  'unsloth', 'NousResearch', 'RedHatAI', 'neuralmagic', 'nvidia', 'amd', 'hugging-quants', 'casperhansen', 'TheBloke',
]);

/** What a name says of the bits of a weight: these ends make at least so many bytes of a parameter. */
const QUANTIZED: readonly { readonly end: RegExp; readonly bytes: number }[] = [
  { end: /-(?:GPTQ-Int8|FP8(?:-KV|-dynamic|-block)?|INT8|quantized\.w8a(?:8|16))$/i, bytes: 1 },
  { end: /-(?:AWQ(?:-INT4)?|GPTQ(?:-Int4|-INT4)?|INT4|quantized\.w4a16|bnb-4bit|unsloth-bnb-4bit|NVFP4|FP4|MXFP4)$/i, bytes: 0.5 },
];

const SIXTEEN_BITS = 2;

/** What is known of one model. */
export interface KnownModel {
  readonly id: string;
  /** Attention heads. */
  readonly heads: number;
  /** Tokens of a request and its answer, at most. */
  readonly context?: number;
  /** What its weights have at least, and how that comes about: `70.5e9 parameters x 2 bytes`. */
  readonly weights?: { readonly bytes: number; readonly text: string };
}

/** Undefined for a path, and for what is not in the table. */
export const knownModel = remembered((id): KnownModel | undefined => {
  const [owner, name, ...more] = id.split('/');
  if (name === undefined || more.length > 0 || !OWNERS.has(owner)) {
    return undefined;
  }
  const quantized = QUANTIZED.find(({ end }) => end.test(name));
  const base = quantized === undefined ? name : name.replace(quantized.end, '');
  const shape = SHAPES.find(each => each.name.test(base));
  return shape && { id, heads: shape.heads, context: shape.context, weights: weightsOf(shape, quantized?.bytes ?? SIXTEEN_BITS) };
});

function weightsOf({ parameters }: Shape, bytes: number): KnownModel['weights'] {
  return parameters === undefined ? undefined : { bytes: parameters * 1e9 * bytes, text: `${parameters}e9 parameters x ${bytes} byte${bytes === 1 ? '' : 's'}` };
}

/** Parameters below which a model is loaded and compiled within seconds: a checkpoint of 2 GB in 16 bits. */
const TINY_PARAMETERS = 1e9;

/** `70m`, `0.5B`, `8x7B`: a part of a name between separators. */
const SIZE = /(?:^|[-_./])(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)([mb])(?=$|[-_./])/gi;

/** Whether the name of a model says that it is tiny: by its size (`pythia-70m`), of which the largest counts, or as a model for tests (`tiny-random-gpt2`). */
export const isTinyModel = remembered((id): boolean => {
  const sizes = [...id.matchAll(SIZE)].map(([, experts, size, unit]) => Number(experts ?? 1) * Number(size) * (unit.toLowerCase() === 'b' ? 1e9 : 1e6));
  return sizes.length > 0 ? Math.max(...sizes) < TINY_PARAMETERS : /(?:^|[-_./])tiny-random(?:$|[-_./])/i.test(id);
});
