import { claimTemplateNames } from '../../facts/controllers';
import { allDerivedNames } from '../../facts/derived-names';
import { Facts } from '../../facts/facts';
import { asList } from '../../facts/reading';
import { Rule } from '../rule';
import { BUT_MISSING, helpFor, inPlace } from '../wording';

/** A volume that names a PersistentVolumeClaim nobody makes. */
export const claimNotFound: Rule = {
  id: 'AIW2106',
  title: 'persistent volume claim not found',
  class: 'broken',
  reason: 'A pod whose claim does not exist stays Pending for ever.',
  source: 'pkg/scheduler/framework/plugins/volumebinding/volume_binding.go PreFilter (v1.36)',
  remedy: 'Create the claim in the namespace of the pods, correct the name, or declare that it exists outside.',
  appliesTo: ['every carrier of pods'],
  but: BUT_MISSING,
  check: (facts, report) => {
    let made: ((place: string, claim: string) => boolean) | undefined;
    for (const { pods, claim, field } of [...facts.claimUses.values()].flat()) {
      if (facts.find('PersistentVolumeClaim', pods.place, claim) || facts.isOutside('PersistentVolumeClaim', pods.place, claim)) {
        continue;
      }
      made ??= claimsMadeByControllers(facts);
      if (!made(pods.place, claim)) {
        report(pods.carrier, {
          field,
          message: `Not found: ${JSON.stringify(claim)}: no PersistentVolumeClaim of this name in ${inPlace(pods.place)}`,
          class: facts.missing('PersistentVolumeClaim', pods.isOurs),
          help: helpFor(pods.carrier, 'create the claim, correct the name, or declare under outside in .cdk8s-ai.yaml that it exists',
            'create it in this app; or, if it exists in the cluster, say so with PersistentVolumeClaim.fromClaimName(scope, id, name)'),
        });
      }
    }
  },
};

/** Claims that a StatefulSet, LeaderWorkerSet or JobSet makes from a template: another workload may read them. */
function claimsMadeByControllers(facts: Facts): (place: string, claim: string) => boolean {
  const ranges = new Map<string, { readonly from: number; readonly to: number }>();
  const exact = new Set<string>();
  for (const { owner, kind, stem, from, to } of allDerivedNames(facts)) {
    if (kind === 'PersistentVolumeClaim') {
      ranges.set(`${owner.place}/${stem}`, { from: from ?? 0, to: to ?? 0 });
    }
  }
  for (const jobSet of facts.ofType('jobset.x-k8s.io/JobSet')) {
    asList(jobSet.spec.volumeClaimPolicies).flatMap(policy => claimTemplateNames(policy.templates))
      .forEach(template => exact.add(`${jobSet.place}/${template}-${jobSet.name}`));
  }
  return (place, claim) => {
    const numbered = /^(.*-)(0|[1-9][0-9]*)$/.exec(claim);
    const range = numbered ? ranges.get(`${place}/${numbered[1]}`) : undefined;
    const ordinal = Number(numbered?.[2]);
    return exact.has(`${place}/${claim}`) || (range !== undefined && ordinal >= range.from && ordinal <= range.to);
  };
}
