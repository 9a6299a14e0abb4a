import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, isPresent } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** A domain inside a node, which no label of a node can name. */
export const topologyKeyInsideNodes: Rule = {
  id: 'AIW2614',
  title: 'topology key of a part of a node',
  class: 'risky',
  reason: 'A topology key is a label of nodes, and pods are in one domain when their nodes have the same value of it. NUMA domains and PCIe roots are inside one node: a label says nothing of where '
    + 'in it a pod gets its devices. Nodes without the label are in no domain, so required affinity and hard spreads leave the pod Pending, and anti-affinity does nothing.',
  source: 'pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, podtopologyspread/filtering.go (v1.36); pkg/kubelet/cm/topologymanager (v1.36)',
  remedy: 'Align the devices of a pod by constraints.matchAttribute of its claim, or by the policy of the kubelet\'s topology manager (single-numa-node) on nodes of their own.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (isPresent(pods.spec.topologySpreadConstraints)) {
        asList(pods.spec.topologySpreadConstraints).forEach((each, index) => checkKey(pods, each, `topologySpreadConstraints[${index}]`, report));
      }
      if (isPresent(pods.spec.affinity)) {
        checkAffinity(pods, report);
      }
    }
  },
};

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function checkAffinity(pods: PodSet, report: Report): void {
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const terms = asObject(asObject(pods.spec.affinity)[kind]);
    asList(terms[REQUIRED]).forEach((term, index) => checkKey(pods, term, `affinity.${kind}.${REQUIRED}[${index}]`, report));
    asList(terms[PREFERRED]).forEach((each, index) => checkKey(pods, asObject(each.podAffinityTerm), `affinity.${kind}.${PREFERRED}[${index}].podAffinityTerm`, report));
  }
}

/** Words of the name that say a part of a node; `numa-node`, `numa_zone`, `nvidia.com/pcie-root`. */
const INSIDE: ReadonlySet<string> = new Set(['numa', 'numanode', 'numaid', 'numazone', 'numadomain', 'pcie', 'pcieroot']);

function checkKey(pods: PodSet, { topologyKey }: PlainObject, field: string, report: Report): void {
  const key = asText(topologyKey);
  const words = key === undefined ? [] : key.slice(key.lastIndexOf('/') + 1).toLowerCase().split(/[-_.]/);
  if (words.some(word => INSIDE.has(word))) {
    report(pods.carrier, {
      field: `${pods.at(field)}.topologyKey`,
      message: `Invalid value: ${JSON.stringify(key)}: a label of nodes, and a node has several of these inside`,
      help: 'align devices by constraints.matchAttribute of a claim, or by the topology manager of the kubelet; spread over kubernetes.io/hostname or a zone',
    });
  }
}
