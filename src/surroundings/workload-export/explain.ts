import { WorkloadExportPlan, importedName } from './plan';
import { asList, asText } from '../../base/reading';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';

/** What `explain()` of a WorkloadExport prints. */
export function explainExport(plan: WorkloadExportPlan): string {
  const { name, namespace, workload, made, type } = plan;
  const explanation = new Explanation(`WorkloadExport ${name}: Service ${name} of ${workload.name}, for all clusters`)
    .choice('clients', `${importedName(plan)} in every cluster that has namespace ${namespace}${made ? '; the Service is made for it' : ''}`)
    .choice('ServiceImport', `${type}, which the controller of each cluster makes${taken(plan)}`)
    .consequence('several clusters', `export ${name} of ${namespace}: all their pods are behind the one name${type === 'Headless' ? '' : ', each by its share of the pods'}`)
    .consequence('they disagree', 'ports are those of all of them together; where two of one name or number differ, and in all else (headless or not, affinity, distribution), the oldest export holds, and the others get the condition Conflict');
  return (type === 'Headless' ? ofPods(explanation, plan) : ofAddress(explanation, plan))
    .limit('one cluster', `clients that ask ${name}.${namespace}.svc reach the pods of their own cluster alone`)
    .operate('exported', `kubectl${inNamespace(namespace)} get serviceexport ${name} -o jsonpath='{.status.conditions}'`)
    .operate('imported', `kubectl${inNamespace(namespace)} get serviceimport ${name} -o jsonpath='{.status.clusters[*].cluster}'`)
    .toString();
}

/** What a ServiceImport takes from the Service. Source: mcs-api pkg/apis/v1beta1/serviceimport.go (v0.5.2) */
function taken({ spec }: WorkloadExportPlan): string {
  const ports = asList(spec.ports).map(each => `${asText(each.name) ?? 'port'} ${String(each.port)}/${asText(each.protocol) ?? 'TCP'}`);
  const others = ['sessionAffinity', 'internalTrafficPolicy', 'trafficDistribution'].flatMap(key => (asText(spec[key]) === undefined ? [] : `${key} ${String(spec[key])}`));
  return [...(ports.length > 0 ? [`: ${ports.join(', ')}`] : []), ...others].join('; ');
}

function ofAddress(explanation: Explanation, { spec }: WorkloadExportPlan): Explanation {
  const near = spec.trafficDistribution === undefined ? 'nothing prefers pods that are near'
    : `${String(spec.trafficDistribution)} goes by zones, where the controller knows it: pods of another cluster in the zone of the client are near, too`;
  return explanation
    .limit('locality', `${near}; what is between clusters is slower and billed`)
    .limit('pods by name', 'are not behind an address; headless: true exports the Service that gives them names, or one without address');
}

/** Source: KEP-1645, specification.md 2.4 */
function ofPods(explanation: Explanation, plan: WorkloadExportPlan): Explanation {
  const { hosts, workload } = plan;
  return hosts.length > 0
    ? explanation.choice('pods by name', `${hosts[0]}.<cluster>.${importedName(plan)}: sets of one name in several clusters have pods of one name, so the cluster stands in it`)
    : explanation.limit('pods by name', `have none: ${workload.name} has no headless Service of its own, so the name answers with the addresses of ready pods`)
      .limit('ports', 'clients speak to pods, at the ports of the pods');
}
