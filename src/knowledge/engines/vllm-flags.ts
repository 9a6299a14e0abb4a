import { Lifetime } from './vllm-releases';

/** One flag of `vllm serve`. */
export interface VllmFlag extends Lifetime {
  readonly name: string;
  /** Short form. */
  readonly alias?: string;
  /** Property of the options that writes it; users may not write it as an argument. */
  readonly property?: string;
  /** Why nobody but the pattern may write it. */
  readonly ofPattern?: string;
  /** What took its place, or what to do without it. */
  readonly instead?: string;
  /** Its value is a credential. */
  readonly secretIn?: string;
  readonly source: string;
}

const PARALLEL = 'vllm vllm/engine/arg_utils.py, group ParallelConfig';
const MULTI_NODE = 'vllm#23691 (multi-node MP executor)';
const GROUP = 'follows from the group: its size, its leader and the parallelism';
const EPLB = 'vllm vllm/engine/arg_utils.py of 0.10.0, 0.10.2, 0.11.2 (deprecated) and 0.12.0 (gone)';
const FRONTEND = 'vllm vllm/entrypoints/openai/cli_args.py';

/**
 * Flags that this library writes, that its users may not write, or that some version lacks. Everything else is passed on as it stands. A row
 * without `since` is older than the data.
 */
export const VLLM_FLAGS: readonly VllmFlag[] = [
  { name: '--model', property: 'model', source: FRONTEND },
  { name: '--served-model-name', property: 'servedModelName', source: FRONTEND },
  { name: '--host', ofPattern: 'vLLM listens on every address of the pod, which probes and Services need', source: FRONTEND },
  { name: '--port', property: 'port', source: FRONTEND },
  { name: '--tensor-parallel-size', alias: '-tp', property: 'tensorParallel', source: PARALLEL },
  { name: '--pipeline-parallel-size', alias: '-pp', property: 'pipelineParallel', source: PARALLEL },
  { name: '--data-parallel-size', alias: '-dp', property: 'dataParallel', source: PARALLEL },
  { name: '--enable-expert-parallel', alias: '-ep', property: 'expertParallel', source: PARALLEL },
  { name: '--all2all-backend', since: '0.12', property: 'all2AllBackend', instead: 'all2AllBackend, which writes the variable of older versions', source: 'vllm vllm/engine/arg_utils.py of 0.11.0 and 0.12.0' },
  { name: '--enable-eplb', property: 'expertBalancing', source: PARALLEL },
  { name: '--eplb-config', since: '0.11', property: 'expertBalancing', instead: 'expertBalancing', source: 'vllm vllm/engine/arg_utils.py of 0.10.0 and 0.11.0' },
  { name: '--num-redundant-experts', until: '0.12', property: 'expertBalancing', instead: 'expertBalancing', source: EPLB },
  { name: '--eplb-window-size', until: '0.12', property: 'expertBalancing', instead: 'expertBalancing', source: EPLB },
  { name: '--eplb-step-interval', until: '0.12', property: 'expertBalancing', instead: 'expertBalancing', source: EPLB },
  { name: '--eplb-log-balancedness', until: '0.12', instead: 'nothing: it only logs, and --eplb-config, where it went, is written by expertBalancing', source: EPLB },
  { name: '--api-server-count', alias: '-asc', property: 'apiServers', source: FRONTEND },
  { name: '--data-parallel-hybrid-lb', alias: '-dph', property: 'loadBalancing', source: PARALLEL },
  {
    name: '--data-parallel-external-lb',
    alias: '-dpe',
    since: '0.12',
    property: 'loadBalancing',
    instead: 'loadBalancing, which writes --data-parallel-rank for older versions',
    source: 'vllm vllm/engine/arg_utils.py of 0.11.0 and 0.12.0',
  },
  { name: '--max-model-len', property: 'maxModelLength', source: 'vllm vllm/engine/arg_utils.py, group ModelConfig' },
  { name: '--gpu-memory-utilization', property: 'gpuMemoryUtilization', source: 'vllm vllm/engine/arg_utils.py, group CacheConfig' },
  { name: '--kv-transfer-config', property: 'kvTransfer', source: 'vllm vllm/engine/arg_utils.py, group VllmConfig' },

  { name: '--distributed-executor-backend', ofPattern: GROUP, source: `${PARALLEL}; has to be explicit with Ray since 0.11.1 (vllm#29173, #29447)` },
  { name: '--nnodes', alias: '-n', since: '0.12', ofPattern: GROUP, instead: 'Rendezvous.ray()', source: MULTI_NODE },
  { name: '--node-rank', alias: '-r', since: '0.12', ofPattern: GROUP, instead: 'Rendezvous.ray()', source: MULTI_NODE },
  { name: '--master-addr', since: '0.12', ofPattern: GROUP, instead: 'Rendezvous.ray()', source: MULTI_NODE },
  { name: '--master-port', since: '0.12', ofPattern: GROUP, instead: 'Rendezvous.ray()', source: MULTI_NODE },
  { name: '--headless', ofPattern: GROUP, source: 'vllm vllm/entrypoints/cli/serve.py; multi-node data parallelism in 0.9' },
  { name: '--data-parallel-size-local', alias: '-dpl', ofPattern: GROUP, source: PARALLEL },
  { name: '--data-parallel-address', alias: '-dpa', ofPattern: GROUP, source: PARALLEL },
  { name: '--data-parallel-rpc-port', alias: '-dpp', ofPattern: GROUP, source: PARALLEL },
  { name: '--data-parallel-start-rank', alias: '-dpr', ofPattern: GROUP, source: PARALLEL },
  { name: '--data-parallel-rank', alias: '-dpn', ofPattern: GROUP, source: PARALLEL },
  { name: '--data-parallel-backend', alias: '-dpb', ofPattern: GROUP, source: PARALLEL },

  {
    name: '--shutdown-timeout',
    since: '0.18',
    property: 'longestStream',
    instead: 'the sleep before the stop signal, which longestStream sets',
    source: 'vllm#34730, taken back by #36628 and added again by #36666; llm-d#927 names 0.18.0',
  },
  {
    name: '--disable-access-log-for-endpoints',
    since: '0.16',
    property: 'accessLog',
    instead: 'accessLog: VllmAccessLog.NONE (--disable-uvicorn-access-log)',
    source: FRONTEND,
  },
  { name: '--disable-uvicorn-access-log', property: 'accessLog', source: FRONTEND },
  { name: '--show-hidden-metrics-for-version', property: 'showHiddenMetricsFor', source: 'vllm docs/usage/metrics.md' },
  { name: '--api-key', secretIn: 'VLLM_API_KEY', source: `${FRONTEND}; vllm vllm/envs.py` },
  { name: '--hf-token', secretIn: 'HF_TOKEN', source: 'vllm vllm/engine/arg_utils.py, group ModelConfig' },

  { name: '--disable-log-requests', until: '0.17', instead: 'nothing: requests are no longer logged unless --enable-log-requests says so', source: 'vllm#21739 (deprecated), vllm/engine/arg_utils.py of 0.16.0 and 0.17.0' },
  { name: '--num-scheduler-steps', until: '0.11', instead: '--async-scheduling', source: 'vllm#22138, #22779 (August 2025)' },
  { name: '--worker-use-ray', until: '0.10', instead: 'Rendezvous.ray()', source: 'vllm#5944: deprecated in June 2024' },
];

/** Values that flags and probes share. */
export const VLLM_HTTP = {
  port: 8000,
  /**
   * Answers once the model is loaded, since the server listens only then; so it tells readiness as well. `/v1/models` would too, but everything
   * below /v1 asks for the key where VLLM_API_KEY is set, and probes have none. Source: vllm vllm/entrypoints/openai/api_server.py
   */
  health: '/health',
  metrics: '/metrics',
  /** Asked for by probes and scrapers, and nobody wants them in a log. */
  noisy: '/health,/metrics,/ping',
} as const;

/** Port over which engines of other pods talk to the leader under data parallelism. Source: KServe and llm-d presets. */
export const DATA_PARALLEL_RPC_PORT = 5555;
