import type { PreviousTemplate } from './previous-template';
import { invalid, wholeNumber } from '../checks/invalid-input';
import { carriesMistakes } from '../checks/mistakes/carried';

/**
 * A roll-out in stages.
 */
export interface StagedRolloutOptions {
  /** How many parts (groups, zones) already run the new template: 0 none, all of them ends the roll-out. Raise it from commit to commit. */
  readonly stage: number;

  /** What the remaining parts keep: the properties that changed as they were, or all properties of before. */
  readonly previous: PreviousTemplate;

  /**
   * The parts in the order in which they change: group indexes (`'0'`) or zone names.
   *
   * @default - groups by index, zones by the first ordinal of their range
   */
  readonly order?: string[];
}

/**
 * A canary.
 */
export interface CanaryOptions {
  /** Parts that run the new template: group indexes (`'0'`) or zone names. */
  readonly parts: string[];

  /** What all others keep: the properties that changed as they were, or all properties of before. */
  readonly previous: PreviousTemplate;
}

/**
 * Pods that are replaced by somebody else.
 */
export interface OnDeleteOptions {
  /**
   * Value of the label `rollout-group`, by which Grafana's rollout-operator updates several StatefulSets one after the other.
   *
   * @default - no label: delete the pods by hand
   */
  readonly rolloutGroup?: string;

  /**
   * Pods the rollout-operator may replace at a time in one StatefulSet (annotation `rollout-max-unavailable`).
   *
   * @default 1
   */
  readonly maxUnavailable?: number;
}

const LABEL_VALUE = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

/** What the kinds of roll-out carry. */
interface RolloutOptions {
  readonly staged?: StagedRolloutOptions;
  readonly canary?: CanaryOptions;
  readonly onDelete?: OnDeleteOptions;
  readonly partition?: number;
}

/**
 * How a change of the pod template reaches the parts of a workload that consists of several StatefulSets.
 *
 * One apply updates all of them at once, since nothing coordinates them. A staged roll-out is therefore several revisions of the manifests.
 */
export class Rollout {
  /** Every part takes the new template with the next apply. */
  public static allAtOnce(): Rollout {
    return new Rollout('allAtOnce');
  }

  /**
   * The first parts run the new template, the others the previous one. `explain()` prints every stage.
   *
   * @param options The stage reached and the previous template.
   */
  public static staged(options: StagedRolloutOptions): Rollout {
    return new Rollout('staged', { staged: options });
  }

  /**
   * The named parts run the new template, the others the previous one.
   *
   * @param options The parts and the previous template.
   */
  public static canary(options: CanaryOptions): Rollout {
    return new Rollout('canary', { canary: options });
  }

  /**
   * An apply replaces no pod (`updateStrategy: OnDelete`); a person or an operator deletes them one by one.
   *
   * @param options Labels for Grafana's rollout-operator.
   */
  public static onDelete(options: OnDeleteOptions = {}): Rollout {
    wholeNumber('Rollout.onDelete(maxUnavailable)', options.maxUnavailable ?? 1, { min: 1 });
    if (options.rolloutGroup !== undefined && !LABEL_VALUE.test(options.rolloutGroup)) {
      throw invalid('Rollout.onDelete(rolloutGroup)', options.rolloutGroup, 'is not a label value', "letters, digits, '-', '_' and '.', at most 63 characters");
    }
    if (options.maxUnavailable !== undefined && options.rolloutGroup === undefined) {
      throw invalid('Rollout.onDelete(maxUnavailable)', options.maxUnavailable, 'only the rollout-operator reads it, and no rolloutGroup is given',
        'give rolloutGroup, or leave it out');
    }
    return new Rollout('onDelete', { onDelete: options });
  }

  /**
   * Only groups with at least this index take the new template. Only with the LeaderWorkerSet backend, whose controller counts groups; on
   * plain StatefulSets use `staged`.
   *
   * @param groups Groups, from index 0, that keep the previous template.
   */
  public static partition(groups: number): Rollout {
    wholeNumber('Rollout.partition(groups)', groups, { min: 0 });
    return new Rollout('partition', { partition: groups });
  }

  private constructor(
    /** @internal */ public readonly _kind: 'allAtOnce' | 'staged' | 'canary' | 'onDelete' | 'partition',
    /** @internal */ public readonly _options: RolloutOptions = {}) {}
}

carriesMistakes(Rollout, () => Rollout.allAtOnce());
