import { DEFAULT_NODE_NAMESPACE, GpuMonitorPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { explainFinding } from '../texts';

/** What `explain()` of a GpuMonitor prints. */
export function explainGpuMonitor({ name, namespace, workload, labels, exporter, podNames }: GpuMonitorPlan): string {
  const explanation = new Explanation(`GpuMonitor ${name}: PodMonitor of the DCGM exporters, for the pods of ${workload}`)
    .choice('exporters', `in namespace ${exporter.namespace ?? DEFAULT_NODE_NAMESPACE}, one a node; those of all nodes are asked, since any may have a pod of it`)
    .choice('series', `of pods in ${namespace} called ${podNames}; all others are dropped before they are stored`)
    .limit('attribution', 'the exporter names pods only with DCGM_EXPORTER_KUBERNETES, which the GPU operator sets; without it no series is kept');
  explainFinding(explanation, labels);
  return explanation.toString();
}
