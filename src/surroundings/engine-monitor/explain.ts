import { EngineMonitorPlan } from './plan';
import { MonitorKind } from './props';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { countText, explainFinding, labelsText } from '../texts';

/** What `explain()` of an EngineMonitor prints. */
export function explainMonitor(plan: EngineMonitorPlan): string {
  const { kind, name, namespace, workload, pods, selector, ports, intervalSeconds, podLabels = [], nodeZone = false, labels } = plan;
  const explanation = new Explanation(`EngineMonitor ${name}: ${kind} of the pods of ${workload}`)
    .sum('targets', `${countText(pods(), 'pods')} x ${ports.length} ${ports.length === 1 ? 'port' : 'ports'}`);
  ports.forEach(port => explanation.choice(`port ${port.name}`, port.path));
  explanation
    .choice('interval', intervalSeconds === undefined ? 'that of Prometheus' : `${intervalSeconds} s`)
    .choice('pods', labelsText(selector))
    .choice('on the series', podLabels.length > 0 ? podLabels.join('\n') : 'no label of the pods tells them apart: Prometheus adds pod and namespace');
  if (nodeZone) {
    explanation
      .choice('zone', 'that of the node, as label zone (attachMetadata)')
      .limit('zone', 'Prometheus 2.37 or newer, whose account may list and watch nodes; else the label is missing, and nobody says so');
  }
  explainFinding(explanation, labels, kind === MonitorKind.POD_MONITOR ? 'podMonitorSelector' : 'serviceMonitorSelector');
  return explanation
    .operate('targets', `kubectl${inNamespace(namespace)} get pods -l ${labelsText(selector)}   # those that Prometheus should list`)
    .toString();
}
