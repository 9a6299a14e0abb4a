import { PlainObject } from '../../base/plain';
import { CachePlan } from '../../pod/model/model-cache';

/** How a change of the template reaches the replicas. */
export interface ReplicaRollout {
  readonly strategy: PlainObject;
  readonly text: string;
  /** Replicas that are gone at a time: an old one first, or none. */
  readonly unavailable: number;
  /** How many times pods are waited for, one after the other, at most. */
  readonly steps: number;
}

/** New pods that find devices while all old ones run. */
export interface SurgePlan {
  readonly pods: number;
  readonly sum: string;
}

/** What decides it. */
export interface RolloutInput {
  /** Replicas that run at the least and at the most. */
  readonly least: number;
  readonly most: number;
  readonly surge: SurgePlan;
  /** Whether others serve the same clients meanwhile. */
  readonly isPart?: boolean;
  readonly cache?: CachePlan;
  readonly startSeconds: number;
  readonly graceSeconds: number;
}

/**
 * Pure. How many new pods the spare devices do for.
 *
 * @param shareOf What of them is for these replicas where other Deployments roll out with them.
 */
export function planSurge(spareGpus: number, devicesPerPod: number, shareOf?: (fitting: number) => number): SurgePlan {
  const fitting = Math.floor(spareGpus / devicesPerPod);
  const sum = `${spareGpus} spare devices / ${devicesPerPod} a pod = ${fitting}`;
  if (!shareOf || fitting === 0) {
    return { pods: fitting, sum };
  }
  const pods = shareOf(fitting);
  return { pods, sum: `${sum} in all, ${pods} of them here` };
}

/**
 * Pure. A surge pod needs devices that nobody else holds: without them it stays Pending, and with `maxUnavailable: 0` the roll-out never ends. So an
 * old pod goes first, unless spare devices were declared.
 */
export function planReplicaRollout(input: RolloutInput): ReplicaRollout {
  const { least, most, surge, cache, isPart } = input;
  if (surge.pods >= 1 && !cache?.oneAtATime) {
    const maxSurge = Math.min(surge.pods, most);
    return {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } },
      text: `new pods first, ${maxSurge} at a time: ${surge.sum}${maxSurge < surge.pods ? `, at most ${most} replicas` : ''}`,
      unavailable: 0,
      steps: Math.ceil(most / maxSurge),
    };
  }
  const reason = surge.pods >= 1 ? 'the cache can be mounted by one pod or node at a time' : surge.sum;
  const outage = `${isPart ? 'none of this part' : 'nothing'} serves for ${outageOf(input).sum}`;
  if (most === 1) {
    return { strategy: { type: 'Recreate' }, text: `the old pod first (Recreate): ${reason}; ${outage}`, unavailable: 1, steps: 1 };
  }
  const alone = least === 1 ? `; while one replica runs, ${outage}` : '';
  return {
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
    text: `an old pod first, one at a time: ${reason}${alone}`,
    unavailable: 1,
    steps: most,
  };
}

/** How long nothing serves while the only replica is replaced. */
export function outageOf({ graceSeconds, startSeconds }: Pick<RolloutInput, 'graceSeconds' | 'startSeconds'>): { readonly seconds: number; readonly sum: string } {
  const seconds = graceSeconds + startSeconds;
  return { seconds, sum: `up to drain ${graceSeconds} s + start ${startSeconds} s = ${seconds} s` };
}
