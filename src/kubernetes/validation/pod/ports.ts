import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { portName, portNumber, PROTOCOLS } from '../names';
import { Path } from '../path';
import { intOf, listOf, mapOf, textOf } from '../values';

const NOTHING: PlainObject = Object.freeze({});

/** Ports of a container. Source: pkg/apis/core/validation/validation.go validateContainerPorts (v1.36) */
export function validatePorts(ports: readonly unknown[], scope: PodScope, isMain: boolean, path: Path): void {
  const { errors } = scope;
  const names = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const port = mapOf(ports[i]) ?? NOTHING;
    validatePortName(textOf(port.name), names, path, i, errors);
    const number = intOf(port.containerPort) ?? 0;
    if (number === 0) {
      errors.required(path.index(i).child('containerPort'));
    } else if (portNumber(number).length > 0) {
      errors.invalidAll(path.index(i).child('containerPort'), number, portNumber(number));
    }
    const hostPort = hostPortOf(port, scope, isMain);
    if (hostPort !== 0 && portNumber(hostPort).length > 0) {
      errors.invalidAll(path.index(i).child('hostPort'), hostPort, portNumber(hostPort));
    }
    const protocol = textOf(port.protocol) || 'TCP';
    if (!PROTOCOLS.includes(protocol)) {
      errors.unsupported(path.index(i).child('protocol'), protocol, PROTOCOLS);
    }
  }
}

function validatePortName(name: string, names: Set<string>, path: Path, index: number, errors: Errors): void {
  if (name === '') {
    return;
  }
  const texts = portName(name);
  if (texts.length > 0) {
    errors.invalidAll(path.index(index).child('name'), name, texts);
  } else if (names.has(name)) {
    errors.duplicate(path.index(index).child('name'), name);
  } else {
    names.add(name);
  }
}

/** A pod in the host's network has its container ports as host ports; a template says nothing of them. Source: pkg/apis/core/v1/defaults.go (v1.36) */
function hostPortOf(port: PlainObject, { isPod, hostNetwork }: PodScope, isMain: boolean): number {
  const hostPort = intOf(port.hostPort) ?? 0;
  return hostPort === 0 && isMain && isPod && hostNetwork ? intOf(port.containerPort) ?? 0 : hostPort;
}

/**
 * Two ports of the host cannot be one. Source: validation.go AccumulateUniqueHostPorts (v1.36)
 * @param path of the list of containers
 */
export function validateHostPorts(containers: readonly unknown[], scope: PodScope, path: Path): void {
  let taken: Set<string> | undefined;
  for (let c = 0; c < containers.length; c++) {
    const ports = listOf(mapOf(containers[c])?.ports);
    for (let p = 0; p < ports.length; p++) {
      const port = mapOf(ports[p]) ?? NOTHING;
      const hostPort = hostPortOf(port, scope, true);
      if (hostPort === 0) {
        continue;
      }
      const key = `${textOf(port.protocol) || 'TCP'}/${textOf(port.hostIP)}/${hostPort}`;
      taken ??= new Set();
      if (taken.has(key)) {
        scope.errors.duplicate(path.index(c).child('ports').index(p).child('hostPort'), key);
      }
      taken.add(key);
    }
  }
}

/** In the host's network a host port is the container's port. Source: validation.go validatePodHostNetworkDeps (v1.36) */
export function validateHostNetworkPorts({ spec, hostNetwork, errors }: PodScope, path: Path): void {
  if (!hostNetwork) {
    return;
  }
  listOf(spec.containers).forEach((container, c) => listOf(mapOf(container)?.ports).forEach((each, p) => {
    const port = mapOf(each) ?? NOTHING;
    const hostPort = intOf(port.hostPort) ?? 0;
    if (hostPort !== 0 && hostPort !== (intOf(port.containerPort) ?? 0)) {
      errors.invalid(path.child('containers').index(c).child('ports').index(p).child('hostPort'), hostPort,
        'must match `containerPort` when `hostNetwork` is true');
    }
  }));
}
