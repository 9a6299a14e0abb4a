import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { InferenceEngine } from '../../engines/inference-engine';
import { Rendezvous } from '../../engines/rendezvous';
import { carriesMistakes } from '../../given/mistakes/carried';
import { isLabelValue } from '../../kubernetes/refused/labels';
import { ModelLoad } from '../../pod/lifecycle/model-load';
import { Capacity } from '../../pod/scheduling/capacity';
import { DisruptionBudget } from '../../pod/scheduling/disruption-budget';
import { Placement } from '../../pod/scheduling/placement';
import { ClaimRetention, PodClaim } from '../../pod/storage/claim';
import { WorkloadPodProps } from '../../pod/template/pod-template-props';
import { DefaultSet } from '../../target-cluster/default-set';
import { Locality } from '../../target-cluster/locality';
import { ServingPort } from '../../workloads/service';
import { GroupRestart, LeaderWait, LeaderWorkerBackend } from '../leader-worker-group/choices';
import { Parallelism, RoleContainer } from '../leader-worker-group/role-container';
import { OrdinalRange } from '../ordinals/reserved';
import { MemberSpread } from '../zone-partitioned-stateful-set/member-spread';
import { ZonePartition } from '../zone-partitioned-stateful-set/zone-partition';
import { ZoneStorage } from '../zone-partitioned-stateful-set/zone-storage';

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
    if (options.rolloutGroup !== undefined && !isLabelValue(options.rolloutGroup)) {
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

/**
 * The workload as it was before the change that is being rolled out: what parts of later stages keep, byte for byte.
 *
 * Either name what changed, by the properties of the workload (`engine`, `container`, `sidecars` …), each as it was and whole: what is absent did
 * not change. Or give the properties of before as such: where they hold `size` (a group) or `zones` (a workload of zones) they are taken to be
 * complete, and what is absent was absent. Identity (name, size, groups, zones, claims) must be the same as now, or it is an error.
 *
 * `image`, `command`, `args` and `variables` are a short form for the main container. With an engine they do not say enough, since flags, probes and drain
 * come from its version: give `engine` as well.
 */
export interface PreviousTemplate extends WorkloadPodProps {
  /**
   * Image of the main container, in the short form.
   *
   * @default - unchanged
   */
  readonly image?: string;

  /**
   * Command of the main container, in the short form.
   *
   * @default - unchanged
   */
  readonly command?: string[];

  /**
   * Arguments of the main container, in the short form.
   *
   * @default - unchanged
   */
  readonly args?: string[];

  /**
   * Literal environment variables of the main container that had another value, in the short form.
   *
   * @default - unchanged
   */
  readonly variables?: { [name: string]: string };

  /**
   * Set of default choices that the manifests were written with: a change of the set is rolled out like any other.
   *
   * @default - the Target's
   */
  readonly defaults?: DefaultSet;

  /**
   * What served the model.
   *
   * @default - unchanged
   */
  readonly engine?: InferenceEngine;

  /**
   * How long the model took to load.
   *
   * @default - unchanged
   */
  readonly modelLoad?: ModelLoad;

  /**
   * The main container, whole: what it does not say was not said.
   *
   * @default - unchanged
   */
  readonly container?: RoleContainer;

  /**
   * What the leader had differently, whole.
   *
   * @default - unchanged
   */
  readonly leader?: RoleContainer;

  /**
   * What workers had differently, whole.
   *
   * @default - unchanged
   */
  readonly worker?: RoleContainer;

  /**
   * How the processes of a group found each other.
   *
   * @default - unchanged
   */
  readonly rendezvous?: Rendezvous;

  /**
   * Whether a rendezvous that runs to completion was allowed.
   *
   * @default - unchanged
   */
  readonly restartsAfterSuccess?: boolean;

  /**
   * Processes of each pod.
   *
   * @default - unchanged
   */
  readonly processesPerPod?: number;

  /**
   * Processes of one group, to be proven.
   *
   * @default - unchanged
   */
  readonly worldSize?: number;

  /**
   * How the model was cut.
   *
   * @default - unchanged
   */
  readonly parallelism?: Parallelism;

  /**
   * What workers waited for.
   *
   * @default - unchanged
   */
  readonly waitForLeader?: LeaderWait;

  /**
   * What happened to a group when one of its pods failed.
   *
   * @default - unchanged
   */
  readonly restart?: GroupRestart;

  /**
   * Where the pods of one group ran.
   *
   * @default - unchanged
   */
  readonly placement?: Placement;

  /**
   * The kind of nodes.
   *
   * @default - unchanged
   */
  readonly capacity?: Capacity;

  /**
   * How the manifests of before were rolled out: an unfinished roll-out leaves parts on different templates, and each keeps its own.
   *
   * @default - Rollout.allAtOnce()
   */
  readonly rollout?: Rollout;

  /**
   * Name in Kubernetes; must be the name of now.
   *
   * @default - unchanged
   */
  readonly name?: string;

  /**
   * Pods in a group; must be as many as now. Says that these are the complete properties of a group.
   *
   * @default - unchanged
   */
  readonly size?: number;

  /**
   * Groups; must be as many as now.
   *
   * @default - unchanged
   */
  readonly groups?: number;

  /**
   * What carried the groups; must be what carries them now.
   *
   * @default - unchanged
   */
  readonly backend?: LeaderWorkerBackend;

  /**
   * Zones; names and ranges must be those of now. Says that these are the complete properties of a workload of zones.
   *
   * @default - unchanged
   */
  readonly zones?: ZonePartition[];

  /**
   * Ordinals of each zone's range; must be as now.
   *
   * @default - unchanged
   */
  readonly stride?: number;

  /**
   * Whether ranges started at 1; must be as now.
   *
   * @default - unchanged
   */
  readonly oneBased?: boolean;

  /**
   * Reserved ranges. In no pod template.
   *
   * @default - unchanged
   */
  readonly reserved?: OrdinalRange[];

  /**
   * Volumes of each pod; must be those of now but for `mountPath`, since claim templates are immutable.
   *
   * @default - unchanged
   */
  readonly claims?: PodClaim[];

  /**
   * What becomes of the claims. In no pod template.
   *
   * @default - unchanged
   */
  readonly claimRetention?: ClaimRetention;

  /**
   * Where the volumes of zones came from; must give the classes of now.
   *
   * @default - unchanged
   */
  readonly storage?: ZoneStorage;

  /**
   * In which order the pods of a zone start; must be as now, since it is immutable.
   *
   * @default - unchanged
   */
  readonly podManagementPolicy?: kplus.PodManagementPolicy;

  /**
   * How long a pod of a zone must be ready. In no pod template.
   *
   * @default - unchanged
   */
  readonly minReady?: Duration;

  /**
   * Where the pods of one zone run relative to each other.
   *
   * @default - unchanged
   */
  readonly spread?: MemberSpread;

  /**
   * How many pods a drain may take. In no pod template.
   *
   * @default - unchanged
   */
  readonly disruptionBudget?: DisruptionBudget;

  /**
   * Ports of the zones' Services. In no pod template.
   *
   * @default - unchanged
   */
  readonly ports?: ServingPort[];

  /**
   * Ports of the groups' Service. In no pod template.
   *
   * @default - unchanged
   */
  readonly servingPorts?: ServingPort[];

  /**
   * Which leaders clients prefer. In no pod template.
   *
   * @default - unchanged
   */
  readonly prefer?: Locality;
}
