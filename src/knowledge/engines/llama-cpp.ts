import { Engine, FlagWords, names } from './engine';

const CACHE_TYPES: FlagWords = {
  all: ['f32', 'f16', 'bf16', 'q8_0', 'q4_0', 'q4_1', 'iq4_nl', 'q5_0', 'q5_1'],
  meant: { fp32: 'f32', fp16: 'f16', float16: 'f16', half: 'f16', bfloat16: 'bf16', q8: 'q8_0', int8: 'q8_0', fp8: 'q8_0', q5: 'q5_0', q4: 'q4_0', int4: 'q4_0' },
  // Builds are not counted here, and a later one may have another.
  mayBeMore: true,
};

export const LLAMA_CPP: Engine = {
  name: 'llama-server',
  title: 'llama.cpp',
  programs: [{ name: 'llama-server' }],
  modules: [],
  image: {
    // The images full and light start something else. Source: llama.cpp docs/docker.md, .devops/cuda.Dockerfile (target server)
    pattern: /(?:^|\/)llama\.cpp:server(?:-|@|$)/,
    entrypoint: ['/app/llama-server'],
    needsNoWords: true,
  },
  // One process computes with all devices.
  sharesMemory: false,
  serves: {
    // The default was 8080 (README of 25d5b0c) and is 9931 (of 00dc805). Source: llama.cpp#26508
    port: { flags: ['--port'], variable: 'LLAMA_ARG_PORT', address: { flags: ['--host'], variable: 'LLAMA_ARG_HOST' } },
    paths: {
      health: ['/health', '/v1/health', '/v1/models', '/api/tags'],
      moved: ['--api-prefix'],
      source: 'llama.cpp tools/server/README.md (00dc805), tools/server/server.cpp (25d5b0c)',
    },
    // Source: llama.cpp tools/server/README.md (00dc805): a file, or a repository of the Hub
    model: { flags: names('-m', '--model', '-hf', '-hfr', '--hf-repo'), variable: 'LLAMA_ARG_MODEL' },
    // By default the layers go to all devices that it finds (--split-mode layer); --tensor-split names shares, no number of devices.
    needsNoDevice: true,
  },
  commandLine: {
    table: 'llama-cpp',
    starters: ['llama-server'],
    // Source: llama.cpp common/arg.cpp common_params_parse_ex: dashes for underscores, whole names only
    spelling: 'either',
    takesBeginnings: false,
    // Source: common/arg.cpp common_params_parse_ex: the whole word is looked up
    hasEqualsForm: false,
    // Its tags count builds, which the table does not.
    published: /(?!)/,
    values: [
      ...[['-ctk', '--cache-type-k', 'LLAMA_ARG_CACHE_TYPE_K'], ['-ctv', '--cache-type-v', 'LLAMA_ARG_CACHE_TYPE_V']].map(([short, flag, variable]) => ({
        flags: names(short, flag), variable, words: CACHE_TYPES, source: 'llama.cpp common/arg.cpp kv_cache_types (b6000 to 0017d6f)',
      })),
      {
        flags: names('-sm', '--split-mode'),
        variable: 'LLAMA_ARG_SPLIT_MODE',
        words: { all: ['none', 'layer', 'row', 'tensor'], meant: { layers: 'layer', rows: 'row', tensors: 'tensor' }, mayBeMore: true },
        source: 'llama.cpp common/arg.cpp --split-mode (0017d6f)',
      },
    ],
    variables: 'LLAMA_ARG_',
  },
  series: 'llamacpp:',
  source: 'llama.cpp tools/server/README.md (00dc805)',
};
