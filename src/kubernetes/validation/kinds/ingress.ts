import { PlainObject } from '../../../base/plain';
import { parseAddress } from '../addresses';
import { dnsSubdomain, label1035Name, labelName, pathSegment, portName, portNumber, wildcardSubdomain } from '../names';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const CLASS = 'kubernetes.io/ingress.class';
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const SEQUENCES = ['//', '/./', '/../', '%2f', '%2F'];
const SUFFIXES = ['/..', '/.'];

/** Source: pkg/apis/networking/validation/validation.go ValidateIngressCreate (v1.36) */
export function validateIngress(subject: Subject): void {
  const { spec, body, errors } = subject;
  const [rules, backend] = [listOf(spec.rules), mapOf(spec.defaultBackend)];
  if (rules.length === 0 && backend === undefined) {
    errors.invalid(SPEC, rules, 'either `defaultBackend` or `rules` must be specified');
  }
  if (backend !== undefined) {
    validateBackend(backend, SPEC.child('defaultBackend'), subject);
  }
  rules.forEach((rule, index) => validateRule(mapOf(rule) ?? {}, SPEC.child('rules').index(index), subject));
  listOf(spec.tls).forEach((tls, index) => validateTls(mapOf(tls) ?? {}, SPEC.child('tls').index(index), subject));
  const name = spec.ingressClassName;
  if (!isGiven(name)) {
    return;
  }
  errors.invalidAll(SPEC.child('ingressClassName'), name, dnsSubdomain(textOf(name)));
  const annotation = mapOf(mapOf(body.metadata)?.annotations)?.[CLASS];
  if (isGiven(annotation) && annotation !== name) {
    errors.invalid(Path.root('annotations').child(CLASS), annotation, 'must match `ingressClassName` when both are specified');
  }
}

function validateTls({ hosts, secretName }: PlainObject, path: Path, { errors }: Subject): void {
  listOf(hosts).forEach((host, index) => errors.invalidAll(path.child('hosts').index(index), host, hostProblems(textOf(host))));
  if (textOf(secretName) !== '') {
    errors.invalidAll(path.child('secretName'), secretName, dnsSubdomain(textOf(secretName)));
  }
}

function hostProblems(host: string): readonly string[] {
  return host.includes('*') ? wildcardSubdomain(host) : dnsSubdomain(host);
}

function validateRule(rule: PlainObject, path: Path, subject: Subject): void {
  const [host, http] = [textOf(rule.host), mapOf(rule.http)];
  if (host !== '') {
    const texts = parseAddress(host) === undefined ? [] : ['must be a DNS name, not an IP address'];
    subject.errors.invalidAll(path.child('host'), host, [...texts, ...hostProblems(host)]);
  }
  if (http === undefined) {
    return;
  }
  const [paths, at] = [listOf(http.paths), path.child('http').child('paths')];
  if (paths.length === 0) {
    subject.errors.required(at);
  }
  paths.forEach((each, index) => validatePath(mapOf(each) ?? {}, at.index(index), subject));
}

function validatePath(path: PlainObject, at: Path, subject: Subject): void {
  const { errors } = subject;
  if (!isGiven(path.pathType)) {
    errors.required(at.child('pathType'), 'pathType must be specified');
    return;
  }
  const [type, text] = [textOf(path.pathType), textOf(path.path)];
  if (!PATH_TYPES.includes(type)) {
    errors.unsupported(at.child('pathType'), type, PATH_TYPES);
  } else if (!text.startsWith('/') && (text !== '' || type !== 'ImplementationSpecific')) {
    errors.invalid(at.child('path'), text, 'must be an absolute path');
  }
  if (type === 'Exact' || type === 'Prefix') {
    SEQUENCES.filter(each => text.includes(each)).forEach(each => errors.invalid(at.child('path'), text, `must not contain '${each}'`));
    SUFFIXES.filter(each => text.endsWith(each)).forEach(each => errors.invalid(at.child('path'), text, `cannot end with '${each}'`));
  }
  validateBackend(mapOf(path.backend) ?? {}, at.child('backend'), subject);
}

/** Source: validation.go validateIngressBackend */
function validateBackend(backend: PlainObject, path: Path, { errors, context }: Subject): void {
  const [service, resource] = [mapOf(backend.service), mapOf(backend.resource)];
  if (service !== undefined && resource !== undefined) {
    errors.invalid(path, '', 'cannot set both resource and service backends');
  } else if (resource !== undefined) {
    validateResource(resource, path.child('resource'), errors);
  } else if (service !== undefined) {
    const name = textOf(service.name);
    if (name === '') {
      errors.required(path.child('service').child('name'));
    } else {
      const rule = context.gate('RelaxedServiceNameValidation') ? labelName : label1035Name;
      errors.invalidAll(path.child('service').child('name'), name, rule(name, false));
    }
    validatePort(mapOf(service.port) ?? {}, path, errors);
  } else {
    errors.invalid(path, '', 'resource or service backend is required');
  }
}

/** An object by group, kind and name. */
export function validateResource(resource: PlainObject, path: Path, errors: Subject['errors']): void {
  if (isGiven(resource.apiGroup)) {
    errors.invalidAll(path.child('apiGroup'), resource.apiGroup, dnsSubdomain(textOf(resource.apiGroup)));
  }
  for (const name of ['kind', 'name']) {
    const text = textOf(resource[name]);
    if (text === '') {
      errors.required(path.child(name));
    } else {
      errors.invalidAll(path.child(name), text, pathSegment(text, false));
    }
  }
}

function validatePort({ name, number }: PlainObject, backend: Path, errors: Subject['errors']): void {
  const [text, port, at] = [textOf(name), intOf(number) ?? 0, backend.child('service').child('port')];
  if (text !== '' && port !== 0) {
    errors.invalid(backend, '', 'cannot set both port name & port number');
  } else if (text !== '') {
    errors.invalidAll(at.child('name'), text, portName(text));
  } else if (port !== 0) {
    errors.invalidAll(at.child('number'), port, portNumber(port));
  } else {
    errors.required(backend, 'port name or number is required');
  }
}
