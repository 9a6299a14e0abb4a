/** One series that an engine exports. */
export interface EngineMetric {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly unit: string;
  readonly labels: readonly string[];
}

/** A counter of requests, with a label that says how each ended. Every value of the label has a series from the start. */
export interface EndedRequests {
  readonly series: EngineMetric;
  readonly label: string;
  /** Values that mean an abort or a failure. */
  readonly failed: readonly string[];
}

/** The metrics of one version, by intent and by name. */
export interface EngineMetrics {
  /** Requests that wait for a place in the batch; absent, as the next two, where nothing says so. */
  readonly waiting?: EngineMetric;
  /** Requests in the batch. */
  readonly running?: EngineMetric;
  /** Share of the KV cache in use, 0 to 1. */
  readonly kvCacheUsage?: EngineMetric;
  /** Time from a request to its first token, as a histogram in seconds; absent, as the next three, where nobody compared it. */
  readonly timeToFirstToken?: EngineMetric;
  /** Time between two tokens of an answer, as a histogram in seconds. */
  readonly interTokenLatency?: EngineMetric;
  /** Tokens of answers, as a counter. */
  readonly generatedTokens?: EngineMetric;
  /** Requests that ended, by how they did. */
  readonly ended?: EndedRequests;
  /** Path of the HTTP endpoint that exports them, on the engine's port. */
  readonly path: string;
  /** The metric of that name, or an error that says what this version has instead. */
  readonly named: (field: string, name: string) => EngineMetric;
}
