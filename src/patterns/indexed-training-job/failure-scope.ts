import { wholeNumber } from '../../base/errors/invalid-input';
import { Rendezvous } from '../../engines/rendezvous';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * Retries of indexes that do not need each other.
 */
export interface IndependentIndexes {
  /** Retries of each index before it counts as failed: at least 0. */
  readonly retriesPerIndex: number;

  /**
   * Failed indexes after which the whole Job fails at once: between 0 and `workers`.
   *
   * @default - none: all other indexes run to their end, then the Job fails
   */
  readonly maxFailedIndexes?: number;
}

/**
 * What the failure of one worker means for the others.
 */
export class FailureScope {
  /**
   * The workers stand or fall together: failures are counted for the run as a whole (`backoffLimit`).
   */
  public static together(): FailureScope {
    return new FailureScope();
  }

  /**
   * Each index is on its own (`backoffLimitPerIndex`). Refused with a collective rendezvous, in which the loss of one worker stops all.
   *
   * @param options Retries of each index.
   */
  public static independent(options: IndependentIndexes): FailureScope {
    wholeNumber('FailureScope.independent(retriesPerIndex)', options.retriesPerIndex, { min: 0 });
    return new FailureScope(options);
  }

  private constructor(/** @internal */ public readonly _independent?: IndependentIndexes) {}
}

carriesMistakes(FailureScope, () => FailureScope.together());

/**
 * Exit codes of the main container by what they mean. A code may stand in one class only; 0 is success and is refused.
 *
 * Only where codes can be seen: with the plain rendezvous, or with `wrapExit`. Disrupted pods (evicted, preempted, lost with their node) are
 * recognised before any code and never counted; the codes of their peers are.
 */
export interface ExitCodeRules {
  /**
   * Codes that no retry will cure (a bad configuration): the Job fails at once.
   *
   * @default - none
   */
  readonly fail?: number[];

  /**
   * Codes that fail their own index at once, without its remaining retries. Only with `FailureScope.independent`.
   *
   * @default - none
   */
  readonly failIndex?: number[];

  /**
   * Codes that are retried for ever without being counted: a lost network, hardware that is being replaced.
   *
   * @default - none
   */
  readonly ignore?: number[];

  /**
   * Codes that are counted against the restarts. Every code without a rule is; name them to make it explicit.
   *
   * @default - none
   */
  readonly count?: number[];
}

/** What failure planning needs to know. */
export interface FailureInput {
  readonly workers: number;
  readonly rendezvous: Rendezvous;
  readonly restarts?: number;
  /** `toleratedDisruptions` as given. */
  readonly disruptions?: number;
  readonly isSpot: boolean;
  /** The default set of the target is from before restarts were kept for disruptions. */
  readonly keepsNone: boolean;
  readonly scope: FailureScope;
  readonly exitCodes?: ExitCodeRules;
  readonly wrapExit: boolean;
  readonly mainContainer: string;
  /** Whether the run may take only so long. */
  readonly hasDeadline: boolean;
  /** A JobSet restarts the whole gang: its child Job fails with the first failure. */
  readonly isGang: boolean;
}
