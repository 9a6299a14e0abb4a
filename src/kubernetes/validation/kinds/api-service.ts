import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { generatedName } from '../metadata';
import { dns1035Label, dnsSubdomain, pathSegment, portNumber } from '../names';
import { Path } from '../path';
import { intOf, isTrue, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const METADATA = Path.root('metadata');

/** Source: kube-aggregator pkg/apis/apiregistration/validation/validation.go ValidateAPIService (v0.36) */
export function validateApiService({ body, spec, errors }: Subject): void {
  const [group, version] = [textOf(spec.group), textOf(spec.version)];
  validateName(mapOf(body.metadata) ?? {}, `${version}.${group}`, errors);
  if (group === '' && version !== 'v1') {
    errors.required(SPEC.child('group'), 'only v1 may have an empty group and it better be legacy kube');
  } else if (group !== '') {
    errors.invalidAll(SPEC.child('group'), group, dnsSubdomain(group));
  }
  errors.invalidAll(SPEC.child('version'), version, dns1035Label(version));
  validatePriority(spec.groupPriorityMinimum, 20_000, SPEC.child('groupPriorityMinimum'), errors);
  validatePriority(spec.versionPriority, 1_000, SPEC.child('versionPriority'), errors);
  validateService(spec, errors);
}

function validateName(metadata: PlainObject, required: string, errors: Errors): void {
  const named: ReadonlyArray<readonly [string, string, boolean]> = [['name', generatedName(metadata), false], ['generateName', textOf(metadata.generateName), true]];
  for (const [field, name, isPrefix] of named) {
    if (name !== '' && name !== required && pathSegment(name, isPrefix).length === 0) {
      errors.invalid(METADATA.child(field), name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(required)}`);
    }
  }
}

function validatePriority(value: unknown, most: number, path: Path, errors: Errors): void {
  const priority = intOf(value) ?? 0;
  if (priority <= 0 || priority > most) {
    errors.invalid(path, priority, `must be positive and less than ${most}`);
  }
}

function validateService(spec: PlainObject, errors: Errors): void {
  const [service, path, bundle] = [mapOf(spec.service), SPEC.child('service'), textOf(spec.caBundle)];
  const isInsecure = isTrue(spec.insecureSkipTLSVerify);
  if (service === undefined) {
    if (bundle !== '') {
      errors.invalid(SPEC.child('caBundle'), `${Buffer.from(bundle, 'base64').length} bytes`, 'local APIServices may not have a caBundle');
    }
    if (isInsecure) {
      errors.invalid(SPEC.child('insecureSkipTLSVerify'), true, 'local APIServices may not have insecureSkipTLSVerify');
    }
    return;
  }
  for (const name of ['namespace', 'name']) {
    if (textOf(service[name]) === '') {
      errors.required(path.child(name));
    }
  }
  const port = intOf(service.port) ?? 443;
  errors.invalidAll(path.child('port'), port, portNumber(port).map(text => `port is not valid: ${text}`));
  if (isInsecure && bundle !== '') {
    errors.invalid(SPEC.child('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present');
  }
}
