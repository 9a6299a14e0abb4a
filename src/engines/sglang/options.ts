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
   * @default - `lmsysorg/sglang:v<version>`
   */
  readonly image?: string;

  /**
   * Name under which clients ask for the model, and the value of the label `model_name` of its metrics.
   *
   * @default - the model
   */
  readonly servedModelName?: string;

  /**
   * GPUs that each layer is cut over.
   *
   * @default 1
   */
  readonly tensorParallel?: number;

  /**
   * Copies of the model behind one port, each on tensorParallel GPUs.
   *
   * @default 1
   */
  readonly dataParallel?: number;

  /**
   * Longest sequence, prompt and answer together, in tokens.
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
