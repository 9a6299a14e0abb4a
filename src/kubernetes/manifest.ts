import { Cluster, DEFAULT_CLUSTER } from './cluster';
import { ObjectReference } from '../base/findings/finding';
import { Origin } from '../base/findings/origin';
import { OWN_LABEL_PREFIX } from '../base/labels';
import { PlainObject } from '../base/plain';
import { asObject, asText } from '../base/reading';
import { customKind } from './schema/custom/custom';
import { servedKind } from './schema/served';

/** Cluster-scoped kinds of extensions that others refer to, and whose definitions are not built in here. */
const CLUSTER_KINDS: ReadonlySet<string> = new Set(['serving.kserve.io/ClusterServingRuntime']);

/** What follows from an apiVersion and kind, shared by all objects that have them. */
interface TypeName {
  readonly group: string;
  readonly type: string;
  /** Whether the kind is cluster-scoped. */
  readonly isClusterWide: boolean;
}

const typeNames = new Map<string, Map<string, TypeName>>();
let remembered = 0;
/** Limit of the cache. Real inputs have few types; more than this is an attack. */
const MOST_REMEMBERED = 5_000;

function typeNameOf(apiVersion: string, kind: string): TypeName {
  const known = typeNames.get(apiVersion)?.get(kind);
  if (known) {
    return known;
  }
  if (remembered++ > MOST_REMEMBERED) {
    typeNames.clear();
    remembered = 0;
  }
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const type = group === '' ? kind : `${group}/${kind}`;
  const definition = servedKind(apiVersion, kind) ?? customKind(group, kind);
  const name = { group, type, isClusterWide: definition ? definition.namespaced === false : CLUSTER_KINDS.has(type) };
  typeNames.set(apiVersion, (typeNames.get(apiVersion) ?? new Map<string, TypeName>()).set(kind, name));
  return name;
}

/** One final object: its data, its identity, and its origin. */
export class Manifest {
  public readonly apiVersion: string;
  public readonly kind: string;
  /** As written; empty where the manifest has none. */
  public readonly namespace: string;
  /** Empty for `generateName`. */
  public readonly name: string;
  /** API group; empty for the core group. */
  public readonly group: string;
  /** The kind with its API group: `Service`, `apps/StatefulSet`. Several groups may have a kind of the same name. */
  public readonly type: string;
  public readonly labels: PlainObject;
  public readonly spec: PlainObject;
  private readonly isClusterWide: boolean;

  /**
   * @param body the object as data.
   * @param origin construct or file that it comes from.
   * @param cluster what it is checked for.
   */
  constructor(public readonly body: PlainObject, public readonly origin: Origin = {}, public readonly cluster: Cluster = DEFAULT_CLUSTER) {
    const metadata = asObject(body.metadata);
    this.apiVersion = asText(body.apiVersion) ?? '';
    this.kind = asText(body.kind) ?? '';
    this.namespace = asText(metadata.namespace) ?? '';
    this.name = asText(metadata.name) ?? '';
    const { group, type, isClusterWide } = typeNameOf(this.apiVersion, this.kind);
    this.group = group;
    this.type = type;
    this.isClusterWide = isClusterWide;
    this.labels = asObject(metadata.labels);
    this.spec = asObject(body.spec);
  }

  /** The namespace that the object ends up in: what a kustomization says, or else the default one where it names none; empty for cluster-scoped kinds. */
  public get place(): string {
    return this.isClusterWide ? '' : this.origin.kustomized?.namespace ?? (this.namespace || (this.cluster.namespace ?? 'default'));
  }

  /** Zones that are declared for the nodes; undefined where none are. */
  public get zones(): readonly string[] | undefined {
    return this.origin.zones ?? this.cluster.zones;
  }

  /** Whether a pattern of this library made it. */
  public get isOurs(): boolean {
    for (const key in this.labels) {
      if (key.startsWith(OWN_LABEL_PREFIX)) {
        return true;
      }
    }
    return false;
  }

  public get reference(): ObjectReference {
    return { apiVersion: this.apiVersion, kind: this.kind, namespace: this.namespace, name: this.name };
  }

  /** Where a user finds it: the path of its construct, or file and line of a field. */
  public standsAt(field: string): string {
    const { construct, file, lineOf } = this.origin;
    return construct ?? (file === undefined ? 'another manifest' : `${file}:${lineOf?.(field) ?? 1}`);
  }

  /** `StatefulSet ml/llm`. */
  public toString(): string {
    return `${this.kind} ${this.namespace ? `${this.namespace}/` : ''}${this.name}`;
  }
}

/** An object with its origin. */
export type ObjectWithOrigin = Pick<Manifest, 'body' | 'origin'>;
