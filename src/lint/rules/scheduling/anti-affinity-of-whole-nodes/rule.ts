import { LABEL_HOSTNAME } from '../../../../base/labels';
import { PlainObject } from '../../../../base/plain';
import { isPresent } from '../../../../base/reading';
import { acceleratedPods } from '../../../facts/accelerators';
import { Facts } from '../../../facts/facts';
import { ownDevices, podTerms } from '../../../facts/placement';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { labelSelector } from '../../../facts/selector';
import { Report, Rule } from '../../rule';

/** Devices of a node in nearly all of the large machines: HGX, p4d, p5, p6, a3, ND. Of those on sale today, a2-megagpu-16g has more. */
const USUAL = 8;

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
  but: `when nobody declared gpusPerNode: of pods with ${USUAL} devices or more; silent when pods with fewer carry the labels too`,
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      if (isPresent(pods.spec.affinity)) {
        checkPods(facts, pods, report);
      }
    }
  },
};

function checkPods(facts: Facts, pods: PodSet, report: Report): void {
  const taken = mostOfNode(facts, pods);
  if (taken === undefined) {
    return;
  }
  const most = pods.carrier.cluster.gpusPerNode;
  for (const { term, field } of podTerms(pods, 'podAntiAffinity')) {
    if (isBetweenSuch(facts, pods, term)) {
      report(pods.carrier, {
        field: `${field}.topologyKey`,
        message: `Invalid value: "${LABEL_HOSTNAME}": a pod takes ${taken}${most === undefined ? `, and few machines have more than ${USUAL} devices` : ` of the ${most} devices of a node`}, `
          + 'so no two of them are on one',
        help: `leave it out${most === undefined ? ', or say gpusPerNode where nodes have more' : ''}; where devices are to be near each other, say so in constraints.matchAttribute of a claim `
          + 'or by the topology manager of the kubelet',
      });
    }
  }
}

/** What a pod takes, in words, where it leaves no room on its node for another such; undefined where it leaves some or nobody can say. */
function mostOfNode(facts: Facts, pods: PodSet): string | undefined {
  const { count = 0, text } = ownDevices(facts, pods) ?? {};
  const most = pods.carrier.cluster.gpusPerNode;
  return (most === undefined ? count >= USUAL : count * 2 > most) ? text : undefined;
}

/** Smaller pods are kept away by the term, so it says something. Leader and workers of one template are two sets. */
function isBetweenSuch(facts: Facts, pods: PodSet, term: PlainObject): boolean {
  if (term.topologyKey !== LABEL_HOSTNAME || !isPresent(term.labelSelector) || isPresent(term.namespaces) || isPresent(term.namespaceSelector)) {
    return false;
  }
  const selected = facts.get(podIndex).select(pods.place, labelSelector(term.labelSelector));
  return selected.length > 0 && selected.every(each => mostOfNode(facts, each) !== undefined);
}
