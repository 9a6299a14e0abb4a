import { PlacedContainer } from './pod-set';
import { asNumber, asObject, isPresent } from '../../base/reading';

/** Probes that ask something of a server; one that runs a program may succeed whatever the server does. */
export type ProbeName = 'startupProbe' | 'livenessProbe' | 'readinessProbe';

/** How long a probe waits for a container before it counts as failed. */
export interface ProbeBudget {
  readonly seconds: number;
  /** `60 s + 10 s x 3 = 90 s`. */
  readonly text: string;
  readonly field: string;
  /** Whether it asks over the network. */
  readonly isOverNetwork: boolean;
}

/** Source: pkg/apis/core/v1/defaults.go SetDefaults_Probe (v1.36) */
const PERIOD = 10;
const THRESHOLD = 3;

/** Undefined where the container has no such probe. */
export function probeBudget({ container, field }: PlacedContainer, name: ProbeName): ProbeBudget | undefined {
  if (!isPresent(container[name])) {
    return undefined;
  }
  const probe = asObject(container[name]);
  const delay = asNumber(probe.initialDelaySeconds) ?? 0;
  const period = asNumber(probe.periodSeconds) || PERIOD;
  const threshold = asNumber(probe.failureThreshold) || THRESHOLD;
  const seconds = delay + period * threshold;
  return {
    seconds,
    text: `${delay > 0 ? `${delay} s + ` : ''}${period} s x ${threshold} = ${seconds} s`,
    field: `${field}.${name}`,
    isOverNetwork: isPresent(probe.httpGet) || isPresent(probe.tcpSocket) || isPresent(probe.grpc),
  };
}

/** An init container that runs beside the main containers. Source: KEP-753 */
export function isNativeSidecar({ container, isMain }: PlacedContainer): boolean {
  return !isMain && container.restartPolicy === 'Always';
}
