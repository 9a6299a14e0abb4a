import { Engine, names } from './engine';

export const TRITON: Engine = {
  name: 'tritonserver',
  title: 'Triton',
  programs: [{ name: 'tritonserver' }],
  modules: [],
  // Backends of its own talk through shared memory in ways of their own.
  sharesMemory: false,
  serves: {
    // Source: triton-inference-server/server src/command_line_parser.h (http_port_ 8000, grpc_port_ 8001, metrics_port_ 8002)
    port: { port: 8000, flags: ['--http-port'], elsewhere: ['--allow-http'] },
    morePorts: [
      { port: 8001, flags: ['--grpc-port'], answers: [] },
      // Source: triton-inference-server/server src/http_server.cc HTTPMetricsServer::Handle (v2.71.0): 400 to any other
      { port: 8002, flags: ['--metrics-port'], answers: ['/metrics'] },
    ],
    paths: {
      health: ['/v2/health/ready', '/v2/health/live'],
      moved: ['--http-header-forward-pattern', '--http-restricted-api'],
      source: 'triton-inference-server/server src/http_server.cc HTTPAPIServer::Handle (v2.71.0)',
    },
    // It also serves models of the processor, and several models of any size.
    needsNoDevice: true,
    // Source: triton-inference-server/server src/command_line_parser.cc OPTION_EXIT_TIMEOUT_SECS: what runs may finish
    drain: '--exit-timeout-secs',
  },
  commandLine: {
    table: 'tritonserver',
    starters: ['tritonserver'],
    // Source: src/command_line_parser.cc: getopt_long, which takes the beginning of a name for it
    spelling: 'dashes',
    takesBeginnings: true,
    // Its images count months, which the table does not.
    published: /(?!)/,
    values: [
      { flags: names('--http-port'), number: { isWhole: true, least: 0, most: 65535 }, source: 'src/command_line_parser.cc OPTION_HTTP_PORT' },
      { flags: names('--grpc-port'), number: { isWhole: true, least: 0, most: 65535 }, source: 'src/command_line_parser.cc OPTION_GRPC_PORT' },
    ],
  },
  series: 'nv_trt_llm_',
  source: 'triton-inference-server/server src/command_line_parser.cc (v2.71.0); triton-inference-server/tensorrtllm_backend, custom metrics',
};
