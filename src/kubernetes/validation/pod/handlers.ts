import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { httpHeaderName, portName, portNumber } from '../names';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';

type Handler = (handler: PlainObject, path: Path, scope: PodScope) => void;

/** A number or the name of a port; missing is the number 0. */
export function validatePortReference(port: unknown, path: Path, errors: Errors): void {
  if (typeof port === 'string') {
    errors.invalidAll(path, port, portName(port));
  } else {
    const number = intOf(port) ?? 0;
    errors.invalidAll(path, number, portNumber(number));
  }
}

const SCHEMES = ['HTTP', 'HTTPS'];

const httpGet: Handler = (handler, path, { errors }) => {
  validatePortReference(handler.port, path.child('port'), errors);
  const scheme = textOf(handler.scheme) || 'HTTP';
  if (!SCHEMES.includes(scheme)) {
    errors.unsupported(path.child('scheme'), scheme, SCHEMES);
  }
  for (const header of listOf(handler.httpHeaders)) {
    const name = textOf(mapOf(header)?.name);
    errors.invalidAll(path.child('httpHeaders'), name, httpHeaderName(name));
  }
};

const exec: Handler = (handler, path, { errors }) => {
  if (listOf(handler.command).length === 0) {
    errors.required(path.child('command'));
  }
};

const port: Handler = (handler, path, { errors }) => validatePortReference(handler.port, path.child('port'), errors);

const sleep: Handler = (handler, path, { errors, gracePeriod, gates }) => {
  const seconds = intOf(handler.seconds) ?? 0;
  const least = gates.PodLifecycleSleepActionAllowZero ? 0 : 1;
  if (seconds < least || seconds > gracePeriod) {
    errors.invalid(path, seconds, least === 0 ? `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`
      : `must be greater than 0 and less than terminationGracePeriodSeconds (${gracePeriod}). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`);
  }
};

const PROBE_HANDLERS: readonly (readonly [string, Handler])[] = [['exec', exec], ['httpGet', httpGet], ['tcpSocket', port], ['grpc', port]];
const LIFECYCLE_HANDLERS: readonly (readonly [string, Handler])[] = [['exec', exec], ['httpGet', httpGet], ['tcpSocket', port], ['sleep', sleep]];

/** Exactly one handler. Source: pkg/apis/core/validation/validation.go validateHandler (v1.36) */
function validateHandler(body: PlainObject, kinds: typeof PROBE_HANDLERS, scope: PodScope, path: Path): void {
  let count = 0;
  for (let i = 0; i < kinds.length; i++) {
    const key = kinds[i][0];
    const handler = mapOf(body[key]);
    if (handler === undefined) {
      continue;
    }
    if (count++ > 0) {
      scope.errors.forbidden(path.child(key), 'may not specify more than 1 handler type');
    } else {
      kinds[i][1](handler, path.child(key), scope);
    }
  }
  if (count === 0) {
    scope.errors.required(path, 'must specify a handler type');
  }
}

const PROBE_NUMBERS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

/** The three probes of a container. Source: validation.go validateProbe and neighbours (v1.36) */
export function validateProbes(container: PlainObject, scope: PodScope, path: Path): void {
  for (const kind of PROBES) {
    const probe = mapOf(container[kind]);
    if (probe !== undefined) {
      validateProbe(probe, kind === 'readinessProbe', scope, path.child(kind));
    }
  }
}

export const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];

function validateProbe(probe: PlainObject, isReadiness: boolean, scope: PodScope, path: Path): void {
  const { errors } = scope;
  validateHandler(probe, PROBE_HANDLERS, scope, path);
  for (const field of PROBE_NUMBERS) {
    const number = intOf(probe[field]);
    if (number !== undefined && number < 0) {
      errors.invalid(path.child(field), number, 'must be greater than or equal to 0');
    }
  }
  const grace = intOf(probe.terminationGracePeriodSeconds);
  const threshold = intOf(probe.successThreshold) || 1;
  if (grace !== undefined && grace <= 0) {
    errors.invalid(path.child('terminationGracePeriodSeconds'), grace, 'must be greater than 0');
  }
  if (isReadiness && grace !== undefined) {
    errors.invalid(path.child('terminationGracePeriodSeconds'), grace, 'must not be set for readinessProbes');
  }
  if (!isReadiness && threshold !== 1) {
    errors.invalid(path.child('successThreshold'), threshold, 'must be 1');
  }
}

const WINDOWS_SIGNALS = ['SIGKILL', 'SIGTERM'];
const LINUX_SIGNALS = [
  ...['ABRT', 'ALRM', 'BUS', 'CHLD', 'CLD', 'CONT', 'FPE', 'HUP', 'ILL', 'INT', 'IO', 'IOT', 'KILL', 'PIPE', 'POLL', 'PROF', 'PWR', 'QUIT', 'RTMAX'],
  ...Array.from({ length: 14 }, (_, number) => `RTMAX-${number + 1}`),
  'RTMIN', ...Array.from({ length: 15 }, (_, number) => `RTMIN+${number + 1}`),
  ...['SEGV', 'STKFLT', 'STOP', 'SYS', 'TERM', 'TRAP', 'TSTP', 'TTIN', 'TTOU', 'URG', 'USR1', 'USR2', 'VTALRM', 'WINCH', 'XCPU', 'XFSZ'],
].map(name => `SIG${name}`);

/** Source: validation.go validateLifecycle (v1.36) */
export function validateLifecycle(lifecycle: PlainObject, scope: PodScope, path: Path): void {
  for (const hook of ['postStart', 'preStop']) {
    const handler = mapOf(lifecycle[hook]);
    if (handler !== undefined) {
      validateHandler(handler, LIFECYCLE_HANDLERS, scope, path.child(hook));
    }
  }
  if (isGiven(lifecycle.stopSignal) && scope.gates.ContainerStopSignals) {
    validateStopSignal(textOf(lifecycle.stopSignal), scope, path.child('stopSignal'));
  }
}

function validateStopSignal(signal: string, { os, errors }: PodScope, path: Path): void {
  if (os === undefined) {
    errors.forbidden(path, 'may not be set for containers with empty `spec.os.name`');
    return;
  }
  const allowed = os === 'windows' ? WINDOWS_SIGNALS : os === 'linux' ? LINUX_SIGNALS : undefined;
  if (allowed !== undefined && !allowed.includes(signal)) {
    errors.unsupported(path, signal, allowed);
  }
}

/** Whether something of a lifecycle is left where stop signals are dropped. Source: pkg/api/pod/util.go dropContainerStopSignals (v1.36) */
export function lifecycleOf(container: PlainObject, { gates }: PodScope): PlainObject | undefined {
  const lifecycle = mapOf(container.lifecycle);
  if (lifecycle === undefined || gates.ContainerStopSignals || !isGiven(lifecycle.stopSignal)) {
    return lifecycle;
  }
  return mapOf(lifecycle.postStart) === undefined && mapOf(lifecycle.preStop) === undefined ? undefined : lifecycle;
}
