import { asText, objectAt } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { WORKLOAD_KINDS } from '../../kinds';
import { ChangeRule } from '../changes';

/** A field that says what becomes of data, and what the API server fills in. */
interface Policy {
  readonly field: string;
  readonly default: string;
  /** When the data go. */
  readonly then: string;
}

/** Of sets that have claims by ordinal. */
function policiesOfSet(claims: readonly string[]): Policy[] {
  const field = ['spec', ...claims, 'persistentVolumeClaimRetentionPolicy'].join('.');
  return [
    { field: `${field}.whenDeleted`, default: 'Retain', then: 'when the set is deleted or pruned, its claims are deleted with it' },
    { field: `${field}.whenScaled`, default: 'Retain', then: 'when the set gets smaller, the claims of the pods that go are deleted' },
  ];
}

/** Source: pkg/apis/apps/v1/defaults.go, pkg/apis/core/v1/defaults.go (v1.36); external-snapshotter client/apis/volumesnapshot/v1 (deletionPolicy is required) */
const POLICIES: ReadonlyMap<string, readonly Policy[]> = new Map([
  ...WORKLOAD_KINDS.flatMap(({ type, claims }): [string, Policy[]][] => (claims === undefined ? [] : [[type, policiesOfSet(claims)]])),
  ['PersistentVolume', [{ field: 'spec.persistentVolumeReclaimPolicy', default: 'Retain', then: 'when its claim is deleted, the volume and its data are deleted' }]],
  ['snapshot.storage.k8s.io/VolumeSnapshotClass', [{ field: 'deletionPolicy', default: '', then: 'snapshots of the class are deleted with their objects' }]],
  ['snapshot.storage.k8s.io/VolumeSnapshotContent', [{ field: 'spec.deletionPolicy', default: '', then: 'the snapshot is deleted with its object' }]],
]);

/** Data that were kept, and from now on go with the object that names them. */
export const lessProtected: ChangeRule = {
  id: 'AIW4011',
  title: 'data are no longer kept',
  class: 'lossy',
  reason: 'Retain kept the data when an object went that nobody meant to delete: a set that is pruned, renamed or moved, a claim that is deleted. With Delete the same mistake deletes them.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go, pkg/controller/volume/persistentvolume (v1.36)',
  remedy: 'Keep Retain, and delete by hand what nobody wants; or change the policy in the one change that is to delete the data, and accept the finding with that reason.',
  appliesTo: ['StatefulSet', 'LeaderWorkerSet', 'PersistentVolume', 'VolumeSnapshotClass', 'VolumeSnapshotContent'],
  check: ({ changed }, report) => {
    for (const { previous, next } of changed) {
      for (const policy of POLICIES.get(next.type) ?? []) {
        const [was, will] = [previous, next].map(object => valueOf(object, policy));
        if (was === 'Retain' && will === 'Delete') {
          report(next, {
            field: policy.field,
            message: `Invalid value: "Delete": was "Retain"${isWritten(previous, policy) ? '' : ', the default'}: ${policy.then}`,
            help: 'keep Retain, and delete by hand what nobody wants any more',
          });
        }
      }
    }
  },
};

function valueOf(object: Manifest, policy: Policy): string {
  return written(object, policy) ?? policy.default;
}

function isWritten(object: Manifest, policy: Policy): boolean {
  return written(object, policy) !== undefined;
}

function written({ body }: Manifest, { field }: Policy): string | undefined {
  const path = field.split('.');
  return asText(objectAt(body, ...path.slice(0, -1))[path.at(-1)!]);
}
