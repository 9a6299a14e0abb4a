/** One series that an engine exports. */
export interface EngineMetric {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly unit: string;
  readonly labels: readonly string[];
}

/** The metrics of one version, by intent and by name. */
export interface EngineMetrics {
  /** Requests that wait for a place in the batch; absent, as the next two, where nothing says so. */
  readonly waiting?: EngineMetric;
  /** Requests in the batch. */
  readonly running?: EngineMetric;
  /** Share of the KV cache in use, 0 to 1. */
  readonly kvCacheUsage?: EngineMetric;
  /** Path of the HTTP endpoint that exports them, on the engine's port. */
  readonly path: string;
  /** The metric of that name, or an error that says what this version has instead. */
  readonly named: (field: string, name: string) => EngineMetric;
}
