import { FateSharingOptions } from './choices';
import { GroupEngine } from './engine-roles';
import { WrittenAt, forbidden, renamed, required } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { connects } from '../../engines/entrypoint';
import { STOP_SECONDS, leaderThenItself, noticedWithin } from '../../engines/probes';
import { ContainerSpec, createContainer } from '../../pod/container/container';
import { renderProbe } from '../../pod/container/probe';

/** Probe figures of fate sharing, and how long a broken group may look healthy. */
export interface FateSharingPlan {
  readonly port: number;
  readonly periodSeconds: number;
  readonly failureThreshold: number;
  readonly startupFailureThreshold: number;
  /** How long a worker that lost its leader may take to stop; absent where it takes the grace period of its pod. */
  readonly stopSeconds?: number;
  /** Where workers answer requests too: what they are asked after their leader. */
  readonly itself?: { readonly port: number; readonly path: string };
  /** `10 x 6 + 5 = 65 s`. */
  readonly noticed: FateSharingTimes;
}

/** Seconds from a loss to the restart of the whole group, each with its sum. */
export interface FateSharingTimes {
  readonly leader: { readonly seconds: number; readonly sum: string };
  readonly leaderStop: number;
  readonly worker: { readonly seconds: number; readonly sum: string };
  readonly workerStop: number;
}

const PERIOD = 10;
const TIMEOUT = 5;
const DEFAULT_TOLERANCE = 60;
const DEFAULT_STARTUP = 30 * 60;

/** For a node that must be created for the leader, and for its image: the worker may have both already. */
const LEADER_HEAD_START = 30 * 60;

const DRAIN_MARGIN = 5;

/** Kubernetes' own probe defaults. Source: pkg/apis/core/v1/defaults.go (v1.36) */
const DEFAULT_PROBE = { periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 };

/** What fate sharing is planned from. */
export interface FateSharingRequest {
  readonly options: FateSharingOptions;
  readonly leader: ContainerSpec;
  readonly worker: ContainerSpec;
  /** Where the user wrote what stands in either container. */
  readonly writtenAt: { readonly leader: WrittenAt; readonly worker: WrittenAt };
  /** Grace periods of the pods of both roles. */
  readonly grace: { readonly leaderSeconds: number; readonly workerSeconds: number };
  readonly engine?: GroupEngine;
  /** How long the download of the leader may still take when the worker starts. */
  readonly preloadSeconds: number;
  /** Whether leader and workers share a template: the probes are then the engine's own, which look at the index. */
  readonly isOneTemplate: boolean;
  /** Whether the choices of DefaultSet.V2 hold. */
  readonly isSecondSet: boolean;
}

/**
 * Workers notice a dead leader through its port; the leader must notice a dead worker by itself, through the engine's health path.
 */
export function planFateSharing(request: FateSharingRequest): FateSharingPlan {
  const { options, worker, engine, isSecondSet } = request;
  const port = options.port ?? engine?.leader.port;
  if (port === undefined) {
    throw required('GroupRestart.fateSharing(port)', 'without an engine nobody else says which port of the leader goes away with it', 'give port');
  }
  if (!request.isOneTemplate) {
    renamed(request.writtenAt.worker, () => refuseOwnProbe(worker, port));
  }
  const failureThreshold = Math.max(1, Math.ceil((options.tolerance?.toSeconds() ?? DEFAULT_TOLERANCE) / PERIOD));
  const headStart = isSecondSet && engine ? LEADER_HEAD_START : 0;
  const startupSeconds = options.startup?.toSeconds() ?? (engine ? engine.startup.seconds + headStart : DEFAULT_STARTUP + request.preloadSeconds);
  const stopSeconds = isSecondSet && engine ? stopAfter(failureThreshold, engine) : undefined;
  return {
    port,
    periodSeconds: PERIOD,
    failureThreshold,
    startupFailureThreshold: Math.max(1, Math.ceil(startupSeconds / PERIOD)),
    stopSeconds,
    itself: engine?.worker.serves ? { port: engine.worker.port, path: engine.worker.healthPath } : undefined,
    noticed: times(request, failureThreshold, stopSeconds),
  };
}

function refuseOwnProbe(worker: ContainerSpec, port: number): void {
  const taken = worker.liveness ? 'liveness' : worker.startup ? 'startup' : undefined;
  if (taken) {
    throw forbidden(`container.${taken}`, `fate sharing gives workers a ${taken} probe on port ${port} of the leader, and a container has one`,
      `give the engine's own probe to the leader, not to container or worker: leader: { ${taken} }`);
  }
}

/**
 * As soon as the leader's: nobody is served any more. Unless the leader may still drain, which closes its port: then it needs the worker as long as the
 * drain takes, of which the probe has waited all failures but the first.
 */
function stopAfter(failureThreshold: number, { leader }: GroupEngine): number {
  const drain = leader.drain ? leader.drain.seconds + DRAIN_MARGIN : 0;
  return Math.max(STOP_SECONDS, drain - (failureThreshold - 1) * PERIOD);
}

function times({ leader, writtenAt, grace }: FateSharingRequest, failureThreshold: number, stopSeconds: number | undefined): FateSharingTimes {
  if (!leader.liveness) {
    throw required('leader.liveness', 'fate sharing needs a liveness probe on the leader that fails when a worker is lost: the port alone stays open',
      'give the engine\'s health path: liveness of leader, kplus.Probe.fromHttpGet with /health and the port');
  }
  const given: Partial<typeof DEFAULT_PROBE & { terminationGracePeriodSeconds: number }> = renamed(writtenAt.leader,
    () => renderProbe('container', 'liveness', leader.liveness!, createContainer('container', leader)));
  return {
    leader: noticedWithin({ ...DEFAULT_PROBE, ...given }),
    // A probe's kill runs the preStop hook and the drain like any other, and the port may stay open until they are over.
    leaderStop: given.terminationGracePeriodSeconds ?? grace.leaderSeconds,
    worker: noticedWithin({ periodSeconds: PERIOD, failureThreshold, timeoutSeconds: TIMEOUT }),
    workerStop: stopSeconds ?? grace.workerSeconds,
  };
}

/** Probes of a worker on the leader's port. An exec probe, because the kubelet resolves a probe's host outside the cluster's DNS. Needs python3. */
export function fateSharingProbes(plan: FateSharingPlan): { liveness: PlainObject; startup: PlainObject } {
  const leader = { addressVariable: 'LWS_LEADER_ADDRESS', port: plan.port };
  const { itself } = plan;
  const program = itself ? leaderThenItself(leader, itself.port, itself.path) : connects(leader.addressVariable, leader.port, TIMEOUT - 1);
  const probe = compact({
    exec: { command: ['python3', '-c', program] }, periodSeconds: plan.periodSeconds, timeoutSeconds: TIMEOUT, terminationGracePeriodSeconds: plan.stopSeconds,
  });
  return {
    liveness: { ...probe, failureThreshold: plan.failureThreshold },
    startup: { ...probe, failureThreshold: plan.startupFailureThreshold },
  };
}
