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

/** Kinds that Kueue starts by `suspend`; of the others it gates the pods. */
const SUSPENDED: ReadonlySet<string> = new Set(['Job', 'CronJob', 'JobSet', 'RayJob', 'RayCluster', 'RayService']);

/** What `explain()` of a QueuedWorkload prints. */
export function explainQueue(plan: QueuePlan): string {
  const { workload, namespace, objects, labels, pods, devices, topology } = plan;
  const explanation = new Explanation(`QueuedWorkload: ${workload} waits in LocalQueue ${labels[QUEUE_NAME]}`)
    .sum('pods', countText(pods(), 'pods'));
  devices.forEach(each => explanation.sum(`devices of ${each.role}`, `${each.count} of ${each.resource} for each pod`));
  objects.forEach(({ object, unit }) => explanation.choice(`${object.kind} ${object.name}`, UNITS[unit]));
  explanation
    .choice('order', labels[QUEUE_PRIORITY] === undefined ? 'by the default class of Kueue, or the priority of the pods' : `WorkloadPriorityClass ${labels[QUEUE_PRIORITY]}`)
    .choice('quota', 'Kueue, by what pods ask for; it says nothing of nodes')
    .choice('places', PLACES[topology() ?? 'none'])
    .choice('until then', [...new Set(objects.map(({ object: { kind } }) => (SUSPENDED.has(kind) ? 'suspended, without a pod' : 'pods that are there and are not scheduled (a scheduling gate)')))].join('\n'))
    .limit('without Kueue', 'the label does nothing, and everything starts at once')
    .limit('without its webhook', objects.some(({ object: { kind } }) => SUSPENDED.has(kind))
      ? 'in a namespace that the webhook leaves out, or while it is being installed, pods start, and are stopped a moment later'
      : 'in a namespace that the webhook leaves out pods start without quota');
  addSchedule(explanation, objects);
  addGitOps(explanation, objects);
  return explanation
    .operate('what it waits for', `kubectl${inNamespace(namespace)} get workloads.kueue.x-k8s.io   # and describe the one of this workload`)
    .toString();
}

/** Source: pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob (v1.36): a suspended Job is not finished, so it is among the active ones */
function addSchedule(explanation: Explanation, objects: QueuePlan['objects']): void {
  if (objects.some(({ object: { kind } }) => kind === 'CronJob')) {
    explanation.limit('the schedule', 'a run that waits counts as one that is on: with concurrencyPolicy Forbid those that are due meanwhile are left out, with Replace each begins to wait anew');
  }
}

/** Fields that Kueue changes after creation. A CronJob itself stays as it is. */
function addGitOps(explanation: Explanation, objects: QueuePlan['objects']): void {
  const owned = objects.map(({ object }) => object).filter(({ kind }) => SUSPENDED.has(kind) && kind !== 'CronJob');
  if (owned.length > 0) {
    explanation.operate('GitOps', [
      'suspend is not in the manifests: an apply that said it would stop the run, and Kueue would start it anew',
      'Argo CD (with the sync option RespectIgnoreDifferences=true):',
      'ignoreDifferences:',
      ...owned.flatMap(({ apiGroup, kind, name }) => [`  - group: ${apiGroup}`, `    kind: ${kind}`, `    name: ${name}`, '    jsonPointers: [/spec/suspend]']),
    ].join('\n'));
  }
}
