import { DisaggregatedBackend } from './backend';
import { CutRole, RolloutCut, cutRollout, spareForAll } from './rollout-cut';
import { GivenPart } from './sides';
import { SidePlan } from './stage';
import { forbidden } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { MOST_ROLES } from '../../knowledge/disaggregated-set';
import { metadataBesideNames } from '../../pod/template/plain-api-object';

export const SET_API = 'disaggregatedset.x-k8s.io/v1';

/** The object that carries all roles, and how it replaces them. */
export interface SetPlan {
  readonly name: string;
  readonly roles: readonly CutRole[];
  readonly cut: RolloutCut;
  readonly spareDevices: number;
  /** Spare devices with which all roles would stay whole. */
  readonly spareForAll: number;
}

/** Pure. Undefined where each role has objects of its own. */
export function planSet(
  name: string, backend: DisaggregatedBackend | undefined, parts: readonly SidePlan[], spareDevices: number): SetPlan | undefined {
  if (backend?._kind !== 'disaggregatedSet') {
    return undefined;
  }
  if (parts.length > MOST_ROLES) {
    throw forbidden('backend', `a DisaggregatedSet has at most ${MOST_ROLES} roles, and these are ${parts.length}: ${parts.map(({ part }) => part).join(', ')}`,
      'use fewer pools, or DisaggregatedBackend.perRole()');
  }
  const roles = parts.map(({ least, devicesOfOne }) => ({ groups: least, devicesOfOne }));
  return { name, roles, cut: cutRollout(roles, spareDevices), spareDevices, spareForAll: spareForAll(roles) };
}

/** One role of the set. Source: kubernetes-sigs/lws api/disaggregatedset/v1/disaggregatedset_types.go (v0.9.0): a role is a template of a LeaderWorkerSet */
export function checkInSet({ field, role }: GivenPart): void {
  if (role._deployment) {
    throw forbidden(field, 'is a Deployment, and a DisaggregatedSet makes LeaderWorkerSets', 'use InferenceRole.groups with size 1, of which each group is one pod');
  }
  if (role._groups!.backend) {
    throw forbidden(`${field}.backend`, 'the DisaggregatedSet carries the groups of all roles', 'leave it out');
  }
  const [other] = Object.keys(metadataBesideNames(role._groups!.metadata));
  if (other !== undefined) {
    throw forbidden(`${field}.metadata.${other}`, 'a role has labels and annotations alone, which its LeaderWorkerSets get', 'give it to the whole');
  }
}

/** How one role is replaced, as it stands in the object. */
export function rollingUpdateOf({ cut }: SetPlan, index: number): PlainObject {
  const { maxUnavailable, maxSurge } = cut.roles[index];
  return { maxUnavailable, maxSurge };
}
