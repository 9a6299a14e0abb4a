import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asObject } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** Groups of extension APIs whose objects start no pods that a Service would select. */
const PODLESS_GROUPS: ReadonlySet<string> = new Set([
  'argoproj.io/Application', 'cert-manager.io', 'chaos-mesh.org', 'cilium.io', 'external-secrets.io', 'gateway.networking.k8s.io', 'inference.networking.k8s.io',
  'inference.networking.x-k8s.io', 'karpenter.k8s.aws', 'karpenter.sh', 'keda.sh', 'kueue.x-k8s.io', 'kyverno.io', 'monitoring.coreos.com/PodMonitor',
  'monitoring.coreos.com/PrometheusRule', 'monitoring.coreos.com/ServiceMonitor', 'networking.istio.io', 'security.istio.io', 'traefik.io',
]);

/** What an object of a kind this library does not know may have to do with pods. */
export interface Foreign {
  /** Pod templates found inside it. */
  readonly pods: PodSet[];
  /** It may start pods that cannot be read from it. */
  readonly opaque: boolean;
}

/** Templates may stand at any depth: `spec.pytorchReplicaSpecs.Worker.template`, `spec.tasks[0].template`. */
export function readForeign(object: Manifest): Foreign {
  if (!isExtension(object) || PODLESS_GROUPS.has(object.group) || PODLESS_GROUPS.has(object.type)) {
    return { pods: [], opaque: false };
  }
  const pods: PodSet[] = [];
  collect(object, object.spec, 'spec', pods, 0);
  return { pods, opaque: pods.length === 0 };
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
