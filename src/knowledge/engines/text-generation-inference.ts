import { Engine, names } from './engine';

const TOTAL = { flags: names('--max-total-tokens'), variable: 'MAX_TOTAL_TOKENS' };
const LAUNCHER = 'text-generation-inference launcher/src/main.rs';

export const TEXT_GENERATION_INFERENCE: Engine = {
  name: 'text-generation-launcher',
  title: 'text-generation-inference',
  programs: [{ name: 'text-generation-launcher' }],
  modules: [],
  image: {
    // Source: text-generation-inference Dockerfile: ENTRYPOINT of the launcher, PORT=80
    pattern: /(?:^|\/)huggingface\/text-generation-inference(?::|@|$)/,
    entrypoint: ['text-generation-launcher'],
    port: 80,
    needsNoWords: true,
  },
  // Its shards talk through NCCL. Source: text-generation-inference README.md (--shm-size 1g)
  sharesMemory: true,
  serves: {
    // The program has 3000, its image 80.
    port: { flags: ['--port', '-p'], variable: 'PORT', address: { flags: ['--hostname'], variable: 'HOSTNAME' } },
    morePorts: [{ port: 9000, flags: ['--prometheus-port'], variable: 'PROMETHEUS_PORT' }],
    paths: { health: ['/health', '/ping', '/v1/models', '/v2/health/ready', '/v2/health/live'], source: 'text-generation-inference router/src/server.rs (1.0 to 3.3)' },
    model: { flags: names('--model-id'), variable: 'MODEL_ID' },
    memoryShare: { flags: names('--cuda-memory-fraction'), otherwise: 1 },
    shrinks: [{ flags: names('--quantize'), variable: 'QUANTIZE' }],
    cache: {
      flags: names('--huggingface-hub-cache'),
      variables: ['HUGGINGFACE_HUB_CACHE', 'HF_HOME'],
      folder: '/data',
      source: 'text-generation-inference Dockerfile (HUGGINGFACE_HUB_CACHE=/data, from 2.3 HF_HOME=/data), launcher/src/main.rs',
    },
    // Source: launcher/src/main.rs find_num_shards: all devices, unless sharded or num_shard says otherwise
    cuts: { tensor: names('--num-shard'), tensorVariable: 'NUM_SHARD', takesAll: true, pipeline: names(), data: names(), nodes: names(), uncounted: names('--sharded'), uncountedVariable: 'SHARDED' },
  },
  commandLine: {
    table: 'text-generation-inference',
    starters: ['text-generation-launcher'],
    // Source: clap 4: long names as they are
    spelling: 'dashes',
    takesBeginnings: false,
    // Source: tgi-entrypoint.sh (3.0): exec text-generation-launcher $@
    splitsWords: true,
    hasVariableOfEachFlag: true,
    published: /(?:^|\/)huggingface\/text-generation-inference$/,
    values: [
      { flags: names('--cuda-memory-fraction'), variable: 'CUDA_MEMORY_FRACTION', number: { above: 0, most: 1 }, source: `${LAUNCHER} cuda_memory_fraction: share of the memory` },
      { flags: names('--port', '-p'), variable: 'PORT', number: { isWhole: true, least: 0, most: 65535 }, source: `${LAUNCHER} port: u16` },
      { flags: names('--num-shard'), variable: 'NUM_SHARD', number: { isWhole: true, least: 1 }, source: `${LAUNCHER} find_num_shards` },
      {
        flags: names('--dtype'),
        variable: 'DTYPE',
        words: { all: ['float16', 'bfloat16'], meant: { fp16: 'float16', half: 'float16', bf16: 'bfloat16' } },
        source: `${LAUNCHER} enum Dtype`,
      },
      {
        flags: names('--kv-cache-dtype'),
        variable: 'KV_CACHE_DTYPE',
        words: { all: ['fp8_e4m3fn', 'fp8_e5m2'], meant: { fp8: 'fp8_e4m3fn', fp8_e4m3: 'fp8_e4m3fn' } },
        source: `${LAUNCHER} enum KVCacheDtype (009c4e0)`,
      },
      {
        flags: names('--quantize'),
        variable: 'QUANTIZE',
        words: {
          all: ['awq', 'compressed-tensors', 'eetq', 'exl2', 'gptq', 'marlin', 'bitsandbytes', 'bitsandbytes-nf4', 'bitsandbytes-fp4', 'fp8'],
          meant: { 'bnb': 'bitsandbytes', 'nf4': 'bitsandbytes-nf4', 'bnb-nf4': 'bitsandbytes-nf4' },
          mayBeMore: true,
        },
        source: `${LAUNCHER} enum Quantization (009c4e0, 3.3)`,
      },
    ],
    // `max_input_tokens` must be < `max_total_tokens`; the first had another name, which is still taken.
    orders: [
      { small: { flags: names('--max-input-tokens'), variable: 'MAX_INPUT_TOKENS' }, large: TOTAL, mayBeEqual: false, source: `${LAUNCHER} main` },
      { small: { flags: names('--max-input-length'), variable: 'MAX_INPUT_LENGTH' }, large: TOTAL, mayBeEqual: false, source: `${LAUNCHER} main` },
      { small: TOTAL, large: { flags: names('--max-batch-total-tokens'), variable: 'MAX_BATCH_TOTAL_TOKENS' }, mayBeEqual: true, source: `${LAUNCHER} main` },
    ],
  },
  series: 'tgi_',
  source: 'text-generation-inference launcher/src/main.rs, docs/source/reference/metrics.md',
};
