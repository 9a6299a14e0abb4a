import { EnginePlan } from './engine-plan';
import { EngineMetric } from '../knowledge/engines/engine-metric';
import { ExportedMetric, WorkloadFacts } from '../workloads/handle/workload-facts';

type Exported = Pick<WorkloadFacts, 'metrics' | 'series' | 'servedName' | 'longestStreamSeconds'>;

/** What the engine of a role exports, the name of its model, and its longest request; no metrics where one of the three that surroundings count on is not said. */
export function exportedMetrics(engine: string, plan: EnginePlan, role: string | undefined): Exported {
  const { metrics: series, portName, servedName, longestStreamSeconds } = plan;
  const { path, waiting, running, kvCacheUsage } = series ?? {};
  if (path === undefined || !waiting || !running || !kvCacheUsage) {
    return { series, servedName, longestStreamSeconds };
  }
  const metrics = { engine, role, portName, path, waiting: exported(waiting), running: exported(running), kvCacheUsage: exported(kvCacheUsage) };
  return { metrics, series, servedName, longestStreamSeconds };
}

function exported({ labels, ...metric }: EngineMetric): ExportedMetric {
  return { ...metric, labels: [...labels] };
}
