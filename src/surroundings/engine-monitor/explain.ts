import { EngineMonitorPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { countText, explainFinding, labelsText } from '../texts';

/** What `explain()` of an EngineMonitor prints. */
export function explainMonitor(plan: EngineMonitorPlan): string {
  const { name, namespace, workload, pods, selector, ports, intervalSeconds, podLabels = [], labels } = plan;
  const explanation = new Explanation(`EngineMonitor ${name}: PodMonitor of the pods of ${workload}`)
    .sum('targets', `${countText(pods(), 'pods')} x ${ports.length} ${ports.length === 1 ? 'port' : 'ports'}`);
  ports.forEach(port => explanation.choice(`port ${port.name}`, port.path));
  explanation
    .choice('interval', intervalSeconds === undefined ? 'that of Prometheus' : `${intervalSeconds} s`)
    .choice('pods', labelsText(selector))
    .choice('on the series', podLabels.length > 0 ? podLabels.join('\n') : 'no label of the pods tells them apart: Prometheus adds pod and namespace');
  explainFinding(explanation, labels);
  return explanation
    .operate('targets', `kubectl${inNamespace(namespace)} get pods -l ${labelsText(selector)}   # those that Prometheus should list`)
    .toString();
}
