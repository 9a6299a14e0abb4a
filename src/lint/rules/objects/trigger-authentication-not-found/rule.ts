import { asList, asObject, asText } from '../../../../base/reading';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** What the triggers of KEDA log in with. */
export const triggerAuthenticationNotFound: Rule = {
  id: 'AIW2137',
  title: 'trigger authentication not found',
  class: 'broken',
  reason: 'KEDA builds no scaler for a trigger whose TriggerAuthentication does not exist, so the workload stays at the size that it has.',
  source: 'keda pkg/scaling/resolver/scale_resolvers.go ResolveAuthRefAndPodIdentity (v2.21)',
  remedy: 'Create the TriggerAuthentication in the namespace of the ScaledObject, or name a ClusterTriggerAuthentication with its kind.',
  appliesTo: ['ScaledObject', 'ScaledJob', 'TriggerAuthentication'],
  but: `a Secret of a TriggerAuthentication: warning; ${BUT_ELSEWHERE}`,
  check: (facts, report) => {
    for (const scaler of [...facts.ofType('keda.sh/ScaledObject'), ...facts.ofType('keda.sh/ScaledJob')]) {
      asList(scaler.spec.triggers).forEach((trigger, index) => {
        const reference = asObject(trigger.authenticationRef);
        const name = asText(reference.name);
        const kind = asText(reference.kind) ?? 'TriggerAuthentication';
        if (name !== undefined) {
          reportMissing(facts, report, {
            subject: scaler,
            field: `spec.triggers[${index}].authenticationRef.name`,
            type: `keda.sh/${kind}`,
            place: kind === 'ClusterTriggerAuthentication' ? '' : scaler.place,
            name,
            usuallyElsewhere: true,
          });
        }
      });
    }
    checkSecrets(facts, report);
  },
};

function checkSecrets(facts: Facts, report: Report): void {
  for (const authentication of facts.ofType('keda.sh/TriggerAuthentication')) {
    asList(authentication.spec.secretTargetRef).forEach((reference, index) => {
      const name = asText(reference.name);
      if (name !== undefined) {
        reportMissing(facts, report, {
          subject: authentication,
          field: `spec.secretTargetRef[${index}].name`,
          type: 'Secret',
          place: authentication.place,
          name,
          usuallyElsewhere: true,
          atMost: 'risky',
        });
      }
    });
  }
}
