import { Duration } from 'cdk8s';

/**
 * SGLang's server: what it serves, how the model is cut, and what this library cannot know.
 */
export interface SglangOptions {
  /** Version of SGLang with its patch, `0.5.3`. The data describes 0.5; another minor is refused, since nobody compared its flags and metrics. */
  readonly version: string;

  /** Model: an id on the Hugging Face Hub, or a path inside the container (a mounted cache). */
  readonly model: string;

  /**
   * Image.
   *
   * @default - `lmsysorg/sglang:v<version>`, which is for NVIDIA GPUs; on other devices it has to be given
   */
  readonly image?: string;

  /**
   * Name under which clients ask for the model, and the value of the label `model_name` of its metrics.
   *
   * @default - the model
   */
  readonly servedModelName?: string;

  /**
   * GPUs that each layer is cut over: a whole number of at least 1. In a group of several pods those of all pods together.
   *
   * @default 1
   */
  readonly tensorParallel?: number;

  /**
   * Whole copies of the model behind one port, each on tensorParallel GPUs of the pod: a whole number of at least 1. In a group of several pods 1.
   *
   * @default 1
   */
  readonly dataParallel?: number;

  /**
   * Groups of the tensor-parallel GPUs that each have attention, KV cache and requests of their own (`--enable-dp-attention`, from 0.5.22 `--attn-dp-size`): a divisor
   * of `tensorParallel`. It adds no device. With as many groups as GPUs no GPU keeps KV blocks of another one's requests.
   *
   * @default 1
   */
  readonly attentionDataParallel?: number;

  /**
   * GPUs that the experts of a mixture of experts are spread over, each of them whole: a divisor of `tensorParallel`. It adds no device.
   *
   * @default - all of `tensorParallel` with `all2AllBackend`, else each expert is cut like a layer
   */
  readonly expertParallel?: number;

  /**
   * Routed experts of each layer, a whole number of at least 2, where this library does not know the model (it knows DeepSeek-V3, DeepSeek-R1 and Kimi-K2 by
   * their ids on the Hub). A cut that leaves GPUs with different numbers is then an error with the sum.
   *
   * @default - those of the model, where it is known; else not checked
   */
  readonly experts?: number;

  /**
   * How tokens reach the experts of other GPUs (`--moe-a2a-backend`). It spreads experts over all of `tensorParallel`.
   *
   * @default - NCCL's collectives, over any network
   */
  readonly all2AllBackend?: SglangAll2AllBackend;

  /**
   * Moves experts between GPUs while the model serves, so that busy ones do not meet on one GPU (`--enable-eplb`). Needs experts on several GPUs.
   *
   * @default - experts stay where they were loaded
   */
  readonly expertBalancing?: SglangExpertBalancing;

  /**
   * Longest sequence, prompt and answer together, in tokens: a whole number of at least 1.
   *
   * @default - what the model's configuration says
   */
  readonly maxModelLength?: number;

  /**
   * Share of each GPU's memory that weights and KV cache take, above 0 and below 1.
   *
   * @default - SGLang's own, which follows from the GPU and the model
   */
  readonly staticMemoryFraction?: number;

  /**
   * Port of the API, of health and of metrics, 1 to 65535.
   *
   * @default 30000
   */
  readonly port?: number;

  /**
   * Longest request that must not be cut off, in whole seconds. The sleep before the stop signal covers it.
   *
   * @default Duration.seconds(60)
   */
  readonly longestStream?: Duration;

  /**
   * Further flags of the server, as they stand: `['--max-running-requests', '64']`. Flags that have a property here are refused.
   *
   * @default - none
   */
  readonly args?: string[];
}

/**
 * How tokens reach the experts of other GPUs, and come back.
 */
export enum SglangAll2AllBackend {
  /** DeepEP's kernels. Over nodes they need RDMA. */
  DEEPEP = 'deepep',

  /** Mooncake's kernels. From 0.5.4 on. */
  MOONCAKE = 'mooncake',

  /** MoRI, for AMD. From 0.5.9 on. */
  MORI = 'mori',

  /** NIXL's kernels. From 0.5.10 on. */
  NIXL = 'nixl',
}

/**
 * Balances the load of experts over GPUs.
 */
export interface SglangExpertBalancing {
  /**
   * Second copies of busy experts, over all GPUs: a whole number of at least 0. Experts and copies together have to be divisible by the GPUs.
   *
   * @default 0
   */
  readonly redundantExperts?: number;

  /**
   * Steps from one rearrangement to the next: a whole number of at least 1.
   *
   * @default - SGLang's own, 1000
   */
  readonly rebalanceIterations?: number;
}
