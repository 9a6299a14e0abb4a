import { Duration } from 'cdk8s';

/**
 * TensorRT-LLM's server `trtllm-serve`: what it serves, how the model is cut, and what this library cannot know.
 */
export interface TensorRtLlmOptions {
  /** Version of TensorRT-LLM with its patch, `1.2.1`. The data describes 1.2; another minor is refused, since nobody compared its flags. */
  readonly version: string;

  /** Model: an id on the Hugging Face Hub, or a path inside the container (a mounted cache, or an engine that was built). Clients ask for it by this name. */
  readonly model: string;

  /**
   * Image.
   *
   * @default - `nvcr.io/nvidia/tensorrt-llm/release:<version>`, which is for NVIDIA GPUs; on other devices it has to be given
   */
  readonly image?: string;

  /**
   * GPUs that each layer is cut over.
   *
   * @default 1
   */
  readonly tensorParallel?: number;

  /**
   * Stages, each on tensorParallel GPUs.
   *
   * @default 1
   */
  readonly pipelineParallel?: number;

  /**
   * GPUs that the experts of a mixture of experts are spread over: a divisor of tensorParallel. It adds no device.
   *
   * @default - the server's own: each expert is cut like a layer
   */
  readonly expertParallel?: number;

  /**
   * Longest sequence, prompt and answer together, in tokens.
   *
   * @default - what the model's configuration says
   */
  readonly maxModelLength?: number;

  /**
   * Share of the memory that is free once the weights are loaded, which the KV cache takes, above 0 and below 1.
   *
   * @default 0.9, the server's own
   */
  readonly freeMemoryFraction?: number;

  /**
   * Port of the API and of health, 1 to 65535.
   *
   * @default 8000
   */
  readonly port?: number;

  /**
   * Longest request that must not be cut off, in whole seconds. The sleep before the stop signal covers it.
   *
   * @default Duration.seconds(60)
   */
  readonly longestStream?: Duration;

  /**
   * Further flags of the server, as they stand: `['--max_batch_size', '64']`. Flags that have a property here are refused.
   *
   * @default - none
   */
  readonly args?: string[];
}
