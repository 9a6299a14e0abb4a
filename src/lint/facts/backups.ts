import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
import { asObject } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** What one object has Velero back up. */
export interface BackupSpec {
  readonly object: Manifest;
  readonly spec: PlainObject;
  /** Path of it: `spec`, or `spec.template` of a Schedule. */
  readonly field: string;
}

/** Every Backup, and what every Schedule makes. */
export function backups(facts: Facts): readonly BackupSpec[] {
  return [
    ...facts.ofType('velero.io/Backup').map(object => ({ object, spec: object.spec, field: 'spec' })),
    ...facts.ofType('velero.io/Schedule').map(object => ({ object, spec: asObject(object.spec.template), field: 'spec.template' })),
  ];
}
