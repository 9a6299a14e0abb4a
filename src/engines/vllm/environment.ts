/**
 * vLLM reads every variable that begins with VLLM_, and a Service named `vllm` would inject VLLM_PORT=tcp://… through service links
 * (vllm#34199, #18209), which is why pods here have none.
 *
 * Source: vllm vllm/envs.py; docs/configuration/env_vars.md
 */
export const VLLM_ENV = {
  hostIp: 'VLLM_HOST_IP',
  nixlHost: 'VLLM_NIXL_SIDE_CHANNEL_HOST',
  nixlPort: 'VLLM_NIXL_SIDE_CHANNEL_PORT',
} as const;

/** What decides how processes find each other: the pattern sets it, or nobody may. */
export const RESERVED: readonly string[] = [
  VLLM_ENV.hostIp,
  VLLM_ENV.nixlHost,
  VLLM_ENV.nixlPort,
  // Base port of torch.distributed and the internal sockets, not the port of the API; a service link of a Service called vllm overwrites it.
  'VLLM_PORT',
  'VLLM_DP_RANK',
  'VLLM_DP_RANK_LOCAL',
  'VLLM_DP_SIZE',
  'VLLM_DP_MASTER_IP',
  'VLLM_DP_MASTER_PORT',
  // The V0 engine is gone, and metrics and flags here are those of V1.
  'VLLM_USE_V1',
];

/** What users do set. A VLLM_ variable outside this list and outside the reserved ones is passed on with an info: vLLM has over a hundred. */
export const SETTABLE: readonly string[] = [
  'VLLM_API_KEY',
  'VLLM_ALL2ALL_BACKEND',
  'VLLM_ATTENTION_BACKEND',
  'VLLM_CACHE_ROOT',
  'VLLM_CONFIGURE_LOGGING',
  'VLLM_DEBUG_LOG_API_SERVER_RESPONSE',
  'VLLM_DO_NOT_TRACK',
  'VLLM_ENGINE_READY_TIMEOUT_S',
  'VLLM_LOGGING_CONFIG_PATH',
  'VLLM_LOGGING_LEVEL',
  'VLLM_LOGGING_PREFIX',
  'VLLM_NO_USAGE_STATS',
  'VLLM_RPC_TIMEOUT',
  'VLLM_RAY_DP_PACK_STRATEGY',
  'VLLM_USE_MODELSCOPE',
  'VLLM_WORKER_MULTIPROC_METHOD',
];
