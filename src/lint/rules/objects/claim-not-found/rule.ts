import { claimUses } from '../../../facts/claims';
import { isOutside } from '../../../facts/made';
import { Rule } from '../../rule';
import { BUT_MISSING, helpFor, inPlace } from '../../wording';

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
      if (!facts.find('PersistentVolumeClaim', pods.place, claim) && !isOutside(facts, 'PersistentVolumeClaim', pods.place, claim)) {
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
