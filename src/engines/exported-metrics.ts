import { EnginePlan } from './engine-plan';
import { EngineMetric } from '../knowledge/engines/engine-metric';
import { ExportedMetric, WorkloadMetrics } from '../workloads/handle/workload-facts';

/** What the engine of a role exports; nothing where one of the three that surroundings count on is not said. */
export function exportedMetrics(engine: string, { metrics, portName }: EnginePlan, role: string): WorkloadMetrics | undefined {
  const { path, waiting, running, kvCacheUsage } = metrics ?? {};
  if (path === undefined || !waiting || !running || !kvCacheUsage) {
    return undefined;
  }
  return { engine, role, portName, path, waiting: exported(waiting), running: exported(running), kvCacheUsage: exported(kvCacheUsage) };
}

function exported({ labels, ...metric }: EngineMetric): ExportedMetric {
  return { ...metric, labels: [...labels] };
}
