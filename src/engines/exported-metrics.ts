import { EnginePlan } from './engine-plan';
import { EngineMetric } from '../knowledge/engines/engine-metric';
import { ExportedMetric, WorkloadFacts } from '../workloads/handle/workload-facts';

type Exported = Pick<WorkloadFacts, 'metrics' | 'series' | 'servedName'>;

/** What the engine of a role exports, and the name of its model; no metrics where one of the three that surroundings count on is not said. */
export function exportedMetrics(engine: string, { metrics: series, portName, servedName }: EnginePlan, role: string | undefined): Exported {
  const { path, waiting, running, kvCacheUsage } = series ?? {};
  if (path === undefined || !waiting || !running || !kvCacheUsage) {
    return { series, servedName };
  }
  const metrics = { engine, role, portName, path, waiting: exported(waiting), running: exported(running), kvCacheUsage: exported(kvCacheUsage) };
  return { metrics, series, servedName };
}

function exported({ labels, ...metric }: EngineMetric): ExportedMetric {
  return { ...metric, labels: [...labels] };
}
