import { Failures } from './failures';
import { LiveServer } from './live-server';
import { Outside } from '../../lint/run/outside';

/** A reference of the input to an object that it does not contain. */
export interface Reference {
  readonly kind: string;
  /** Namespace; empty for cluster-scoped kinds. */
  readonly place: string;
  readonly name: string;
}

/** Group and version of the kinds that manifests refer to, since references name a kind without its group. */
export const ADDRESSES: { readonly [kind: string]: string } = {
  ConfigMap: 'v1',
  Namespace: 'v1',
  PersistentVolume: 'v1',
  PersistentVolumeClaim: 'v1',
  Pod: 'v1',
  Secret: 'v1',
  Service: 'v1',
  ServiceAccount: 'v1',
  Deployment: 'apps/v1',
  StatefulSet: 'apps/v1',
  Job: 'batch/v1',
  StorageClass: 'storage.k8s.io/v1',
  PriorityClass: 'scheduling.k8s.io/v1',
  RuntimeClass: 'node.k8s.io/v1',
  IngressClass: 'networking.k8s.io/v1',
  DeviceClass: 'resource.k8s.io/v1',
  ResourceClaim: 'resource.k8s.io/v1',
  ResourceClaimTemplate: 'resource.k8s.io/v1',
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  Role: 'rbac.authorization.k8s.io/v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
  LeaderWorkerSet: 'leaderworkerset.x-k8s.io/v1',
  LocalQueue: 'kueue.x-k8s.io/v1beta1',
  Gateway: 'gateway.networking.k8s.io/v1',
  TriggerAuthentication: 'keda.sh/v1alpha1',
  ClusterTriggerAuthentication: 'keda.sh/v1alpha1',
};

/** Limit of references to look up. A repository has few to objects outside; further ones are left to the rules. */
export const MOST_REFERENCES = 500;

/** Records which objects the rules miss in the input. Always answers that an object does not exist, so that they report all of them. */
export class Missed implements Outside {
  private readonly seen = new Map<string, Reference>();

  constructor(private readonly declared: Outside) {}

  public get references(): readonly Reference[] {
    return [...this.seen.values()];
  }

  public has(kind: string, place: string, name: string): boolean {
    if (this.declared.has(kind, place, name)) {
      return true;
    }
    this.seen.set(keyOf({ kind, place, name }), { kind, place, name });
    return false;
  }
}

/** Which of the objects exist in the cluster. */
export interface Known {
  readonly outside: Outside;
  /** References that could not be looked up, and why. */
  readonly notes: readonly string[];
}

/** Looks up each reference by name, metadata alone, so that no content of a Secret is transferred. */
export async function askReferences(server: LiveServer, references: readonly Reference[], failures: Failures): Promise<Known> {
  const asked = references.filter(({ kind }) => Object.hasOwn(ADDRESSES, kind)).slice(0, MOST_REFERENCES);
  const known = new Set<string>();
  const refused = new Map<string, number>();
  await failures.forEach(asked, async reference => {
    const { kind, place, name } = reference;
    const seen = await server.look(ADDRESSES[kind], kind, place, name);
    if (seen === 'there') {
      known.add(keyOf(reference));
    } else if (seen !== 'not there') {
      refused.set(`${kind}${place === '' ? '' : ` in ${place}`}`, seen.status);
    }
  });
  return { outside: { has: (kind, place, name) => known.has(keyOf({ kind, place, name })) }, notes: notesOf(refused, references.length) };
}

function notesOf(refused: ReadonlyMap<string, number>, references: number): string[] {
  return [
    ...[...refused].map(([what, status]) => status === 403
      ? `the account may not look up ${what} (status 403): what is said of them is what the files say`
      : `the API server does not say which ${what} there are (status ${status}): what is said of them is what the files say`),
    ...(references > MOST_REFERENCES ? [`the cluster was asked for the first ${MOST_REFERENCES} of ${references} objects that are not in the input`] : []),
  ];
}

function keyOf({ kind, place, name }: Reference): string {
  return JSON.stringify([kind, place, name]);
}
