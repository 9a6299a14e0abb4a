import { App, Chart } from 'cdk8s';
import { IWorkload, LocalityService, WorkloadBackup, ZonalDeployments } from '../../../src';
import { podsMadeOf } from '../../workloads/handle/controllers';
import { WORKLOADS, container } from '../../workloads/handle/every-workload';

/*
 * With `objects` all that a pattern makes is in the backup: what a restore lacks is noticed on the day of the restore.
 */

type Make = (chart: Chart) => IWorkload;

/** Objects of a workload without Workloads of cdk8s-plus-28, whose labels are their user's. */
const FORMS: [string, Make][] = [
  ...Object.entries(WORKLOADS).filter(([name]) => !name.startsWith('kplus')),
  ['LocalityService', chart => new LocalityService(chart, 'near', { target: new ZonalDeployments(chart, 'w', { zones: ['eu-1a', 'eu-1b'], container }), port: 80 })],
];

/** How often Velero lists it. Source: velero pkg/backup/item_collector.go listResourceByLabelsPerNamespace (v1.18); labels.Requirement.Matches of Kubernetes: NotIn holds without the key */
function listed({ labelSelector, orLabelSelectors = [labelSelector] }: any, labels: { readonly [key: string]: string } = {}): number {
  return orLabelSelectors.filter(({ matchLabels, matchExpressions = [] }: any) =>
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
    && matchExpressions.every(({ key, operator, values }: any) => operator === 'NotIn' && !values.includes(labels[key]))).length;
}

function backedUp(make: Make): { objects: any[]; template: any; explained: string } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const workload = make(chart);
  const objects = chart.toJson();
  const backup = new WorkloadBackup(chart, 'nightly', { workload, schedule: '0 3 * * *', objects: true });
  return { objects, template: (backup.apiObject.toJson() as any).spec.template, explained: backup.explain() };
}

/** Hooks of a pod that is listed twice run twice. */
test.each(FORMS)('%s: each of its objects is in the backup once, and each of its pods', (_, make) => {
  const { objects, template } = backedUp(make);
  expect(objects.filter(({ metadata }) => listed(template, metadata.labels) !== 1).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
  expect(podsMadeOf(objects).filter(({ labels }) => listed(template, labels) !== 1)).toEqual([]);
  expect(template).not.toHaveProperty(template.orLabelSelectors === undefined ? 'orLabelSelectors' : 'labelSelector');
});

test('objects of another workload are not', () => {
  FORMS.forEach(([, make]) => {
    const labels = { 'cdk8s-ai-workloads/name': 'other', 'cdk8s-ai-workloads/inference': 'other', 'cdk8s-ai-workloads/run': '1' };
    expect(listed(backedUp(make).template, labels)).toBe(0);
  });
});

test('of a model in roles explain() names the labels of each', () => {
  expect(backedUp(WORKLOADS['DisaggregatedInference, llm-d']).explained)
    .toContain('what carries cdk8s-ai-workloads/inference=w or cdk8s-ai-workloads/name=w-prefill or cdk8s-ai-workloads/name=w-decode: objects of every kind');
});
