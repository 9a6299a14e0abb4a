import { checkPrevious } from './previous-checks';
import type { Rollout, CanaryOptions, StagedRolloutOptions } from './rollout';
import { PreviousTemplate } from './rollout';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { listed } from '../../base/text/listed';

/** A point of a roll-out: which parts run the new template. */
export interface RolloutStep {
  readonly title: string;
  readonly onNew: readonly string[];
  /** These manifests. */
  readonly isHere: boolean;
}

/** The state of a roll-out over the parts of one workload. */
export interface RolloutPlan {
  /** `group`, `zone`. */
  readonly noun: string;
  readonly parts: readonly string[];
  /** Parts that keep the previous template. */
  readonly previousParts: ReadonlySet<string>;
  readonly previous?: PreviousTemplate;
  readonly updateStrategy: PlainObject;
  /** Labels and annotations of every StatefulSet. */
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  /** The points of a staged roll-out or a canary, in their order. */
  readonly steps: readonly RolloutStep[];
  /** What an apply does, where there are no steps. */
  readonly text: string;
}

/** Pure: which parts run what. `parts` come in their natural order; `injected` are the variables that the pattern sets. */
export function planRollout(
  field: string, rollout: Rollout | undefined, parts: readonly string[], noun: string, injected: readonly string[] = []): RolloutPlan {
  const asked = { field, parts, noun, injected };
  switch (rollout?._kind ?? 'allAtOnce') {
    case 'partition':
      throw forbidden(field, `a partition counts the pods of one StatefulSet, not ${noun}s`, `use stage and previous of Rollout.staged, which counts ${noun}s`);
    case 'onDelete':
      return planOnDelete(asked, rollout!._options.onDelete?.rolloutGroup, rollout!._options.onDelete?.maxUnavailable ?? 1);
    case 'staged':
      return planStaged(asked, rollout!._options.staged!);
    case 'canary':
      return planCanary(asked, rollout!._options.canary!);
    default:
      return {
        ...uncoordinated(asked),
        text: parts.length === 1
          ? `one apply replaces the pods of the ${noun}`
          : `one apply replaces the pods of all ${parts.length} ${noun}s at the same time: nothing coordinates separate StatefulSets`,
      };
  }
}

interface Question {
  readonly field: string;
  readonly parts: readonly string[];
  readonly noun: string;
  readonly injected: readonly string[];
}

function uncoordinated({ parts, noun }: Question): RolloutPlan {
  return { noun, parts, previousParts: new Set<string>(), updateStrategy: { type: 'RollingUpdate' }, labels: {}, annotations: {}, steps: [], text: '' };
}

function planOnDelete(asked: Question, rolloutGroup: string | undefined, maxUnavailable: number): RolloutPlan {
  const base = { ...uncoordinated(asked), updateStrategy: { type: 'OnDelete' } };
  return rolloutGroup === undefined
    ? { ...base, text: `an apply replaces no pod; delete the pods of one ${asked.noun} at a time` }
    : {
      ...base,
      labels: { 'rollout-group': rolloutGroup },
      annotations: { 'rollout-max-unavailable': String(maxUnavailable) },
      text: `the rollout-operator replaces pods of rollout-group ${rolloutGroup}, one StatefulSet after the other`,
    };
}

function planStaged(asked: Question, options: StagedRolloutOptions): RolloutPlan {
  const { field, parts, noun } = asked;
  const order = options.order ?? parts;
  checkParts(`${field}.order`, order, parts, noun);
  if (order.length !== parts.length) {
    throw invalid(`${field}.order`, order, `names ${order.length} of ${parts.length} ${noun}s`, `name each once: ${listed(parts)}`);
  }
  wholeNumber(`${field}.stage`, options.stage, { min: 0, max: parts.length, help: `it counts the ${noun}s that run the new template` });
  const steps = Array.from({ length: parts.length + 1 }, (_, stage) => ({ title: `stage ${stage}`, onNew: order.slice(0, stage), isHere: stage === options.stage }));
  return { ...splitParts(asked, order.slice(0, options.stage), options.previous), steps };
}

function planCanary(asked: Question, options: CanaryOptions): RolloutPlan {
  const { field, parts, noun } = asked;
  if (options.parts.length === 0) {
    throw required(`${field}.parts`, `a canary names at least one ${noun}`, `one of ${listed(parts)}`);
  }
  checkParts(`${field}.parts`, options.parts, parts, noun);
  const steps = [{ title: 'canary', onNew: options.parts, isHere: true }];
  return { ...splitParts(asked, options.parts, options.previous), steps };
}

function splitParts(asked: Question, updated: readonly string[], previous: PreviousTemplate): RolloutPlan {
  const isUpdated = new Set(updated);
  const previousParts = new Set(asked.parts.filter(part => !isUpdated.has(part)));
  if (previousParts.size > 0) {
    checkPrevious(`${asked.field}.previous`, previous, asked.injected);
  }
  return { ...uncoordinated(asked), previous, previousParts };
}

function checkParts(field: string, named: readonly string[], parts: readonly string[], noun: string): void {
  const known = new Set(parts);
  const seen = new Set<string>();
  named.forEach((part, index) => {
    if (!known.has(part)) {
      throw invalid(`${field}[${index}]`, part, `is no ${noun} of this workload (${listed(parts)})`, 'name parts that exist');
    }
    if (seen.size === seen.add(part).size) {
      throw duplicate(`${field}[${index}]`, part, `names a ${noun} twice`, 'name it once');
    }
  });
}

/**
 * Labels that pods of one StatefulSet need so that the rollout-operator finds them: it lists them by the value of the label `name` in the template.
 *
 * Source: grafana/rollout-operator pkg/controller/controller.go
 */
export function rolloutPodLabels(plan: RolloutPlan, setName: string): { readonly [key: string]: string } {
  return plan.labels['rollout-group'] === undefined ? {} : { name: setName };
}
