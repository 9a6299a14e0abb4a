import { invalid } from './errors/invalid-input';

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

/** Equality labels, as in a Service selector or `matchLabels`. */
export type Labels = { readonly [key: string]: string };

/** An optional DNS subdomain of at most 253 characters and a slash, then a name of at most 63. */
const LABEL_KEY = /^((?=[^/]{1,253}\/)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** Whether a text has the form of a label's key. */
export function isKey(text: string): boolean {
  return LABEL_KEY.test(text);
}

/** Whether a node or a pod can carry the value; an empty one says nothing. */
export function isLabelValue(text: string): boolean {
  return text !== '' && LABEL_VALUE.test(text);
}

/** Labels as the API server takes them. Source: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.36) */
export function checkLabels(field: string, labels: Labels): void {
  for (const [key, value] of Object.entries(labels)) {
    checkKey(field, key, 'label');
    if (typeof value === 'string' && !LABEL_VALUE.test(value)) {
      throw invalid(`${field}[${key}]`, value, 'is not a label value: at most 63 letters, digits, "-", "_" or ".", beginning and ending with a letter or digit', 'shorten it, or keep such text in an annotation');
    }
  }
}

/** What all annotations of an object may have together. Source: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go TotalAnnotationSizeLimitB (v1.36) */
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Labels and annotations as the API server takes them; an annotation's key may have upper-case letters in its prefix, its value may be any text. */
export function checkMetadata(field: string, labels: Labels, annotations: Labels): void {
  checkLabels(`${field}.labels`, labels);
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    checkKey(`${field}.annotations`, key.toLowerCase(), 'annotation', key);
    bytes += Buffer.byteLength(key) + Buffer.byteLength(String(value));
  }
  if (bytes > MAX_ANNOTATION_BYTES) {
    throw invalid(`${field}.annotations`, `${bytes} bytes`, `is more than the ${MAX_ANNOTATION_BYTES} bytes that the annotations of an object may have together`, 'keep large data in a ConfigMap');
  }
}

/** Keys of labels, annotations and taints are of one form. An empty taint key would not be none: it tolerates every taint. */
export function checkKey(field: string, key: string, what: 'label' | 'taint' | 'annotation', shown: string = key): void {
  if (key === 'constructor') {
    throw invalid(field, shown, 'cannot be written: cdk8s takes an entry of that name for a class', 'call it something else');
  }
  if (!isKey(key)) {
    throw invalid(field, shown, `is not ${what === 'annotation' ? 'an' : 'a'} ${what} key: an optional DNS prefix and a slash, then at most 63 letters, digits, "-", "_" or "."`, 'for example example.com/team');
  }
}

/** For people and dashboards; never part of a selector, since charts and Helm releases share these keys. */
export function standardLabels(name: string, component?: string): Labels {
  return { 'app.kubernetes.io/name': name, ...(component ? { 'app.kubernetes.io/component': component } : {}) };
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
