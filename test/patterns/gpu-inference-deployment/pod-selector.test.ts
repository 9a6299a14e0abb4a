import { build, plan } from './llama';
import { DisruptionBudget, ReplicaSpread } from '../../../src';

const podSelector = { 'app': 'llama', 'app.kubernetes.io/part-of': 'chat' };

describe('a selector of before', () => {
  const { of, chart, llama } = build({ podSelector, spread: ReplicaSpread.overNodes(), disruptionBudget: DisruptionBudget.atMost(1) });

  test('is the selector of everything, and the pods carry it', () => {
    expect(of('Deployment').spec.selector).toEqual({ matchLabels: podSelector });
    expect(of('Deployment').spec.template.metadata.labels).toMatchObject(podSelector);
    expect(of('Service').spec.selector).toEqual(podSelector);
    expect(of('PodDisruptionBudget').spec.selector).toEqual({ matchLabels: podSelector });
    expect(of('Deployment').spec.template.spec.topologySpreadConstraints[0].labelSelector).toEqual({ matchLabels: podSelector });
    expect(chart).toBeDefined();
  });

  test('takes the place of the label of the name, and whatever surrounds the pods is told', () => {
    expect(JSON.stringify(of('Deployment'))).not.toContain('cdk8s-ai-workloads/name');
    expect(llama.workload.name).toBe('llama');
    expect(llama.toPodSelectorConfig().labelSelector._toKube()).toEqual({ matchLabels: podSelector });
  });
});

test('without it the name selects', () => {
  expect(build({}).of('Deployment').spec.selector).toEqual({ matchLabels: { 'cdk8s-ai-workloads/name': 'llama' } });
});

test.each([
  ['selects every pod of the namespace', { podSelector: {} }, 'podSelector: Required value: an empty selector selects every pod of the namespace'],
  ['is no label', { podSelector: { app: 'two words' } }, 'podSelector[app]: Invalid value: "two words"'],
  ['is of this library', { podSelector: { 'cdk8s-ai-workloads/name': 'llama' } }, 'podSelector[cdk8s-ai-workloads/name]: Forbidden'],
  ['is another one than that of the pods', { podSelector, podMetadata: { labels: { app: 'other' } } },
    'podMetadata.labels[app]: Invalid value: "other": the pods are selected by app=llama (podSelector)'],
])('refused: what %s', (_, props, message) => {
  expect(() => plan(props)).toThrow(message);
});

test('pods may say the same once more', () => {
  expect(plan({ podSelector, podMetadata: { labels: { app: 'llama' } } }).selector).toEqual(podSelector);
});
