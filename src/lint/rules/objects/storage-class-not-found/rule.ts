import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { WORKLOAD_KINDS } from '../../../kinds';
import { Report, Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

type Check = (carrier: Manifest, claim: PlainObject, field: string) => void;

/** Storage classes that claims and claim templates name. No class at all is the default class. */
export const storageClassNotFound: Rule = {
  id: 'AIW2119',
  title: 'storage class not found',
  class: 'risky',
  reason: 'A claim of a storage class that does not exist stays Pending, and with it every pod that mounts it, unless somebody makes a volume for it by hand.',
  source: 'pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim (v1.36)',
  remedy: 'Name a storage class of the cluster (kubectl get storageclass), or leave the name out to use the default class.',
  appliesTo: ['PersistentVolumeClaim', 'StatefulSet', 'LeaderWorkerSet', 'JobSet', 'every carrier of pods with ephemeral volumes'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    const check = checkerOf(facts, report);
    facts.ofType('PersistentVolumeClaim').forEach(claim => check(claim, claim.spec, 'spec'));
    for (const { type, claims } of WORKLOAD_KINDS.filter(kind => kind.claims !== undefined)) {
      const field = ['spec', ...claims!, 'volumeClaimTemplates'].join('.');
      facts.ofType(type).forEach(carrier => eachTemplate(check, carrier, objectAt(carrier.spec, ...claims!).volumeClaimTemplates, field));
    }
    facts.ofType('jobset.x-k8s.io/JobSet').forEach(carrier => asList(carrier.spec.volumeClaimPolicies).forEach((policy, index) => (
      eachTemplate(check, carrier, policy.templates, `spec.volumeClaimPolicies[${index}].templates`))));
    facts.get(podSets).forEach(pods => asList(pods.spec.volumes).forEach((volume, index) => {
      if (volume.ephemeral !== undefined) {
        check(pods.carrier, objectAt(volume.ephemeral, 'volumeClaimTemplate', 'spec'), pods.at(`volumes[${index}].ephemeral.volumeClaimTemplate.spec`));
      }
    }));
  },
};

function eachTemplate(check: Check, carrier: Manifest, templates: unknown, field: string): void {
  asList(templates).forEach((template, index) => check(carrier, asObject(template.spec), `${field}[${index}].spec`));
}

/** A class may be no more than a word that a claim and volumes made by hand have in common. */
function checkerOf(facts: Facts, report: Report): Check {
  const ofVolumes = new Set(facts.ofType('PersistentVolume').map(volume => volume.spec.storageClassName));
  return (subject, claim, field) => {
    const name = asText(claim.storageClassName);
    if (name !== undefined && asText(claim.volumeName) === undefined && !ofVolumes.has(name)) {
      reportMissing(facts, report, {
        subject, field: `${field}.storageClassName`, type: 'storage.k8s.io/StorageClass', place: '', name, usuallyElsewhere: true, atMost: 'risky',
      });
    }
  };
}
