import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabelSelector } from '../labels';
import { dnsSubdomain, pathSegment } from '../names';
import { Path } from '../path';
import { listOf, mapOf, textOf } from '../values';
import { Subject } from './subject';

const RBAC = 'rbac.authorization.k8s.io';
const [RULES, REFERENCE, SUBJECTS] = [Path.root('rules'), Path.root('roleRef'), Path.root('subjects')];
const SELECTORS = Path.root('aggregationRule').child('clusterRoleSelectors');

/** Source: pkg/apis/rbac/validation/validation.go ValidateRole, ValidateClusterRole (v1.36) */
export function validateRole({ body, errors }: Subject): void {
  listOf(body.rules).forEach((rule, index) => validateRule(mapOf(rule) ?? {}, body.kind === 'Role', RULES.index(index), errors));
  const aggregation = body.kind === 'ClusterRole' ? mapOf(body.aggregationRule) : undefined;
  if (aggregation === undefined) {
    return;
  }
  const selectors = listOf(aggregation.clusterRoleSelectors);
  if (selectors.length === 0) {
    errors.required(SELECTORS, 'at least one clusterRoleSelector required if aggregationRule is non-nil');
  }
  selectors.forEach((selector, index) => {
    const before = errors.list.length;
    validateLabelSelector(selector, SELECTORS.index(index), errors);
    if (errors.list.length > before) {
      errors.invalid(SELECTORS.index(index), selector, 'invalid label selector.');
    }
  });
}

function validateRule(rule: PlainObject, isNamespaced: boolean, path: Path, errors: Errors): void {
  const [urls, groups, resources, names] = ['nonResourceURLs', 'apiGroups', 'resources', 'resourceNames'].map(name => listOf(rule[name]));
  if (listOf(rule.verbs).length === 0) {
    errors.required(path.child('verbs'), 'verbs must contain at least one value');
  }
  if (urls.length > 0) {
    if (isNamespaced) {
      errors.invalid(path.child('nonResourceURLs'), urls, 'namespaced rules cannot apply to non-resource URLs');
    }
    if (groups.length + resources.length + names.length > 0) {
      errors.invalid(path.child('nonResourceURLs'), urls, 'rules cannot apply to both regular resources and non-resource URLs');
    }
    return;
  }
  if (groups.length === 0) {
    errors.required(path.child('apiGroups'), 'resource rules must supply at least one api group');
  }
  if (resources.length === 0) {
    errors.required(path.child('resources'), 'resource rules must supply at least one resource');
  }
}

/** Source: validation.go ValidateRoleBinding, ValidateClusterRoleBinding; pkg/apis/rbac/v1/defaults.go (v1.36) */
export function validateRoleBinding({ body, errors }: Subject): void {
  const isNamespaced = body.kind === 'RoleBinding';
  const [role, kinds] = [mapOf(body.roleRef) ?? {}, isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']];
  const [group, kind, name] = [textOf(role.apiGroup) || RBAC, textOf(role.kind), textOf(role.name)];
  if (group !== RBAC) {
    errors.unsupported(REFERENCE.child('apiGroup'), group, [RBAC]);
  }
  if (!kinds.includes(kind)) {
    errors.unsupported(REFERENCE.child('kind'), kind, kinds);
  }
  if (name === '') {
    errors.required(REFERENCE.child('name'));
  } else {
    errors.invalidAll(REFERENCE.child('name'), name, pathSegment(name, false));
  }
  listOf(body.subjects).forEach((each, index) => validateSubject(mapOf(each) ?? {}, isNamespaced, SUBJECTS.index(index), errors));
}

const KINDS = ['ServiceAccount', 'User', 'Group'];

function validateSubject(subject: PlainObject, isNamespaced: boolean, path: Path, errors: Errors): void {
  const [kind, name] = [textOf(subject.kind), textOf(subject.name)];
  const isAccount = kind === 'ServiceAccount';
  const group = textOf(subject.apiGroup) || (isAccount ? '' : RBAC);
  if (name === '') {
    errors.required(path.child('name'));
  }
  if (!KINDS.includes(kind)) {
    errors.unsupported(path.child('kind'), kind, KINDS);
    return;
  }
  if (group !== (isAccount ? '' : RBAC)) {
    errors.unsupported(path.child('apiGroup'), group, [isAccount ? '' : RBAC]);
  }
  if (!isAccount) {
    return;
  }
  if (name !== '') {
    errors.invalidAll(path.child('name'), name, dnsSubdomain(name));
  }
  if (!isNamespaced && textOf(subject.namespace) === '') {
    errors.required(path.child('namespace'));
  }
}
