import { TeamQueuePlan } from './plan';
import { FlavorQuotas, quotasOf } from './quotas';
import { Explanation } from '../../base/text/explanation';

/** What `explain()` of a TeamQueue prints. */
export function explainTeamQueue(plan: TeamQueuePlan): string {
  const { name, namespaces, cohort, reclaim, workloads, flavors } = plan;
  const explanation = new Explanation(`TeamQueue ${name}: ClusterQueue ${name}, which ${workloads.map(workload => workload.name).join(', ')} wait for`);
  const quotas = quotasOf(plan);
  quotas.forEach(each => explanation.sum(each.flavor, quotaText(each, cohort)));
  explanation
    .choice('queues', namespaces.map(namespace => `LocalQueue ${name} in ${namespace === undefined ? 'the namespace of the workloads' : `namespace ${namespace}`}`).join('\n'))
    .choice('kinds of nodes', flavors.map(({ _name: flavor }) => flavor).join(', then '))
    .choice('borrowing', cohort === undefined ? 'nobody: the team is in no cohort' : `from cohort ${cohort}${reclaim ? '; what others borrow of it is taken back from what they run' : '; what others borrow of it comes back when they are done'}`)
    .choice('quota', 'Kueue, by what pods ask for')
    .choice('places', flavors.some(({ _nodes: nodes }) => nodes?.topologyLevels !== undefined)
      ? 'the scheduler, afterwards; Kueue as well for pods that ask it for a topology' : 'the scheduler, afterwards: what has quota may still find no node')
    .limit('an amount that is larger', 'a group or run that asks for more than quota and borrowing together waits for ever: the checks say so with the sum')
    .limit('others', 'pods that name no queue take devices all the same: quota is a promise among those who wait');
  if (cohort !== undefined) {
    explanation.limit('what others lend', 'their cores and memory count as well as their devices: teams whose pods ask for fewer with each device have fewer to lend, unless\n'
      + 'their quota is given (resources)');
  }
  return explanation
    .operate('what is used', `kubectl get clusterqueue ${name} -o jsonpath='{.status.flavorsUsage}'`)
    .toString();
}

function quotaText({ quotas }: FlavorQuotas, cohort: string | undefined): string {
  return quotas.map(({ resource, nominal, borrowing, sum }) => {
    const more = borrowing !== undefined ? `, and ${borrowing} borrowed` : cohort === undefined ? '' : ', and what the cohort has free';
    return `${resource} ${nominal}${more}   # ${sum}`;
  }).join('\n');
}
