import { Engine, OwnFlag, names } from './engine';

/** The minor whose flags were read. */
export const TENSORRT_LLM_MINOR = '1.2';

/** Source: TensorRT-LLM docs/source/commands/trtllm-serve.rst; tensorrt_llm/commands/serve.py (--port 8000, --host localhost) */
export const TENSORRT_LLM_HTTP = { port: 8000, health: '/health' } as const;

/** A click parser: no beginning of a name is taken for it. Read with `-` for `_`. */
const TENSOR = names('--tensor-parallel-size', '--tp-size');
const PIPELINE = names('--pipeline-parallel-size', '--pp-size');
const CONTEXT = names('--context-parallel-size', '--cp-size');
const EXPERTS = names('--moe-expert-parallel-size', '--ep-size');

const DEVICES = 'the number of devices follows from it';

/** Source: TensorRT-LLM tensorrt_llm/commands/serve.py */
export const TENSORRT_LLM_FLAGS: readonly OwnFlag[] = [
  { names: names('--host'), because: 'probes and Services need the address of the pod', instead: 'leave it out' },
  { names: names('--port'), because: 'probes and the Service ask it', instead: 'use port' },
  { names: TENSOR, because: DEVICES, instead: 'use tensorParallel' },
  { names: PIPELINE, because: DEVICES, instead: 'use pipelineParallel' },
  { names: CONTEXT, because: 'it multiplies the number of devices', instead: 'use InferenceEngine.custom' },
  { names: EXPERTS, because: 'it has a property', instead: 'use expertParallel' },
  { names: names('--gpus-per-node'), because: 'a pod serves alone, with the devices that it has', instead: 'leave it out' },
  { names: names('--max-seq-len'), because: 'it has a property', instead: 'use maxModelLength' },
  { names: names('--free-gpu-memory-fraction', '--kv-cache-free-gpu-memory-fraction'), because: 'it has a property', instead: 'use freeMemoryFraction' },
  { names: names('--config', '--extra-llm-api-options'), because: 'a file overrides what flags say, parallelism included', instead: 'give its settings in args, or use InferenceEngine.custom' },
  { names: names('--server-role', '--metadata-server-config-file', '--disagg-cluster-uri'), because: 'a pod serves alone', instead: 'leave it out' },
];

export const TENSORRT_LLM: Engine = {
  name: 'trtllm-serve',
  title: 'TensorRT-LLM',
  // Its other commands listen where a file or another default says.
  programs: [{ name: 'trtllm-serve', otherVerbs: ['disaggregated', 'disaggregated_mpi_worker', 'grpc', 'mm_embedding_serve'] }],
  modules: [],
  sharesMemory: true,
  serves: {
    port: { port: TENSORRT_LLM_HTTP.port, flags: ['--port'], address: { flags: ['--host'], host: 'localhost' } },
    paths: {
      health: ['/health', '/health_generate', '/v1/models'],
      moved: ['--grpc'],
      source: 'TensorRT-LLM tensorrt_llm/serve/openai_server.py register_routes',
    },
    model: { flags: names(), isFirstWord: true },
    cuts: { tensor: TENSOR, pipeline: PIPELINE, data: names(), nodes: names(), uncounted: CONTEXT },
  },
  commandLine: {
    table: 'tensorrt-llm',
    starters: ['trtllm-serve'],
    // click takes a name as it was declared, and nothing else
    spelling: 'underscores',
    takesBeginnings: false,
    published: /(?:^|\/)nvidia\/tensorrt-llm\/release$/,
    values: [
      { flags: names('--port'), number: { isWhole: true, least: 0, most: 65535 }, source: 'tensorrt_llm/commands/serve.py launch_server' },
      { flags: TENSOR, number: { isWhole: true, least: 1 }, source: 'tensorrt_llm/mapping.py' },
      { flags: PIPELINE, number: { isWhole: true, least: 1 }, source: 'tensorrt_llm/mapping.py' },
      { flags: names('--free-gpu-memory-fraction', '--kv-cache-free-gpu-memory-fraction'), number: { least: 0, most: 1 }, source: 'tensorrt_llm/llmapi/llm_args.py KvCacheConfig: a share' },
      {
        flags: names('--backend'),
        words: { all: ['pytorch', 'tensorrt', 'trt', '_autodeploy'], meant: { torch: 'pytorch', autodeploy: '_autodeploy' } },
        source: 'tensorrt_llm/commands/serve.py ChoiceWithAlias',
      },
    ],
    orders: [
      // Source: tensorrt_llm/mapping.py: the ranks of experts are those of tensor parallelism
      { small: { flags: EXPERTS }, large: { flags: TENSOR }, mayBeEqual: true, source: 'tensorrt_llm/mapping.py' },
    ],
  },
  series: 'trtllm_',
  source: 'TensorRT-LLM tensorrt_llm/commands/serve.py, tensorrt_llm/metrics/collector.py',
};
