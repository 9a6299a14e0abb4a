import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { customKind } from '../../kubernetes/schema/custom/custom';

/** Kinds that an object may bring about besides itself; `Pod` stands for whatever starts pods. */
type Makes = readonly string[] | typeof ANYTHING;

export const ANYTHING = 'anything';

const NOTHING: Makes = [];

/**
 * What objects of extension groups, or single kinds of them, bring about. A group that is not here may make anything. What is known by name stands in `made.ts` and in
 * `lint/kinds`. Source: the projects' documentation of their kinds
 */
const MAKES: ReadonlyMap<string, Makes> = new Map<string, Makes>([
  ...[
    'argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AppProject', 'autoscaling.k8s.io', 'cert-manager.io', 'chaos-mesh.org', 'cilium.io',
    'external-secrets.io', 'gateway.envoyproxy.io', 'gateway.networking.k8s.io', 'generators.external-secrets.io', 'inference.networking.k8s.io', 'inference.networking.x-k8s.io',
    'image.toolkit.fluxcd.io', 'k8s.cni.cncf.io', 'karpenter.k8s.aws', 'karpenter.sh', 'keda.sh', 'kueue.x-k8s.io', 'metallb.io', 'monitoring.coreos.com', 'networking.gke.io',
    'networking.istio.io', 'notification.toolkit.fluxcd.io', 'scheduling.volcano.sh', 'security.istio.io', 'source.toolkit.fluxcd.io', 'telemetry.istio.io', 'traefik.io', 'velero.io',
  ].map((group): [string, Makes] => [group, NOTHING]),
  ...['bitnami.com', 'infisical.com', 'isindir.github.com', 'onepassword.com', 'secrets-store.csi.x-k8s.io', 'secrets.hashicorp.com', 'secrets.infisical.com']
    .map((group): [string, Makes] => [group, ['Secret']]),
  // A proxy of its own, where its class does not send to one that is there.
  ['gateway.networking.k8s.io/Gateway', ['Deployment', 'Service', 'ServiceAccount', 'Pod']],
  ['external-secrets.io/ClusterExternalSecret', ['Secret']],
  // Policies copy and generate what a namespace needs.
  ['kyverno.io', ['ConfigMap', 'Secret', 'NetworkPolicy', 'Role', 'RoleBinding', 'ServiceAccount']],
  ...['Alertmanager', 'Prometheus', 'PrometheusAgent', 'ThanosRuler'].map((kind): [string, Makes] => [`monitoring.coreos.com/${kind}`, ANYTHING]),
]);

/** Where objects that apply others put them; those of other groups stay in their own namespace. */
const APPLIERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['argoproj.io/Application', ['destination', 'namespace']],
  ['argoproj.io/ApplicationSet', ['template', 'spec', 'destination', 'namespace']],
  ['helm.cattle.io/HelmChart', ['targetNamespace']],
  ['helm.toolkit.fluxcd.io/HelmRelease', ['targetNamespace']],
  ['kustomize.toolkit.fluxcd.io/Kustomization', ['targetNamespace']],
]);

/** Any namespace. */
const EVERYWHERE = '*';

/** What an object of a kind this library does not know may have to do with others. */
export interface Foreign {
  /** Pod templates found inside it. */
  readonly pods: PodSet[];
  /** Kinds of what it may make without saying so. */
  readonly makes: Makes;
}

const NONE: Foreign = { pods: [], makes: NOTHING };

/**
 * Templates may stand at any depth: `spec.pytorchReplicaSpecs.Worker.template`, `spec.tasks[0].template`.
 *
 * @param isWorkload whether the kind is known as one that carries pods, of which nothing is written here.
 */
export function readForeign(object: Manifest, isWorkload = false): Foreign {
  const makes = isWorkload ? ANYTHING : madeBy(object);
  if (makes !== ANYTHING) {
    return makes === NOTHING ? NONE : { pods: [], makes };
  }
  const pods: PodSet[] = [];
  collect(object, object.spec, 'spec', pods, 0);
  return { pods, makes: isWorkload ? pods.length > 0 ? NOTHING : ['Pod'] : pods.length > 0 ? BESIDE_PODS : ANYTHING };
}

function madeBy(object: Manifest): Makes {
  const known = MAKES.get(object.type) ?? MAKES.get(object.group);
  return known ?? (isExtension(object) && customKind(object.group, object.kind) === undefined ? ANYTHING : NOTHING);
}

/** What a controller makes beside pods whose template is written in its object. */
const BESIDE_PODS: Makes = ['ConfigMap', 'PersistentVolumeClaim', 'Role', 'RoleBinding', 'Secret', 'Service', 'ServiceAccount'];

/** Objects of unknown kinds, asked who of them may have made something. */
export class ForeignMakers {
  private readonly byKind = new Map<string, Map<string, Manifest>>();

  public add(object: Manifest, makes: Makes): void {
    (makes === ANYTHING ? [ANYTHING] : makes).forEach(kind => {
      const places = this.byKind.get(kind) ?? new Map<string, Manifest>();
      this.byKind.set(kind, places);
      placesOf(object).filter(place => !places.has(place)).forEach(place => places.set(place, object));
    });
  }

  /** One that may make objects of a kind in a namespace; `place` is empty for kinds that live in none. */
  public of(kind: string, place: string): Manifest | undefined {
    return this.in(ANYTHING, place) ?? this.in(kind, place);
  }

  private in(kind: string, place: string): Manifest | undefined {
    const places = this.byKind.get(kind);
    return places?.get(place) ?? places?.get(EVERYWHERE);
  }
}

/** And what lives in no namespace. An object without one may live in none itself, and act anywhere, as operators' configurations do. */
function placesOf(object: Manifest): string[] {
  const path = APPLIERS.get(object.type);
  const target = path && asText(objectAt(object.spec, ...path.slice(0, -1))[path[path.length - 1]]);
  const isApplied = path !== undefined && !object.type.startsWith('helm.toolkit');
  return target === undefined && (isApplied || object.namespace === '') ? [EVERYWHERE] : [target ?? object.place, ''];
}

/** Kinds of a plain cluster have no dot in their group, or end in `k8s.io`; those of SIG projects in `x-k8s.io`. */
function isExtension(object: Manifest): boolean {
  return object.group.includes('.') && (!object.group.endsWith('.k8s.io') || object.group.endsWith('x-k8s.io'));
}

const DEPTH = 8;

function collect(carrier: Manifest, value: unknown, field: string, found: PodSet[], depth: number): void {
  if (value === null || typeof value !== 'object' || depth > DEPTH) {
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((each, index) => collect(carrier, each, `${field}[${index}]`, found, depth + 1));
    return;
  }
  const body = value as PlainObject;
  if (Array.isArray(asObject(body.spec).containers)) {
    found.push(new PodSet({ carrier, template: body, field, open: true }));
    return;
  }
  Object.entries(body).forEach(([key, inner]) => collect(carrier, inner, `${field}.${key}`, found, depth + 1));
}
