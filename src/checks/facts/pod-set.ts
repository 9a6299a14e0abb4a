import { AddedLabels } from './labels';
import { Manifest } from './manifest';
import { asList, asObject, asText, objectAt } from './reading';
import { OWN_LABEL_PREFIX } from '../../pod/labels';
import { PlainObject } from '../../pod/plain';

/** What is known of the pods of one role of one object. */
export interface PodSetOptions {
  readonly carrier: Manifest;
  /** `leader`, `worker`, the name of a replicated job; absent where the object has one role. */
  readonly role?: string;
  /** The pod template: `metadata` and `spec`. */
  readonly template: PlainObject;
  /** Path of the template inside the object; empty for a Pod. */
  readonly field: string;
  readonly added?: AddedLabels;
  /** Pods that exist at a time, as the manifest says; absent where nodes or an unknown controller decide. */
  readonly pods?: number;
  /** Volumes that the controller adds by claim template, by volume name. */
  readonly claimTemplates?: readonly string[];
  /** Set for controllers this library does not know: they may add labels, volumes and ports. */
  readonly open?: boolean;
}

/** One container where it stands. */
export interface PlacedContainer {
  readonly container: PlainObject;
  /** `spec.template.spec.initContainers[0]`. */
  readonly field: string;
  readonly isMain: boolean;
  readonly name: string;
}

/** Pods of one template, whatever kind of object carries it. */
export class PodSet {
  public readonly carrier: Manifest;
  public readonly role?: string;
  public readonly labels: PlainObject;
  public readonly added: AddedLabels;
  public readonly spec: PlainObject;
  public readonly pods?: number;
  public readonly claimTemplates: readonly string[];
  public readonly open: boolean;
  private readonly field: string;
  private placed?: readonly PlacedContainer[];

  constructor(options: PodSetOptions) {
    this.carrier = options.carrier;
    this.role = options.role;
    this.field = options.field === '' ? '' : `${options.field}.`;
    this.labels = objectAt(options.template, 'metadata', 'labels');
    this.spec = asObject(options.template.spec);
    this.added = options.added ?? {};
    this.pods = options.pods;
    this.claimTemplates = options.claimTemplates ?? [];
    this.open = options.open ?? false;
  }

  public get place(): string {
    return this.carrier.place;
  }

  /** Whether a pattern of this library made these pods. */
  public get isOurs(): boolean {
    return this.carrier.isOurs || Object.keys(this.labels).some(key => key.startsWith(OWN_LABEL_PREFIX));
  }

  /** Path of a field of the pod spec: `spec.template.spec.volumes[0]`. */
  public at(path: string): string {
    return `${this.field}spec.${path}`;
  }

  public get labelsField(): string {
    return `${this.field}metadata.labels`;
  }

  /** Main containers, then init containers and native sidecars. */
  public get containers(): readonly PlacedContainer[] {
    this.placed ??= [...this.placedOf('containers', true), ...this.placedOf('initContainers', false)];
    return this.placed;
  }

  /** `LeaderWorkerSet ml/llm (worker)`. */
  public toString(): string {
    return `${this.carrier.toString()}${this.role ? ` (${this.role})` : ''}`;
  }

  private placedOf(list: 'containers' | 'initContainers', isMain: boolean): PlacedContainer[] {
    return asList(this.spec[list]).map((container, index) => ({
      container,
      field: this.at(`${list}[${index}]`),
      isMain,
      name: asText(container.name) ?? '',
    }));
  }
}
