import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { dnsLabel, portName, portNumber, PROTOCOLS, qualifiedName } from '../names';
import { Path } from '../path';
import { intOf, isGiven, mapOf, textOf } from '../values';
import { ServiceShape } from './service-shape';
import { Subject, SPEC } from './subject';

const PORTS = SPEC.child('ports');

/** Source: pkg/apis/core/validation/validation.go validateServicePort, validateService (v1.36) */
export function validateServicePorts({ errors }: Subject, { ports, type }: ServiceShape): void {
  const names = new Set<string>();
  const numbers = new Set<string>();
  const nodePorts = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const port = mapOf(ports[i]) ?? {};
    const path = PORTS.index(i);
    validateName(port, ports.length > 1, names, path, errors);
    validatePort(port, path, errors);
    validateOnce(port, type, numbers, nodePorts, path, errors);
  }
}

function validateName(port: PlainObject, isNeeded: boolean, names: Set<string>, path: Path, errors: Errors): void {
  const name = textOf(port.name);
  if (name === '') {
    if (isNeeded) {
      errors.required(path.child('name'));
    }
    return;
  }
  errors.invalidAll(path.child('name'), name, dnsLabel(name));
  if (names.has(name)) {
    errors.duplicate(path.child('name'), name);
  }
  names.add(name);
}

function validatePort(port: PlainObject, path: Path, errors: Errors): void {
  const number = intOf(port.port) ?? 0;
  const protocol = textOf(port.protocol) || 'TCP';
  errors.invalidAll(path.child('port'), number, portNumber(number));
  if (!PROTOCOLS.includes(protocol)) {
    errors.unsupported(path.child('protocol'), protocol, PROTOCOLS);
  }
  const given = port.targetPort;
  const target = given === '' || given === 0 || !isGiven(given) ? number : given;
  if (typeof target === 'string') {
    errors.invalidAll(path.child('targetPort'), target, portName(target));
  } else {
    errors.invalidAll(path.child('targetPort'), target, portNumber(intOf(target) ?? 0));
  }
  if (isGiven(port.appProtocol)) {
    errors.invalidAll(path.child('appProtocol'), port.appProtocol, qualifiedName(textOf(port.appProtocol)));
  }
}

function validateOnce(port: PlainObject, type: string, numbers: Set<string>, nodePorts: Set<string>, path: Path, errors: Errors): void {
  const protocol = textOf(port.protocol) || 'TCP';
  const nodePort = intOf(port.nodePort) ?? 0;
  const number = `${protocol} ${intOf(port.port) ?? 0}`;
  if (numbers.has(number)) {
    errors.duplicate(path, port);
  }
  numbers.add(number);
  if (nodePort === 0) {
    return;
  }
  if (type === 'ClusterIP') {
    errors.forbidden(path.child('nodePort'), "may not be used when `type` is 'ClusterIP'");
  }
  const key = `${protocol} ${nodePort}`;
  if (nodePorts.has(key)) {
    errors.duplicate(path.child('nodePort'), nodePort);
  }
  nodePorts.add(key);
}
