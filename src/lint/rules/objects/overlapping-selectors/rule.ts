import { isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { isScaled, scalerOf } from '../../../facts/autoscaling';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { Selector, isEverything, labelSelector, selectorOfMap, selects } from '../../../facts/selector';
import { workloadKindOf, typesWith } from '../../../kinds';
import { Report, Rule } from '../../rule';

/** Enough to find somebody by, and few enough that many workloads of one label stay cheap. */
const CANDIDATES = 20;

/** Two workloads that take each other's pods for their own. */
export const overlappingSelectors: Rule = {
  id: 'AIW2130',
  title: 'selectors of two workloads overlap',
  class: 'risky',
  reason: 'Workloads whose selectors match each other\'s pods are kept apart by owner references only: an autoscaler averages over the pods of both, and either adopts pods that the other lets go.',
  source: 'pkg/controller/controller_ref_manager.go, pkg/controller/podautoscaler/replica_calculator.go (v1.36); kubernetes.io/docs/concepts/workloads/controllers/deployment, "Selector"',
  remedy: 'Give each workload a label of its own, and put it into selector and template. The selector is immutable: a new name is the clean way.',
  appliesTo: ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'DaemonSet', 'Rollout'],
  check: (facts, report) => {
    const reported = new Set<Manifest>();
    for (const workload of typesWith(({ selector }) => selector).flatMap(type => facts.ofType(type))) {
      const other = otherOf(facts, workload);
      if (other && !reported.has(other)) {
        reported.add(workload);
        complain(facts, report, workload, other);
      }
    }
  },
};

function selectorOf(workload: Manifest): Selector {
  return workload.kind === 'ReplicationController' ? selectorOfMap(workload.spec.selector) : labelSelector(workload.spec.selector);
}

/** A workload whose pods this one's selector takes, and the other way round where no autoscaler counts the pods. */
function otherOf(facts: Facts, workload: Manifest): Manifest | undefined {
  const selector = isPresent(workload.spec.selector) ? selectorOf(workload) : undefined;
  if (!selector || isEverything(selector)) {
    return undefined;
  }
  const own = podSetsOf(facts, workload);
  return facts.get(podIndex).select(workload.place, selector).slice(0, CANDIDATES).map(pods => pods.carrier).find(other => (
    !isSame(other, workload) && workloadKindOf(other).selector !== undefined && isPresent(other.spec.selector)
    && (isScaled(facts, workload) || own.some(pods => selects(selectorOf(other), pods)))));
}

/** Two objects of one identity are another rule's. */
function isSame(one: Manifest, other: Manifest): boolean {
  return one.type === other.type && one.name === other.name;
}

function complain(facts: Facts, report: Report, workload: Manifest, other: Manifest): void {
  const scaler = scalerOf(facts, workload);
  report(workload, {
    field: 'spec.selector',
    message: `Invalid value: ${selectorOf(workload).text}: matches the pods of ${other.toString()} as well`,
    notes: scaler ? [`${scaler.scaler.toString()} counts the pods of both and averages over them`] : [],
    help: 'add a label to selector and template that the other workload does not have',
  });
}
