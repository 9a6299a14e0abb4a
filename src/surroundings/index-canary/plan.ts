import { ApiObject } from 'cdk8s';
import { IndexCanaryProps } from './props';
import { canaryService, CanaryService } from './service';
import { forbidden, invalid, renamed, required, wholeNumber } from '../../base/errors/invalid-input';
import { numbersFrom } from '../../base/numbers';
import { PlainObject } from '../../base/plain';
import { objectAt } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { collecting } from '../../given/mistakes/collecting';
import { workloadName } from '../../kubernetes/refused/names';
import { DEFAULT_GRACE_SECONDS } from '../../pod/lifecycle/drain';
import { UNKNOWN_START_SECONDS } from '../../pod/lifecycle/load-times';
import { PodPart } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadPurpose } from '../../workloads/handle/workload-facts';

/** One StatefulSet whose last pods run the new template. */
export interface IndexCanaryPlan {
  readonly name: string;
  readonly workload: Workload;
  readonly namespace?: string;
  readonly set: ApiObject;
  readonly setName: string;
  /** Index of its first pod, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** Pods that run the new template, the last ones. */
  readonly updated: number;
  /** Pods on the new template after each step. */
  readonly points: readonly number[];
  /** Longest time for one pod, from its deletion until it is ready. */
  readonly secondsPerPod: number;
  readonly service?: CanaryService;
}

/** Pure: which set, how many of its pods, and in which steps. */
export function planIndexCanary(id: string, given: IndexCanaryProps): IndexCanaryPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    const workload = attempt(() => props.workload.workload._planned);
    const set = attempt(() => setOf(workload, props.part ?? {}));
    const updated = attempt(() => updatedOf(set, props.indexes));
    const perStep = attempt(() => props.podsPerStep === undefined ? set.count : wholeNumber('podsPerStep', props.podsPerStep, { min: 1 }));
    return {
      name,
      workload,
      namespace: attempt(() => workload.namespace),
      ...set,
      updated,
      points: attempt(() => pointsOf(set.count, updated, perStep)),
      secondsPerPod: attempt(() => secondsOf(workload, props.part?.role)),
      service: attempt(() => canaryService(workload, { ...props.part, index: set.first + set.count - 1 }, name, props.port)),
    };
  });
}

type FoundSet = Pick<IndexCanaryPlan, 'set' | 'setName' | 'first' | 'count'>;

function setOf(workload: Workload, part: PodPart): FoundSet {
  refuseOthers(workload, part);
  const { names } = renamed(({ field }) => `part.${field}`, () => workload._select(part));
  const sets = [...new Set(names.map(setNameOf))];
  if (sets.length > 1) {
    throw required('part', `${workload.name} is ${sets.length} StatefulSets (${listed(sets)}), and a partition is of one`, `say which: ${waysOf(workload)}`);
  }
  const set = workload.apiObjects.find(({ kind, name }) => kind === 'StatefulSet' && name === sets[0]);
  if (!set || names.length < 2) {
    throw forbidden('workload', set === undefined ? `no StatefulSet of the app carries pods of ${workload.name}` : `${sets[0]} has one pod, so it would be replaced as a whole`,
      set === undefined ? 'give a workload that one or several StatefulSets carry' : 'give it two pods at least, or change it at once');
  }
  refuseOnDelete(set);
  const numbers = names.map(name => Number(name.slice(name.lastIndexOf('-') + 1)));
  return { set, setName: sets[0], first: Math.min(...numbers), count: numbers.length };
}

/** Workloads whose pods cannot differ in their template, or where nothing but their controller decides. */
function refuseOthers(workload: Workload, part: PodPart): void {
  const { name, purpose, groups, apiObjects, _isScaled } = workload;
  if (groups !== undefined) {
    throw forbidden('workload', `the pods of a group of ${name} work as one, so none of them can be of another version than the others`,
      'use Rollout.canary({ parts, previous }), which changes whole groups, with LeaderWorkerSet Rollout.partition');
  }
  if (purpose === WorkloadPurpose.RUN) {
    throw forbidden('workload', `${name} works until it is done, and its template does not change while it does`, 'start a second run with the change');
  }
  if (part.index !== undefined) {
    throw forbidden('part.index', 'indexes names the pods', 'leave it out');
  }
  const other = apiObjects.find(({ kind }) => kind !== 'StatefulSet');
  if (apiObjects.length === 0 || other) {
    throw forbidden('workload', other ? `pods of the ${other.kind} ${other.name} have no index that its controller updates by` : `the app holds no object of ${name}`,
      other?.kind === 'Deployment' ? 'use ModelVariants with a second workload' : 'give a workload that one or several StatefulSets carry');
  }
  if (_isScaled) {
    throw forbidden('workload', `an autoscaler changes the number of pods of ${name}, and the highest indexes with it`, 'take the autoscaler away until the canary is over');
  }
}

function waysOf({ zones, roles }: Workload): string {
  return zones.length > 0 ? `part: { zone: '${zones[0]}' }` : `part: { role: '${roles[roles.length - 1].name}' }`;
}

function setNameOf(pod: string): string {
  return pod.slice(0, pod.lastIndexOf('-'));
}

function refuseOnDelete(set: ApiObject): void {
  const { type, rollingUpdate } = strategyOf(set);
  if (type === 'OnDelete') {
    throw forbidden('workload', `${set.name} has updateStrategy OnDelete, so pods are replaced by whoever deletes them`, 'leave Rollout.onDelete out, or choose the pods by deleting them');
  }
  if (Number(objectAt({ rollingUpdate }, 'rollingUpdate').partition ?? 0) > 0) {
    throw forbidden('workload', `${set.name} has a partition already`, 'say once which pods have the new template');
  }
}

/** Of the manifest as it is now; empty where it cannot be rendered yet, which is told at synth. */
export function strategyOf(set: ApiObject): PlainObject {
  try {
    return objectAt(set.toJson() as PlainObject, 'spec', 'updateStrategy') as PlainObject;
  } catch {
    return {};
  }
}

function updatedOf({ setName, first, count }: FoundSet, indexes: readonly number[]): number {
  const last = first + count - 1;
  indexes.forEach((index, place) => {
    wholeNumber(`indexes[${place}]`, index, { min: 0 });
    if (index < first || index > last) {
      throw invalid(`indexes[${place}]`, index, `no pod of ${setName} has it: there are ${first} to ${last}`, 'name those that there are');
    }
    if (indexes.indexOf(index) < place) {
      throw invalid(`indexes[${place}]`, index, 'stands here already', 'name each index once');
    }
  });
  const gap = numbersFrom(last - indexes.length + 1, indexes.length).reverse().find(index => !indexes.includes(index));
  if (gap !== undefined) {
    const lowest = Math.min(...indexes);
    throw invalid('indexes', indexes,
      `the controller replaces the highest index first and stops at a lowest one: with ${lowest} goes ${listed(numbersFrom(lowest + 1, last - lowest).map(String))} as well`,
      `give [${listed(numbersFrom(lowest, last - lowest + 1).map(String))}] or [${last}]; an index of your choice needs a StatefulSet of its own (ModelVariants shares requests between both)`);
  }
  return indexes.length;
}

/** Nobody, the first one, where it is now, and on from there. */
function pointsOf(count: number, updated: number, perStep: number): number[] {
  const points = new Set([0, 1, updated]);
  for (let point = Math.max(1, updated) + perStep; point < count; point += perStep) {
    points.add(point);
  }
  return [...points.add(count)].sort((one, other) => one - other);
}

function secondsOf({ roles }: Workload, role: string | undefined): number {
  const { startSeconds = UNKNOWN_START_SECONDS, graceSeconds = DEFAULT_GRACE_SECONDS } = roles.find(({ name }) => name === role) ?? roles[0] ?? {};
  return startSeconds + graceSeconds;
}
