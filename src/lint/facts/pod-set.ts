import { AddedLabels } from './labels';
import { mayPatch } from '../../base/findings/origin';
import { OWN_LABEL_PREFIX } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asShown, asText } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** What is known of the pods of one role of one object. */
export interface PodSetOptions {
  readonly carrier: Manifest;
  /** `leader`, `worker`, the name of a replicated job; absent where the object has one role. */
  readonly role?: string;
  /** The pod template: `metadata` and `spec`. */
  readonly template: PlainObject;
  /** Path of the template inside the object; empty for a Pod. */
  readonly field: string;
  /** Where the pod spec does not stand under `<field>.spec`: it is the field itself, or it is written in another object that the field names. */
  readonly shape?: 'podSpec' | 'elsewhere';
  readonly added?: AddedLabels;
  /** Pods that exist at a time, as the manifest says; absent where nodes or an unknown controller decide. */
  readonly pods?: number;
  /** Between which numbers its own controller moves them, where it does so by itself. */
  readonly between?: { readonly least: number; readonly most?: number };
  /** Pods of one replica, where a replica has several: the hosts of a Ray worker group. */
  readonly podsOfReplica?: number;
  /** Volumes that the controller adds by claim template, by volume name. */
  readonly claimTemplates?: readonly string[];
  /** Set for controllers this library does not know: they may add labels, volumes and ports. */
  readonly open?: boolean;
  /** Every label that the controller adds is known, even where it may add something else. */
  readonly hasAllLabels?: boolean;
}

/** One container where it stands. */
export interface PlacedContainer {
  readonly container: PlainObject;
  /** `spec.template.spec.initContainers[0]`. */
  readonly field: string;
  readonly isMain: boolean;
  readonly name: string;
}

/** Its path is written when somebody asks: most containers are fine, and there may be a hundred thousand. */
class ContainerOfTemplate implements PlacedContainer {
  constructor(
    private readonly pods: PodSet,
    private readonly list: 'containers' | 'initContainers',
    private readonly index: number,
    public readonly container: PlainObject,
  ) {}

  public get field(): string {
    return this.pods.at(`${this.list}[${this.index}]`);
  }

  public get isMain(): boolean {
    return this.list === 'containers';
  }

  public get name(): string {
    return asText(this.container.name) ?? '';
  }
}

const NOTHING_ADDED: AddedLabels = Object.freeze({});
const NO_CLAIMS: readonly string[] = Object.freeze([]);

/** Pods of one template, whatever kind of object carries it. */
export class PodSet {
  public readonly carrier: Manifest;
  public readonly role?: string;
  public readonly labels: PlainObject;
  public readonly annotations: PlainObject;
  public readonly added: AddedLabels;
  public readonly spec: PlainObject;
  public readonly pods?: number;
  public readonly between?: PodSetOptions['between'];
  public readonly podsOfReplica?: number;
  public readonly claimTemplates: readonly string[];
  public readonly open: boolean;
  /** Whether its controller may add labels that nobody knows. */
  public readonly hasOpenLabels: boolean;
  private readonly field: string;
  private readonly shape?: 'podSpec' | 'elsewhere';
  private placed?: readonly PlacedContainer[];

  constructor(options: PodSetOptions) {
    this.carrier = options.carrier;
    this.role = options.role;
    this.field = options.field;
    this.shape = options.shape;
    const metadata = asObject(options.template.metadata);
    this.labels = asObject(metadata.labels);
    this.annotations = asObject(metadata.annotations);
    this.spec = asObject(options.template.spec);
    this.added = options.added ?? NOTHING_ADDED;
    this.pods = options.pods;
    this.between = options.between;
    this.podsOfReplica = options.podsOfReplica;
    this.claimTemplates = options.claimTemplates ?? NO_CLAIMS;
    this.open = options.open ?? false;
    this.hasOpenLabels = this.open && options.hasAllLabels !== true;
  }

  public get place(): string {
    return this.carrier.place;
  }

  /** Whether somebody may add containers, ports and volumes that are not here: who makes the pods, or a patch. */
  public get mayHaveMore(): boolean {
    const { origin: { kustomized }, kind } = this.carrier;
    return this.open || (kustomized !== undefined && mayPatch(kustomized, kind));
  }

  /** Whether a pattern of this library made these pods. */
  public get isOurs(): boolean {
    return this.carrier.isOurs || Object.keys(this.labels).some(key => key.startsWith(OWN_LABEL_PREFIX));
  }

  /** Path of a field of the pod spec: `spec.template.spec.volumes[0]`. */
  public at(path: string): string {
    switch (this.shape) {
      case 'elsewhere': return this.field;
      case 'podSpec': return `${this.field}.${path}`;
      default: return this.field === '' ? `spec.${path}` : `${this.field}.spec.${path}`;
    }
  }

  public get labelsField(): string {
    return this.metadataField('labels');
  }

  /** Path of the labels or annotations of the pods. */
  public metadataField(path: string): string {
    if (this.shape !== undefined) {
      return this.field;
    }
    return this.field === '' ? `metadata.${path}` : `${this.field}.metadata.${path}`;
  }

  /** Main containers, then init containers and native sidecars. */
  public get containers(): readonly PlacedContainer[] {
    this.placed ??= this.spec.initContainers === undefined ? this.placedOf('containers') : [...this.placedOf('containers'), ...this.placedOf('initContainers')];
    return this.placed;
  }

  /** The volume of this name, as the pod has it. */
  public volume(name: string | undefined): PlainObject | undefined {
    return asList(this.spec.volumes).find(volume => volume.name === name);
  }

  /** `LeaderWorkerSet ml/llm (worker)`. */
  public toString(): string {
    return `${this.carrier.toString()}${this.role ? ` (${this.role})` : ''}`;
  }

  private placedOf(list: 'containers' | 'initContainers'): PlacedContainer[] {
    return asList(this.spec[list]).map((container, index) => new ContainerOfTemplate(this, list, index, container));
  }
}

/** Images of the main containers without tags and digests, which differ between versions of one program. */
export function repositoriesOf(sets: readonly PodSet[]): string[] {
  const images = sets.flatMap(({ containers }) => containers.filter(({ isMain }) => isMain).map(({ container }) => asShown(container.image)));
  return [...new Set(images.map(image => image.split('@')[0].replace(/:[^:/]*$/, '')))].sort();
}
