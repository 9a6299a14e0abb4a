import type { PreviousTemplate, Rollout, CanaryOptions, StagedRolloutOptions } from './rollout';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../checks/invalid-input';
import { ContainerSpec } from '../pod/container';
import { EnvVariable, checkArguments, checkEnvironment } from '../pod/environment';
import { checkImage } from '../pod/image';
import { PlainObject } from '../pod/plain';
import { PodVariation } from '../pod/pod-spec';

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

/** Pure: which parts run what. `parts` come in their natural order; `injected` are the variables that the pattern sets. */
export function planRollout(
  field: string, rollout: Rollout | undefined, parts: readonly string[], noun: string, injected: readonly string[] = []): RolloutPlan {
  const kind = rollout?._kind ?? 'allAtOnce';
  switch (kind) {
    case 'partition':
      throw forbidden(field, `a partition counts the pods of one StatefulSet, not ${noun}s`, `use Rollout.staged({ stage, previous }), which counts ${noun}s`);
    case 'onDelete':
      return planOnDelete(rollout!._options.onDelete?.rolloutGroup, rollout!._options.onDelete?.maxUnavailable ?? 1, noun);
    case 'staged':
      return planStaged({ field, parts, noun, injected }, rollout!._options.staged!);
    case 'canary':
      return planCanary({ field, parts, noun, injected }, rollout!._options.canary!);
    default:
      return {
        ...UNCOORDINATED,
        stages: [`one apply replaces the pods of all ${parts.length} ${noun}s at the same time: nothing coordinates separate StatefulSets`],
      };
  }
}

const UNCOORDINATED = {
  previousParts: new Set<string>(),
  updateStrategy: { type: 'RollingUpdate' },
  labels: {},
  annotations: {},
};

function planOnDelete(rolloutGroup: string | undefined, maxUnavailable: number, noun: string): RolloutPlan {
  const base = { ...UNCOORDINATED, updateStrategy: { type: 'OnDelete' } };
  return rolloutGroup === undefined
    ? { ...base, stages: [`an apply replaces no pod; delete the pods of one ${noun} at a time`] }
    : {
      ...base,
      labels: { 'rollout-group': rolloutGroup },
      annotations: { 'rollout-max-unavailable': String(maxUnavailable) },
      stages: [`the rollout-operator replaces pods of rollout-group ${rolloutGroup}, one StatefulSet after the other`],
    };
}

interface Question {
  readonly field: string;
  readonly parts: readonly string[];
  readonly noun: string;
  readonly injected: readonly string[];
}

const HERE = '  <- these manifests';

function planStaged(asked: Question, options: StagedRolloutOptions): RolloutPlan {
  const { field, parts, noun } = asked;
  const order = options.order ?? parts;
  checkParts(`${field}.order`, order, parts, noun);
  if (order.length !== parts.length) {
    throw invalid(`${field}.order`, order, `names ${order.length} of ${parts.length} ${noun}s`, `name each once: ${parts.join(', ')}`);
  }
  wholeNumber(`${field}.stage`, options.stage, { min: 0, max: parts.length, help: `it counts the ${noun}s that run the new template` });
  const updated = order.slice(0, options.stage);
  const stages = [`stage 0: every ${noun} on the previous template`, ...order.map((_, index) =>
    `stage ${index + 1}: ${noun} ${order.slice(0, index + 1).join(', ')} on the new template`)];
  return { ...splitParts(asked, updated, options.previous), stages: stages.map((line, stage) => (stage === options.stage ? line + HERE : line)) };
}

function planCanary(asked: Question, options: CanaryOptions): RolloutPlan {
  const { field, parts, noun } = asked;
  if (options.parts.length === 0) {
    throw required(`${field}.parts`, `a canary names at least one ${noun}`, `one of ${parts.join(', ')}`);
  }
  checkParts(`${field}.parts`, options.parts, parts, noun);
  const others = parts.filter(part => !options.parts.includes(part));
  return {
    ...splitParts(asked, options.parts, options.previous),
    stages: [
      `canary: ${noun} ${options.parts.join(', ')} on the new template, ${others.length > 0 ? others.join(', ') : 'none'} on the previous one${HERE}`,
      `then remove rollout to update ${others.length > 0 ? others.join(', ') : 'nothing more'}, or go on with Rollout.staged`,
    ],
  };
}

function splitParts(asked: Question, updated: readonly string[], previous: PreviousTemplate): Omit<RolloutPlan, 'stages'> {
  const previousParts = new Set(asked.parts.filter(part => !updated.includes(part)));
  if (previousParts.size > 0) {
    checkPrevious(`${asked.field}.previous`, previous, asked.injected);
  }
  return { ...UNCOORDINATED, previous, previousParts };
}

/** What the previous template may say is checked like the new one's: it goes to the cluster as well. */
function checkPrevious(field: string, previous: PreviousTemplate, injected: readonly string[]): void {
  if (previous.image === undefined && !previous.command && !previous.args && Object.keys(previous.variables ?? {}).length === 0) {
    throw required(field, 'names nothing that changed, so all stages would be the same manifests', 'give the image, command, args or variables as they were');
  }
  if (previous.image !== undefined) {
    checkImage(`${field}.image`, previous.image);
  }
  checkArguments(`${field}.command`, previous.command);
  checkArguments(`${field}.args`, previous.args);
  checkEnvironment(`${field}.variables`, previousVariables(previous), new Set(injected));
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

/** The main container of a part that keeps the previous template: what `previous` does not name stays as it is in the new one. */
export function previousMain(previous: PreviousTemplate | undefined, container: ContainerSpec): NonNullable<PodVariation['main']> {
  const { image, command, args } = previous ?? {};
  return {
    image,
    overrides: previousVariables(previous),
    // A replaced entry point replaces both halves, so the half that did not change is repeated.
    entrypoint: command || args ? { command: command ?? container.command ?? [], args: args ?? container.args } : undefined,
  };
}

/**
 * Labels that pods of one StatefulSet need so that the rollout-operator finds them: it lists them by the value of the label `name` in the template.
 *
 * Source: grafana/rollout-operator pkg/controller/controller.go
 */
export function rolloutPodLabels(plan: RolloutPlan, setName: string): { readonly [key: string]: string } {
  return plan.labels['rollout-group'] === undefined ? {} : { name: setName };
}
