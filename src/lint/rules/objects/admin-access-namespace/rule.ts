import { PlainObject } from '../../../../base/plain';
import { objectAt } from '../../../../base/reading';
import { ADMIN_ACCESS_LABEL } from '../../../../knowledge/admin-access';
import { Cluster, minorNumber } from '../../../../kubernetes/cluster';
import { Manifest } from '../../../../kubernetes/manifest';
import { PlacedClaim, claimsIn, requestsOf } from '../../../facts/device-claims';
import { Facts } from '../../../facts/facts';
import { isOutside } from '../../../facts/made';
import { Report, Rule } from '../../rule';

/** Admin access in a namespace that does not allow it. */
export const adminAccessNamespace: Rule = {
  id: 'AIW2146',
  title: 'admin access to devices that the namespace does not allow',
  class: 'rejected',
  reason: 'A claim with adminAccess sees devices that other pods hold, so the API server takes it only in a namespace that carries the label resource.kubernetes.io/admin-access: "true".',
  source: 'pkg/registry/resource/utils.go AuthorizedForAdmin (v1.36); KEP-5018',
  remedy: 'Label the namespace, and let only those make claims in it who look after the devices; or leave adminAccess out.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate'],
  but: 'info where the namespace is not among what is checked',
  check: (facts, report) => {
    const asked = claimsIn(facts).filter(({ object }) => isKept(object.cluster)).flatMap(claim => adminAccessIn(claim).slice(0, 1));
    const known = new Set<string>();
    for (const each of asked) {
      const namespace = facts.find('Namespace', '', each.object.place);
      if (namespace === undefined) {
        checkElsewhere(facts, each, known, report);
      } else if (!allows(namespace)) {
        report(each.object, {
          field: each.field,
          message: `Forbidden: admin access to devices requires the \`${ADMIN_ACCESS_LABEL}: true\` label on the containing namespace, and Namespace ${namespace.name} does not have it`,
          help: `add to its metadata.labels: ${ADMIN_ACCESS_LABEL}: "true"`,
        });
      }
    }
  },
};

interface AdminAccess {
  readonly object: Manifest;
  readonly field: string;
}

/** Where requests ask for it: below exactly, or on the request itself in the first beta. */
function adminAccessIn(claim: PlacedClaim): AdminAccess[] {
  const isAsked = (request: PlainObject) => request.adminAccess === true;
  return requestsOf(claim).flatMap((request, index) => {
    const field = `${claim.field}.devices.requests[${index}]`;
    return isAsked(objectAt(request, 'exactly')) ? [{ object: claim.object, field: `${field}.exactly.adminAccess` }]
      : isAsked(request) ? [{ object: claim.object, field: `${field}.adminAccess` }] : [];
  });
}

/** An alpha of 1.33, where the label has another name. Whoever switches it off has the field dropped, which is another finding. */
function isKept(cluster: Cluster): boolean {
  return minorNumber(cluster) > 33 && cluster.featureGates.DRAAdminAccess !== false;
}

function allows({ labels }: Manifest): boolean {
  return labels[ADMIN_ACCESS_LABEL] === 'true';
}

/** Said once of each namespace. */
function checkElsewhere(facts: Facts, { object, field }: AdminAccess, known: Set<string>, report: Report): void {
  if (!known.has(object.place) && !isOutside(facts, 'Namespace', '', object.place)) {
    known.add(object.place);
    report(object, {
      field,
      class: 'advice',
      message: `Forbidden: admin access needs the label ${ADMIN_ACCESS_LABEL}: "true" on the namespace ${object.place}, which is not among what is checked`,
      help: `kubectl label namespace ${object.place} ${ADMIN_ACCESS_LABEL}=true, or say that it exists outside`,
    });
  }
}
