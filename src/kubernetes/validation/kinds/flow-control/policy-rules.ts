import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsLabel } from '../../names';
import { Path } from '../../path';
import { isTrue, listOf, textOf } from '../../values';

/** Source: pkg/apis/flowcontrol/validation/validation.go supportedVerbs (v1.36) */
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

/** Source: validation.go ValidateFlowSchemaResourcePolicyRule (v1.36) */
export function validateResourceRule(rule: PlainObject, path: Path, errors: Errors): void {
  validateVerbs(rule, path, errors);
  validateWords(rule, 'apiGroups', 'resource rules must supply at least one api group', 'api groups', path, errors);
  validateWords(rule, 'resources', 'resource rules must supply at least one resource', 'resources', path, errors);
  if (listOf(rule.namespaces).length === 0 && isTrue(rule.clusterScope)) {
    return;
  }
  const namespaces = validateWords(rule, 'namespaces', 'resource rules that are not cluster scoped must supply at least one namespace', 'namespaces', path, errors);
  namespaces.forEach((each, index) => dnsLabel(each).forEach(text => {
    errors.invalid(path.child('namespaces').index(index), each, `each member of this list must be '*' or a DNS-1123 label; ${text}`);
  }));
}

/** Source: validation.go ValidateFlowSchemaNonResourcePolicyRule (v1.36) */
export function validateNonResourceRule(rule: PlainObject, path: Path, errors: Errors): void {
  validateVerbs(rule, path, errors);
  const urls = validateWords(rule, 'nonResourceURLs', 'nonResourceURLs must contain at least one value', 'non-resource URLs', path, errors);
  urls.forEach((each, index) => errors.invalidAll(path.child('nonResourceURLs').index(index), each, urlProblems(each)));
}

function validateVerbs(rule: PlainObject, path: Path, errors: Errors): void {
  const verbs = validateWords(rule, 'verbs', 'verbs must contain at least one value', 'verbs', path, errors);
  if (!verbs.every(verb => VERBS.includes(verb))) {
    errors.unsupported(path.child('verbs'), verbs, VERBS);
  }
}

/** A list of words, or `*` alone, which leaves none to be looked at. */
function validateWords(rule: PlainObject, field: string, ofNone: string, what: string, path: Path, errors: Errors): readonly string[] {
  const words = listOf(rule[field]).map(textOf);
  if (words.length === 0) {
    errors.required(path.child(field), ofNone);
  }
  if (!words.includes('*')) {
    return words;
  }
  if (words.length > 1) {
    errors.invalid(path.child(field), words, `if '*' is present, must not specify other ${what}`);
  }
  return [];
}

/** Source: validation.go ValidateNonResourceURLPath (v1.36) */
function urlProblems(url: string): readonly string[] {
  if (url === '') {
    return ['must not be empty'];
  }
  if (!url.startsWith('/')) {
    return ['must start with slash'];
  }
  if (url.includes(' ')) {
    return ['must not contain white-space'];
  }
  if (url.includes('//')) {
    return ['must not contain double slash'];
  }
  const stars = url.split('*').length - 1;
  return stars > 1 || stars === 1 && !url.endsWith('/*') ? ['wildcard can only do suffix matching'] : [];
}
