import { PlainObject } from '../../base/plain';
import { CachePlan } from '../../pod/model/model-cache';

/** How a change of the template reaches the replicas. */
export interface ReplicaRollout {
  readonly strategy: PlainObject;
  readonly text: string;
}

/** What decides it. */
export interface RolloutInput {
  /** Replicas that run at the least and at the most. */
  readonly least: number;
  readonly most: number;
  readonly devicesPerPod: number;
  readonly spareGpus: number;
  readonly cache?: CachePlan;
  readonly startSeconds: number;
  readonly graceSeconds: number;
}

/**
 * Pure. A surge pod needs devices that nobody else holds: without them it stays Pending, and with `maxUnavailable: 0` the roll-out never ends. So an
 * old pod goes first, unless spare devices were declared.
 */
export function planReplicaRollout(input: RolloutInput): ReplicaRollout {
  const { least, most, devicesPerPod, spareGpus, cache } = input;
  const fitting = Math.floor(spareGpus / devicesPerPod);
  if (fitting >= 1 && !cache?.oneAtATime) {
    const maxSurge = Math.min(fitting, most);
    return {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } },
      text: `new pods first, ${maxSurge} at a time: ${spareGpus} spare devices / ${devicesPerPod} a pod = ${fitting}${maxSurge < fitting ? `, at most ${most} replicas` : ''}`,
    };
  }
  const reason = fitting >= 1 ? 'the cache can be mounted by one pod or node at a time' : `${spareGpus} spare devices / ${devicesPerPod} a pod = 0`;
  if (most === 1) {
    return { strategy: { type: 'Recreate' }, text: `the old pod first (Recreate): ${reason}; nothing serves for ${outageOf(input).sum}` };
  }
  const alone = least === 1 ? `; while one replica runs, nothing serves for ${outageOf(input).sum}` : '';
  return {
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
    text: `an old pod first, one at a time: ${reason}${alone}`,
  };
}

/** How long nothing serves while the only replica is replaced. */
export function outageOf({ graceSeconds, startSeconds }: Pick<RolloutInput, 'graceSeconds' | 'startSeconds'>): { readonly seconds: number; readonly sum: string } {
  const seconds = graceSeconds + startSeconds;
  return { seconds, sum: `up to drain ${graceSeconds} s + start ${startSeconds} s = ${seconds} s` };
}
