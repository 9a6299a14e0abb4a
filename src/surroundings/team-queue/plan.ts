import { ApiObject } from 'cdk8s';
import { QueueFlavor } from './flavor';
import { TeamQueueProps } from './props';
import { duplicate, forbidden, invalid, renamed, required } from '../../base/errors/invalid-input';
import { listed } from '../../base/text/listed';
import { collecting } from '../../given/mistakes/collecting';
import { checkNamePart, checkSubdomain, workloadName } from '../../kubernetes/refused/names';
import { Workload } from '../../workloads/handle/workload';
import { planQueue } from '../queued-workload/plan';

/** What a team may use, and what waits for it. */
export interface TeamQueuePlan {
  readonly name: string;
  readonly workloads: readonly Workload[];
  /** Those of the workloads, once each; undefined stands for one that nobody names. */
  readonly namespaces: readonly (string | undefined)[];
  readonly flavors: readonly QueueFlavor[];
  /** The device that is counted; undefined where there is none. */
  readonly device?: string;
  readonly cohort?: string;
  readonly reclaim: boolean;
  readonly priorityClass?: string;
  /** What of the workloads asks for quota, when it is asked. */
  readonly objects: () => readonly ApiObject[];
}

/** Pure: the queues of a team, and the device that its quota counts. */
export function planTeamQueue(id: string, given: TeamQueueProps): TeamQueuePlan {
  return collecting(given, (props, attempt) => {
    // A label of what waits in it, so no longer than one.
    const name = attempt(() => checkNamePart(props.name === undefined ? 'id' : 'name', workloadName(id, props.name)));
    const workloads = attempt(() => workloadsOf(name, props));
    const flavors = attempt(() => flavorsOf(props));
    const device = attempt(() => deviceOf(workloads, flavors));
    const cohort = attempt(() => cohortOf(props, flavors));
    return {
      name,
      workloads,
      namespaces: attempt(() => [...new Set(workloads.map(({ namespace }) => namespace))]),
      flavors,
      device,
      cohort,
      reclaim: attempt(() => props.reclaim ?? cohort !== undefined),
      priorityClass: attempt(() => props.priorityClass),
      objects: () => workloads.flatMap(workload => workload._queued.objects),
    };
  });
}

function workloadsOf(name: string, { workloads, priorityClass }: TeamQueueProps): Workload[] {
  if (workloads.length === 0) {
    throw required('workloads', 'the quota follows from what waits for it, and nothing does', 'name the workloads of the team');
  }
  const all = workloads.map(each => each.workload._planned);
  all.forEach((workload, index) => {
    if (all.indexOf(workload) !== index) {
      throw duplicate(`workloads[${index}]`, workload.name, 'is named twice', 'name it once');
    }
  });
  // What Kueue does not admit is told here, at the workload.
  workloads.forEach((workload, index) => renamed(({ field }) => (field === 'workload' ? `workloads[${index}]` : field), () => planQueue({ workload, queueName: name, priorityClass })));
  return all;
}

function flavorsOf({ flavors }: TeamQueueProps): readonly QueueFlavor[] {
  if (flavors.length === 0) {
    throw required('flavors', 'without a kind of nodes there is no quota, and nothing is ever admitted', 'give one');
  }
  flavors.forEach(({ _name: name }, index) => {
    if (flavors.findIndex(other => other._name === name) !== index) {
      throw duplicate(`flavors[${index}]`, name, 'a kind of nodes is named twice', 'give its quota once');
    }
  });
  return [...flavors];
}

/** Kueue counts resources by name, and devices of a claim only where its configuration says as what. */
function deviceOf(workloads: readonly Workload[], flavors: readonly QueueFlavor[]): string | undefined {
  const accelerators = workloads.flatMap(({ roles }) => roles.flatMap(({ accelerator }) => accelerator ?? []));
  if (accelerators.some(({ _request: request }) => request !== undefined)) {
    throw forbidden('workloads', 'devices of a claim are not counted: Kueue knows them where deviceClassMappings of its configuration names a resource for their class (alpha)',
      'use Accelerator.nvidia(count) and the like, or make the queues yourself');
  }
  const names = [...new Set(accelerators.map(({ resourceName }) => resourceName))];
  if (names.length > 1) {
    throw invalid('workloads', names, 'are different devices, and a number of accelerators would be of one of them', 'make a queue for each');
  }
  const counted = flavors.findIndex(({ _quota: { accelerators: count } }) => count !== undefined);
  if (names.length === 0 && counted >= 0) {
    throw forbidden(`flavors[${counted}].accelerators`, `${listed(workloads.map(({ name }) => name))} ask for no devices`, 'leave accelerators out');
  }
  const missing = flavors.findIndex(({ _quota: { accelerators: count } }) => count === undefined);
  if (names.length > 0 && missing >= 0) {
    throw required(`flavors[${missing}].accelerators`, `the workloads ask for ${names[0]}, and what no quota covers is never admitted`, 'say how many the team may use');
  }
  return names[0];
}

function cohortOf({ cohort, reclaim }: TeamQueueProps, flavors: readonly QueueFlavor[]): string | undefined {
  if (cohort !== undefined) {
    return checkSubdomain('cohort', cohort);
  }
  const borrowing = flavors.findIndex(({ _quota: { borrow } }) => borrow !== undefined);
  if (borrowing >= 0) {
    throw required('cohort', `flavors[${borrowing}] may borrow, and there is nobody to borrow from`, 'name the cohort, or leave borrow out');
  }
  if (reclaim === true) {
    throw forbidden('reclaim', 'outside of a cohort nobody borrows', 'leave it out, or name the cohort');
  }
  return undefined;
}
