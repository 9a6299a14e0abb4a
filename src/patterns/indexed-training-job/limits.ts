import { FailureInput } from './failure-scope';
import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';

/** How often a run may fail before it is over. */
export interface LimitPlan {
  readonly restarts?: number;
  /** Restarts on top, kept for disruptions. */
  readonly disruptions: DisruptionPlan;
  readonly backoffLimit?: number;
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  /** `failurePolicy.maxRestarts` of the JobSet. */
  readonly maxRestarts?: number;
  readonly sum: string;
}

/** Restarts that are kept for disruptions, and why so many. */
export interface DisruptionPlan {
  readonly count: number;
  readonly why: string;
}

interface Reserve {
  readonly least: number;
  readonly perWorker: number;
  readonly nodes: string;
}

/**
 * What is kept where nobody says: for each worker, since every node of a pool is taken or drained on its own (one roll-out of a node pool drains each
 * of them once), and enough for a small run that takes weeks.
 */
const RESERVES: { readonly [capacity in 'spot' | 'onDemand']: Reserve } = {
  spot: { least: 50, perWorker: 4, nodes: 'spot nodes' },
  onDemand: { least: 20, perWorker: 2, nodes: 'nodes that are drained' },
};

const DEFAULT_RESTARTS = 3;
const INT32_MAX = 2147483647;
const NONE: DisruptionPlan = { count: 0, why: 'none' };

/** Pure: the limits of the Job, and of the JobSet around it. */
export function planLimits(input: FailureInput): LimitPlan {
  if (input.scope._independent) {
    return limitsOfIndexes(input);
  }
  const restarts = wholeNumber('restarts', input.restarts ?? DEFAULT_RESTARTS, { min: 0 });
  return input.isGang ? limitsOfGang(input, restarts) : limitsOfRun(input, restarts);
}

function limitsOfIndexes(input: FailureInput): LimitPlan {
  const { retriesPerIndex, maxFailedIndexes } = input.scope._independent!;
  if (input.disruptions !== undefined) {
    throw forbidden('toleratedDisruptions', 'is a number of restarts of the whole run, which do not exist where every index has its own retries',
      'leave it out: an evicted index is not counted, and the other indexes go on without it');
  }
  const most = maxFailedIndexes === undefined ? '' : `; the Job fails with index failure ${maxFailedIndexes + 1}`;
  return {
    disruptions: NONE,
    backoffLimitPerIndex: retriesPerIndex,
    maxFailedIndexes,
    sum: `${retriesPerIndex} for each of ${input.workers} indexes${most}`,
  };
}

/** A Job counts pods. The crash of one worker takes all with it, and so does a disruption, of which only the disrupted pod itself is not counted. */
function limitsOfRun(input: FailureInput, restarts: number): LimitPlan {
  const { workers } = input;
  const disruptions = planDisruptions(input, restarts, workers);
  const backoffLimit = (restarts + disruptions.count) * workers;
  const crash = `one crash of the run ${input.rendezvous._isCollective ? 'fails' : 'may fail'} all of its pods`;
  const pods = `${workers} pod${workers === 1 ? '' : 's'}`;
  const reserved = disruptions.count === 0 ? `${restarts} restarts` : `(${restarts} restarts + ${disruptions.count} disruptions)`;
  const counted = workers === 1 ? 'every failure of the pod counts, an eviction does not' : disruptions.count === 0 ? crash : `${crash}, and so does a disruption`;
  return {
    restarts,
    disruptions,
    backoffLimit,
    sum: `backoffLimit ${reserved} x ${pods} = ${backoffLimit}: ${counted}`,
  };
}

/** A JobSet counts restarts of the gang. */
function limitsOfGang(input: FailureInput, restarts: number): LimitPlan {
  const disruptions = planDisruptions(input, restarts, 1);
  const maxRestarts = restarts + disruptions.count;
  const sum = disruptions.count === 0 ? `${restarts}` : `${restarts} restarts + ${disruptions.count} disruptions = ${maxRestarts}`;
  return {
    restarts,
    disruptions,
    backoffLimit: 0,
    maxRestarts,
    sum: `maxRestarts ${sum} of the JobSet; backoffLimit 0 of its Job, so that the first failure restarts ${input.workers === 1 ? 'the pod' : `all ${input.workers} pods`}`,
  };
}

/** @param failures what one start of the run adds to the field. */
function planDisruptions(input: FailureInput, restarts: number, failures: number): DisruptionPlan {
  const most = Math.floor(INT32_MAX / failures) - restarts;
  const field = input.isGang ? 'maxRestarts' : 'backoffLimit';
  if (most < 0) {
    throw invalid('restarts', restarts, `${sumOf(field, `${restarts} restarts`, restarts, input)} is more than the field holds (${INT32_MAX})`, `give at most ${restarts + most}`);
  }
  if (input.disruptions === undefined) {
    const reserve = defaultDisruptions(input);
    return { ...reserve, count: Math.min(reserve.count, most) };
  }
  const count = wholeNumber('toleratedDisruptions', input.disruptions, { min: 0 });
  if (count > most) {
    throw invalid('toleratedDisruptions', count, `${sumOf(field, `(${restarts} restarts + ${count} disruptions)`, restarts + count, input)} is more than the field holds (${INT32_MAX})`,
      `give at most ${most}`);
  }
  return { count, why: 'given' };
}

function sumOf(field: string, term: string, count: number, { isGang, workers }: FailureInput): string {
  return isGang ? `${field} ${term} = ${count}` : `${field} ${term} x ${workers} pods = ${count * workers}`;
}

/** A single worker has no peers, so evicting it costs nothing; a spot node may still be taken by a plain deletion, which is counted. */
function defaultDisruptions({ workers, isSpot, keepsNone }: FailureInput): DisruptionPlan {
  if (keepsNone || (workers === 1 && !isSpot)) {
    return NONE;
  }
  const { least, perWorker, nodes } = RESERVES[isSpot ? 'spot' : 'onDemand'];
  return { count: Math.max(least, perWorker * workers), why: `${nodes}: ${perWorker} for each worker, at least ${least}` };
}
