import { FateSharingOptions } from './choices';
import { forbidden, required } from '../../checks/invalid-input';
import { ContainerSpec, createContainer } from '../../pod/container';
import { PlainObject, plain } from '../../pod/plain';

/** Probe figures of fate sharing, and how long a broken group may look healthy. */
export interface FateSharingPlan {
  readonly port: number;
  readonly periodSeconds: number;
  readonly failureThreshold: number;
  readonly startupFailureThreshold: number;
  readonly worstCase: string;
}

const PERIOD = 10;
const TIMEOUT = 5;
const DEFAULT_TOLERANCE = 60;
const DEFAULT_STARTUP = 30 * 60;

/** Kubernetes' own probe defaults. Source: pkg/apis/core/v1/defaults.go (v1.36) */
const DEFAULT_PROBE = { periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 };

/** Grace periods of the pods of both roles. */
export interface FateSharingGrace {
  readonly leaderSeconds: number;
  readonly workerSeconds: number;
}

/**
 * Workers notice a dead leader through its port; the leader must notice a dead worker by itself, through the engine's health path.
 */
export function planFateSharing(
  options: FateSharingOptions,
  leader: ContainerSpec,
  worker: ContainerSpec,
  grace: FateSharingGrace,
  startupSeconds: number = DEFAULT_STARTUP,
): FateSharingPlan {
  const taken = worker.liveness ? 'liveness' : worker.startup ? 'startup' : undefined;
  if (taken) {
    throw forbidden(`worker.${taken}`, `fate sharing gives workers a ${taken} probe on port ${options.port} of the leader, and a container has one`,
      `give the engine's own probe to the leader, not to container or worker: leader: { ${taken} }`);
  }
  if (!leader.liveness) {
    throw required('leader.liveness', 'fate sharing needs a liveness probe on the leader that fails when a worker is lost: the port alone stays open',
      'give the engine\'s health path: leader: { liveness: kplus.Probe.fromHttpGet("/health", { port }) }');
  }
  const given = plain(leader.liveness._toKube(createContainer('leader', leader))) as Partial<typeof DEFAULT_PROBE & { terminationGracePeriodSeconds: number }>;
  const probe = { ...DEFAULT_PROBE, ...given };
  const leaderSeconds = probe.periodSeconds * probe.failureThreshold + probe.timeoutSeconds;
  // A probe's kill runs the preStop hook and the drain like any other, and the port may stay open until they are over.
  const leaderStop = given.terminationGracePeriodSeconds ?? grace.leaderSeconds;
  const failureThreshold = Math.max(1, Math.ceil((options.tolerance?.toSeconds() ?? DEFAULT_TOLERANCE) / PERIOD));
  const workerSeconds = PERIOD * failureThreshold + TIMEOUT;
  return {
    port: options.port,
    periodSeconds: PERIOD,
    failureThreshold,
    startupFailureThreshold: Math.max(1, Math.ceil((options.startup?.toSeconds() ?? startupSeconds) / PERIOD)),
    worstCase: `a lost worker: leader notices within ${probe.periodSeconds} x ${probe.failureThreshold} + ${probe.timeoutSeconds} = ${leaderSeconds} s and stops within ${leaderStop} s, `
      + `the other workers notice within another ${PERIOD} x ${failureThreshold} + ${TIMEOUT} = ${workerSeconds} s and stop within ${grace.workerSeconds} s: `
      + `${leaderSeconds + leaderStop + workerSeconds + grace.workerSeconds} s, `
      + 'plus the kubelet\'s restart back-off of up to 300 s',
  };
}

/** Probes of a worker on the leader's port. An exec probe, because the kubelet resolves a probe's host outside the cluster's DNS. Needs python3. */
export function fateSharingProbes(plan: FateSharingPlan): { liveness: PlainObject; startup: PlainObject } {
  const program = 'import os, socket; socket.create_connection((os.environ["LWS_LEADER_ADDRESS"], ' + plan.port + '), ' + (TIMEOUT - 1) + ')';
  const probe = { exec: { command: ['python3', '-c', program] }, periodSeconds: plan.periodSeconds, timeoutSeconds: TIMEOUT };
  return {
    liveness: { ...probe, failureThreshold: plan.failureThreshold },
    startup: { ...probe, failureThreshold: plan.startupFailureThreshold },
  };
}
