import { asText } from '../../../../base/reading';
import { COSCHEDULING, VOLCANO } from '../../../../knowledge/gangs';
import { DEFAULT_SCHEDULER } from '../../../../knowledge/kube-scheduler';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { GANGS } from '../../../kinds';
import { Rule } from '../../rule';

/** Who looks at which group; Kubernetes' own is the default scheduler's. */
const SCHEDULERS: ReadonlyMap<string | undefined, string> = new Map([
  ['scheduling.volcano.sh/PodGroup', VOLCANO.scheduler], ['scheduling.x-k8s.io/PodGroup', COSCHEDULING.scheduler], ['scheduling.k8s.io/PodGroup', DEFAULT_SCHEDULER],
]);

/** Pods that name a gang at which their scheduler does not look. */
export const gangOfAnotherScheduler: Rule = {
  id: 'AIW2635',
  title: 'gang of a scheduler that does not schedule the pods',
  class: 'risky',
  reason: 'Each scheduler has groups of its own. Pods that name a group of one and are scheduled by another get their nodes one by one: those that have one hold their devices while the rest waits.',
  source: 'volcano pkg/scheduler/cache/event_handlers.go (pods of its schedulerName only, v1.14); scheduler-plugins manifests/install (v0.34); pkg/scheduler/framework/plugins/gangscheduling (v1.36)',
  remedy: 'Set schedulerName to the scheduler whose group it is: volcano, scheduler-plugins-scheduler, or nothing for spec.schedulingGroup.',
  appliesTo: ['every carrier of pods'],
  but: 'silent about gangs of this library, which name their scheduler; acknowledge it where the default scheduler was replaced by one that runs the coscheduling plugin, or where a webhook sets schedulerName',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      GANGS.forEach(({ type, nameOf, fieldOf }) => {
        const wanted = SCHEDULERS.get(type);
        const scheduler = schedulerOf(pods);
        if (wanted !== undefined && !pods.isOurs && nameOf(pods) !== undefined && isOther(scheduler, wanted)) {
          report(pods.carrier, {
            field: fieldOf(pods),
            message: `Invalid value: "${nameOf(pods)!}": is a group of ${wanted}, and the pods are scheduled by ${scheduler}, one by one`,
            help: wanted === DEFAULT_SCHEDULER ? 'leave schedulerName out' : `set schedulerName: ${wanted}, or the name under which it runs`,
          });
        }
      });
    }
  },
};

function schedulerOf({ spec }: PodSet): string {
  return asText(spec.schedulerName) ?? DEFAULT_SCHEDULER;
}

/** A scheduler may run under any name, so only those count that are surely another one. */
function isOther(scheduler: string, wanted: string): boolean {
  return scheduler !== wanted && [...SCHEDULERS.values()].includes(scheduler);
}
