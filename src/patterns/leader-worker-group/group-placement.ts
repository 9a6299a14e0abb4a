import { ApiObject } from 'cdk8s';
import { LeaderWorkerGroupPlan } from './group-plan';
import { BackendKind } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { forbidden, required } from '../../base/errors/invalid-input';
import { asList, objectAt } from '../../base/reading';
import { QUEUE_NAME } from '../../knowledge/queue';
import { Placement, planPlacement } from '../../pod/scheduling/placement';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { PlacedPods } from '../placement-texts';

/** Where the pods of each group run. */
export function planGroupPlacement(backend: BackendKind, props: LeaderWorkerGroupProps, target: Target): Placement {
  const placement = planPlacement(props.placement, target);
  checkZones(backend, placement);
  checkQueue(backend, props, placement);
  if (backend === 'leaderWorkerSet' && placement._kind === 'gang') {
    throw forbidden('placement', 'a gang for each group of a LeaderWorkerSet, which has one template for all of them',
      'use LeaderWorkerBackend.statefulSets(), or Placement.queueRequires');
  }
  return placement;
}

/**
 * From the second default set on for one group too, where it decides nothing: with the second group it would come into the template of the first, and restart
 * it. Held by test/identity/growth.test.ts.
 */
export function spreadsLeaders(placement: Placement, groups: number, target: Target): boolean {
  return placement._kind === 'firstPod' && (groups > 1 || target._since(DefaultSet.V2));
}

/** The groups as `explain()` and the advice at synth see them. */
export function placedGroups(placement: Placement, groups: number, props: LeaderWorkerGroupProps, target: Target): PlacedPods {
  return { placement, unit: 'group', units: groups, pods: props.size, devices: props.accelerator, zones: target.zones, isQueued: isQueued(props) };
}

function isQueued({ metadata }: LeaderWorkerGroupProps): boolean {
  return metadata?.labels?.[QUEUE_NAME] !== undefined;
}

function checkZones(backend: BackendKind, { _zones: zones }: Placement): void {
  if (backend === 'leaderWorkerSet' && zones.length > 1) {
    throw forbidden('placement', `${zones.length} zones for the groups of a LeaderWorkerSet, which has one template for all of them`,
      'name one zone with Placement.inZone, or use LeaderWorkerBackend.statefulSets()');
  }
}

/** Kueue places what is one workload to it. Source: kubernetes-sigs/kueue keps/2724-topology-aware-scheduling */
function checkQueue(backend: BackendKind, props: LeaderWorkerGroupProps, placement: Placement): void {
  if (!placement._byQueue) {
    return;
  }
  if (backend === 'statefulSets' && props.size > 1) {
    throw forbidden('placement', 'to Kueue the leader and the workers of a group are two StatefulSets, which it places apart',
      'use LeaderWorkerBackend.leaderWorkerSet() or singleStatefulSet(), or name the zone with Placement.inZone');
  }
}

/** Whoever names the queue, here or around the group, has done so by now. */
export function requireQueue({ placement, set }: LeaderWorkerGroupPlan, objects: readonly ApiObject[]): void {
  const isNamed = set ? namesQueue(objects[0], set.index) : objects.every(({ metadata }) => metadata.getLabel(QUEUE_NAME) !== undefined);
  if (placement._byQueue && !isNamed) {
    throw required(`metadata.labels[${QUEUE_NAME}]`, 'Kueue chooses the place of pods that have a queue only',
      'name the queue in this label or with a QueuedWorkload, or use another placement');
  }
}

/** The labels of a role reach its LeaderWorkerSet. */
function namesQueue(object: ApiObject, index: number): boolean {
  return objectAt(asList(objectAt(object.toJson(), 'spec').roles)[index], 'metadata', 'labels')[QUEUE_NAME] !== undefined;
}
