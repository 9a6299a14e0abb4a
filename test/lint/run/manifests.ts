import { ApiObject, ApiObjectProps, App, Chart } from 'cdk8s';
import { Finding } from '../../../src/base/findings/finding';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

/** A manifest as a test writes it: the spec, a name, and what else matters. */
export type Manifest = ApiObjectProps & { readonly [field: string]: unknown };

interface Meta {
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
}

function manifest(apiVersion: string, kind: string) {
  return (name: string, spec: object = {}, metadata: Meta = {}): Manifest => (
    { apiVersion, kind, metadata: { name, ...metadata }, spec } as Manifest);
}

export const service = manifest('v1', 'Service');
export const pod = (name: string, spec: object, labels: { [key: string]: string } = {}): Manifest => manifest('v1', 'Pod')(name, spec, { labels });
export const claim = manifest('v1', 'PersistentVolumeClaim');
export const configMap = manifest('v1', 'ConfigMap');
export const statefulSet = manifest('apps/v1', 'StatefulSet');
export const deployment = manifest('apps/v1', 'Deployment');
export const job = manifest('batch/v1', 'Job');
export const cronJob = manifest('batch/v1', 'CronJob');
export const budget = manifest('policy/v1', 'PodDisruptionBudget');
export const networkPolicy = manifest('networking.k8s.io/v1', 'NetworkPolicy');
export const autoscaler = manifest('autoscaling/v2', 'HorizontalPodAutoscaler');
export const leaderWorkerSet = manifest('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet');
export const jobSet = manifest('jobset.x-k8s.io/v1alpha2', 'JobSet');
export const custom = manifest;

/** A pod template with one container. */
export function template(labels: { [key: string]: string }, container: object = {}, spec: object = {}): object {
  return { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'registry.example/app:1', ...container }], ...spec } };
}

/** The spec of a workload that selects its own pods by `app`. */
export function workload(app: string, container: object = {}, more: { readonly pod?: object; readonly spec?: object } = {}): object {
  return { replicas: 1, selector: { matchLabels: { app } }, template: template({ app }, container, more.pod), ...more.spec };
}

/** The label by which an object of a pattern is known. */
export const OURS = { labels: { 'cdk8s-ai-workloads/name': 'llm' } };

/** A chart of namespace `ml` that holds the manifests. */
export function chartOf(...manifests: readonly Manifest[]): Chart {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  manifests.forEach((each, index) => new ApiObject(chart, `o${index}`, each));
  return chart;
}

/** What the checks say about manifests: findings of one id, or all. */
export function findingsIn(id: string | undefined, ...manifests: readonly Manifest[]): Finding[] {
  return findingsOf(chartOf(...manifests).node.root).filter(finding => id === undefined || finding.id === id);
}

/** The one finding of an id, which must be there alone. */
export function onlyFinding(id: string, ...manifests: readonly Manifest[]): Finding {
  const found = findingsIn(id, ...manifests);
  expect(found.map(each => each.message)).toHaveLength(1);
  return found[0];
}
