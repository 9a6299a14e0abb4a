import { Autoscaling, autoscalingOf } from './autoscaling';
import { podSetsOf } from './carriers';
import { ClaimUse, claimUses } from './claims';
import { readForeign } from './foreign';
import { Manifest } from './manifest';
import { PodIndex } from './pod-index';
import { PodSet } from './pod-set';
import { Selector } from './selector';

/** What carries pods, and where somebody may start pods that cannot be read. */
interface Carriers {
  readonly pods: PodSet[];
  readonly byCarrier: Map<Manifest, PodSet[]>;
  readonly opaque: Map<string, Manifest>;
}

/**
 * One index over the final objects. Built once a synth; what only some rules need is worked out when the first of them asks.
 */
export class Facts {
  private readonly types = new Map<string, Manifest[]>();
  private readonly names = new Map<string, Map<string, Manifest>>();
  private carriers?: Carriers;
  private index?: PodIndex;
  private uses?: Map<string, ClaimUse[]>;
  private scaled?: readonly Autoscaling[];
  private scalers?: Map<Manifest, Autoscaling>;

  /**
   * @param objects the final manifests.
   * @param imported kind and name of objects that exist outside and were named in the app: `ConfigMap/settings`.
   */
  constructor(public readonly objects: readonly Manifest[], private readonly imported: ReadonlySet<string> = new Set()) {
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
    let index = this.names.get(type);
    if (!index) {
      index = new Map(this.ofType(type).map(object => [`${object.place}/${object.name}`, object]));
      this.names.set(type, index);
    }
    return index.get(`${place}/${name}`);
  }

  /** Whether the app says that the object exists although somebody else makes it. Its namespace is not known. */
  public isImported(kind: string, name: string): boolean {
    return this.imported.has(`${kind}/${name}`);
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

  private get podIndex(): PodIndex {
    this.index ??= new PodIndex(this.podSets);
    return this.index;
  }

  private get carried(): Carriers {
    this.carriers ??= readCarriers(this.objects);
    return this.carriers;
  }
}

function readCarriers(objects: readonly Manifest[]): Carriers {
  const result: Carriers = { pods: [], byCarrier: new Map(), opaque: new Map() };
  for (const object of objects) {
    let pods = podSetsOf(object);
    if (!pods) {
      const foreign = readForeign(object);
      pods = foreign.pods;
      if (foreign.opaque) {
        result.opaque.set(object.place, object);
      }
    }
    if (pods.length > 0) {
      result.pods.push(...pods);
      result.byCarrier.set(object, pods);
    }
  }
  return result;
}
