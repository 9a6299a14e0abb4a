import { Duration } from 'cdk8s';
import { Notice, beyondNotice } from './notice';
import { invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { StopTerm, sumOf, totalSeconds } from '../template/pod-plan';

/** What is left of the grace period when everything stopped as planned. */
export const DRAIN_MARGIN_SECONDS = 5;

/** Until endpoints, proxies and gateways forget a pod that is going away. KServe sleeps 15 s, the Gateway API inference extension 30 s. */
export const ENDPOINT_REMOVAL_SECONDS = 15;

/** Kubernetes' own default. Source: pkg/apis/core/v1/defaults.go (v1.36) */
export const DEFAULT_GRACE_SECONDS = 30;

/** What a pod must do between the decision to stop it and its end. */
export interface DrainRequest {
  /** Name and version of the engine, for messages: `vLLM 0.18`. */
  readonly engine: string;
  /** Longest request that may not be cut off. */
  readonly longestStreamSeconds: number;
  /** The engine's own drain after the stop signal; absent where its version, or its place in a group, has none. */
  readonly drain?: { readonly flag: string; readonly seconds: number };
  /** Why the engine cannot drain by itself, where it cannot: `the drain flag --shutdown-timeout came with 0.18`. */
  readonly noDrainReason?: string;
  /** Sleep before the stop signal, as given. */
  readonly preStopSleep?: Duration;
  /** Property path of the container, for messages. */
  readonly field?: string;
  /** Other main containers, each with its own preStop and drain in one figure: they stop beside the engine. */
  readonly beside?: readonly StopTerm[];
  /** Native sidecars: they stop one after the other, after the main containers. */
  readonly sidecars?: readonly StopTerm[];
  /** The grace period, as given. */
  readonly gracePeriod?: Duration;
  /** What the nodes leave a pod, with their name: spot capacity. */
  readonly notice?: Notice;
}

/** The solved drain. */
export interface DrainPlan {
  /** `preStop.sleep` of the main container. */
  readonly preStopSeconds: number;
  /** Seconds for the engine's drain flag; 0 without one. */
  readonly engineSeconds: number;
  readonly graceSeconds: number;
  readonly sum: string;
  /** What the pattern itself needs of the grace period, for `planPod`. */
  readonly stopping: readonly StopTerm[];
}

/**
 * Pure: solves grace >= max over main containers (preStop + drain) + sum over sidecars (stop) + 5.
 *
 * Main containers get their hooks and the stop signal together; sidecars stop afterwards in reverse order (KEP-753).
 */
export function planDrain(request: DrainRequest): DrainPlan {
  const preStopSeconds = planPreStop(request);
  const engineSeconds = request.drain?.seconds ?? 0;
  checkEngineDrain(request, engineSeconds);
  const own: StopTerm[] = [
    { what: 'preStop', seconds: preStopSeconds },
    ...(request.drain ? [{ what: `drain (${request.drain.flag})`, seconds: engineSeconds }] : []),
  ];
  const longest = longestOf(own, request.beside ?? []);
  const rest = [...(request.sidecars ?? []).filter(term => term.seconds > 0), { what: 'margin', seconds: DRAIN_MARGIN_SECONDS }];
  const needed = longest.seconds + totalSeconds(rest);
  const sum = `${longest.text} + ${sumOf(rest)} = ${needed} s`;
  return {
    preStopSeconds,
    engineSeconds,
    ...solveGrace(request, needed, sum),
    stopping: [
      ...(request.drain ? [{ what: `drain (${request.drain.flag})`, seconds: engineSeconds }] : []),
      ...(longest.seconds > totalSeconds(own) ? [{ what: 'other main containers', seconds: longest.seconds - totalSeconds(own) }] : []),
    ],
  };
}

function preStopField({ field = 'container' }: DrainRequest): string {
  return `${field}.preStopSleep`;
}

/** Endpoints forget the pod while it still serves; where the engine cannot drain, the longest stream ends in the sleep as well. */
function planPreStop(request: DrainRequest): number {
  const field = preStopField(request);
  const given = request.preStopSleep && wholeSeconds(field, request.preStopSleep, 1);
  if (request.drain) {
    return given ?? ENDPOINT_REMOVAL_SECONDS;
  }
  if (given !== undefined && given < request.longestStreamSeconds) {
    throw invalid(field, `${given}s`,
      `must be at least the longest stream of ${request.longestStreamSeconds} s: ${request.engine} aborts running requests at the stop signal`
      + (request.noDrainReason ? ` (${request.noDrainReason})` : ''),
      `sleep ${ENDPOINT_REMOVAL_SECONDS + request.longestStreamSeconds} s, which also covers the removal of endpoints, or shorten longestStream`);
  }
  return given ?? ENDPOINT_REMOVAL_SECONDS + request.longestStreamSeconds;
}

function checkEngineDrain(request: DrainRequest, engineSeconds: number): void {
  if (request.drain && engineSeconds < request.longestStreamSeconds) {
    throw invalid(request.drain.flag, `${engineSeconds}s`, `must be at least the longest stream of ${request.longestStreamSeconds} s`, 'raise it, or shorten longestStream');
  }
}

interface Longest {
  readonly seconds: number;
  readonly text: string;
}

function longestOf(own: readonly StopTerm[], beside: readonly StopTerm[]): Longest {
  const mine = { seconds: totalSeconds(own), text: sumOf(own) };
  if (beside.length === 0) {
    return mine;
  }
  const all = [mine, ...beside.map(term => ({ seconds: term.seconds, text: sumOf([term]) }))];
  const most = all.reduce((longest, each) => (each.seconds > longest.seconds ? each : longest));
  return { seconds: most.seconds, text: `max(${all.map(each => each.text).join(', ')}) ${most.seconds} s` };
}

function solveGrace(request: DrainRequest, needed: number, sum: string): { graceSeconds: number; sum: string } {
  const { notice } = request;
  if (request.gracePeriod !== undefined) {
    const given = wholeSeconds('terminationGracePeriod', request.gracePeriod);
    if (given < needed) {
      throw invalid('terminationGracePeriod', `${given}s`, `must be at least ${sum}, or the kubelet kills what is still draining`,
        'leave it out to have it computed, or shorten longestStream');
    }
    checkNotice('terminationGracePeriod', notice, given, `given ${given} s`);
    return { graceSeconds: given, sum: `given ${given} s >= ${sum}` };
  }
  // Told where something was written: nobody gave a grace period.
  checkNotice(request.preStopSleep ? preStopField(request) : 'capacity', notice, needed, sum);
  if (notice && notice.seconds < DEFAULT_GRACE_SECONDS) {
    return { graceSeconds: notice.seconds, sum: `${sum}, raised to the notice of ${notice.seconds} s` };
  }
  const raised = needed < DEFAULT_GRACE_SECONDS ? `, raised to Kubernetes' default of ${DEFAULT_GRACE_SECONDS} s` : '';
  return { graceSeconds: Math.max(needed, DEFAULT_GRACE_SECONDS), sum: `${sum}${raised}` };
}

/** A grace period above the notice promises time that the node does not have. */
function checkNotice(field: string, notice: Notice | undefined, graceSeconds: number, sum: string): void {
  if (notice && graceSeconds > notice.seconds) {
    throw invalid(field, `${graceSeconds}s`, `${sum} ${beyondNotice(notice)}`,
      'shorten longestStream or the sleep, or run on nodes that stay');
  }
}

/** What a worker of a group does while its leader drains. */
export interface WorkerDrainPlan {
  readonly preStopSeconds: number;
  readonly graceSeconds: number;
  readonly sum: string;
}

/**
 * Leader and workers get the stop signal at the same time, and a worker that obeys it ends the leader's requests with it. So a worker sleeps
 * until the leader's grace period is over, and has a margin to stop in.
 */
export function planWorkerDrain(leader: DrainPlan, sidecars: readonly StopTerm[] = []): WorkerDrainPlan {
  const rest = [...sidecars.filter(term => term.seconds > 0), { what: 'margin', seconds: DRAIN_MARGIN_SECONDS }];
  const needed = leader.graceSeconds + totalSeconds(rest);
  const sum = `grace of the leader ${leader.graceSeconds} s + ${sumOf(rest)} = ${needed} s`;
  return { preStopSeconds: leader.graceSeconds, graceSeconds: needed, sum };
}
