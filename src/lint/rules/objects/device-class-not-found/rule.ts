import { asText } from '../../../../base/reading';
import { classOf } from '../../../../knowledge/drivers';
import { RESOURCE_GROUP, claimsIn, selectionsOf } from '../../../facts/device-claims';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** The class that a device request names. Drivers bring classes of their own. */
export const deviceClassNotFound: Rule = {
  id: 'AIW2124',
  title: 'device class not found',
  class: 'broken',
  reason: 'The scheduler cannot allocate a request whose DeviceClass does not exist, so the pods of the claim stay Pending.',
  source: 'k8s.io/dynamic-resource-allocation structured/internal (v0.36): "could not retrieve device class"',
  remedy: 'Name a class of the driver (kubectl get deviceclasses), or create one.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate'],
  but: `${BUT_ELSEWHERE}; classes that drivers bring: nothing`,
  check: (facts, report) => {
    for (const claim of claimsIn(facts)) {
      for (const { selection, field } of selectionsOf(claim)) {
        const name = asText(selection.deviceClassName);
        if (name !== undefined && classOf(name) === undefined) {
          const { object } = claim;
          reportMissing(facts, report, {
            subject: object, field: `${field}.deviceClassName`, type: `${RESOURCE_GROUP}/DeviceClass`, place: '', name, usuallyElsewhere: true,
          });
        }
      }
    }
  },
};
