import { PlainObject } from '../../../../base/plain';
import { asText } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { isOfPartOfNode } from '../../../facts/parts-of-nodes';
import { podTerms, spreadTerms } from '../../../facts/placement';
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
      for (const { term, field } of [...spreadTerms(pods), ...podTerms(pods, 'podAffinity'), ...podTerms(pods, 'podAntiAffinity')]) {
        checkKey(pods, term, field, report);
      }
    }
  },
};

function checkKey(pods: PodSet, { topologyKey }: PlainObject, field: string, report: Report): void {
  const key = asText(topologyKey);
  if (key !== undefined && isOfPartOfNode(key)) {
    report(pods.carrier, {
      field: `${field}.topologyKey`,
      message: `Invalid value: ${JSON.stringify(key)}: a label of nodes, and a node has several of these inside`,
      help: 'align devices by constraints.matchAttribute of a claim, or by the topology manager of the kubelet; spread over kubernetes.io/hostname or a zone',
    });
  }
}
