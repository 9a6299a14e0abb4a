import { EnginePlan } from './engine-plan';
import { EngineMetric } from '../knowledge/engines/engine-metric';
import { ExportedMetric, WorkloadFacts } from '../workloads/handle/workload-facts';

type Exported = Pick<WorkloadFacts, 'metrics' | 'unmeasured' | 'series' | 'servedName' | 'longestStreamSeconds'>;

/** What the engine of a role exports, as far as somebody says, the name of its model, and its longest request. */
export function exportedMetrics(engine: string, plan: EnginePlan, role: string | undefined): Exported {
  const { metrics: series, portName, servedName, longestStreamSeconds } = plan;
  if (series === undefined) {
    return { unmeasured: { reason: `no metrics of ${engine} are known to this library`, engine }, servedName, longestStreamSeconds };
  }
  const { path, waiting, running, kvCacheUsage } = series;
  const metrics = { engine, role, portName, path, waiting: exported(waiting), running: exported(running), kvCacheUsage: exported(kvCacheUsage) };
  return { metrics, series, servedName, longestStreamSeconds };
}

function exported(series: EngineMetric | undefined): ExportedMetric | undefined {
  return series && { ...series, labels: [...series.labels] };
}
