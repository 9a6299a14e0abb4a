import { PlainObject } from '../../../base/plain';
import { parseAddress, rangeProblems } from '../addresses';
import { validateLabelSelector } from '../labels';
import { portName, portNumber } from '../names';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const TYPES = ['Ingress', 'Egress'];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

/** Source: pkg/apis/networking/validation/validation.go ValidateNetworkPolicySpec (v1.36) */
export function validateNetworkPolicy(subject: Subject): void {
  const { spec, errors } = subject;
  validateLabelSelector(spec.podSelector, SPEC.child('podSelector'), errors);
  for (const [direction, peers] of [['ingress', 'from'], ['egress', 'to']]) {
    listOf(spec[direction]).forEach((each, index) => {
      const [rule, path] = [mapOf(each) ?? {}, SPEC.child(direction).index(index)];
      listOf(rule.ports).forEach((port, at) => validatePort(mapOf(port) ?? {}, path.child('ports').index(at), subject));
      listOf(rule[peers]).forEach((peer, at) => validatePeer(mapOf(peer) ?? {}, path.child(peers).index(at), subject));
    });
  }
  const types = listOf(spec.policyTypes);
  if (types.length > TYPES.length) {
    errors.invalid(SPEC.child('policyTypes'), types, 'may not specify more than two policyTypes');
    return;
  }
  types.forEach((type, index) => {
    if (!TYPES.includes(textOf(type))) {
      errors.unsupported(SPEC.child('policyTypes').index(index), type, TYPES);
    }
  });
}

function validatePort({ protocol, port, endPort }: PlainObject, path: Path, { errors }: Subject): void {
  if (isGiven(protocol) && !PROTOCOLS.includes(textOf(protocol))) {
    errors.unsupported(path.child('protocol'), protocol, PROTOCOLS);
  }
  const [end, at] = [intOf(endPort), path.child('endPort')];
  if (typeof port === 'string') {
    if (end !== undefined) {
      errors.invalid(at, end, 'may not be specified when `port` is non-numeric');
    }
    errors.invalidAll(path.child('port'), port, portName(port));
  } else if (!isGiven(port)) {
    if (end !== undefined) {
      errors.invalid(at, end, 'may not be specified when `port` is not specified');
    }
  } else {
    const number = intOf(port) ?? 0;
    errors.invalidAll(path.child('port'), number, portNumber(number));
    if (end !== undefined && end < number) {
      errors.invalid(at, number, 'must be greater than or equal to `port`');
    }
    errors.invalidAll(at, end, end === undefined ? [] : portNumber(end));
  }
}

function validatePeer(peer: PlainObject, path: Path, subject: Subject): void {
  const [pods, namespaces, block] = [mapOf(peer.podSelector), mapOf(peer.namespaceSelector), mapOf(peer.ipBlock)];
  validateLabelSelector(pods, path.child('podSelector'), subject.errors);
  validateLabelSelector(namespaces, path.child('namespaceSelector'), subject.errors);
  if (block !== undefined) {
    validateBlock(block, path.child('ipBlock'), subject);
  }
  if (pods === undefined && namespaces === undefined && block === undefined) {
    subject.errors.required(path, 'must specify a peer');
  } else if (block !== undefined && (pods !== undefined || namespaces !== undefined)) {
    subject.errors.forbidden(path, 'may not specify both ipBlock and another peer');
  }
}

function validateBlock(block: PlainObject, path: Path, { errors, context }: Subject): void {
  const [cidr, isStrict] = [textOf(block.cidr), context.gate('StrictIPCIDRValidation')];
  if (cidr === '') {
    errors.required(path.child('cidr'));
    return;
  }
  errors.invalidAll(path.child('cidr'), cidr, rangeProblems(cidr, isStrict));
  if (rangeProblems(cidr, false).length > 0) {
    return;
  }
  listOf(block.except).forEach((each, index) => {
    const [except, at] = [textOf(each), path.child('except').index(index)];
    errors.invalidAll(at, except, rangeProblems(except, isStrict));
    if (rangeProblems(except, false).length === 0 && !isStrictlyInside(except, cidr)) {
      errors.invalid(at, except, 'must be a strict subset of `cidr`');
    }
  });
}

function isStrictlyInside(inner: string, outer: string): boolean {
  const [[address, length], [other, otherLength]] = [inner, outer].map(each => each.split('/'));
  const bits = Number(otherLength) + (other.includes(':') ? 0 : 96);
  const [first, second] = [parseAddress(address)!, parseAddress(other)!];
  return address.includes(':') === other.includes(':') && Number(otherLength) < Number(length) && first.every((group, index) => {
    const unit = 2 ** (16 - Math.max(0, Math.min(16, bits - 16 * index)));
    return Math.floor(group / unit) === Math.floor(second[index] / unit);
  });
}
