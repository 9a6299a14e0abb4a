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
   * @default - `vllm/vllm-openai:v<version>`, with `.0` where the version has two parts
   */
  readonly image?: string;

  /**
   * Name under which clients ask for the model, and the value of the label `model_name` of its metrics.
   *
   * @default - the model
   */
  readonly servedModelName?: string;

  /**
   * GPUs that each layer is cut over. With several nodes, the GPUs of one node, since this is the axis that talks most.
   *
   * @default 1
   */
  readonly tensorParallel?: number;

  /**
   * Stages that the layers are cut into. With several nodes, the number of nodes.
   *
   * @default 1
   */
  readonly pipelineParallel?: number;

  /**
   * Copies of the model behind one port, each on tensorParallel x pipelineParallel GPUs.
   *
   * @default 1
   */
  readonly dataParallel?: number;

  /**
   * Spreads the experts of a mixture-of-experts model over all GPUs instead of cutting each of them.
   *
   * @default false
   */
  readonly expertParallel?: boolean;

  /**
   * Longest sequence, prompt and answer together, in tokens.
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
   * Version whose deprecated metrics are to be exported once more, for dashboards that lag behind: `0.17`.
   *
   * @default - none
   */
  readonly showHiddenMetricsFor?: string;

  /**
   * HTTP port of API, health and metrics.
   *
   * @default 8000
   */
  readonly port?: number;

  /**
   * Longest request that a roll-out or a scale-down may not cut off. From 0.18 it becomes `--shutdown-timeout`; before, the pod sleeps that
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
