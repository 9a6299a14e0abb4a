import { asNumber } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { spotNodesOf } from '../../../facts/spot';
import { Report, Rule } from '../../rule';

/** More time to stop than the node has. */
export const graceBeyondSpotNotice: Rule = {
  id: 'AIW2718',
  title: 'grace period is longer than the node has',
  class: 'risky',
  reason: 'A spot node is gone when its notice is over, whatever the pods on it were promised: what a longer grace period was for, a checkpoint or a drain, is cut off.',
  source: 'AWS EC2 spot interruption notice (120 s); GKE Spot VMs (15 s for ordinary pods); AKS spot node pools (30 s); Azure Scheduled Events (30 s)',
  remedy: 'Make what must be done fit the notice, save more often, or run on nodes that stay.',
  appliesTo: ['every carrier of pods that may run on spot nodes by its nodeSelector or node affinity'],
  but: 'Karpenter has one label on all clouds: the 120 s of AWS are taken, and the 30 s of Azure where the pods ask for a label of Azure as well',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      checkGrace(pods, report);
    }
  },
};

function checkGrace(pods: PodSet, report: Report): void {
  const grace = asNumber(pods.spec.terminationGracePeriodSeconds);
  const spot = spotNodesOf(pods);
  if (spot && grace !== undefined && grace > spot.noticeSeconds) {
    const { title, noticeSeconds: notice } = spot;
    report(pods.carrier, {
      field: pods.at('terminationGracePeriodSeconds'),
      message: `Invalid value: ${grace}: ${title} leave a pod ${notice} s after the stop signal`,
      help: `give at most ${notice} s`,
    });
  }
}
