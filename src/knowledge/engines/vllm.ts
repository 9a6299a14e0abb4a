import { Engine, names } from './engine';
import { HUB_CACHE } from './hub-cache';
import { VLLM_FLAGS, VLLM_HTTP } from './vllm-flags';
import { VLLM_METRICS } from './vllm-metrics';
import { VLLM_REPLACED, VLLM_VALUES } from './vllm-values';

/** A flag by all names of its row, and the beginnings of them that people write. */
function flag(name: string, ...more: string[]): ReadonlySet<string> {
  const row = VLLM_FLAGS.find(each => each.name === name)!;
  return names(row.name, ...(row.alias === undefined ? [] : [row.alias]), ...more);
}

export const VLLM = {
  name: 'vllm',
  title: 'vLLM',
  programs: [{ name: 'vllm', verb: 'serve' }],
  modules: ['vllm.entrypoints.openai.api_server', 'vllm.entrypoints.api_server'],
  image: {
    // Source: vllm docker/Dockerfile: ENTRYPOINT ["vllm", "serve"], before 0.11 python3 -m vllm.entrypoints.openai.api_server; docker/Dockerfile.{rocm,xpu,cpu}
    // (0.16 to 0.33), target vllm-openai; images of ROCm that are called otherwise start a shell. HabanaAI/vllm-fork Dockerfile.hpu, which OPEA publishes;
    // aws/deep-learning-containers vllm/x86_64/gpu/Dockerfile (target vllm-ec2), build_artifacts/dockerd_entrypoint.sh; its images for SageMaker are told otherwise
    pattern: /(?:^|\/)(?:vllm-(?:openai(?:-rocm|-xpu|-cpu)?|tpu-openai|cpu-release-repo)|opea\/vllm-gaudi)(?::|@|$)|(?:^|\/)vllm:(?:\d+\.[\d.]+-gpu-[\w.-]*ec2|server-cuda)/,
    entrypoint: ['vllm', 'serve'],
    forProcessor: /(?:^|\/)vllm-(?:openai-cpu|cpu-release-repo)(?::|@|$)/,
  },
  sharesMemory: true,
  serves: {
    // Metrics are on the same port. Source: vllm vllm/entrypoints/openai/cli_args.py
    port: { port: VLLM_HTTP.port, flags: ['--port'], elsewhere: ['--uds', '--headless'], address: { flags: ['--host'] } },
    paths: {
      health: ['/health', '/ping', '/v1/models'],
      moved: ['--root-path', '--middleware', '--grpc'],
      guarded: { beginning: '/v1', flags: ['--api-key'], variable: 'VLLM_API_KEY' },
      source: 'vllm vllm/entrypoints/openai/api_server.py (0.4 to 0.11; AuthenticationMiddleware)',
    },
    // Source: vllm vllm/entrypoints/openai/cli_args.py (model_tag), vllm/entrypoints/cli/serve.py
    model: { flags: flag('--model'), isFirstWord: true },
    // Source: vllm vllm/config/cache.py gpu_memory_utilization: 0.9, from 0.22 on 0.92
    memoryShare: { flags: names('--gpu-memory-utilization'), otherwise: 0.92 },
    shrinks: [{ flags: names('--quantization', '-q', '--cpu-offload-gb', '--hf-overrides', '--load-format', '--offload-backend', '--quantization-config') }],
    cache: { flags: names('--download-dir'), ...HUB_CACHE },
    context: {
      flags: names('--max-model-len'),
      stretched: names('--rope-scaling', '--rope-theta', '--hf-overrides', '--config-format', '--tokenizer-mode'),
      allowed: 'VLLM_ALLOW_LONG_MAX_MODEL_LEN',
      source: 'vllm vllm/config/model.py _get_and_verify_max_len',
    },
    cuts: {
      // The parser takes the beginning of a name for it. Names of SGLang are read as they are meant.
      tensor: flag('--tensor-parallel-size', '--tensor-parallel', '--tp', '--tp-size'),
      pipeline: flag('--pipeline-parallel-size', '--pipeline-parallel', '--pp', '--pp-size'),
      data: flag('--data-parallel-size', '--dp', '--dp-size'),
      nodes: flag('--nnodes'),
      dataLocal: flag('--data-parallel-size-local'),
      dataRank: flag('--data-parallel-rank', '--data-parallel-external-lb', '-dpe'),
      dataStart: flag('--data-parallel-start-rank'),
      dataAddress: flag('--data-parallel-address'),
      nodeRank: flag('--node-rank'),
      // Source: vllm vllm/model_executor/layers/fused_moe/config.py use_ep (0.12.0, 0.22.1)
      experts: flag('--enable-expert-parallel'),
      backends: [flag('--distributed-executor-backend'), flag('--data-parallel-backend')],
      // Context and expert parallelism within the tensor-parallel group change nothing; prefill context parallelism multiplies.
      uncounted: names('--prefill-context-parallel-size', '-pcp', '--encoder-only', '--language-only'),
    },
    // Source: vllm vllm/entrypoints/cli/serve.py (run_headless)
    headless: '--headless',
    // Since 0.18. Source: vllm vllm/entrypoints/cli/serve.py
    drain: '--shutdown-timeout',
    // Source: vllm vllm/envs.py VLLM_NIXL_SIDE_CHANNEL_HOST, docs/features/nixl_connector_usage.md
    meets: { flags: flag('--kv-transfer-config'), connector: 'NixlConnector', hostVariable: 'VLLM_NIXL_SIDE_CHANNEL_HOST', host: 'localhost' },
  },
  // Source: vllm vllm/envs.py get_vllm_port
  misreads: { service: 'vllm', variable: 'VLLM_PORT', pattern: /(^|\/)vllm-(openai|cpu|tpu|rocm)|\bvllm serve\b|\bvllm\.entrypoints\./ },
  rendezvous: [{ flags: names('--master-addr') }],
  commandLine: {
    table: 'vllm',
    starters: ['vllm', 'vllm.entrypoints.openai.api_server'],
    // Source: vllm vllm/utils/argparse_utils.py FlexibleArgumentParser: dashes for underscores, `--x.key`, BooleanOptionalAction
    spelling: 'either',
    takesBeginnings: true,
    negates: true,
    hasKeys: true,
    published: /(?:^|\/)vllm\/vllm-openai(?:-rocm|-xpu|-cpu)?$/,
    built: /(?:^|\/)vllm-(?:openai(?:-rocm|-xpu|-cpu)?|cpu-release-repo)$|(?:^763104351884\.[a-z0-9.-]+|\/deep-learning-containers)\/vllm$/,
    replaced: VLLM_REPLACED,
    values: VLLM_VALUES,
    // Source: vllm vllm/entrypoints/openai/cli_args.py validate_parsed_serve_args (0.6 to 0.33)
    needs: [{ flag: '--enable-auto-tool-choice', needs: '--tool-call-parser', source: 'vllm vllm/entrypoints/openai/cli_args.py validate_parsed_serve_args' }],
    orders: [{
      small: { flags: names('--max-num-seqs') },
      large: { flags: names('--max-num-batched-tokens') },
      mayBeEqual: true,
      source: 'vllm vllm/config/scheduler.py verify_max_model_len (max_num_batched_tokens must be greater than or equal to max_num_seqs)',
    }],
    variables: 'VLLM_',
  },
  series: 'vllm:',
  exports: VLLM_METRICS,
  source: 'vllm vllm/engine/arg_utils.py, vllm/entrypoints/openai/cli_args.py',
} satisfies Engine;
