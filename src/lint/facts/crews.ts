import { Devices, podDevices } from './accelerators';
import { isScaled } from './autoscaling';
import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { leaderWorkerSize } from './group-carriers';
import { PodSet } from './pod-set';
import { isPresent } from '../../base/reading';

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

/** Kinds whose pods are alike and strangers to each other. */
const STRANGERS: ReadonlySet<string> = new Set(['Pod', 'ReplicationController', 'apps/Deployment', 'apps/ReplicaSet', 'apps/DaemonSet', 'argoproj.io/Rollout']);

/** Kinds whose pods form one group, or a number of groups that is known. */
const GROUPS: ReadonlySet<string> = new Set([
  'apps/StatefulSet', 'batch/Job', 'batch/CronJob', 'batch.volcano.sh/Job', 'jobset.x-k8s.io/JobSet', 'leaderworkerset.x-k8s.io/LeaderWorkerSet',
]);

const SIZE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['apps/StatefulSet', 'spec.replicas'],
  ['batch/Job', 'spec.parallelism'],
  ['batch/CronJob', 'spec.jobTemplate.spec.parallelism'],
  ['leaderworkerset.x-k8s.io/LeaderWorkerSet', 'spec.leaderWorkerTemplate.size'],
]);

/**
 * The pods that a set of pods works together with.
 *
 * @param belongs which sets of the same object take part.
 */
export function crewOf(facts: Facts, pods: PodSet, belongs: (set: PodSet) => boolean = () => true): Crew {
  const { type } = pods.carrier;
  if (STRANGERS.has(type)) {
    return sumOf([{ set: pods, pods: 1, devices: podDevices(facts, pods) }], false, '');
  }
  if (!GROUPS.has(type) && pods.carrier.group !== 'kubeflow.org' && pods.carrier.group !== 'ray.io') {
    return { isGroup: true, text: '', sizeField: 'spec' };
  }
  const members = podSetsOf(facts, pods.carrier).filter(set => set.labelsField === pods.labelsField || belongs(set))
    .map((set): Member => ({ set, pods: podsOf(facts, set), devices: podDevices(facts, set) }));
  return sumOf(members, true, SIZE_FIELDS.get(type) ?? 'spec');
}

function podsOf(facts: Facts, set: PodSet): number | undefined {
  if (set.carrier.type === 'leaderworkerset.x-k8s.io/LeaderWorkerSet') {
    return set.role === 'leader' ? 1 : leaderWorkerSize(set.carrier).size - 1;
  }
  // An elastic training job has as many as its operator likes.
  return isScaled(facts, set.carrier) || isPresent(set.carrier.spec.elasticPolicy) ? undefined : set.pods;
}

function sumOf(members: readonly Member[], isGroup: boolean, sizeField: string): Crew {
  const total = (values: readonly (number | undefined)[]) => (
    values.every(each => each !== undefined) ? (values as readonly number[]).reduce((sum, each) => sum + each, 0) : undefined);
  const devices = total(members.map(each => (each.pods === undefined || (each.devices && each.devices.count === undefined)
    ? undefined : each.pods * (each.devices?.count ?? 0))));
  const parts = members.filter(each => each.devices && each.pods !== 0).map(each => `${each.pods ?? '?'} ${nounOf(each)} x ${each.devices!.text}`);
  return {
    pods: total(members.map(each => each.pods)),
    devices,
    isGroup,
    text: `${parts.join(' + ')}${devices === undefined || (parts.length === 1 && members[0].pods === 1) ? '' : ` = ${devices}`}`,
    sizeField,
  };
}

function nounOf({ set, pods }: Member): string {
  return `${set.role ? `${set.role} ` : ''}pod${pods === 1 ? '' : 's'}`;
}
