import { asksForDevices } from './accelerators';
import { Autoscaling, autoscalingOf } from './autoscaling';
import { Carriers, readCarriers } from './carried';
import { ClaimUse, claimUses } from './claims';
import { EngineCommand, engineCommands } from './engine-command';
import { EngineFit, engineFits } from './engine-fit';
import { GuardedPods, guardedPods } from './guarded-pods';
import { JobSpec, jobSpecs } from './job-specs';
import { MadeObjects } from './made';
import { Manifest } from './manifest';
import { NameIndex } from './name-index';
import { PodIndex } from './pod-index';
import { PodReference, podReferences } from './pod-references';
import { PodSet } from './pod-set';
import { ScalerMetric, scalerMetrics } from './scaler-metrics';
import { Selector } from './selector';
import { ServiceIndex } from './service-index';
import { FindingClass } from '../finding';
import { Outside } from '../outside';

/** What is known beside the objects. */
export interface FactsContext {
  readonly outside?: Outside;
  /** Whether the objects are all that there will be, as far as their kinds go: files that somebody gave to be checked. */
  readonly isWhole?: boolean;
}

/**
 * One index over the final objects. Built once a synth; what only some rules need is worked out when the first of them asks.
 */
export class Facts {
  private readonly types = new Map<string, Manifest[]>();
  private readonly names = new Map<string, NameIndex>();
  private carriers?: Carriers;
  private index?: PodIndex;
  private uses?: Map<string, ClaimUse[]>;
  private scaled?: readonly Autoscaling[];
  private scalers?: Map<Manifest, Autoscaling>;
  private made?: MadeObjects;
  private readonly mentioned = new Set<string>();
  private references?: Map<string, PodReference[]>;
  private labelled?: ServiceIndex;
  private started?: ReadonlyMap<PodSet, readonly EngineCommand[]>;
  private equipped?: readonly PodSet[];
  private fitted?: readonly EngineFit[];
  private distinct?: readonly PodSet[];
  private guarded?: readonly GuardedPods[];
  private jobs?: readonly JobSpec[];
  private metrics?: readonly ScalerMetric[];

  constructor(public readonly objects: readonly Manifest[], private readonly context: FactsContext = {}) {
    for (const object of objects) {
      const known = this.types.get(object.type);
      if (known) {
        known.push(object);
      } else {
        this.types.set(object.type, [object]);
      }
    }
  }

  /** All objects of a type: the kind, with its API group before it unless that is the core group (`Service`, `apps/StatefulSet`). */
  public ofType(type: string): readonly Manifest[] {
    return this.types.get(type) ?? [];
  }

  /** The object of a type with this name, in the namespace of another one. */
  public find(type: string, place: string, name: string): Manifest | undefined {
    return this.named(type).find(place, name);
  }

  /** Objects of a type by name. */
  public named(type: string): NameIndex {
    let index = this.names.get(type);
    if (!index) {
      index = new NameIndex(this.ofType(type));
      this.names.set(type, index);
    }
    return index;
  }

  /** Whether nobody has asked about this object yet: that it is probably made elsewhere needs to be said once. */
  public isFirstMention(type: string, place: string, name: string): boolean {
    const size = this.mentioned.size;
    return this.mentioned.add(`${type} ${place}/${name}`).size > size;
  }

  /** Whether the object exists although it is not written here: somebody says so, or a controller makes it out of what is here. */
  public isOutside(kind: string, place: string, name: string): boolean {
    this.made ??= new MadeObjects(this);
    return this.made.has(kind, place, name) || (this.context.outside?.has(kind, place, name) ?? false);
  }

  /**
   * How sure it is that an object which a reference names and which is not here does not exist. Files that were given to be checked are taken to be
   * whole once they hold another object of the kind; an app is not, but what our own patterns refer to is a mistake when it is missing.
   *
   * @param isOurs whether a pattern of this library made the reference.
   */
  public missing(type: string, isOurs: boolean): FindingClass {
    if (this.context.isWhole) {
      return this.ofType(type).length > 0 ? 'broken' : 'advice';
    }
    return isOurs ? 'broken' : 'risky';
  }

  /** Whether files were given to be checked, which are taken to be all that there is. */
  public get isWhole(): boolean {
    return this.context.isWhole === true;
  }

  /** Whether files were given that start no pods at all: then the workloads stand elsewhere. */
  public get isWithoutPods(): boolean {
    return this.context.isWhole === true && this.podSets.length === 0;
  }

  /** Every set of pods, whatever carries it. */
  public get podSets(): readonly PodSet[] {
    return this.carried.pods;
  }

  /** The sets that one object carries. */
  public podSetsOf(carrier: Manifest): readonly PodSet[] {
    return this.carried.byCarrier.get(carrier) ?? [];
  }

  /** Sets of which some pod can be selected. */
  public select(place: string, selector: Selector): readonly PodSet[] {
    return this.podIndex.select(place, selector);
  }

  /** Sets that a Service sends to; none where it has no selector. */
  public selectedBy(service: Manifest): readonly PodSet[] {
    return this.podIndex.selectedBy(service);
  }

  /** The set that a selector of nothing nearly selects. */
  public nearest(place: string, selector: Selector): PodSet | undefined {
    return this.podIndex.nearest(place, selector);
  }

  /** An object of a kind this library does not know, which may start pods in the namespace. */
  public opaqueIn(place: string): Manifest | undefined {
    return this.carried.opaque.get(place);
  }

  /** Which pods use which claim, by place and claim name. */
  public get claimUses(): ReadonlyMap<string, readonly ClaimUse[]> {
    this.uses ??= claimUses(this.podSets);
    return this.uses;
  }

  /** Objects of a kind that pods name: `ConfigMap`, `Secret`, `ServiceAccount`, `PriorityClass`, `RuntimeClass`. */
  public podReferences(kind: string): readonly PodReference[] {
    this.references ??= podReferences(this.podSets);
    return this.references.get(kind) ?? [];
  }

  /** Services by their labels. */
  public get services(): ServiceIndex {
    this.labelled ??= new ServiceIndex(this.ofType('Service'));
    return this.labelled;
  }

  /** Every autoscaler with its target. */
  public get autoscaling(): readonly Autoscaling[] {
    this.scaled ??= autoscalingOf(this);
    return this.scaled;
  }

  /** Whether an autoscaler of the app decides how many pods or groups an object has. */
  public isScaled(object: Manifest): boolean {
    return this.scalerOf(object) !== undefined;
  }

  /** The autoscaler of an object; one of them where there are several. */
  public scalerOf(object: Manifest): Autoscaling | undefined {
    this.scalers ??= new Map(this.autoscaling.flatMap(each => (each.target ? [[each.target, each]] : [])));
    return this.scalers.get(object);
  }

  /** Every set whose template no earlier one has: without a template of its own, a leader is made like a worker, and what is wrong is wrong once. */
  public get templates(): readonly PodSet[] {
    this.distinct ??= [...this.carried.byCarrier.values()].flatMap(sets => (
      sets.length === 1 ? sets : [...new Map([...sets].reverse().map(pods => [pods.labelsField, pods])).values()].reverse()));
    return this.distinct;
  }

  /** Sets whose containers start a known engine or launcher, with their commands. */
  public get engines(): ReadonlyMap<PodSet, readonly EngineCommand[]> {
    this.started ??= new Map(this.templates.flatMap(pods => {
      const commands = engineCommands(pods);
      return commands.length > 0 ? [[pods, commands] as const] : [];
    }));
    return this.started;
  }

  /** Commands of engines with the devices that they use and have. */
  public get fits(): readonly EngineFit[] {
    this.fitted ??= engineFits(this);
    return this.fitted;
  }

  /** Sets with a container that asks for an accelerator or a claim. */
  public get accelerated(): readonly PodSet[] {
    this.equipped ??= this.templates.filter(pods => pods.containers.some(asksForDevices));
    return this.equipped;
  }

  /** Disruption budgets with the pods that they guard. */
  public get guardedPods(): readonly GuardedPods[] {
    this.guarded ??= guardedPods(this);
    return this.guarded;
  }

  /** Jobs of Jobs, CronJobs and JobSets. */
  public get jobSpecs(): readonly JobSpec[] {
    this.jobs ??= jobSpecs(this);
    return this.jobs;
  }

  /** Metrics of autoscalers, but CPU and memory. */
  public get scalerMetrics(): readonly ScalerMetric[] {
    this.metrics ??= scalerMetrics(this);
    return this.metrics;
  }

  private get podIndex(): PodIndex {
    this.index ??= new PodIndex(this.podSets);
    return this.index;
  }

  private get carried(): Carriers {
    this.carriers ??= readCarriers(this);
    return this.carriers;
  }
}
