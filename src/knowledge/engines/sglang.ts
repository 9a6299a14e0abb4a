import { Engine, OwnFlag, names } from './engine';
import { HUB_CACHE } from './hub-cache';
import { SGLANG_SERIES } from './sglang-series';
import { sglangValues } from './sglang-values';

/** The minor whose flags and metrics were read. */
export const SGLANG_MINOR = '0.5';

/** Source: sglang docs/advanced_features/server_arguments.md, docs/references/production_metrics.md, docker/k8s-sglang-service.yaml */
export const SGLANG_HTTP = { port: 30000, health: '/health', metrics: '/metrics' } as const;

/** Names of each size. The parser takes the beginning of a name for it. Names of vLLM are read as they are meant. */
const TENSOR = names('--tensor-parallel-size', '--tensor-parallel', '--tp-size', '--tp', '-tp');
const PIPELINE = names('--pipeline-parallel-size', '--pipeline-parallel', '--pp-size', '--pp', '-pp');
const DATA = names('--data-parallel-size', '--dp-size', '--dp', '-dp');
const NODES = names('--nnodes', '-n');
const WITHIN_TENSOR = names('--enable-dp-attention');
const ATTENTION = names('--attn-dp-size', '--attention-data-parallel-size');
const EXPERTS = names('--expert-parallel-size', '--ep-size', '--ep');
const MODEL = names('--model-path', '--model');
const BALANCING = names('--enable-eplb', '--ep-num-redundant-experts', '--eplb-rebalance-num-iterations');

const DEVICES = 'the number of devices follows from it';

/** Source: sglang docs/advanced_features/server_arguments.md */
export const SGLANG_FLAGS: readonly OwnFlag[] = [
  { names: MODEL, because: 'the preloader and the size of the download follow from it', instead: 'use model' },
  { names: names('--served-model-name'), because: 'it has a property', instead: 'use servedModelName' },
  { names: names('--host'), because: 'probes and Services need the address of the pod', instead: 'leave it out' },
  { names: names('--port'), because: 'probes and the Service ask it', instead: 'use port' },
  { names: TENSOR, because: DEVICES, instead: 'use tensorParallel' },
  { names: DATA, because: DEVICES, instead: 'use dataParallel' },
  { names: PIPELINE, because: 'what its stages export was not confirmed, and an autoscaler would add it up', instead: 'use tensorParallel, or InferenceEngine.custom' },
  { names: names(...WITHIN_TENSOR, ...ATTENTION), because: 'it has a property, and the flag differs between versions', instead: 'use attentionDataParallel' },
  { names: EXPERTS, because: 'it has a property', instead: 'use expertParallel' },
  { names: names('--moe-a2a-backend', '--enable-ep-moe', '--enable-deepep-moe'), because: 'it has a property', instead: 'use expertParallel and all2AllBackend' },
  { names: BALANCING, because: 'it has a property', instead: 'use expertBalancing' },
  { names: names(...NODES, '--node-rank', '--dist-init-addr', '--nccl-init-addr'), because: 'it follows from the group: its size, its leader and the index', instead: 'leave it out' },
  { names: names('--context-length'), because: 'it has a property', instead: 'use maxModelLength' },
  { names: names('--mem-fraction-static'), because: 'it has a property', instead: 'use staticMemoryFraction' },
  { names: names('--enable-metrics'), because: 'autoscaler and monitor need it', instead: 'leave it out' },
  { names: names('--config'), because: 'a file could say otherwise than the properties', instead: 'give its flags in args' },
  { names: names('--api-key', '--admin-api-key'), because: 'its value is a credential', instead: 'leave it out', secret: true },
];

/** What autoscalers count by. */
export const SGLANG_GAUGES = { waiting: SGLANG_SERIES.waiting, running: SGLANG_SERIES.running, kvCacheUsage: SGLANG_SERIES.kvCacheUsage } as const;

export const SGLANG: Engine = {
  name: 'sglang',
  title: 'SGLang',
  programs: [{ name: 'sglang', verb: 'serve' }],
  modules: ['sglang.launch_server'],
  sharesMemory: true,
  serves: {
    port: { port: SGLANG_HTTP.port, flags: ['--port'], address: { flags: ['--host'], host: '127.0.0.1' } },
    paths: {
      health: ['/health', '/health_generate', '/ping', '/v1/models'],
      moved: ['--grpc-mode', '--fastapi-root-path'],
      guarded: { beginning: '/v1', flags: ['--api-key'] },
      source: 'sglang python/sglang/srt/entrypoints/http_server.py; python/sglang/srt/utils add_api_key_middleware',
    },
    model: { flags: MODEL },
    memoryShare: { flags: names('--mem-fraction-static'), otherwise: 1 },
    shrinks: [{ flags: names('--quantization', '--torchao-config', '--cpu-offload-gb', '--json-model-override-args', '--load-format', '--quantize-and-serve') }],
    cache: { flags: names('--download-dir'), ...HUB_CACHE },
    cuts: {
      tensor: TENSOR,
      pipeline: PIPELINE,
      data: DATA,
      nodes: NODES,
      nodeRank: names('--node-rank'),
      // Data-parallel attention splits the tensor-parallel ranks; it adds none.
      dataWithinTensor: WITHIN_TENSOR,
      uncounted: names('--prefill-context-parallel-size', '-pcp', '--encoder-only', '--language-only'),
    },
    // Source: sglang python/sglang/srt/entrypoints/engine.py (node_rank >= 1)
    servesAtRankZero: true,
  },
  rendezvous: [{ flags: names('--dist-init-addr', '--nccl-init-addr') }],
  commandLine: {
    table: 'sglang',
    starters: ['sglang', 'sglang.launch_server'],
    // Source: sglang python/sglang/srt/server_args.py prepare_server_args: argparse as it is
    spelling: 'dashes',
    takesBeginnings: true,
    negates: true,
    published: /(?:^|\/)lmsysorg\/sglang$/,
    built: /(?:^|\/)sglang$/,
    values: sglangValues(TENSOR, DATA),
  },
  series: 'sglang:',
  exports: Object.values(SGLANG_SERIES),
  source: 'sglang python/sglang/srt/server_args.py',
};
