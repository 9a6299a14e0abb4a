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

/** Two counters, of which one is a part of the other. */
export interface CountedPart {
  readonly part: EngineMetric;
  readonly all: EngineMetric;
}

/** The metrics of one version, by intent and by name. */
export interface EngineMetrics {
  /** Requests that wait for a place in the batch; absent, as the next two, where nothing says so. */
  readonly waiting?: EngineMetric;
  /** Requests in the batch. */
  readonly running?: EngineMetric;
  /** Share of the KV cache in use, 0 to 1. */
  readonly kvCacheUsage?: EngineMetric;
  /** Time from a request to its first token, as a histogram in seconds; absent, as what follows, where nobody compared it. */
  readonly timeToFirstToken?: EngineMetric;
  /** Time between two tokens of an answer, as a histogram in seconds. */
  readonly interTokenLatency?: EngineMetric;
  /** Time from a request to its last token, as a histogram in seconds. */
  readonly requestLatency?: EngineMetric;
  /** Tokens of requests, as a counter. */
  readonly promptTokens?: EngineMetric;
  /** Tokens of answers, as a counter. */
  readonly generatedTokens?: EngineMetric;
  /** Requests that lost their place in the batch for want of KV cache and are computed again, as a counter. */
  readonly preemptions?: EngineMetric;
  /** Tokens of requests that were found in the cache, of those that were looked for. */
  readonly prefixCache?: CountedPart;
  /** Requests that ended, by how they did. */
  readonly ended?: EndedRequests;
  /** Requests that were aborted, where no label of one counter says how they ended. */
  readonly aborted?: CountedPart;
  /** Path of the HTTP endpoint that exports them, on the engine's port. */
  readonly path: string;
  /** The metric of that name, or an error that says what this version has instead. */
  readonly named: (field: string, name: string) => EngineMetric;
}
