import { asList, asObject, asText } from '../../../../base/reading';
import { AUTHENTICATION_READER } from '../../../../knowledge/kube-scheduler';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

const GROUP = 'rbac.authorization.k8s.io';

/** Cluster roles that every cluster has. Source: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (v1.36) */
const BUILT_IN: ReadonlySet<string> = new Set(['admin', 'cluster-admin', 'edit', 'view']);

/** What a binding binds: a role, to service accounts. */
export const roleNotFound: Rule = {
  id: 'AIW2128',
  title: 'role or subject of a binding not found',
  class: 'risky',
  reason: 'A binding to a role that does not exist grants nothing, and one to a service account that does not exist grants it to nobody; the API server takes both.',
  source: 'pkg/apis/rbac/validation/validation.go, pkg/registry/rbac/validation/rule.go (v1.36)',
  remedy: 'Correct the name, or create the Role or ServiceAccount in its namespace.',
  appliesTo: ['RoleBinding', 'ClusterRoleBinding'],
  but: `a Role of the same namespace: error; a ClusterRole: info. Else ${BUT_ELSEWHERE}`,
  check: (facts, report) => {
    const accounts = new Set(facts.ofType('ServiceAccount').map(account => account.place));
    for (const binding of [...facts.ofType(`${GROUP}/RoleBinding`), ...facts.ofType(`${GROUP}/ClusterRoleBinding`)]) {
      checkRole(facts, report, binding);
      asList(binding.body.subjects).forEach((subject, index) => {
        const place = asText(subject.namespace) ?? binding.place;
        const name = asText(subject.name);
        // Accounts of a namespace of which nothing is here belong to somebody else.
        if (subject.kind === 'ServiceAccount' && name !== undefined && name !== 'default' && accounts.has(place)) {
          reportMissing(facts, report, {
            subject: binding, field: `subjects[${index}].name`, type: 'ServiceAccount', place, name, atMost: 'risky',
          });
        }
      });
    }
  },
};

/** The one role of a namespace that every cluster has and whose name does not say so. Source: bootstrappolicy/namespace_policy.go (v1.36) */
function isReader(place: string, name: string): boolean {
  return place === AUTHENTICATION_READER.namespace && name === AUTHENTICATION_READER.name;
}

function checkRole(facts: Facts, report: Report, binding: Manifest): void {
  const reference = asObject(binding.body.roleRef);
  const [kind, name] = [asText(reference.kind), asText(reference.name)];
  if (name === undefined || (kind !== 'Role' && kind !== 'ClusterRole') || BUILT_IN.has(name) || name.startsWith('system:') || isReader(binding.place, name)) {
    return;
  }
  reportMissing(facts, report, {
    subject: binding,
    field: 'roleRef.name',
    type: `${GROUP}/${kind}`,
    place: kind === 'Role' ? binding.place : '',
    name,
    usuallyElsewhere: true,
    // Cluster roles come with operators.
    ...(kind === 'ClusterRole' && { atMost: 'advice' }),
  });
}
