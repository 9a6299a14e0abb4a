import { LiveServer } from './live-server';
import { Outside } from '../../checks/outside';

/** An object that the input refers to and does not hold. */
export interface Reference {
  readonly kind: string;
  /** Namespace; empty for kinds that live in none. */
  readonly place: string;
  readonly name: string;
}

/** Where the kinds that manifests refer to live: group and version, plural. References name kinds without their group. */
const ADDRESSES: { readonly [kind: string]: readonly [apiVersion: string, plural: string] } = {
  ConfigMap: ['v1', 'configmaps'],
  Namespace: ['v1', 'namespaces'],
  PersistentVolume: ['v1', 'persistentvolumes'],
  PersistentVolumeClaim: ['v1', 'persistentvolumeclaims'],
  Pod: ['v1', 'pods'],
  Secret: ['v1', 'secrets'],
  Service: ['v1', 'services'],
  ServiceAccount: ['v1', 'serviceaccounts'],
  Deployment: ['apps/v1', 'deployments'],
  StatefulSet: ['apps/v1', 'statefulsets'],
  Job: ['batch/v1', 'jobs'],
  StorageClass: ['storage.k8s.io/v1', 'storageclasses'],
  PriorityClass: ['scheduling.k8s.io/v1', 'priorityclasses'],
  RuntimeClass: ['node.k8s.io/v1', 'runtimeclasses'],
  IngressClass: ['networking.k8s.io/v1', 'ingressclasses'],
  DeviceClass: ['resource.k8s.io/v1', 'deviceclasses'],
  ResourceClaim: ['resource.k8s.io/v1', 'resourceclaims'],
  ResourceClaimTemplate: ['resource.k8s.io/v1', 'resourceclaimtemplates'],
  ClusterRole: ['rbac.authorization.k8s.io/v1', 'clusterroles'],
  Role: ['rbac.authorization.k8s.io/v1', 'roles'],
  CustomResourceDefinition: ['apiextensions.k8s.io/v1', 'customresourcedefinitions'],
  LeaderWorkerSet: ['leaderworkerset.x-k8s.io/v1', 'leaderworkersets'],
  LocalQueue: ['kueue.x-k8s.io/v1beta1', 'localqueues'],
  Gateway: ['gateway.networking.k8s.io/v1', 'gateways'],
  TriggerAuthentication: ['keda.sh/v1alpha1', 'triggerauthentications'],
  ClusterTriggerAuthentication: ['keda.sh/v1alpha1', 'clustertriggerauthentications'],
};

/** A repository refers to few objects that it does not hold; more than these are left to what the files say. */
export const MOST_REFERENCES = 500;
const AT_ONCE = 8;

/** Notes what the rules miss in the input. It answers that nothing is there, so that they go on looking. */
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

/** What a cluster has of the objects that were asked for. */
export interface Known {
  readonly outside: Outside;
  /** What could not be found out, and why. */
  readonly notes: readonly string[];
}

/** Asks for each reference by its name, for metadata alone: nothing of a Secret's content is sent. */
export async function askReferences(server: LiveServer, references: readonly Reference[]): Promise<Known> {
  const asked = references.filter(({ kind }) => Object.hasOwn(ADDRESSES, kind)).slice(0, MOST_REFERENCES);
  const known = new Set<string>();
  const refused = new Map<string, number>();
  let next = 0;
  const work = async () => {
    for (let reference = asked[next++]; reference !== undefined; reference = asked[next++]) {
      const { kind, place, name } = reference;
      const status = await server.exists(...ADDRESSES[kind], place, name);
      if (status === 200) {
        known.add(keyOf(reference));
      } else if (status !== 404) {
        const what = `${kind}${place === '' ? '' : ` in ${place}`}`;
        refused.set(what, status);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { outside: { has: (kind, place, name) => known.has(keyOf({ kind, place, name })) }, notes: notesOf(refused, references.length) };
}

function notesOf(refused: ReadonlyMap<string, number>, references: number): string[] {
  return [
    ...[...refused].map(([what, status]) => `the account may not look up ${what} (status ${status}): what is said of them is what the files say`),
    ...(references > MOST_REFERENCES ? [`the cluster was asked for the first ${MOST_REFERENCES} of ${references} objects that are not in the input`] : []),
  ];
}

function keyOf({ kind, place, name }: Reference): string {
  return JSON.stringify([kind, place, name]);
}
