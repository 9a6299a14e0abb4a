import { Capacity } from '../../../pod/capacity';
import { PodSet } from '../../facts/pod-set';
import { asNumber, asObject } from '../../facts/reading';
import { Report, Rule } from '../rule';

/** Nodes that go at short notice, as the patterns of this library know them. */
const SPOT: readonly Capacity[] = [Capacity.spotKarpenter(), Capacity.spotGke(), Capacity.spotAks()];

/** More time to stop than the node has. */
export const graceBeyondSpotNotice: Rule = {
  id: 'AIW2718',
  title: 'grace period is longer than the node has',
  class: 'risky',
  reason: 'A spot node is gone when its notice is over, whatever the pods on it were promised: what a longer grace period was for, a checkpoint or a drain, is cut off.',
  source: 'AWS EC2 spot interruption notice (120 s); GKE Spot VMs (15 s for ordinary pods); AKS spot node pools (30 s)',
  remedy: 'Make what must be done fit the notice, save more often, or run on nodes that stay.',
  appliesTo: ['every carrier of pods that asks for spot nodes in its nodeSelector'],
  check: (facts, report) => {
    for (const pods of facts.templates) {
      checkGrace(pods, report);
    }
  },
};

function checkGrace(pods: PodSet, report: Report): void {
  const grace = asNumber(pods.spec.terminationGracePeriodSeconds);
  const selector = asObject(pods.spec.nodeSelector);
  const asksFor = ([key, value]: readonly [string, string]) => Object.hasOwn(selector, key) && selector[key] === value;
  const capacity = SPOT.find(({ _spot }) => Object.entries(_spot!.nodeLabels).every(asksFor));
  if (capacity && grace !== undefined && grace > capacity._spot!.noticeSeconds) {
    const notice = capacity._spot!.noticeSeconds;
    report(pods.carrier, {
      field: pods.at('terminationGracePeriodSeconds'),
      message: `Invalid value: ${grace}: ${capacity._title} leave a pod ${notice} s after the stop signal`,
      help: `give at most ${notice} s`,
    });
  }
}
