import { expertBytes, expertModelOf, giText } from '../../src/knowledge/expert-models';
import { knownModel } from '../../src/knowledge/models';

/* Source: config.json and model.safetensors.index.json of each repository: heads, tokens, parameters in 10^9. */
test.each<[string, number, number | undefined, number | undefined]>([
  ['meta-llama/Meta-Llama-3-8B', 32, 131072, 8.03], ['meta-llama/Llama-3.1-8B-Instruct', 32, 131072, 8.03],
  ['meta-llama/Llama-3.3-70B-Instruct', 64, 131072, 70.5], ['meta-llama/Meta-Llama-3-70B', 64, 131072, 70.5],
  ['meta-llama/Llama-3.1-405B-Instruct', 128, 131072, 405.8],
  ['meta-llama/Llama-3.2-1B', 32, 131072, 1.23], ['meta-llama/Llama-3.2-3B-Instruct', 24, 131072, 3.21],
  ['meta-llama/Llama-2-7b-chat-hf', 32, 4096, 6.73], ['meta-llama/Llama-2-13b-hf', 40, 4096, 13.0], ['meta-llama/Llama-2-70b-chat-hf', 64, 4096, 68.9],
  ['meta-llama/Llama-4-Scout-17B-16E-Instruct', 40, undefined, 107], ['meta-llama/Llama-4-Maverick-17B-128E', 40, undefined, 400],
  ['codellama/CodeLlama-34b-Python-hf', 64, undefined, 33.7],
  ['mistralai/Mistral-7B-Instruct-v0.3', 32, 32768, 7.24], ['mistralai/Mixtral-8x7B-Instruct-v0.1', 32, 32768, 46.7], ['mistralai/Mixtral-8x22B-v0.3', 48, 65536, 140],
  ['mistralai/Mistral-Nemo-Instruct-2407', 32, undefined, 12.2], ['mistralai/Mistral-Small-24B-Base-2501', 32, 32768, 23.5], ['mistralai/Mistral-Large-Instruct-2411', 96, undefined, 122],
  ['Qwen/Qwen2-0.5B', 14, 131072, 0.49], ['Qwen/Qwen2.5-Math-1.5B-Instruct', 12, 131072, 1.54], ['Qwen/Qwen2.5-Coder-3B', 16, 131072, 3.08],
  ['Qwen/Qwen2.5-Coder-7B-Instruct', 28, 131072, 7.61], ['Qwen/Qwen2.5-14B-Instruct', 40, 131072, 14.7], ['Qwen/Qwen2.5-Coder-32B-Instruct', 40, 131072, 32.7],
  ['Qwen/QwQ-32B-Preview', 40, 131072, 32.7], ['Qwen/Qwen2-72B-Instruct', 64, 131072, 72.7],
  ['Qwen/Qwen2.5-VL-3B-Instruct', 16, undefined, 3.75], ['Qwen/Qwen2.5-VL-7B-Instruct', 28, undefined, 8.29], ['Qwen/Qwen2.5-VL-72B-Instruct', 64, undefined, 73.4],
  ['Qwen/Qwen3-0.6B', 16, 40960, 0.59], ['Qwen/Qwen3-1.7B-Base', 16, 40960, 1.7], ['Qwen/Qwen3-4B', 32, 40960, 4.02], ['Qwen/Qwen3-8B', 32, 40960, 8.19],
  ['Qwen/Qwen3-14B', 40, 40960, 14.7], ['Qwen/Qwen3-32B', 64, 40960, 32.7], ['Qwen/Qwen3-Coder-30B-A3B-Instruct', 32, 262144, 30.5],
  ['Qwen/Qwen3-235B-A22B-Thinking-2507', 64, 262144, 235],
  ['google/gemma-2b-it', 8, 8192, 2.5], ['google/gemma-7b', 16, 8192, 8.53], ['google/gemma-2-2b-it', 8, 8192, 2.61], ['google/gemma-2-9b-it', 16, 8192, 9.24],
  ['google/gemma-2-27b-it', 32, 8192, 27.2], ['google/gemma-3-1b-it', 4, 131072, 0.99], ['google/gemma-3-4b-pt', 8, 131072, 4.3], ['google/gemma-3-12b-it', 16, 131072, 12.1],
  ['google/gemma-3-27b-it', 32, 131072, 27.4],
  ['microsoft/Phi-3-mini-128k-instruct', 32, 131072, 3.82], ['microsoft/Phi-3-medium-4k-instruct', 40, 131072, 13.9], ['microsoft/phi-4', 40, 16384, 14.6],
  ['tiiuae/falcon-7b-instruct', 71, 2048, 7.21], ['tiiuae/falcon-40b', 128, 2048, 41.3],
  ['deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B', 12, 131072, 1.77], ['deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', 28, 131072, 7.61],
  ['deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 32, 131072, 8.03], ['deepseek-ai/DeepSeek-R1-Distill-Qwen-14B', 40, 131072, 14.7],
  ['deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', 40, 131072, 32.7], ['deepseek-ai/DeepSeek-R1-Distill-Llama-70B', 64, 131072, 70.5],
  ['deepseek-ai/deepseek-llm-7b-chat', 32, 4096, 6.91], ['deepseek-ai/deepseek-coder-6.7b-base', 32, undefined, 6.74], ['deepseek-ai/deepseek-coder-33b-instruct', 56, undefined, 33.3],
  ['deepseek-ai/DeepSeek-V3-0324', 128, 163840, undefined], ['deepseek-ai/DeepSeek-R1', 128, 163840, undefined], ['moonshotai/Kimi-K2-Instruct-0905', 64, undefined, undefined],
  ['openai/gpt-oss-20b', 64, 131072, undefined], ['openai/gpt-oss-120b', 64, 131072, undefined], ['facebook/opt-125m', 12, 2048, 0.12], ['facebook/opt-6.7b', 32, 2048, undefined],
])('%s has %d heads, %s tokens and %s thousand million parameters of two bytes', (id, heads, context, parameters) => {
  expect(knownModel(id)).toEqual({
    id, heads, context, weights: parameters === undefined ? undefined : { bytes: parameters * 1e9 * 2, text: `${parameters}e9 parameters x 2 bytes` },
  });
});

test.each([
  ['unsloth/Llama-3.1-8B-Instruct', 2], ['NousResearch/Meta-Llama-3-8B', 2],
  ['neuralmagic/Meta-Llama-3.1-8B-Instruct-FP8', 1], ['amd/Llama-3.1-8B-Instruct-FP8-KV', 1], ['RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8-dynamic', 1], ['Qwen/Qwen3-8B-FP8', 1],
  ['Qwen/Qwen2.5-7B-Instruct-GPTQ-Int8', 1], ['RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w8a8', 1], ['RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w8a16', 1],
  ['Qwen/Qwen2.5-7B-Instruct-AWQ', 0.5], ['hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4', 0.5], ['hugging-quants/Meta-Llama-3.1-8B-Instruct-GPTQ-INT4', 0.5],
  ['Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4', 0.5], ['TheBloke/Llama-2-7b-chat-GPTQ', 0.5], ['casperhansen/Meta-Llama-3-8B-Instruct-AWQ', 0.5],
  ['RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w4a16', 0.5], ['unsloth/Llama-3.1-8B-Instruct-bnb-4bit', 0.5], ['unsloth/Llama-3.1-8B-Instruct-unsloth-bnb-4bit', 0.5],
  ['nvidia/Llama-3.1-8B-Instruct-NVFP4', 0.5], ['amd/Llama-3.1-8B-Instruct-MXFP4', 0.5],
])('a parameter of %s has %d bytes', (id, bytes) => {
  const text = knownModel(id)!.weights!.text;

  expect(text).toMatch(new RegExp(` x ${bytes} byte${bytes === 1 ? '' : 's'}$`));
  expect(knownModel(id)!.weights!.bytes).toBe(Number(text.split('e9')[0]) * 1e9 * bytes);
});

test.each(['Qwen3-8B', '/models/Qwen/Qwen3-8B', 'mine/Qwen3-8B', 'Qwen/Qwen3-9B', 'Qwen/Qwen3-8B-GGUF', 'Qwen/Qwen3-8B/main', 'deepseek-ai/DeepSeek-V4', ''])('nothing is said of %s', id => {
  expect(knownModel(id)).toBeUndefined();
});

describe('mixtures of experts', () => {
  /** 671.0e9 parameters of one byte, and one byte more of embedding and head. Source: config_671B.json. */
  const [experts, all] = [58 * 256 * 3 * 7168 * 2048, 671.0e9 + 2 * 129280 * 7168];

  test.each(['DeepSeek-V3', 'DeepSeek-R1', 'DeepSeek-V3-0324', 'DeepSeek-V3.1', 'DeepSeek-R1-0528'])('%s', name => {
    const model = expertModelOf(`deepseek-ai/${name}`)!;

    expect(model.experts).toBe(256);
    expect(model.weights!.experts).toBe(experts);
    expect(model.weights!.experts + model.weights!.rest).toBe(all);
  });

  test('of Kimi K2 the bytes are not known', () => {
    const model = expertModelOf('moonshotai/Kimi-K2-Instruct')!;

    expect([model.experts, model.weights, expertBytes(model, 32)]).toEqual([384, undefined, 0]);
  });

  test.each(['deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', 'mine/DeepSeek-V3', 'deepseek-ai/DeepSeek-V2'])('%s is not known', id => {
    expect(expertModelOf(id)).toBeUndefined();
  });

  test('copies of some experts add their share', () => {
    const model = expertModelOf('deepseek-ai/DeepSeek-V3')!;

    expect([0, 32, 256].map(redundant => expertBytes(model, redundant) / experts)).toEqual([1, 1.125, 2]);
  });

  test.each([[2 ** 30, '1Gi'], [1.25 * 2 ** 30, '1.3Gi'], [609 * 2 ** 30, '609Gi'], [0, '0Gi']])('%d bytes are written %s', (bytes, text) => {
    expect(giText(bytes)).toBe(text);
  });
});
