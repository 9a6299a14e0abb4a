import { asObject, asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

const SNAPSHOT_GROUP = 'snapshot.storage.k8s.io';

/** What a claim is filled from, and what a snapshot is taken of: weights are often copied this way. */
export const volumeSourceNotFound: Rule = {
  id: 'AIW2138',
  title: 'source of a claim or snapshot not found',
  class: 'risky',
  reason: 'A claim whose snapshot or source claim does not exist stays Pending, and with it every pod that mounts it; a snapshot of no claim never becomes ready.',
  source: 'k8s.io/api core/v1 types.go PersistentVolumeClaimSpec.dataSourceRef (v0.36); external-snapshotter pkg/common-controller/snapshot_controller.go',
  remedy: 'Correct the name: the source stands in the namespace of the claim, unless its namespace is given and granted.',
  appliesTo: ['PersistentVolumeClaim', 'VolumeSnapshot'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    facts.ofType('PersistentVolumeClaim').forEach(claim => {
      const field = claim.spec.dataSourceRef === undefined ? 'dataSource' : 'dataSourceRef';
      const source = asObject(claim.spec[field]);
      const kind = asText(source.kind);
      const type = source.apiGroup === SNAPSHOT_GROUP ? `${SNAPSHOT_GROUP}/${kind}` : kind;
      if (type === `${SNAPSHOT_GROUP}/VolumeSnapshot` || type === 'PersistentVolumeClaim') {
        check(facts, report, claim, { type, field: `spec.${field}.name`, name: asText(source.name), place: asText(source.namespace) });
      }
    });
    facts.ofType(`${SNAPSHOT_GROUP}/VolumeSnapshot`).forEach(snapshot => check(facts, report, snapshot, {
      type: 'PersistentVolumeClaim',
      field: 'spec.source.persistentVolumeClaimName',
      name: asText(asObject(snapshot.spec.source).persistentVolumeClaimName),
    }));
  },
};

interface Source {
  readonly type: string;
  readonly field: string;
  readonly name?: string;
  readonly place?: string;
}

function check(facts: Facts, report: Report, subject: Manifest, { type, field, name, place = subject.place }: Source): void {
  if (name !== undefined) {
    reportMissing(facts, report, { subject, field, type, place, name, usuallyElsewhere: true, atMost: 'risky' });
  }
}
