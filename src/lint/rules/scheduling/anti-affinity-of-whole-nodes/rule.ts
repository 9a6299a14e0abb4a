import { LABEL_HOSTNAME } from '../../../../base/labels';
import { PlainObject } from '../../../../base/plain';
import { asList, asObject, isPresent, objectAt } from '../../../../base/reading';
import { acceleratedPods } from '../../../facts/accelerators';
import { Facts } from '../../../facts/facts';
import { ownDevices } from '../../../facts/placement';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { labelSelector } from '../../../facts/selector';
import { Report, Rule } from '../../rule';

/** Keeping apart what cannot be together, in the hope that it says something of the inside of a node. */
export const antiAffinityOfWholeNodes: Rule = {
  id: 'AIW2615',
  title: 'anti-affinity between pods that never share a node',
  class: 'advice',
  reason: 'Two pods that each take more than half of the devices of a node are never on one node, so anti-affinity between them over hostnames chooses nothing. It is often written to keep the '
    + 'devices of a pod in one NUMA domain or on one switch, which a scheduler of pods does not decide at all.',
  source: 'pkg/scheduler/framework/plugins/interpodaffinity, noderesources/fit.go (v1.36); pkg/kubelet/cm/topologymanager (v1.36)',
  remedy: 'Leave it out. Align devices by constraints.matchAttribute of a claim, or by the policy of the kubelet\'s topology manager; keep replicas apart over zones.',
  appliesTo: ['every carrier of pods that asks for accelerators'],
  but: 'silent when nobody declared gpusPerNode, or other pods carry the labels too',
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      const most = pods.carrier.cluster.gpusPerNode;
      if (most !== undefined && isPresent(pods.spec.affinity)) {
        checkPods(facts, pods, most, report);
      }
    }
  },
};

function checkPods(facts: Facts, pods: PodSet, most: number, report: Report): void {
  const devices = ownDevices(facts, pods);
  if (devices?.count === undefined || devices.count * 2 <= most) {
    return;
  }
  for (const { term, field } of termsOf(pods)) {
    if (isOfItselfAlone(facts, pods, term)) {
      report(pods.carrier, {
        field: `${field}.topologyKey`,
        message: `Invalid value: "${LABEL_HOSTNAME}": a pod takes ${devices.text} of the ${most} devices of a node, so no two of them are on one`,
        help: 'leave it out; where devices are to be near each other, say so in constraints.matchAttribute of a claim or by the topology manager of the kubelet',
      });
    }
  }
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function termsOf(pods: PodSet): { readonly term: PlainObject; readonly field: string }[] {
  const apart = objectAt(pods.spec, 'affinity', 'podAntiAffinity');
  const field = pods.at('affinity.podAntiAffinity');
  return [
    ...asList(apart[REQUIRED]).map((term, index) => ({ term, field: `${field}.${REQUIRED}[${index}]` })),
    ...asList(apart[PREFERRED]).map((each, index) => ({ term: asObject(each.podAffinityTerm), field: `${field}.${PREFERRED}[${index}].podAffinityTerm` })),
  ];
}

/** Pods of other sets may be small: the term keeps those away. */
function isOfItselfAlone(facts: Facts, pods: PodSet, term: PlainObject): boolean {
  if (term.topologyKey !== LABEL_HOSTNAME || !isPresent(term.labelSelector) || isPresent(term.namespaces) || isPresent(term.namespaceSelector)) {
    return false;
  }
  const selected = facts.get(podIndex).select(pods.place, labelSelector(term.labelSelector));
  return selected.length === 1 && selected[0] === pods;
}
