import { asList, asObject, asText, asTexts } from '../../../../base/reading';
import { nearestName } from '../../../../base/text/nearest-name';
import { PCIE_ROOT, lacksAttribute } from '../../../../knowledge/device-topology';
import { STANDARD_DOMAIN, domainOf, owns } from '../../../../knowledge/drivers';
import { PlacedClaim, PlacedSelection, claimsIn, kindOfSelection, selectionsOf } from '../../../facts/device-claims';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';

/** A constraint over an attribute that one of its devices does not have. */
export const constraintAttribute: Rule = {
  id: 'AIW2505',
  title: 'constraint over an attribute that the devices do not have',
  class: 'broken',
  reason: 'A device without the attribute meets no constraint over it, so the scheduler never allocates the claim, and its pods stay Pending.',
  source: 'k8s.io/dynamic-resource-allocation structured/internal/stable/allocator_stable.go matchAttributeConstraint.add (v0.36); sources of the drivers',
  remedy: `Name an attribute that all of the devices have, like ${PCIE_ROOT}, or the requests for which the constraint holds.`,
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate'],
  but: 'an attribute that every driver may publish, and the releases that were read do not: warning',
  check: (facts, report) => {
    for (const claim of claimsIn(facts)) {
      asList(asObject(claim.spec.devices).constraints).forEach((constraint, index) => {
        for (const kind of ['matchAttribute', 'distinctAttribute'] as const) {
          const attribute = asText(constraint[kind]);
          if (attribute?.includes('/')) {
            checkAttribute(facts, claim, { attribute, requests: asTexts(constraint.requests), field: `${claim.field}.devices.constraints[${index}].${kind}` }, report);
          }
        }
      });
    }
  },
};

interface PlacedConstraint {
  readonly attribute: string;
  readonly requests: readonly string[];
  readonly field: string;
}

function checkAttribute(facts: Facts, claim: PlacedClaim, { attribute, requests, field }: PlacedConstraint, report: Report): void {
  const [domain, name] = attribute.split('/');
  const known = domainOf(domain);
  if (known && !owns(known.attributes, name)) {
    const near = nearestName(name, Object.keys(known.attributes));
    const whose = domain === STANDARD_DOMAIN ? 'is no standard attribute' : `the driver ${domain} publishes no attribute "${name}"`;
    report(claim.object, {
      field,
      message: `Invalid value: ${JSON.stringify(attribute)}: ${whose} (source: ${known.source})`,
      help: near ? `did you mean ${domain}/${near}?` : `it has ${Object.keys(known.attributes).join(', ')}`,
    });
    return;
  }
  const [lacking] = requestsOver(claim, requests).flatMap(({ request, selections }) => {
    const reasons = selections.map(each => lacks(facts, each, attribute));
    return reasons.every(each => each !== undefined) ? [{ request, reason: reasons[0]! }] : [];
  });
  if (lacking) {
    report(claim.object, {
      field,
      class: domain === STANDARD_DOMAIN ? 'risky' : 'broken',
      message: `Invalid value: ${JSON.stringify(attribute)}: ${lacking.reason}, and request ${JSON.stringify(lacking.request)} asks for them`,
      help: `name an attribute that all of them have (${PCIE_ROOT}), or the requests for which it holds: requests`,
    });
  }
}

/** Requests that a constraint is about, with what each would take. */
function requestsOver(claim: PlacedClaim, requests: readonly string[]): { request: string; selections: readonly PlacedSelection[] }[] {
  const byRequest = new Map<string, PlacedSelection[]>();
  for (const selection of selectionsOf(claim)) {
    const [request] = selection.name.split('/');
    if (requests.length === 0 || requests.includes(request) || requests.includes(selection.name)) {
      byRequest.set(request, [...byRequest.get(request) ?? [], selection]);
    }
  }
  return [...byRequest].map(([request, selections]) => ({ request, selections }));
}

function lacks(facts: Facts, selection: PlacedSelection, attribute: string): string | undefined {
  const { driver, deviceType } = kindOfSelection(facts, selection);
  return driver === undefined ? undefined : lacksAttribute(driver, attribute, deviceType);
}
