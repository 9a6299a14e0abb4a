import { GangSchedulingPlan } from './plan';
import { GangSchedulerKind } from './scheduler';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { COSCHEDULING, NATIVE_GANG_API, VOLCANO } from '../../knowledge/gangs';

interface Words {
  readonly title: string;
  readonly resource: string;
  /** Where pods say it. */
  readonly named: string;
  readonly places: string;
}

const WORDS: { readonly [kind in GangSchedulerKind]: Words } = {
  volcano: {
    title: 'Volcano',
    resource: `podgroups.${VOLCANO.api.split('/')[0]}`,
    named: `annotation ${VOLCANO.groupAnnotation}`,
    places: 'the scheduler of Volcano: it gives places to all of a gang in one step, or takes them back',
  },
  coscheduling: {
    title: 'the coscheduling plugin',
    resource: `podgroups.${COSCHEDULING.api.split('/')[0]}`,
    named: `label ${COSCHEDULING.groupLabel}`,
    places: 'the scheduler with the plugin: pods that have a place wait, unbound, until the others have one, or give it back',
  },
  native: {
    title: "Kubernetes' own scheduler",
    resource: `podgroups.${NATIVE_GANG_API.split('/')[0]}`,
    named: 'spec.schedulingGroup',
    places: 'the default scheduler: all pods of a gang in one step, or none',
  },
};

/** What `explain()` of a GangScheduling prints. */
export function explainGangs(plan: GangSchedulingPlan): string {
  const { workload, namespace, scheduler: { _kind: kind, _schedulerName: schedulerName, _options: { topologyKey } }, starts, gangs } = plan;
  const words = WORDS[kind];
  const [{ least, pods }] = gangs;
  const explanation = new Explanation(`GangScheduling: pods of ${workload.name} are placed together by ${words.title}`)
    .sum('gangs', `${gangs.length}: a ${starts.unit} each`)
    .sum('start together', `${least} of ${pods} pods: ${starts.because}`)
    .choice('stands for it', starts.madeBy === undefined
      ? gangs.map(({ name }) => `PodGroup ${name}`).join('\n')
      : `a PodGroup that the controller of the ${starts.madeBy} makes for each ${starts.unit} and revision`)
    .choice('pods name it', starts.madeBy === undefined ? words.named : `${words.named}, which the webhook of the ${starts.madeBy} writes`)
    .choice('quota', quotaText(plan))
    .choice('places', `${words.places}${topologyKey === undefined ? '' : `, in one ${topologyKey}`}`);
  limits(explanation, plan);
  return explanation
    .operate('what it waits for', `kubectl${inNamespace(namespace)} get ${words.resource}   # and the events of its pods${schedulerName === 'default-scheduler' ? '' : `, of scheduler ${schedulerName}`}`)
    .toString();
}

/** Who says whether the pods may run at all. */
function quotaText({ scheduler: { _kind: kind, _options: { queue } }, queue: kueue }: GangSchedulingPlan): string {
  const name = kueue();
  const own = kind === 'volcano' ? `Queue ${queue ?? 'of the namespace, or default'} of Volcano, by what the gang asks for (minResources)` : undefined;
  const first = name === undefined ? undefined : `LocalQueue ${name} of Kueue, before any pod is scheduled`;
  return [first, own].filter(text => text !== undefined).join('\nthen ') || 'nobody: what has places runs';
}

function limits(explanation: Explanation, { workload, scheduler, starts, objects }: GangSchedulingPlan): void {
  const { _kind: kind, _schedulerName: schedulerName, _options: { topologyKey } } = scheduler;
  const placement = workload._placement;
  if (placement?._kind === 'firstPod' && topologyKey === undefined) {
    explanation.limit('one domain', `the first pod of a ${starts.unit} still chooses the ${placement._topologyKey}: where that is too small for all, nothing is held,\n`
      + 'and it may be chosen again though another one has room; Placement.anywhere, inZone, or Placement.gang with a domain do without');
  }
  if (starts.madeBy !== undefined) {
    explanation.limit('without its provider', `the controller of the ${starts.madeBy} makes PodGroups where it was started with gangSchedulingManagement.schedulerProvider: volcano;\n`
      + 'elsewhere Volcano places each pod by itself');
  }
  if (objects.some(({ apiGroup }) => apiGroup === 'ray.io')) {
    explanation.limit('beside KubeRay', 'an operator with a batch scheduler of its own (batchScheduler) makes another PodGroup, and the pods belong to that one: leave one of both out');
  }
  if (kind !== 'native' && schedulerName !== 'default-scheduler') {
    explanation.limit('two schedulers', `${schedulerName} and the default scheduler do not see each other's choices in time: give them different nodes, or all pods with devices to one of them`);
  }
  explanation.limit('afterwards', 'a gang is about the start: a pod that is lost later is placed alone, where there is room for it');
}
