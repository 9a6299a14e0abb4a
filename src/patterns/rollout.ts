import { duplicate, forbidden, invalid, wholeNumber } from '../checks/invalid-input';
import { EnvVariable } from '../pod/environment';
import { PlainObject } from '../pod/plain';

/**
 * The main container as it was before the change that is being rolled out. What is absent did not change.
 */
export interface PreviousTemplate {
  /**
   * Image of the main container.
   *
   * @default - unchanged
   */
  readonly image?: string;

  /**
   * Command of the main container.
   *
   * @default - unchanged
   */
  readonly command?: string[];

  /**
   * Arguments of the main container.
   *
   * @default - unchanged
   */
  readonly args?: string[];

  /**
   * Literal environment variables that had another value.
   *
   * @default - unchanged
   */
  readonly variables?: { [name: string]: string };
}

/**
 * A roll-out in stages.
 */
export interface StagedRolloutOptions {
  /** How many parts (groups, zones) already run the new template: 0 none, all of them ends the roll-out. Raise it from commit to commit. */
  readonly stage: number;

  /** What the remaining parts keep running. */
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

  /** What all others keep running. */
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
    /** @internal */ public readonly _options: { staged?: StagedRolloutOptions; canary?: CanaryOptions; onDelete?: OnDeleteOptions; partition?: number } = {}) {}
}

/** The state of a roll-out over the parts of one workload. */
export interface RolloutPlan {
  /** Parts that keep the previous template. */
  readonly previousParts: ReadonlySet<string>;
  readonly previous?: PreviousTemplate;
  readonly updateStrategy: PlainObject;
  /** Labels and annotations of every StatefulSet. */
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  /** One line for each stage. */
  readonly stages: readonly string[];
}

/** Pure: which parts run what. `parts` come in their natural order. */
export function planRollout(field: string, rollout: Rollout | undefined, parts: readonly string[], noun: string): RolloutPlan {
  const kind = rollout?._kind ?? 'allAtOnce';
  if (kind === 'partition') {
    throw forbidden(field, `a partition counts the pods of one StatefulSet, not ${noun}s`, `use Rollout.staged({ stage, previous }), which counts ${noun}s`);
  }
  const onDelete = rollout?._options.onDelete;
  const base = {
    previousParts: new Set<string>(),
    updateStrategy: { type: onDelete ? 'OnDelete' : 'RollingUpdate' },
    labels: onDelete?.rolloutGroup ? { 'rollout-group': onDelete.rolloutGroup } : {},
    annotations: onDelete?.rolloutGroup ? { 'rollout-max-unavailable': String(onDelete.maxUnavailable ?? 1) } : {},
  };
  if (kind === 'onDelete') {
    return { ...base, stages: [onDelete?.rolloutGroup
      ? `the rollout-operator replaces pods of rollout-group ${onDelete.rolloutGroup}, one StatefulSet after the other`
      : `an apply replaces no pod; delete the pods of one ${noun} at a time`] };
  }
  if (kind === 'allAtOnce') {
    return { ...base, stages: [`one apply replaces the pods of all ${parts.length} ${noun}s at the same time: nothing coordinates separate StatefulSets`] };
  }
  const { updated, previous, order } = kind === 'staged'
    ? stagedParts(field, rollout!._options.staged!, parts, noun)
    : canaryParts(field, rollout!._options.canary!, parts, noun);
  return {
    ...base,
    previous,
    previousParts: new Set(parts.filter(part => !updated.includes(part))),
    stages: order.map((_, index) => {
      const now = order.slice(0, index + 1);
      const marker = now.length === updated.length && kind === 'staged' ? '  <- these manifests' : '';
      return `stage ${index + 1}: ${noun} ${now.join(', ')} on the new template${marker}`;
    }),
  };
}

function stagedParts(field: string, options: StagedRolloutOptions, parts: readonly string[], noun: string) {
  const order = options.order ?? parts;
  checkParts(`${field}.order`, order, parts, noun);
  if (order.length !== parts.length) {
    throw invalid(`${field}.order`, order, `names ${order.length} of ${parts.length} ${noun}s`, 'name each once');
  }
  wholeNumber(`${field}.stage`, options.stage, { min: 0, max: parts.length });
  return { order, updated: order.slice(0, options.stage), previous: options.previous };
}

function canaryParts(field: string, options: CanaryOptions, parts: readonly string[], noun: string) {
  checkParts(`${field}.parts`, options.parts, parts, noun);
  const rest = parts.filter(part => !options.parts.includes(part));
  return { order: [...options.parts, ...rest], updated: options.parts, previous: options.previous };
}

function checkParts(field: string, named: readonly string[], parts: readonly string[], noun: string): void {
  named.forEach((part, index) => {
    if (!parts.includes(part)) {
      throw invalid(`${field}[${index}]`, part, `is no ${noun} of this workload (${parts.join(', ')})`);
    }
    if (named.indexOf(part) !== index) {
      throw duplicate(`${field}[${index}]`, part, `names a ${noun} twice`);
    }
  });
}

/** Literal variables of the previous template, to lay over the new ones. */
export function previousVariables(previous: PreviousTemplate | undefined): EnvVariable[] {
  return Object.entries(previous?.variables ?? {}).map(([name, value]) => ({ name, value }));
}
