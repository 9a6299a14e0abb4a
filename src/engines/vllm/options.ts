import { Duration } from 'cdk8s';
import { VllmKvTransfer } from './kv-transfer';

/**
 * vLLM's server: what it serves, how the model is cut, and what this library cannot know.
 */
export interface VllmOptions {
  /**
   * Version of vLLM, `0.18` or `0.18.1`. It decides which flags and metrics there are. A newer one than this library knows is taken with an
   * info; an older one than 0.10 is refused.
   */
  readonly version: string;

  /** Model: an id on the Hugging Face Hub, or a path inside the container (a mounted cache). */
  readonly model: string;

  /**
   * Image.
   *
   * @default - `vllm/vllm-openai:v<version>`, with `.0` where the version has two parts; on AMD GPUs `vllm/vllm-openai-rocm` (from 0.14 on), on GPUs of Intel
   * `vllm/vllm-openai-xpu` (from 0.26 on); on other devices it has to be given
   */
  readonly image?: string;

  /**
   * Name under which clients ask for the model, and the value of the label `model_name` of its metrics.
   *
   * @default - the model
   */
  readonly servedModelName?: string;

  /**
   * GPUs that each layer is cut over: a whole number of at least 1. With several nodes, the GPUs of one node, since this is the axis that talks most.
   *
   * @default 1
   */
  readonly tensorParallel?: number;

  /**
   * Stages that the layers are cut into: a whole number of at least 1. With several nodes, the number of nodes.
   *
   * @default 1
   */
  readonly pipelineParallel?: number;

  /**
   * Copies of the model behind one port, each on tensorParallel x pipelineParallel GPUs: a whole number of at least 1.
   *
   * @default 1
   */
  readonly dataParallel?: number;

  /**
   * Spreads the experts of a mixture-of-experts model over all GPUs instead of cutting each of them: each GPU has experts / (tensor x data) of them.
   * Needs `tensorParallel` or `dataParallel` above 1; vLLM would ignore it.
   *
   * @default false
   */
  readonly expertParallel?: boolean;

  /**
   * Routed experts of each layer, a whole number of at least 2, where this library does not know the model (it knows DeepSeek-V3, DeepSeek-R1 and Kimi-K2 by their ids on the Hub).
   * A cut that leaves GPUs without experts, or that kernels cannot take, is then an error with the sum.
   *
   * @default - those of the model, where it is known; else not checked
   */
  readonly experts?: number;

  /**
   * How tokens reach the experts of other GPUs. Written as a flag from 0.12 on, before that as a variable. Needs `expertParallel`.
   *
   * @default - the version's own: allgather_reducescatter from 0.11 on
   */
  readonly all2AllBackend?: VllmAll2AllBackend;

  /**
   * Moves experts between GPUs while the model serves, so that busy ones do not meet on one GPU (`--enable-eplb`). Needs `expertParallel`.
   *
   * @default - experts stay where they were loaded
   */
  readonly expertBalancing?: VllmExpertBalancing;

  /**
   * Who takes requests for the data-parallel ranks of several pods.
   *
   * @default VllmLoadBalancing.INTERNAL
   */
  readonly loadBalancing?: VllmLoadBalancing;

  /**
   * Processes of the HTTP server in each pod that answers: a whole number of at least 1, and 1 with VllmLoadBalancing.HYBRID before 0.11.
   *
   * @default - vLLM's own: from 0.18 on as many as the ranks that the pod gives requests to
   */
  readonly apiServers?: number;

  /**
   * Longest sequence, prompt and answer together, in tokens: a whole number of at least 1.
   *
   * @default - what the model's configuration says
   */
  readonly maxModelLength?: number;

  /**
   * Share of each GPU's memory that vLLM takes, above 0 and at most 1.
   *
   * @default - vLLM's own, 0.9 in the versions this library knows
   */
  readonly gpuMemoryUtilization?: number;

  /**
   * Where KV blocks go besides the GPU: to another instance (prefill and decode apart) or to host memory.
   *
   * @default - they stay
   */
  readonly kvTransfer?: VllmKvTransfer;

  /**
   * What the access log of the HTTP server holds.
   *
   * @default - VllmAccessLog.WITHOUT_PROBES where the version can (0.16), else VllmAccessLog.ALL
   */
  readonly accessLog?: VllmAccessLog;

  /**
   * Version whose deprecated metrics are to be exported once more, for dashboards that lag behind: the minor before `version`, so `0.17` for 0.18.
   *
   * @default - none
   */
  readonly showHiddenMetricsFor?: string;

  /**
   * HTTP port of API, health and metrics, 1 to 65535.
   *
   * @default 8000
   */
  readonly port?: number;

  /**
   * Longest request that a roll-out or a scale-down may not cut off, in whole seconds, at least 1. From 0.18 it becomes `--shutdown-timeout`; before, the pod sleeps that
   * long before the stop signal.
   *
   * @default Duration.seconds(60)
   */
  readonly longestStream?: Duration;

  /**
   * Further flags, one word for each element: `['--max-num-seqs', '256']`. Flags that have a property here, and flags the version does not
   * have, are refused.
   *
   * @default - none
   */
  readonly args?: string[];
}

/**
 * What vLLM's HTTP access log holds.
 */
export enum VllmAccessLog {
  /** Every request, the kubelet's probes and the scrapes of metrics among them. */
  ALL = 'all',

  /** All but `/health`, `/metrics` and `/ping`. Needs vLLM 0.16. */
  WITHOUT_PROBES = 'without-probes',

  /** Nothing. */
  NONE = 'none',
}

/**
 * Who takes requests for the data-parallel ranks of several pods.
 */
export enum VllmLoadBalancing {
  /** The leader takes all of them, and gives them to the ranks of all pods. Clients reach leaders only. */
  INTERNAL = 'internal',

  /**
   * Each pod takes requests for its own ranks (`--data-parallel-hybrid-lb`, with one rank a pod `--data-parallel-external-lb`), so the Service has all
   * pods behind it, and no process is in front of all ranks. The pods still compute together: they start, drain and fail as one.
   */
  HYBRID = 'hybrid',
}

/**
 * How tokens reach the experts of other GPUs, and come back.
 */
export enum VllmAll2AllBackend {
  /** NCCL, over any network. From 0.11 on, where it is the default. */
  ALLGATHER_REDUCESCATTER = 'allgather_reducescatter',

  /** DeepEP's kernels for long batches: prefill. Over nodes they need RDMA. */
  DEEPEP_HIGH_THROUGHPUT = 'deepep_high_throughput',

  /** DeepEP's kernels for short steps with CUDA graphs: decode. Over nodes they need RDMA with IBGDA. */
  DEEPEP_LOW_LATENCY = 'deepep_low_latency',

  /** Perplexity's kernels, until 0.16. */
  PPLX = 'pplx',

  /** FlashInfer's kernels for nodes that share an NVLink domain (GB200). From 0.11 on. */
  FLASHINFER_NVLINK = 'flashinfer_all2allv',

  /** MoRI, for AMD. From 0.16 on. */
  MORI = 'mori',

  /** NIXL's kernels. From 0.18 on. */
  NIXL_EP = 'nixl_ep',
}

/**
 * Balances the load of experts over GPUs.
 */
export interface VllmExpertBalancing {
  /**
   * Second copies of busy experts, over all GPUs: a whole number of at least 0. Experts and copies together have to be divisible by the GPUs.
   *
   * @default 0
   */
  readonly redundantExperts?: number;

  /**
   * Steps over which the load is averaged: a whole number of at least 1.
   *
   * @default - vLLM's own, 1000
   */
  readonly windowSize?: number;

  /**
   * Steps from one rearrangement to the next: a whole number of at least 1.
   *
   * @default - vLLM's own, 3000
   */
  readonly stepInterval?: number;
}
