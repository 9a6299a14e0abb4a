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

/** Kind, namespace and name, then what must not change by accident; in the order of FIELDS, so that a diff is small. */
export function identityOf(manifest: Manifest): [key: string, identity: Identity] {
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
    return value?.map((claim: any) => ({ name: claim.metadata.name, spec: claim.spec }));
  }
  if (path === 'replicatedJobs') {
    return value?.map((job: any) => ({ name: job.name, completionMode: job.template.spec.completionMode }));
  }
  return value;
}

function at(value: any, path: string): any {
  return path.split('.').reduce((inner, key) => inner?.[key], value);
}
