import { asNumber } from '../../../../base/reading';
import { AKS_SPOT, GKE_SPOT, KARPENTER_SPOT, SpotNodes } from '../../../../knowledge/spot-nodes';
import { templates } from '../../../facts/carried-pods';
import { preferredLabels, requiredLabels } from '../../../facts/node-demands';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Nodes that go at short notice, as the patterns of this library know them. */
const SPOT: readonly SpotNodes[] = [KARPENTER_SPOT, GKE_SPOT, AKS_SPOT];

/** More time to stop than the node has. */
export const graceBeyondSpotNotice: Rule = {
  id: 'AIW2718',
  title: 'grace period is longer than the node has',
  class: 'risky',
  reason: 'A spot node is gone when its notice is over, whatever the pods on it were promised: what a longer grace period was for, a checkpoint or a drain, is cut off.',
  source: 'AWS EC2 spot interruption notice (120 s); GKE Spot VMs (15 s for ordinary pods); AKS spot node pools (30 s)',
  remedy: 'Make what must be done fit the notice, save more often, or run on nodes that stay.',
  appliesTo: ['every carrier of pods that may run on spot nodes by its nodeSelector or node affinity'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      checkGrace(pods, report);
    }
  },
};

function checkGrace(pods: PodSet, report: Report): void {
  const grace = asNumber(pods.spec.terminationGracePeriodSeconds);
  const asked = [...requiredLabels(pods), ...preferredLabels(pods)];
  const asksFor = ([key, value]: readonly [string, string]) => asked.some(demand => demand.key === key && demand.values.includes(value));
  const spot = SPOT.find(({ nodeLabels }) => Object.entries(nodeLabels).every(asksFor));
  if (spot && grace !== undefined && grace > spot.noticeSeconds) {
    const { title, noticeSeconds: notice } = spot;
    report(pods.carrier, {
      field: pods.at('terminationGracePeriodSeconds'),
      message: `Invalid value: ${grace}: ${title} leave a pod ${notice} s after the stop signal`,
      help: `give at most ${notice} s`,
    });
  }
}
