import { PlainObject } from '../../../../base/plain';
import { asList } from '../../../../base/reading';
import { cutJson } from '../../../../base/text/cut';
import { listed } from '../../../../base/text/listed';
import { AKS_SPOT, CAPACITY_LABELS } from '../../../../knowledge/spot-nodes';
import { templates } from '../../../facts/carried-pods';
import { NodeDemand, requiredLabels } from '../../../facts/node-demands';
import { PodSet } from '../../../facts/pod-set';
import { tolerates } from '../../../facts/tolerations';
import { Report, Rule } from '../../rule';

/** Spot or on-demand nodes that are asked for by a value that no node has, or behind a taint that keeps the pods away. */
export const spotNodesOutOfReach: Rule = {
  id: 'AIW2613',
  title: 'kind of nodes that the pods cannot reach',
  class: 'risky',
  reason: 'Each provider has its own label for spot nodes, with its own values; on-demand nodes of GKE lack cloud.google.com/gke-spot, those of AKS their label. Spot nodes of AKS carry a taint as well. Pods that ask for what no node has, or that do not tolerate the taint, stay Pending for ever.',
  source: 'karpenter pkg/apis/v1/labels.go (CapacityType); GKE documentation of Spot VMs; EKS managed node groups (capacityType); AKS documentation of spot node pools; Azure/karpenter-provider-azure pkg/apis/v1beta1/labels.go',
  remedy: 'Ask by the provider\'s own value, leave nodes out with NotIn rather than asking for another value, and tolerate the taint of AKS.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const asked = requiredLabels(pods);
      asked.forEach(demand => checkValues(pods, demand, report));
      checkTaint(pods, asked, report);
    }
  },
};

function checkValues(pods: PodSet, { key, values, field }: NodeDemand, report: Report): void {
  const known = CAPACITY_LABELS.get(key);
  if (known && !values.some(value => known.includes(value))) {
    report(pods.carrier, {
      field,
      message: `Unsupported value: ${cutJson(values)}: nodes have ${key} ${listed(known)}${known.length === 1 ? ', or lack the label' : ''}`,
      help: known.length === 1 ? `for other nodes ask with operator: NotIn, values: [${cutJson(known[0])}]` : 'use one of them, as it is spelt',
    });
  }
}

const [[AKS_LABEL, AKS_VALUE]] = Object.entries(AKS_SPOT.nodeLabels);
const AKS_TAINT: PlainObject = { key: AKS_LABEL, value: AKS_VALUE, effect: 'NoSchedule' };

function checkTaint(pods: PodSet, asked: readonly NodeDemand[], report: Report): void {
  const demand = asked.find(({ key, values }) => key === AKS_LABEL && values.every(value => value === AKS_VALUE));
  if (demand && !asList(pods.spec.tolerations).some(each => tolerates(each, AKS_TAINT))) {
    report(pods.carrier, {
      field: demand.field,
      message: `Invalid value: ${cutJson(demand.values)}: these nodes carry the taint ${AKS_LABEL}=${AKS_VALUE}:NoSchedule, which the pods do not tolerate`,
      help: `add tolerations: [{ key: ${AKS_LABEL}, operator: Equal, value: ${AKS_VALUE}, effect: NoSchedule }]`,
    });
  }
}
