import { PlainObject } from '../../src/base/plain';
import { Manifest } from '../../src/kubernetes/manifest';
import { ObjectProblems } from '../../src/kubernetes/object-problems';

const jobSet = (name: unknown, spec: object = { replicatedJobs: [] }) => ({ apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', metadata: { name }, spec });

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } } }],
  },
};
const widget = (name: unknown, size: unknown = 1) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, spec: { size } });

function problemsOf(...bodies: object[]): string[] {
  return new ObjectProblems(bodies.map(body => new Manifest(body as PlainObject))).findings().map(({ id, field }) => `${id} ${field}`);
}

describe('a custom resource', () => {
  test.each([['of a known kind', [jobSet(5)]], ['of a definition in the input', [definition, widget(5)]]])(
    '%s whose name could not be decoded is not said to have none', (_what, bodies) => {
      expect(problemsOf(...bodies)).toEqual(['AIW1102 metadata.name']);
    });

  test.each([
    ['of a known kind', [jobSet('A_', { replicatedJobs: 4 })], 'spec.replicatedJobs'],
    ['of a definition in the input', [definition, widget('A_', 'x')], 'spec.size'],
  ])('%s gives what its structure says and what its name breaks, as the API server does', (_what, bodies, field) => {
    expect(problemsOf(...bodies)).toEqual([`AIW1102 ${field}`, 'AIW1201 metadata.name']);
  });

  test('of a version that its definition does not serve says so, and no more', () => {
    expect(problemsOf(definition, { ...widget('A_'), apiVersion: 'example.com/v2' })).toEqual(['AIW1106 apiVersion']);
  });
});

test('kinds that nobody knows are told once for all of them', () => {
  const other = (name: string) => ({ apiVersion: 'unknown.example.com/v1', kind: 'Thing', metadata: { name } });
  expect(problemsOf(other('a'), other('b'))).toEqual(['AIW0006 ']);
});

test('a kind of another project that has the name of a known one is told with the known one', () => {
  const [finding] = new ObjectProblems([new Manifest({ apiVersion: 'net.gke.io/v1', kind: 'ServiceExport', metadata: { name: 'a' } })]).findings();
  expect(finding).toMatchObject({ id: 'AIW0006', notes: ['known is: multicluster.x-k8s.io/v1beta1 ServiceExport'] });
});
