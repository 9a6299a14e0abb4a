import { MANDATORY_SCHEMAS } from './mandatory';
import { validateNonResourceRule, validateResourceRule } from './policy-rules';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsLabel, dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../../values';
import { sameMeaning } from '../meaning';
import { SPEC, Subject } from '../subject';

/** Source: pkg/apis/flowcontrol/v1/defaults.go; k8s.io/api flowcontrol/v1/types.go FlowSchemaMaxMatchingPrecedence (v1.36) */
const [DEFAULT_PRECEDENCE, MOST_PRECEDENCE] = [1000, 10_000];
const METHODS = ['ByNamespace', 'ByUser'];

/** Source: pkg/apis/flowcontrol/validation/validation.go ValidateFlowSchema (v1.36) */
export function validateFlowSchema({ body, spec, errors }: Subject): void {
  const name = textOf(mapOf(body.metadata)?.name);
  validatePrecedence(intOf(spec.matchingPrecedence) || DEFAULT_PRECEDENCE, name, errors);
  const method = mapOf(spec.distinguisherMethod);
  if (method !== undefined && !METHODS.includes(textOf(method.type))) {
    errors.unsupported(SPEC.child('distinguisherMethod').child('type'), method, METHODS);
  }
  const [level, path] = [textOf(mapOf(spec.priorityLevelConfiguration)?.name), SPEC.child('priorityLevelConfiguration').child('name')];
  if (level === '') {
    errors.required(path, 'must reference a priority level');
  } else {
    errors.invalidAll(path, level, dnsSubdomain(level));
  }
  listOf(spec.rules).forEach((rule, index) => validateRules(mapOf(rule) ?? {}, SPEC.child('rules').index(index), errors));
  const mandatory = MANDATORY_SCHEMAS.get(name);
  if (mandatory !== undefined && !sameMeaning(spec, mandatory)) {
    errors.invalid(SPEC, spec, `spec of '${name}' must equal the fixed value`);
  }
}

function validatePrecedence(precedence: number, name: string, errors: Errors): void {
  const path = SPEC.child('matchingPrecedence');
  if (precedence <= 0) {
    errors.invalid(path, precedence, 'must be a positive value');
  } else if (precedence > MOST_PRECEDENCE) {
    errors.invalid(path, precedence, `must not be greater than ${MOST_PRECEDENCE}`);
  } else if (precedence === 1 && name !== 'exempt') {
    errors.invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
  }
}

/** Source: validation.go ValidateFlowSchemaPolicyRulesWithSubjects (v1.36) */
function validateRules(rule: PlainObject, path: Path, errors: Errors): void {
  const [subjects, ofResources, ofUrls] = ['subjects', 'resourceRules', 'nonResourceRules'].map(name => listOf(rule[name]).map(each => mapOf(each) ?? {}));
  if (subjects.length === 0) {
    errors.required(path.child('subjects'), 'subjects must contain at least one value');
  }
  subjects.forEach((subject, index) => validateSubject(subject, path.child('subjects').index(index), errors));
  if (ofResources.length + ofUrls.length === 0) {
    errors.required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty');
  }
  ofResources.forEach((each, index) => validateResourceRule(each, path.child('resourceRules').index(index), errors));
  ofUrls.forEach((each, index) => validateNonResourceRule(each, path.child('nonResourceRules').index(index), errors));
}

/** The field of each kind of subject. */
const OF_KINDS: ReadonlyMap<string, string> = new Map([['Group', 'group'], ['ServiceAccount', 'serviceAccount'], ['User', 'user']]);

/** Source: validation.go ValidateFlowSchemaSubject (v1.36) */
function validateSubject(subject: PlainObject, path: Path, errors: Errors): void {
  const kind = textOf(subject.kind);
  const field = OF_KINDS.get(kind);
  if (field === undefined) {
    errors.unsupported(path.child('kind'), kind, [...OF_KINDS.keys()]);
    return;
  }
  for (const [other, place] of OF_KINDS) {
    if (place !== field && isGiven(subject[place])) {
      errors.forbidden(path.child(place), `${place} is forbidden when subject kind is not '${other}'`);
    }
  }
  const [who, at] = [mapOf(subject[field]), path.child(field)];
  if (who === undefined) {
    errors.required(at, `${field} is required when subject kind is '${kind}'`);
  } else {
    validateWho(who, kind === 'ServiceAccount', at, errors);
  }
}

function validateWho(who: PlainObject, isAccount: boolean, path: Path, errors: Errors): void {
  const [name, namespace] = [textOf(who.name), textOf(who.namespace)];
  if (name === '') {
    errors.required(path.child('name'));
  } else if (isAccount && name !== '*') {
    errors.invalidAll(path.child('name'), name, dnsSubdomain(name));
  }
  if (isAccount && namespace === '') {
    errors.required(path.child('namespace'), 'must specify namespace for service account');
  } else if (isAccount) {
    errors.invalidAll(path.child('namespace'), namespace, dnsLabel(namespace));
  }
}
