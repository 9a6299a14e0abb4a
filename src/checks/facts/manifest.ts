import { IConstruct } from 'constructs';
import { asObject, asText } from './reading';
import { OWN_LABEL_PREFIX } from '../../pod/labels';
import { PlainObject } from '../../pod/plain';
import { Target } from '../../target/target';
import { ObjectReference } from '../finding';
import { reachOf } from '../seam';

/** Kinds without a namespace, of the API groups that come with a cluster. */
const CLUSTER_KINDS: ReadonlySet<string> = new Set([
  'APIService', 'ClusterRole', 'ClusterRoleBinding', 'CSIDriver', 'CSINode', 'CustomResourceDefinition', 'DeviceClass', 'FlowSchema', 'IngressClass',
  'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding', 'MutatingWebhookConfiguration', 'Namespace', 'Node', 'PersistentVolume', 'PriorityClass',
  'PriorityLevelConfiguration', 'ResourceSlice', 'RuntimeClass', 'StorageClass', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration', 'VolumeAttachment',
]);

/** One final object: its data, its identity, and the construct it came from. */
export class Manifest {
  public readonly apiVersion: string;
  public readonly kind: string;
  /** As written; empty where the manifest has none. */
  public readonly namespace: string;
  /** Empty for `generateName`. */
  public readonly name: string;
  /** API group; empty for the core group. */
  public readonly group: string;
  /** The kind with its group before it: `Service`, `apps/StatefulSet`. Kinds of one name exist in several groups. */
  public readonly type: string;
  public readonly labels: PlainObject;
  public readonly spec: PlainObject;

  constructor(public readonly body: PlainObject, private readonly source?: IConstruct) {
    const metadata = asObject(body.metadata);
    this.apiVersion = asText(body.apiVersion) ?? '';
    this.kind = asText(body.kind) ?? '';
    this.namespace = asText(metadata.namespace) ?? '';
    this.name = asText(metadata.name) ?? '';
    const slash = this.apiVersion.indexOf('/');
    this.group = slash < 0 ? '' : this.apiVersion.slice(0, slash);
    this.type = this.group === '' ? this.kind : `${this.group}/${this.kind}`;
    this.labels = asObject(metadata.labels);
    this.spec = asObject(body.spec);
  }

  /** Where it lives, so that "no namespace" and `default` meet; empty for kinds that live in none. */
  public get place(): string {
    return CLUSTER_KINDS.has(this.kind) ? '' : this.namespace || 'default';
  }


  /** Path of the construct, worked out only when a finding needs it. */
  public get construct(): string | undefined {
    return this.source?.node.path;
  }

  /** Zones that the app says the nodes are in; undefined where it does not say. */
  public get zones(): readonly string[] | undefined {
    return this.source && (reachOf(this.source).zones ?? Target._definedFor(this.source)?.zones);
  }

  /** Pods behind a Service that the app says are made elsewhere. */
  public get podsElsewhere(): number | undefined {
    return this.source && reachOf(this.source).replicas;
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

  /** `StatefulSet ml/llm`. */
  public toString(): string {
    return `${this.kind} ${this.namespace ? `${this.namespace}/` : ''}${this.name}`;
  }
}
