import { NetworkPolicyPlan, PolicyRule } from './plan';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { countText, labelsText } from '../texts';

/** What `explain()` of a WorkloadNetworkPolicy prints. */
export function explainNetworkPolicy(plan: NetworkPolicyPlan): string {
  const { name, namespace, workload, parts } = plan;
  const explanation = new Explanation(`WorkloadNetworkPolicy ${name}: who speaks to ${workload}`)
    .sum('governs', `${countText(plan.pods(), 'pods')}: ${labelsText(parts[0].selector)}`)
    .sum('lets in', alignedRows([['pods', 'from', 'ports', ''], ...parts.flatMap(({ role, ingress }) => ingress.map(rule => row(role ?? 'all', rule)))]));
  if (parts[0].egress) {
    explanation.sum('lets out', alignedRows([['pods', 'to', 'ports', ''], ...parts.flatMap(({ role, egress = [] }) => egress.map(rule => row(role ?? 'all', rule)))]));
  } else {
    explanation.choice('what pods call', 'is not restricted: a model that they download, DNS and the API server are reached as before; set egress to restrict it');
  }
  if (plan.grouped) {
    explanation.choice('groups', 'pods of one group reach those of another as well: one policy governs all of them, and new groups too');
  }
  addLimits(explanation, plan);
  return explanation
    .operate('see', `kubectl${inNamespace(namespace)} describe networkpolicy ${parts.map(part => part.name).join(' ')}`)
    .toString();
}

function row(pods: string, { who, ports, why = '' }: PolicyRule): string[] {
  return [pods, who, ports === undefined ? 'all' : ports.map(({ port, protocol }) => `${port}${protocol === 'TCP' ? '' : `/${protocol}`}`).join(', '), why];
}

/** Source: kubernetes.io/docs/concepts/services-networking/network-policies (v1.36) */
function addLimits(explanation: Explanation, { bypass, unmonitored, parts, unaddressed, hasNodes }: NetworkPolicyPlan): void {
  explanation
    .limit('who enforces it', 'the network plugin of the cluster; with one that knows no policies (flannel alone) nothing is held off, and nobody says so')
    .limit('the node', 'a pod is always reached from its own node, so probes of the kubelet pass, and so does every pod with hostNetwork on that node')
    .limit('other policies', 'what one of them lets in is let in: a policy takes nothing away from another one')
    .limit('pods with hostNetwork', 'come from the address of their node, which labels do not choose: a gateway of that kind needs NetworkPeer.range');
  if (bypass !== undefined) {
    explanation.limit('RDMA', `what goes over ${bypass}, and every further interface of Multus, is governed by no NetworkPolicy`);
  }
  if (unmonitored) {
    explanation.limit('metrics', 'are collected by nobody but the clients: set monitoring');
  }
  unaddressed.forEach(({ who, why, role }) => explanation.limit(`${who}, for ${role ?? 'all'}`,
    `${why}; its addresses and port are the cluster's, and no label chooses it: ${hasNodes ? 'they must be among those that egress names' : 'without its addresses in egress it is cut off'}`));
  if (parts[0].egress) {
    explanation.limit('names', 'a policy knows addresses, not names: huggingface.co is the internet; and the port of a Service is that of the pods behind it');
  }
}
