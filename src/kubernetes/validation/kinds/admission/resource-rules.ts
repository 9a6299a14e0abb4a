import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { validateLabelSelector } from '../../labels';
import { pathSegment } from '../../names';
import { Path } from '../../path';
import { isGiven, listOf, mapOf, textOf } from '../../values';

/* Source: pkg/apis/admissionregistration/validation/validation.go validateRuleWithOperations, validateRule, validateResources, validateMatchResources (v1.36) */

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const MUTABLE = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];
export const MATCH_POLICIES = ['Equivalent', 'Exact'];

/** A value of a closed list; what is absent has a default. */
export function validateChoice(value: unknown, allowed: readonly string[], path: Path, errors: Errors): void {
  if (isGiven(value) && !allowed.includes(textOf(value))) {
    errors.unsupported(path, textOf(value), allowed);
  }
}

/** Which requests a webhook or a policy is asked about. */
export function validateRule(rule: PlainObject, path: Path, errors: Errors): void {
  const operations = listOf(rule.operations).map(textOf);
  validateAlone(operations, 'operations', path.child('operations'), errors);
  operations.forEach((each, index) => validateChoice(each, OPERATIONS, path.child('operations').index(index), errors));
  validateAlone(listOf(rule.apiGroups).map(textOf), 'API groups', path.child('apiGroups'), errors);
  const versions = listOf(rule.apiVersions).map(textOf);
  validateAlone(versions, 'API versions', path.child('apiVersions'), errors);
  versions.forEach((each, index) => each === '' && errors.required(path.child('apiVersions').index(index)));
  validateResources(listOf(rule.resources).map(textOf), path.child('resources'), errors);
  validateChoice(rule.scope, SCOPES, path.child('scope'), errors);
}

/** A list that has an entry, and `*` only alone. */
function validateAlone(list: readonly string[], what: string, path: Path, errors: Errors): void {
  if (list.length === 0) {
    errors.required(path);
  } else if (list.length > 1 && list.includes('*')) {
    errors.invalid(path, list, `if '*' is present, must not specify other ${what}`);
  }
}

function validateResources(resources: readonly string[], path: Path, errors: Errors): void {
  if (resources.length === 0) {
    errors.required(path);
  }
  const [allSubresources, ofAll] = [new Set<string>(), new Set<string>()];
  let isPlain = false;
  resources.forEach((each, index) => {
    if (each === '') {
      errors.required(path.index(index));
    } else if (!each.includes('/')) {
      isPlain = each !== '*'; // The last one counts, as on the server.
    } else {
      validateSubresource(each, allSubresources, ofAll, path.index(index), errors);
    }
  });
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.invalid(path, resources, "if '*/*' is present, must not specify other resources");
  }
  if (resources.includes('*') && isPlain) {
    errors.invalid(path, resources, "if '*' is present, must not specify other resources without subresources");
  }
}

function validateSubresource(text: string, allSubresources: Set<string>, ofAll: Set<string>, path: Path, errors: Errors): void {
  const slash = text.indexOf('/');
  const [resource, sub] = [text.slice(0, slash), text.slice(slash + 1)];
  if (allSubresources.has(resource)) {
    errors.invalid(path, text, `if '${resource}/*' is present, must not specify ${text}`);
  }
  if (ofAll.has(sub)) {
    errors.invalid(path, text, `if '*/${sub}' is present, must not specify ${text}`);
  }
  if (sub === '*') {
    allSubresources.add(resource);
  }
  if (resource === '*') {
    ofAll.add(sub);
  }
}

/** Of a policy or a binding. A policy that mutates cannot be asked about deletions. */
export function validateMatchResources(match: PlainObject, isMutating: boolean, path: Path, errors: Errors): void {
  validateChoice(match.matchPolicy, MATCH_POLICIES, path.child('matchPolicy'), errors);
  validateLabelSelector(match.namespaceSelector, path.child('namespaceSelector'), errors);
  validateLabelSelector(match.objectSelector, path.child('objectSelector'), errors);
  for (const name of ['resourceRules', 'excludeResourceRules']) {
    listOf(match[name]).forEach((each, index) => validateNamedRule(mapOf(each) ?? {}, path.child(name).index(index), errors));
  }
  if (isMutating) {
    const place = path.child('resourceRules').child('operations');
    listOf(match.resourceRules).flatMap(each => listOf(mapOf(each)?.operations)).forEach(each => validateChoice(each, MUTABLE, place, errors));
  }
}

function validateNamedRule(rule: PlainObject, path: Path, errors: Errors): void {
  const seen = new Set<string>();
  listOf(rule.resourceNames).map(textOf).forEach((name, index) => {
    const at = path.child('resourceNames').index(index);
    errors.invalidAll(at, name, pathSegment(name, false));
    if (seen.has(name)) {
      errors.duplicate(at, name);
    }
    seen.add(name);
  });
  validateRule(rule, path, errors);
}
