import * as fc from 'fast-check';
import { budget, deployment, findingsIn, leaderWorkerSet, service, template } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import * as selector from '../../../src/lint/facts/selector';
import { RULES } from '../../../src/lint/rules';
import { Rule, findingsOfRules } from '../../../src/lint/rules/rule';
import { runs } from '../../hygiene/runs';

const TYPES = [
  ['v1', 'Pod'], ['v1', 'Service'], ['v1', 'PersistentVolumeClaim'], ['apps/v1', 'StatefulSet'], ['apps/v1', 'Deployment'], ['batch/v1', 'Job'], ['batch/v1', 'CronJob'],
  ['policy/v1', 'PodDisruptionBudget'], ['networking.k8s.io/v1', 'NetworkPolicy'], ['autoscaling/v2', 'HorizontalPodAutoscaler'], ['keda.sh/v1alpha1', 'ScaledObject'],
  ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet'], ['jobset.x-k8s.io/v1alpha2', 'JobSet'], ['ray.io/v1', 'RayCluster'], ['ray.io/v1', 'RayJob'], ['example.com/v1', 'Trainer'],
  ['resource.k8s.io/v1', 'ResourceClaim'], ['resource.k8s.io/v1', 'ResourceClaimTemplate'], ['resource.k8s.io/v1', 'DeviceClass'],
];

/** Words that rules look for, so that random data reaches deep into them. */
const KEYS = [
  'selector', 'matchLabels', 'matchExpressions', 'podSelector', 'template', 'metadata', 'labels', 'name', 'spec', 'containers', 'initContainers', 'env', 'envFrom', 'value',
  'valueFrom', 'configMapKeyRef', 'volumes', 'volumeMounts', 'persistentVolumeClaim', 'claimName', 'configMap', 'projected', 'sources', 'replicas', 'ordinals', 'start', 'ports',
  'targetPort', 'readinessProbe', 'httpGet', 'port', 'resources', 'claims', 'resourceClaims', 'volumeClaimTemplates', 'scaleTargetRef', 'kind', 'accessModes', 'hostUsers',
  'hostNetwork', 'leaderWorkerTemplate', 'workerTemplate', 'size', 'replicatedJobs', 'jobTemplate', 'completions', 'headGroupSpec', 'workerGroupSpecs', 'command', 'args', 'app',
  'devices', 'requests', 'exactly', 'firstAvailable', 'deviceClassName', 'selectors', 'cel', 'expression', 'config', 'opaque', 'parameters', 'sharing', 'constraints', 'resourceClaimName',
];

const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    fc.constantFrom<unknown>('app', 'x', '', '$(date)', null, true, false, 0, 1, -1, 2.5, 1e9),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 6 }),
  ),
}));

const manifest = fc.tuple(fc.constantFrom(...TYPES), anything, anything)
  .map(([[apiVersion, kind], metadata, spec]) => new Manifest({ apiVersion, kind, metadata, spec } as PlainObject));
const manifests = fc.array(manifest, { maxLength: 6 });

test('whatever stands in manifests gives findings, never an exception', () => {
  fc.assert(fc.property(manifests, objects => {
    expect(findingsOfRules(RULES, new Facts(objects)).filter(finding => finding.id === 'AIW0004')).toEqual([]);
  }), { numRuns: runs(1000) });
});

test('a rule that breaks says so and leaves the report of the others', () => {
  const broken: Rule = {
    id: 'AIW9999',
    title: 'broken',
    class: 'broken',
    reason: '',
    source: '',
    remedy: '',
    appliesTo: [],
    check: () => { throw new TypeError('boom'); },
  };
  const objects = [1, 2].map(() => new Manifest({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'twin' } }));
  expect(findingsOfRules([broken, ...RULES], new Facts(objects))).toMatchObject([
    { id: 'AIW0004', class: 'risky', message: 'Internal error: AIW9999 (broken): boom' },
    { id: 'AIW2101' },
  ]);
});

describe('work grows with the manifests, not with their square', () => {
  /** Pods compared with selectors, for a number of workloads with a Service and a budget each. */
  function comparisons(workloads: number, labels: (index: number) => { [key: string]: string }): number {
    const compare = jest.spyOn(selector, 'selects');
    const objects = Array.from({ length: workloads }, (_, index) => [
      deployment(`w${index}`, { replicas: 1, selector: { matchLabels: labels(index) }, template: template(labels(index)) }),
      service(`w${index}`, { selector: labels(index), ports: [{ port: 80 }] }),
      budget(`w${index}`, { selector: { matchLabels: labels(index) } }),
    ]).flat();
    findingsIn(undefined, ...objects);
    const count = compare.mock.calls.length;
    compare.mockRestore();
    return count;
  }

  test.each([
    ['labels of their own', (index: number) => ({ app: `w${index}` })],
    ['a label that all share', (index: number) => ({ part: 'platform', app: `w${index}` })],
    ['the same labels', () => ({ app: 'same' })],
  ])('%s', (_, labels) => {
    expect(comparisons(80, labels)).toBeLessThanOrEqual(2 * comparisons(40, labels));
    expect(comparisons(40, labels)).toBeGreaterThan(0);
  });

  test('groups that only a controller tells apart', () => {
    const compare = jest.spyOn(selector, 'selects');
    const objects = Array.from({ length: 50 }, (_, index) => [
      leaderWorkerSet(`g${index}`, { replicas: 1, leaderWorkerTemplate: { size: 2, workerTemplate: template({ app: `g${index}` }) } }),
      service(`s${index}`, { selector: { 'app': `g${index}`, 'leaderworkerset.sigs.k8s.io/worker-index': '0' } }),
    ]).flat();
    expect(findingsIn('AIW2103', ...objects)).toEqual([]);
    expect(compare.mock.calls.length).toBeLessThanOrEqual(2 * 50);
    compare.mockRestore();
  });
});
