import { BackendKind } from './identity';
import { GroupRole } from './props';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { LABEL_GROUP, LABEL_NAME, LABEL_POD_INDEX, LABEL_ROLE, Labels } from '../../base/labels';

/** Source: kubernetes-sigs/lws v0.8.0 api/leaderworkerset/v1; its pod webhook writes them on every pod. */
export const LWS_GROUP_INDEX = 'leaderworkerset.sigs.k8s.io/group-index';
export const LWS_WORKER_INDEX = 'leaderworkerset.sigs.k8s.io/worker-index';
export const LWS_REVISION = 'leaderworkerset.sigs.k8s.io/template-revision-hash';

/** Which part of a workload is meant. */
export interface MemberSelection {
  readonly group?: number;
  readonly role?: GroupRole;
  readonly index?: number;
}

/** Labels that select exactly the meant pods, in the backend's own terms. */
export function selectorOf(backend: BackendKind, name: string, selection: MemberSelection): Labels {
  return {
    [LABEL_NAME]: name,
    ...groupLabels(backend, selection.group),
    ...roleLabels(backend, selection),
    ...indexLabels(backend, selection.index),
  };
}

function groupLabels(backend: BackendKind, group: number | undefined): Labels {
  if (group === undefined) {
    return {};
  }
  return { [backend === 'leaderWorkerSet' ? LWS_GROUP_INDEX : LABEL_GROUP]: String(group) };
}

/** In a single StatefulSet the role is not a label, since all pods share one template: the leader is the pod with index 0. */
function roleLabels(backend: BackendKind, selection: MemberSelection): Labels {
  const role = selection.role ?? (selection.index === undefined ? undefined : selection.index === 0 ? GroupRole.LEADER : GroupRole.WORKER);
  if (role === undefined) {
    return {};
  }
  if (backend !== 'singleStatefulSet') {
    return { [LABEL_ROLE]: role };
  }
  if (role === GroupRole.WORKER && selection.index === undefined) {
    throw forbidden('role', 'a label selector cannot say "every index but 0", and a single StatefulSet has one template for both roles',
      'use LeaderWorkerBackend.statefulSets(), where the role is a label; or select one index');
  }
  return role === GroupRole.LEADER ? { [LABEL_POD_INDEX]: '0' } : {};
}

function indexLabels(backend: BackendKind, index: number | undefined): Labels {
  if (index === undefined) {
    return {};
  }
  return { [backend === 'leaderWorkerSet' ? LWS_WORKER_INDEX : LABEL_POD_INDEX]: String(index) };
}

/** An index means something inside a group only: rank 1 stands in every group. */
export function checkSelection(selection: MemberSelection, groups: number, size: number): void {
  const { group, index, role } = selection;
  if (group !== undefined && (!Number.isInteger(group) || group < 0 || group >= groups)) {
    throw invalid('group', group, `the groups are 0 to ${groups - 1}`, 'name one of them, or raise groups');
  }
  if (index === undefined) {
    return;
  }
  if (group === undefined) {
    throw invalid('index', index, 'stands in every group, so a Service on it alone would mix their worlds', 'say which group as well');
  }
  if (!Number.isInteger(index) || index < 0 || index >= size) {
    throw invalid('index', index, `a group has the indexes 0 (the leader) to ${size - 1}`, 'name one of them, or raise size');
  }
  if (role !== undefined && (role === GroupRole.LEADER) !== (index === 0)) {
    throw invalid('index', index, `is not a ${role}: 0 is the leader, the others are workers`, 'leave the role out');
  }
}
