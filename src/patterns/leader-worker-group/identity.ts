import { LeaderWorkerBackend } from './choices';
import { DerivedName, serviceName, statefulSetNames } from '../../base/names';

export type BackendKind = LeaderWorkerBackend['_kind'];

/*
 * Names and addresses, from the pattern's name, the group, the role and the index. Users' data and traffic hang on them: nothing here may change
 * within a major version.
 */

export const LEADER_INDEX = 0;

export function leaderSetName(name: string, group: number): string {
  return `${name}-${group}-leader`;
}

export function workerSetName(name: string, group: number): string {
  return `${name}-${group}-worker`;
}

export function groupSetName(name: string, group: number): string {
  return `${name}-${group}`;
}

/** The pod's name, which is its hostname too. */
export function memberName(backend: BackendKind, name: string, group: number, index: number): string {
  switch (backend) {
    case 'statefulSets':
      return index === LEADER_INDEX ? `${leaderSetName(name, group)}-0` : `${workerSetName(name, group)}-${index}`;
    case 'singleStatefulSet':
      return `${groupSetName(name, group)}-${index}`;
    case 'leaderWorkerSet':
      // Source: kubernetes-sigs/lws v0.8.0 pkg/controllers: the leader StatefulSet <lws>, worker StatefulSets <lws>-<group> from ordinal 1
      return index === LEADER_INDEX ? `${name}-${group}` : `${name}-${group}-${index}`;
  }
}

/** Resolves inside the cluster: the headless Service has the pattern's name (with LeaderWorkerSet its controller makes it). */
export function memberAddress(backend: BackendKind, name: string, namespace: string | undefined, group: number, index: number): string {
  const host = `${memberName(backend, name, group, index)}.${name}`;
  return namespace === undefined ? host : `${host}.${namespace}`;
}

/** Every name that somebody makes out of the pattern's name; the last group and index are the longest. */
export function derivedNames(backend: BackendKind, name: string, groups: number, size: number, claims: readonly string[]): DerivedName[] {
  const lastGroup = groups - 1;
  const lastIndex = Math.max(size - 1, 0);
  switch (backend) {
    case 'statefulSets':
      return [
        serviceName(`${name}-serving`),
        ...statefulSetNames(leaderSetName(name, lastGroup), LEADER_INDEX, claims),
        ...(size > 1 ? statefulSetNames(workerSetName(name, lastGroup), lastIndex, claims) : []),
      ];
    case 'singleStatefulSet':
      return [serviceName(`${name}-serving`), ...statefulSetNames(groupSetName(name, lastGroup), lastIndex, claims)];
    case 'leaderWorkerSet':
      return [
        serviceName(`${name}-serving`),
        ...statefulSetNames(name, lastGroup, claims),
        ...(size > 1 ? statefulSetNames(groupSetName(name, lastGroup), lastIndex, claims) : []),
      ];
  }
}
