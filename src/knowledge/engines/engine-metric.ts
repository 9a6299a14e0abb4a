/** One series that an engine exports. */
export interface EngineMetric {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly unit: string;
  readonly labels: readonly string[];
}
