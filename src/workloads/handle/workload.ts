import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { identityLabels } from './identity-labels';
import { NamedWorkload, factsOfKplus, factsOfNamed } from './other-workloads';
import { PodCount, PodPart, SelectedPods } from './pods';
import { countPods, selectPods } from './selection';
import {
  CalledPeer, ImportedType, OutsidePeer, PodLoss, StartFacts, StartsAlone, Unmeasured, WorkloadFacts, WorkloadMetrics, WorkloadPurpose, WorkloadRole,
  WorkloadScale, WorkloadServing,
} from './workload-facts';
import { ToldAlready } from '../../base/errors/consequence';
import { inCall, inConstruct, refuse } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { checkGivenArguments } from '../../given/given';
import { factoriesCarryMistakes } from '../../given/mistakes/carried';
import { answer, isUnplanned } from '../../given/mistakes/unplanned';
import { EngineMetrics } from '../../knowledge/engines/engine-metric';
import { Placement } from '../../pod/scheduling/placement';

/**
 * Whatever runs pods: each pattern of this library, and what `Workload.of` and `Workload.named` make of others.
 *
 * What surrounds a workload (monitors, autoscalers, policies, backups, experiments) takes one of these and nothing else.
 */
export interface IWorkload {
  /** What surroundings ask about it. */
  readonly workload: Workload;
}

/** Objects that a queue admits, and what it has to be told besides its name. */
export interface QueuedObjects {
  readonly objects: readonly ApiObject[];
  readonly annotations: Labels;
  /** Of an object that waits in parts, those that are meant. */
  readonly roles: readonly string[];
}

/** An autoscaler of the library around a workload. */
export interface WorkloadScaler {
  /** Path of its construct. */
  readonly path: string;
  /** Pods, or groups; absent where it has a mistake, which it tells itself. */
  readonly bounds?: { readonly least: number; readonly most: number };
}

/** What is put around a workload tells it, also where it is known by another handle. */
interface Marks {
  scaler?: WorkloadScaler;
}

/**
 * A workload as its surroundings see it: its pods by role, group, zone and index with the labels that select them, what serves clients, what is exported for
 * Prometheus, what may be scaled, and what its pods need.
 */
export class Workload implements IWorkload {
  /**
   * A workload of cdk8s-plus-28.
   *
   * @param workload A Deployment, StatefulSet, DaemonSet, Job or CronJob.
   */
  public static of(workload: kplus.Workload): Workload {
    return new Workload(factsOfKplus(workload));
  }

  /**
   * A workload that is not part of the app, by its name and the labels of its pods.
   *
   * @param options What is known of it.
   */
  public static named(options: NamedWorkload): Workload {
    return inCall('Workload.named', () => new Workload(factsOfNamed(options)));
  }

  /**
   * @internal
   */
  public static _of(facts: WorkloadFacts): Workload {
    return new Workload(facts);
  }

  /** Name in Kubernetes. */
  public readonly name: string;

  /** Namespace; undefined where nothing says which. */
  public readonly namespace?: string;

  /** What it is there for. */
  public readonly purpose: WorkloadPurpose;

  /** What its engine exports; undefined where no engine runs in it that the library knows metrics of. */
  public readonly metrics?: WorkloadMetrics;

  private readonly facts: WorkloadFacts;

  private whole?: string;

  private constructor(facts: WorkloadFacts, private readonly marks: Marks = {}) {
    this.facts = facts;
    ({ name: this.name, namespace: this.namespace, purpose: this.purpose, metrics: this.metrics } = facts);
  }

  /**
   * Pods of the workload on behalf of what surrounds it, which tells what is refused as its own.
   *
   * @internal
   */
  public _select(part: PodPart): SelectedPods {
    return selectPods(this.facts, part);
  }

  /**
   * Labels of its objects, its claims and its pods: each carries one of these sets, all but the last of one label. What outlives a run does not name it, and roles of
   * a whole have names of their own.
   *
   * @internal
   */
  public get _objectLabels(): readonly Labels[] {
    return this.facts.objectLabels ?? [this._select({}).labels];
  }

  /**
   * How many pods of a part there are, also where no label can say which.
   *
   * @internal
   */
  public _count(part: PodPart): PodCount {
    return countPods(this.facts, part);
  }

  /**
   * Itself, unless the pattern behind it has a mistake: what surrounds it would only repeat that.
   *
   * @internal
   */
  public get _planned(): Workload {
    if (this.facts.scope && isUnplanned(this.facts.scope)) {
      throw new ToldAlready();
    }
    return this;
  }

  /**
   * The same, in the namespace of what is put around it where it is known by its name alone and nothing says another one.
   *
   * @internal
   */
  public _plannedIn(namespace: string | undefined): Workload {
    const { _planned, facts } = this;
    return facts.isNamed && facts.namespace === undefined && namespace !== undefined ? new Workload({ ...facts, namespace }, this.marks) : _planned;
  }

  /**
   * Why nobody can ask it for metrics though engines run in it; undefined where it exports, and where no engine of the library runs in it.
   *
   * @internal
   */
  public get _unmeasured(): Unmeasured | undefined {
    return this.facts.unmeasured;
  }

  /**
   * Series of its engine by name; undefined where no engine of the library runs in it.
   *
   * @internal
   */
  public get _series(): EngineMetrics | undefined {
    return this.facts.series;
  }

  /**
   * Name of the model that requests have to ask for; undefined where no engine of the library says it.
   *
   * @internal
   */
  public get _servedName(): string | undefined {
    return this.facts.servedName;
  }

  /**
   * Seconds of the longest request that its stop waits for; undefined where no engine of the library says it.
   *
   * @internal
   */
  public get _longestStreamSeconds(): number | undefined {
    return this.facts.longestStreamSeconds;
  }

  /**
   * Whether an autoscaler decides its size.
   *
   * @internal
   */
  public get _isScaled(): boolean {
    return this.facts.pods.isScaled?.() ?? false;
  }

  /**
   * What happens when pods of a role are lost; empty where nobody says.
   *
   * @internal
   */
  public _lost(role: string | undefined): readonly PodLoss[] {
    return this.facts.lost?.(role) ?? [];
  }

  /**
   * Whether its pods speak to each other, as far as anybody knows.
   *
   * @internal
   */
  public get _speaksWithin(): boolean {
    return this.facts.speaksWithin ?? true;
  }

  /**
   * Who else speaks to its pods.
   *
   * @internal
   */
  public get _reachedBy(): readonly OutsidePeer[] {
    return this.facts.reachedBy ?? [];
  }

  /**
   * Whom its pods call by themselves.
   *
   * @internal
   */
  public get _calls(): readonly CalledPeer[] {
    return this.facts.calls ?? [];
  }

  /**
   * Makes it a role of another one, whose pods it speaks to as well.
   *
   * @internal
   */
  public _join(whole: string): void {
    this.whole = whole;
  }

  /**
   * Name of the workload that it is a role of.
   *
   * @internal
   */
  public get _whole(): string | undefined {
    return this.whole;
  }

  /**
   * Leaves its size to an autoscaler from now on.
   *
   * @internal
   */
  public _markScaled(scaler: WorkloadScaler): void {
    this.facts.markScaled?.();
    this._noteScaler(scaler);
  }

  /**
   * Tells it of an autoscaler, also of one with a mistake. The first one counts: a second one is refused for itself.
   *
   * @internal
   */
  public _noteScaler(scaler: WorkloadScaler): void {
    this.marks.scaler ??= scaler;
  }

  /**
   * The autoscaler of the library around it; undefined where there is none, whoever else may scale it.
   *
   * @internal
   */
  public get _scaler(): WorkloadScaler | undefined {
    return this.marks.scaler;
  }

  /**
   * What waits in a queue, as a queue reads it.
   *
   * @internal
   */
  public get _queued(): QueuedObjects {
    const { queued, carriers, queueAnnotations = {}, queuedRoles = [] } = this.facts;
    return { objects: (queued ?? carriers)(), annotations: queueAnnotations, roles: queuedRoles };
  }

  /**
   * Where labels and annotations of its pods are added.
   *
   * @internal
   */
  public get _templates(): readonly kplus.Workload[] {
    return this.facts.templates();
  }

  /**
   * What of it begins together; undefined where nobody says.
   *
   * @internal
   */
  public get _starts(): StartFacts | StartsAlone | undefined {
    return this.facts.starts?.();
  }

  /**
   * Who chooses the places of pods that belong together; undefined where nobody does.
   *
   * @internal
   */
  public get _placement(): Placement | undefined {
    return this.facts.placement;
  }

  /**
   * Names of the pods of each group; empty where there are no groups, or no names.
   *
   * @internal
   */
  public get _groupMembers(): string[][] {
    return Array.from({ length: this.groups ?? 0 }, (_, group) => selectPods(this.facts, { group }).names);
  }

  /**
   * Keys of the labels that tell its pods from each other and from those of others.
   *
   * @internal
   */
  public get _identityLabels(): string[] {
    return identityLabels(this.facts);
  }

  /**
   * Name of the InferencePool that its pods are in; undefined where no endpoint picker stands before them.
   *
   * @internal
   */
  public get _pool(): string | undefined {
    return this.facts.pool;
  }

  /**
   * The same workload behind an endpoint picker.
   *
   * @internal
   */
  public _pickedBy(scope: Construct, pool: string): Workload {
    return new Workload({ ...this.facts, scope, pool }, this.marks);
  }

  /**
   * What clients of all its clusters reach; undefined where it is not exported.
   *
   * @internal
   */
  public get _imported(): ImportedType | undefined {
    return this.facts.imported;
  }

  /**
   * The same workload behind a Service that all its clusters export, of which nobody may pick pods of one.
   *
   * @internal
   */
  public _exportedBy(scope: Construct, imported: ImportedType, serving: () => WorkloadServing | undefined): Workload {
    return new Workload({ ...this.facts, scope, serving, purpose: WorkloadPurpose.SERVE, imported }, this.marks);
  }

  /**
   * The same workload with another Service in front of it, which has labels of its own.
   *
   * @internal
   */
  public _servedBy(serving: (role: string) => WorkloadServing | undefined, labels: Labels): Workload {
    const served = () => serving(this.serving?.role ?? this.roles[0].name);
    const objectLabels = [labels, ...this._objectLabels];
    return new Workload({ ...this.facts, purpose: WorkloadPurpose.SERVE, serving: served, objectLabels }, this.marks);
  }

  /** Itself, so that a workload can be given wherever a pattern can. */
  public get workload(): Workload {
    return this;
  }

  /** What clients reach; undefined where nothing serves them. */
  public get serving(): WorkloadServing | undefined {
    return this.facts.serving?.();
  }

  /** Its roles, the first one first; a copy. */
  public get roles(): WorkloadRole[] {
    return [...this.facts.roles];
  }

  /** Zones of its pods, where each zone has pods of its own; else empty. A copy. */
  public get zones(): string[] {
    return [...this.facts.pods.zones];
  }

  /** Groups of pods that work as one; undefined where each pod works by itself. */
  public get groups(): number | undefined {
    return this.facts.pods.groups;
  }

  /** Whether and how its size may be changed. */
  public get scale(): WorkloadScale {
    return this.facts.scale();
  }

  /** Objects that carry its pods, for patches; a copy. */
  public get apiObjects(): ApiObject[] {
    return [...this.facts.carriers()];
  }

  /**
   * Pods of the workload, with the labels that select them and no others.
   *
   * Refused: a role, group, zone or index that there is not, and what no label of the pods says.
   *
   * @param part Which of them; all by default.
   */
  public pods(part: PodPart = {}): SelectedPods {
    const { scope } = this.facts;
    if (scope === undefined) {
      return this.selected(part);
    }
    return answer(scope, () => inConstruct(scope, '', () => this.selected(part)), () => selectPods(this.facts, {}));
  }

  private selected(part: PodPart): SelectedPods {
    return inCall('pods', () => {
      refuse(checkGivenArguments('Workload#pods', [part]));
      return selectPods(this.facts, part);
    });
  }
}

factoriesCarryMistakes(Workload, () => Workload.named({ name: 'not-planned', podLabels: { 'not-planned': 'true' } }));
