import { ApiObject } from 'cdk8s';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { QUEUE_TOPOLOGY_GROUP } from '../../knowledge/queue';
import { Placement, placementAnnotations } from '../../pod/scheduling/placement';
import { Workload } from '../../workloads/handle/workload';
import { podSetsIn } from '../pod-templates';

/** An object, and how much of it is admitted as one. */
interface Queued {
  readonly object: ApiObject;
  readonly unit: string;
}

/** What pods say, so that Kueue finds places for what it admits. */
export function placedByQueue(workload: Workload, objects: readonly Queued[], placement: Placement | undefined): Labels {
  if (placement === undefined) {
    return {};
  }
  if (!placement._byQueue) {
    throw invalid('placement', placement._kind, 'is no choice of Kueue', 'use Placement.queueRequires(level) or Placement.queuePrefers(level)');
  }
  if (workload._placement !== undefined) {
    throw forbidden('placement', `${workload.name} has a placement of its own, ${workload._placement._kind}, which stays in its pods`, 'give it there: placement of the pattern');
  }
  const single = objects.find(({ unit }) => unit === 'pod');
  if (single) {
    throw forbidden('placement', `each pod of ${single.object.kind} ${single.object.name} is admitted by itself, so no two of them are placed together`, 'leave it out');
  }
  const starts = workload._starts;
  const apart = starts && 'units' in starts ? starts.units.find(unit => unit.objects.length > 1) : undefined;
  if (apart) {
    throw forbidden('placement', `${workload.name} is ${apart.objects.length} objects (${apart.objects.map(({ kind, name }) => `${kind} ${name}`).join(', ')}), which Kueue places apart`, 'leave it out');
  }
  const kinds = Math.max(...objects.map(({ object }) => kindsOf(object)));
  return { ...placementAnnotations(placement), ...(kinds > 1 ? { [QUEUE_TOPOLOGY_GROUP]: workload.name } : {}) };
}

/** Kinds of pods that are placed as one. */
function kindsOf(object: ApiObject): number {
  const sets = podSetsIn(object).filter(({ pods }) => pods !== 0);
  if (sets.length > 2) {
    throw forbidden('placement', `${object.kind} ${object.name} has ${sets.length} kinds of pods (${sets.map(({ role }) => role).join(', ')}), and Kueue places at most two as one: each would get a domain of its own`, 'leave it out');
  }
  if (sets.length === 2 && sets.every(({ pods }) => pods !== 1)) {
    throw forbidden('placement', `${object.kind} ${object.name} has two kinds of several pods each (${sets.map(({ role, pods }) => `${pods} of ${role}`).join(', ')}), and Kueue places two as one where one of them is a single pod`, 'leave it out');
  }
  return sets.length;
}
