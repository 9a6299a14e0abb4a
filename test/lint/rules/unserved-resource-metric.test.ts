import { ApiObject, App, Chart } from 'cdk8s';
import { validateTree } from '../../../src/lint/synth/attach';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

/** What the rule says of an autoscaler with one metric. */
function complaints(metric: object) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new ApiObject(chart, 'Llama', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'llama' },
    spec: { selector: { matchLabels: { app: 'llama' } }, template: { metadata: { labels: { app: 'llama' } }, spec: { containers: [{ name: 'main', image: 'a' }] } } },
  });
  new ApiObject(chart, 'Scaler', {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'llama' },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' }, maxReplicas: 10, metrics: [metric] },
  });
  validateTree(chart);
  return findingsOf(chart.node.root).filter(finding => finding.id === 'AIW3109');
}

const target = { type: 'Utilization', averageUtilization: 70 };

test('a GPU as a resource metric never yields a number', () => {
  expect(complaints({ type: 'Resource', resource: { name: 'nvidia.com/gpu', target } })).toEqual([expect.objectContaining({
    class: 'broken',
    object: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', namespace: 'ml', name: 'llama' },
    field: 'spec.metrics[0].resource.name',
    message: 'Invalid value: "nvidia.com/gpu": metrics-server serves cpu and memory, so this is <unknown> for ever',
  })]);
});

test('nor does that of one container', () => {
  expect(complaints({ type: 'ContainerResource', containerResource: { name: 'nvidia.com/gpu', container: 'main', target } })[0]?.field).toBe('spec.metrics[0].containerResource.name');
});

test.each([
  ['CPU', { type: 'Resource', resource: { name: 'cpu', target } }],
  ['memory of a container', { type: 'ContainerResource', containerResource: { name: 'memory', container: 'main', target } }],
  ['a metric of the pods', { type: 'Pods', pods: { metric: { name: 'nvidia.com/gpu' }, target: { type: 'AverageValue', averageValue: '8' } } }],
  ['something without a name', { type: 'Resource', resource: {} }],
  ['something without a block', { type: 'Resource' }],
])('%s is not its business', (_name, metric) => {
  expect(complaints(metric)).toEqual([]);
});
