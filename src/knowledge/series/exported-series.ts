import { EngineMetric } from '../engines/engine-metric';

/** One series that somebody exports for Prometheus. */
export interface ExportedSeries extends EngineMetric {
  readonly source: string;
  /** Exported only with a flag or a setting. */
  readonly condition?: string;
}
