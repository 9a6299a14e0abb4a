/**
 * Labels that carry identity. They stand in templates and selectors, so they come only from the name the user gave, the role,
 * the group, the zone and the run: never from a construct path or a position in a list.
 *
 * The prefix is this package's name on npm, so nobody else's objects carry it. The LeaderWorkerSet keys are not reused on plain
 * objects: its pod webhook selects them and would mutate or refuse our pods.
 */
export const LABEL_NAME = 'cdk8s-ai-workloads/name';
export const LABEL_ROLE = 'cdk8s-ai-workloads/role';
export const LABEL_GROUP = 'cdk8s-ai-workloads/group';
export const LABEL_ZONE = 'cdk8s-ai-workloads/zone';
export const LABEL_RUN = 'cdk8s-ai-workloads/run';
/** Pods that serve one model in several workloads: prefill, decode and what routes between them. */
export const LABEL_INFERENCE = 'cdk8s-ai-workloads/inference';

/** Name of a Service, on the Service itself: a ServiceMonitor knows Services by labels alone, and those of one workload share the others. Never on a pod. */
export const LABEL_SERVICE = 'cdk8s-ai-workloads/service';

/** Every label key the library owns begins with this; users may not set them. */
export const OWN_LABEL_PREFIX = 'cdk8s-ai-workloads/';

/** Annotation of an object in a staged roll-out or a canary: which of its two pod templates it carries. Never on a template. */
export const ROLLED_TEMPLATE = 'cdk8s-ai-workloads/pod-template';
export const ROLLED_PREVIOUS = 'previous';
export const ROLLED_NEW = 'new';

/** What controllers write on pods at creation. */
export const LABEL_POD_INDEX = 'apps.kubernetes.io/pod-index';
export const LABEL_COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';
export const LABEL_REVISION = 'controller-revision-hash';

export const LABEL_ZONE_TOPOLOGY = 'topology.kubernetes.io/zone';
export const LABEL_HOSTNAME = 'kubernetes.io/hostname';

/** What labels of nodes are called now, by their older names. Source: k8s.io/api core/v1/well_known_labels.go (v0.36) */
export const STABLE_NODE_LABELS: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', LABEL_ZONE_TOPOLOGY], ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'], ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
]);

/** Equality labels, as in a Service selector or `matchLabels`. */
export type Labels = { readonly [key: string]: string };

/** For people and dashboards; never part of a selector, since charts and Helm releases share these keys. */
export function standardLabels(name: string, component?: string): Labels {
  return { 'app.kubernetes.io/name': name, ...(component ? { 'app.kubernetes.io/component': component } : {}) };
}

/** Labels of objects of one name, a workload or what is around it, beside what each of them has of its own. */
export function labelsOfName(name: string): Labels {
  return { ...standardLabels(name), [LABEL_NAME]: name };
}

/** Labels for people (`app.kubernetes.io/…`) may be the user's; those that carry identity are the pattern's, whatever was added. */
export function mergeLabels(given: { readonly [key: string]: unknown } | undefined, ours: Labels = {}): { [key: string]: string } {
  const merged: { [key: string]: string } = { ...ours, ...given as Labels };
  for (const key in ours) {
    if (!key.startsWith('app.kubernetes.io/')) {
      merged[key] = ours[key];
    }
  }
  return merged;
}
