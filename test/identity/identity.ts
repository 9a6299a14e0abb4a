import { Manifest } from '../../build-tools/tally';

/**
 * Where data and traffic hang: fields that the API server refuses to change, or whose change gives pods other names, other claims or
 * other callers. Everything else (images, resources, replicas) may differ between releases.
 *
 * Source: pkg/apis/apps/validation (ValidateStatefulSetUpdate), pkg/apis/batch/validation (ValidateJobUpdate), 1.36; LeaderWorkerSet and JobSet
 * webhooks.
 */
const FIELDS: { readonly [kind: string]: readonly string[] } = {
  StatefulSet: ['selector', 'serviceName', 'podManagementPolicy', 'ordinals', 'volumeClaimTemplates'],
  Deployment: ['selector'],
  Job: ['completionMode', 'selector', 'manualSelector'],
  Service: ['selector', 'type', 'clusterIP'],
  PodDisruptionBudget: ['selector'],
  NetworkPolicy: ['podSelector'],
  HorizontalPodAutoscaler: ['scaleTargetRef'],
  PersistentVolumeClaim: ['accessModes', 'storageClassName', 'volumeName', 'volumeMode'],
  LeaderWorkerSet: ['networkConfig', 'leaderWorkerTemplate.size', 'leaderWorkerTemplate.volumeClaimTemplates'],
  JobSet: ['network', 'replicatedJobs'],
  DisaggregatedSet: ['roles'],
};

/** Where pod templates stand in each kind, below spec. */
const TEMPLATES: { readonly [kind: string]: readonly string[] } = {
  StatefulSet: ['template'],
  Deployment: ['template'],
  Job: ['template'],
  LeaderWorkerSet: ['leaderWorkerTemplate.leaderTemplate', 'leaderWorkerTemplate.workerTemplate'],
};

const OWN_LABEL = 'cdk8s-ai-workloads/';

export type Identity = { readonly [field: string]: unknown };
export type Identities = { readonly [object: string]: Identity };

/** Identity of each object, in the order of their keys. */
export function identitiesOf(manifests: readonly Manifest[]): Identities {
  return Object.fromEntries(manifests.map(identityOf).sort(([a], [b]) => a < b ? -1 : 1));
}

/** What moved, one line a field, so that the failure reads without a diff of JSON. */
export function moves(before: Identities, after: Identities): string[] {
  const gone = Object.keys(before).filter(key => !(key in after)).map(key => `${key}: is gone or has another name`);
  const changed = Object.keys(before).filter(key => key in after).flatMap(key => {
    const fields = new Set([...Object.keys(before[key]), ...Object.keys(after[key])]);
    return [...fields]
      .map(field => [field, canonical(before[key][field]), canonical(after[key][field])])
      .filter(([, old, now]) => old !== now)
      .map(([field, old, now]) => `${key}: ${field} was ${old}, is ${now}`);
  });
  return [...gone, ...changed];
}

/** Compact JSON with keys in order: the order in which labels are written is nobody's identity. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner) => inner !== null && typeof inner === 'object' && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1))
    : inner);
}

/** Kind, namespace and name, then what must not change by accident; in the order of FIELDS, so that a diff is small. */
function identityOf(manifest: Manifest): [key: string, identity: Identity] {
  const { apiVersion, kind, metadata, spec = {} } = manifest;
  const fields = (FIELDS[kind] ?? []).map(path => [path, reduced(path, at(spec, path))]);
  const templates = (TEMPLATES[kind] ?? []).flatMap(path => templateIdentity(path, at(spec, path), spec.selector?.matchLabels));
  const ports = kind === 'Service' ? [['ports', (spec.ports ?? []).map((port: any) => port.name ?? port.port)]] : [];
  const present = [...fields, ...templates, ...ports].filter(([, value]) => value !== undefined);
  return [`${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`, Object.fromEntries(present)];
}

/** Labels that selectors ask for and labels of ours, and the subdomain, without which a pod has no name. */
function templateIdentity(path: string, template: any, selected: object = {}): [string, unknown][] {
  if (!template) {
    return [];
  }
  const labels = Object.entries(template.metadata?.labels ?? {}).filter(([key]) => key.startsWith(OWN_LABEL) || key in selected);
  return [[`${path}.labels`, Object.fromEntries(labels.sort())], [`${path}.subdomain`, template.spec?.subdomain]];
}

/** Of lists of templates, what identifies each. */
function reduced(path: string, value: any): unknown {
  if (path.endsWith('volumeClaimTemplates')) {
    // What the API server adds by itself is the same claim whether it is written or not.
    return value?.map(({ metadata, spec: { volumeMode, ...spec } }: any) => ({ name: metadata.name, spec: volumeMode === 'Block' ? { ...spec, volumeMode } : spec }));
  }
  if (path === 'roles') {
    // Pods are called after the role; the order is part of the revision.
    return value?.map(({ name, spec: { leaderWorkerTemplate: { size, leaderTemplate, workerTemplate } } }: any) =>
      ({ name, size, leader: ownLabels(leaderTemplate), worker: ownLabels(workerTemplate) }));
  }
  if (path === 'replicatedJobs') {
    return value?.map((job: any) => ({ name: job.name, completionMode: job.template.spec.completionMode }));
  }
  return value;
}

function ownLabels(template: any): object {
  return Object.fromEntries(Object.entries(template.metadata.labels).filter(([key]) => key.startsWith(OWN_LABEL)).sort());
}

function at(value: any, path: string): any {
  return path.split('.').reduce((inner, key) => inner?.[key], value);
}
