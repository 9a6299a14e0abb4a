import { RoleOfSet } from './backends/role-of-set';
import { LeaderWorkerGroupPlan } from './group-plan';
import { derivedNames } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { forbidden } from '../../base/errors/invalid-input';
import { DerivedName, serviceName } from '../../base/names';
import { APP_LABEL, REVISION_LENGTH } from '../../knowledge/disaggregated-set';

/* Groups that are one role of a common object: what is different from a LeaderWorkerSet of their own. */

/**
 * Why nothing scales a role. Source: kubernetes-sigs/lws config/crd/bases/disaggregatedset.x-k8s.io_disaggregatedsets.yaml (no scale),
 * pkg/controllers/disaggregatedset/disaggregatedset_controller.go reconcileRoleSimple (v0.9.0)
 */
export const UNSCALED_IN_SET = 'a DisaggregatedSet has no scale, and its controller sets the number of each LeaderWorkerSet back to that of the role: change groups in the manifests';

/**
 * The LeaderWorkerSet of a role of a common object. Its revision is a hash of what the API server stores of all roles, which nobody knows beforehand.
 *
 * Source: kubernetes-sigs/lws pkg/utils/disaggregatedset/utils.go GenerateName (v0.9.0)
 */
export function revisedSetName({ set, role }: RoleOfSet, revision: string): string {
  return `${set}-${revision}-${role}`;
}

/** For handles of groups and their members. */
export function requireNames({ set }: LeaderWorkerGroupPlan): void {
  if (set) {
    throw forbidden('group', `its pods are called ${revisedSetName(set, '<revision>')}-…, and the controller works the revision out of all templates`,
      'ask pods of the workload, by role, group and index, for labels, which stay');
  }
}

/** Those of a role of a common object. Source: kubernetes-sigs/lws pkg/controllers/disaggregatedset/service_manager.go GenerateServiceName (v0.9.0) */
export function namesInSet(name: string, set: RoleOfSet, groups: number, size: number): DerivedName[] {
  const revised = revisedSetName(set, 'x'.repeat(REVISION_LENGTH));
  const [serving, ...others] = derivedNames('leaderWorkerSet', revised, groups, size, []);
  return [{ ...serving, name: `${name}-serving` }, serviceName(`${revised}-prv`), ...others];
}

/** What hangs on names that change with each revision, or on a set of its own. */
export function checkInSet({ claims, rollout, podMetadata }: LeaderWorkerGroupProps): void {
  if (claims && claims.length > 0) {
    throw forbidden('claims', 'a change of any role makes other LeaderWorkerSets, whose pods have other names: their claims begin empty, and those of before stay behind',
      'use modelCache, or a volume that is not made for each pod');
  }
  if (rollout) {
    throw forbidden('rollout', 'the common object replaces all roles together, and its webhook refuses a partition', 'leave it out');
  }
  if (podMetadata?.labels?.[APP_LABEL] !== undefined) {
    throw forbidden(`podMetadata.labels[${APP_LABEL}]`, 'the controller writes its own value over it', 'use another label');
  }
}
