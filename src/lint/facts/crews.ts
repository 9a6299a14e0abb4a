import { Devices, podDevices } from './accelerators';
import { isScaled } from './autoscaling';
import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { isPresent } from '../../base/reading';
import { workloadKindOf } from '../kinds';

/** Pods that work as one: the group of a LeaderWorkerSet, the pods of a Job, a Ray cluster, or a single pod. */
export interface Crew {
  /** Undefined where an autoscaler or an unknown controller decides. */
  readonly pods?: number;
  /** Devices of all of them together; undefined where unknown. */
  readonly devices?: number;
  /** Whether the pods know of each other at all: replicas of a Deployment do not. */
  readonly isGroup: boolean;
  /** The sum in words: `1 leader x nvidia.com/gpu 8 + 1 worker x nvidia.com/gpu 8 = 16`. */
  readonly text: string;
  /** Where the number of pods stands in the carrier. */
  readonly sizeField: string;
}

interface Member {
  readonly set: PodSet;
  readonly pods?: number;
  readonly devices?: Devices;
}

/**
 * The pods that a set of pods works together with.
 *
 * @param belongs which sets of the same object take part.
 */
export function crewOf(facts: Facts, pods: PodSet, belongs: (set: PodSet) => boolean = () => true): Crew {
  const kind = workloadKindOf(pods.carrier);
  if (kind.together === 'strangers') {
    return sumOf([{ set: pods, pods: 1, devices: podDevices(facts, pods) }], false, '');
  }
  if (kind.together !== 'group') {
    return { isGroup: true, text: '', sizeField: 'spec' };
  }
  const own = kind.crew?.(pods);
  const members = podSetsOf(facts, pods.carrier).filter(set => kind.crew?.(set) === own && (set.labelsField === pods.labelsField || belongs(set)))
    .map((set): Member => ({ set, pods: podsOfCrew(facts, set), devices: podDevices(facts, set) }));
  return sumOf(members, true, kind.sizeField ?? 'spec');
}

/** Pods of a set in one group; undefined where an autoscaler decides. */
export function podsOfCrew(facts: Facts, set: PodSet): number | undefined {
  const { podsOfGroup } = workloadKindOf(set.carrier);
  if (podsOfGroup !== undefined) {
    return podsOfGroup(set);
  }
  // An elastic training job has as many as its operator likes.
  return isScaled(facts, set.carrier) || isPresent(set.carrier.spec.elasticPolicy) ? undefined : set.pods;
}

function sumOf(members: readonly Member[], isGroup: boolean, sizeField: string): Crew {
  const total = (values: readonly (number | undefined)[]) => (
    values.every(each => each !== undefined) ? (values as readonly number[]).reduce((sum, each) => sum + each, 0) : undefined);
  const devices = total(members.map(each => (each.pods === undefined || (each.devices && each.devices.count === undefined)
    ? undefined : each.pods * (each.devices?.count ?? 0))));
  const holders = members.filter(each => each.devices && each.pods !== 0);
  const parts = holders.map(each => `${each.pods ?? '?'} ${nounOf(each)} x ${each.devices!.text}`);
  return {
    pods: total(members.map(each => each.pods)),
    devices,
    isGroup,
    text: `${parts.join(' + ')}${devices === undefined || (holders.length === 1 && holders[0].pods === 1) ? '' : ` = ${devices}`}`,
    sizeField,
  };
}

function nounOf({ set, pods }: Member): string {
  return `${set.role ? `${set.role} ` : ''}pod${pods === 1 ? '' : 's'}`;
}
