import { Engine, names } from './engine';

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
    // Its tags count builds, which the table does not.
    published: /(?!)/,
    values: [],
    variables: 'LLAMA_ARG_',
  },
  series: 'llamacpp:',
  source: 'llama.cpp tools/server/README.md (00dc805)',
};
