import { claimUses } from '../../../facts/claims';
import { Rule } from '../../rule';
import { BUT_MISSING, helpFor, reportMissing } from '../../wording';

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
    for (const { pods, claim, field } of [...facts.get(claimUses).values()].flat()) {
      reportMissing(facts, report, {
        subject: pods.carrier,
        field,
        type: 'PersistentVolumeClaim',
        place: pods.place,
        name: claim,
        isOurs: pods.isOurs,
        help: helpFor(pods.carrier, 'create the claim, correct the name, or declare under outside in .cdk8s-ai.yaml that it exists',
          'create it in this app; or, if it exists in the cluster, say so with PersistentVolumeClaim.fromClaimName(scope, id, name)'),
      });
    }
  },
};
