import { PodSet } from './pod-set';
import { asObject } from '../../base/reading';

/** Whether pods are for nodes with Windows, which has neither numbers of users nor modes of files. */
export function isForWindows({ spec }: PodSet): boolean {
  return asObject(spec.os).name === 'windows' || asObject(spec.nodeSelector)['kubernetes.io/os'] === 'windows';
}
