import { Unit, QueuePlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { QUEUE_NAME, QUEUE_PRIORITY } from '../../knowledge/queue';
import { countText } from '../texts';

const UNITS: { readonly [unit in Unit]: string } = {
  run: 'the whole run at once, or none of it',
  group: 'each group by itself: all its pods, or none of them',
  set: 'all pods of a set at once, or none of them',
  pod: 'each pod by itself: those above the quota stay pending',
};

const PLACES = {
  required: 'Kueue as well: it finds a domain of the topology for all pods, or admits nothing',
  preferred: 'Kueue as well: one domain of the topology if it can, several if it must',
  none: 'the scheduler, afterwards: what has quota may still find no node',
};

/** What `explain()` of a QueuedWorkload prints. */
export function explainQueue({ workload, namespace, objects, labels, pods, devices, topology }: QueuePlan): string {
  const explanation = new Explanation(`QueuedWorkload: ${workload} waits in LocalQueue ${labels[QUEUE_NAME]}`)
    .sum('pods', countText(pods(), 'pods'));
  devices.forEach(each => explanation.sum(`devices of ${each.role}`, `${each.count} of ${each.resource} for each pod`));
  objects.forEach(({ object, unit }) => explanation.choice(`${object.kind} ${object.name}`, UNITS[unit]));
  return explanation
    .choice('order', labels[QUEUE_PRIORITY] === undefined ? 'by the default class of Kueue, or the priority of the pods' : `WorkloadPriorityClass ${labels[QUEUE_PRIORITY]}`)
    .choice('quota', 'Kueue, by what pods ask for; it says nothing of nodes')
    .choice('places', PLACES[topology() ?? 'none'])
    .limit('without Kueue', 'the label does nothing, and everything starts at once')
    .operate('what it waits for', `kubectl${inNamespace(namespace)} get workloads.kueue.x-k8s.io   # and describe the one of this workload`)
    .toString();
}
