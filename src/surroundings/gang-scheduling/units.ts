import { ApiObject } from 'cdk8s';
import { GangSchedulingProps } from './props';
import { GangScheduler } from './scheduler';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { asText, objectAt } from '../../base/reading';
import { COSCHEDULING, VOLCANO } from '../../knowledge/gangs';
import { DEFAULT_SCHEDULER } from '../../knowledge/kube-scheduler';
import { PodSet } from '../../lint/facts/pod-set';
import { Workload } from '../../workloads/handle/workload';
import { StartFacts, StartUnit } from '../../workloads/handle/workload-facts';
import { podSetsIn, readable } from '../pod-templates';

/** What of a workload begins together, if a scheduler can be told so. */
export function unitsOf(workload: Workload, { scheduler, minimum }: GangSchedulingProps): StartFacts {
  if (workload.apiObjects.length === 0) {
    throw forbidden('workload', `the app holds no object of ${workload.name}, and its pods have to name the gang`, 'write that where they are made');
  }
  checkPlacement(workload, scheduler);
  const starts = withMinimum(startsOf(workload, minimum), minimum);
  checkMaker(starts, scheduler, workload);
  starts.units.flatMap(({ objects }) => objects).forEach(object => {
    checkKept(object, scheduler);
    checkFree(object, scheduler);
  });
  return starts;
}

function startsOf(workload: Workload, minimum: number | undefined): StartFacts {
  const starts = workload._starts;
  if (starts === undefined) {
    return ofStatefulSet(workload, minimum);
  }
  if ('refusal' in starts) {
    throw forbidden('workload', starts.refusal, starts.help);
  }
  return starts;
}

/** Of one that somebody made, only that somebody knows whether its pods need each other. */
function ofStatefulSet(workload: Workload, minimum: number | undefined): StartFacts {
  const { name, apiObjects: [object] } = workload;
  if (minimum === undefined) {
    throw required('minimum', `nothing says how many pods of ${object.kind} ${name} need each other`, 'give it: usually all of them');
  }
  if (workload._isScaled) {
    throw forbidden('workload', `${name} has an autoscaler, which may leave fewer pods than start together`, 'take the autoscaler away, or leave the gang out');
  }
  const spec = readable(object)?.spec;
  const policy = spec && (asText(spec.podManagementPolicy) ?? 'OrderedReady');
  if (policy !== undefined && policy !== 'Parallel') {
    throw forbidden('workload', `${object.kind} ${name} makes a pod when the one before it is ready (podManagementPolicy: ${policy}), and the first one waits for the others`, 'set podManagementPolicy to Parallel');
  }
  const pods = workload._select({}).least;
  return { unit: 'set', because: 'as given: minimum', units: [{ name, pods, least: pods, objects: [object] }] };
}

function withMinimum(starts: StartFacts, minimum: number | undefined): StartFacts {
  if (minimum === undefined) {
    return starts;
  }
  const [{ least, pods }] = starts.units;
  const isGiven = starts.unit === 'set';
  wholeNumber('minimum', minimum, { min: 1 });
  if (minimum > pods) {
    throw invalid('minimum', minimum, `a ${starts.unit} has ${pods} pods, so it never starts`, `give at most ${pods}`);
  }
  if (!isGiven && minimum < least) {
    throw invalid('minimum', minimum, `the ${starts.unit} needs ${least}: ${starts.because}`, `give ${least === pods ? least : `${least} to ${pods}`}, or leave it out`);
  }
  if (minimum === 1) {
    throw invalid('minimum', minimum, 'a gang of one pod waits for nobody', 'give two or more, or leave the gang out');
  }
  return { ...starts, because: isGiven ? starts.because : `${starts.because}; given: ${minimum}`, units: starts.units.map((unit): StartUnit => ({ ...unit, least: minimum })) };
}

/** One template for several gangs cannot name each; a controller that knows the scheduler makes them. */
function checkMaker({ madeBy, unit }: StartFacts, { _kind: kind }: GangScheduler, { name }: Workload): void {
  if (madeBy !== undefined && kind !== 'volcano') {
    throw forbidden('scheduler', `all ${unit}s of ${name} share the template of one ${madeBy}, whose pods would name one gang together; its controller makes a PodGroup for each ${unit} of Volcano alone`,
      'use GangScheduler.volcano(), LeaderWorkerBackend.statefulSets(), or Kueue (QueuedWorkload), which admits each group as one');
  }
}

function checkPlacement({ _placement: placement, name }: Workload, { _kind: kind, _options: { topologyKey } }: GangScheduler): void {
  if (placement?._kind === 'gang') {
    throw duplicate('workload', name, 'is placed as a gang already (Placement.gang)', 'say it once: here, or in its placement');
  }
  if (kind === 'native' && topologyKey !== undefined && placement?._topologyKey !== undefined) {
    throw forbidden('scheduler', `the placement of ${name} chooses a domain of ${placement._topologyKey} as well, with the first pod`, `use Placement.gang(${JSON.stringify(topologyKey)}) in place of both`);
  }
}

/** The definitions of extensions have the pods of the Kubernetes that they were made with, and drop what that did not know. */
function checkKept({ apiGroup, kind, name }: ApiObject, { _kind: scheduler }: GangScheduler): void {
  if (scheduler === 'native' && apiGroup.includes('.')) {
    throw forbidden('scheduler', `the definition of ${kind} (${name}) does not know spec.schedulingGroup of pods, which an API server drops from it`,
      'use GangScheduler.volcano() or coscheduling(), or a backend of plain objects');
  }
}

/** Whoever names another scheduler or another gang means it. */
function checkFree(object: ApiObject, scheduler: GangScheduler): void {
  podSetsOf(object).forEach(pods => {
    const named = asText(pods.spec.schedulerName);
    if (named !== undefined && named !== scheduler._schedulerName) {
      throw duplicate('scheduler', named, `is the scheduler of the pods of ${object.kind} ${object.name} already, and the gang is placed by ${scheduler._schedulerName}`, 'take schedulerName away there, or give the same here');
    }
    const gang = gangIn(pods);
    if (gang !== undefined) {
      throw duplicate('workload', gang, `is the gang of the pods of ${object.kind} ${object.name} already`, 'say it once');
    }
  });
}

function gangIn(pods: PodSet): string | undefined {
  return asText(pods.annotations[VOLCANO.groupAnnotation]) ?? asText(pods.labels[COSCHEDULING.groupLabel]) ?? asText(objectAt(pods.spec, 'schedulingGroup').podGroupName);
}

/** None where it cannot be rendered yet. */
function podSetsOf(object: ApiObject): readonly PodSet[] {
  try {
    return podSetsIn(object);
  } catch {
    return [];
  }
}

/** Whether pods have to be told who schedules them. */
export function isNamed({ _schedulerName: name }: GangScheduler): boolean {
  return name !== DEFAULT_SCHEDULER;
}
