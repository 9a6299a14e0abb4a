import { Duration } from 'cdk8s';

/**
 * A model server that the library has no data of: what a pattern must know of it, said by who knows it. Nothing here is compared with the server's
 * own documentation.
 */
export interface CustomEngineOptions {
  /** Name of the server, for messages and `explain()`: `text-embeddings-inference`. */
  readonly name: string;

  /** Version, in any form: it is shown, and decides nothing. */
  readonly version: string;

  /**
   * Model: an id on the Hugging Face Hub, or a path inside the container. A preloader fetches it, and a path says that nothing is downloaded. It is not
   * written into the command line: say it there in the server's own words.
   */
  readonly model: string;

  /** Image. */
  readonly image: string;

  /**
   * Program and its first words.
   *
   * @default - the entry point of the image
   */
  readonly command?: string[];

  /**
   * Arguments, as the server takes them: model, port and the cut over the devices among them.
   *
   * @default - none
   */
  readonly args?: string[];

  /** Port of the API, of health and of metrics, 1 to 65535. The server has to listen on it at all addresses. */
  readonly port: number;

  /**
   * Name of the port.
   *
   * @default http
   */
  readonly portName?: string;

  /** Path that answers once the process is alive, for the startup and the liveness probe: `/health`. */
  readonly healthPath: string;

  /**
   * Path that answers once requests are served.
   *
   * @default - healthPath
   */
  readonly readinessPath?: string;

  /**
   * Devices that each layer is cut over; for a server that only counts its devices, all of them. What `args` say must be the same.
   *
   * @default 1
   */
  readonly tensorParallel?: number;

  /**
   * Stages that the layers are cut into.
   *
   * @default 1
   */
  readonly pipelineParallel?: number;

  /**
   * Copies of the model behind one port, each on tensorParallel x pipelineParallel devices.
   *
   * @default 1
   */
  readonly dataParallel?: number;

  /**
   * Variables of the server's container, by name. They cannot be set on the container again.
   *
   * @default - none
   */
  readonly environment?: { [name: string]: string };

  /**
   * Flag in `args` that says how many whole seconds running requests have after the stop signal: `--shutdown-timeout`, with its value in the next word or
   * behind an equals sign.
   *
   * @default - the server aborts requests at the stop signal, so the sleep before it covers the longest stream
   */
  readonly drainFlag?: string;

  /**
   * Longest request that must not be cut off, in whole seconds. It may not be longer than what the drain flag says.
   *
   * @default - the seconds of the drain flag, or 60 seconds
   */
  readonly longestStream?: Duration;

  /**
   * What it exports for Prometheus.
   *
   * @default - nothing: an autoscaler or a monitor of the pattern is refused
   */
  readonly metrics?: CustomEngineMetrics;
}

/**
 * What a server exports for Prometheus, on its port.
 */
export interface CustomEngineMetrics {
  /**
   * Path of the endpoint.
   *
   * @default /metrics
   */
  readonly path?: string;

  /**
   * Requests that wait for a place in the batch, for `queueDepth` of an autoscaler.
   *
   * @default - it does not say
   */
  readonly waiting?: CustomEngineGauge;

  /**
   * Requests in the batch, for `runningRequests` of an autoscaler.
   *
   * @default - it does not say
   */
  readonly running?: CustomEngineGauge;

  /**
   * Share of the KV cache in use, 0 to 1, for `kvCacheUsage` of an autoscaler.
   *
   * @default - it does not say
   */
  readonly kvCacheUsage?: CustomEngineGauge;

  /**
   * Others, for `gauges` of an autoscaler.
   *
   * @default - none
   */
  readonly gauges?: CustomEngineGauge[];
}

/**
 * One gauge that a server exports. A counter only grows, so nothing can be scaled on it.
 */
export interface CustomEngineGauge {
  /** Its name, as Prometheus stores it: `te_queue_size`. */
  readonly name: string;

  /**
   * Unit of its values, for messages. One that begins with `ratio` is a share from 0 to 1; the KV cache can be nothing else.
   *
   * @default - `ratio 0 to 1` for kvCacheUsage, `requests` for the others
   */
  readonly unit?: string;

  /**
   * Labels that the server itself gives it.
   *
   * @default - none
   */
  readonly labels?: string[];
}
