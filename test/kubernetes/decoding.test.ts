import { DEFAULT_CLUSTER } from '../../src/kubernetes/cluster';
import { Manifest } from '../../src/kubernetes/manifest';
import { check } from '../../src/lint/run/lint';

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'apps.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'App', plural: 'apps', singular: 'app', listKind: 'AppList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } } }],
  },
};

/** Of an API server of 1.36: 201 for the first three, with a warning for those without a path, and 422 for the others. */
describe.each([['example.com/v1', 'App'], ['jobset.x-k8s.io/v1alpha2', 'JobSet']])('finalizers of custom resources: %s %s', (apiVersion, kind) => {
  test.each([
    ['resources-finalizer.argocd.argoproj.io', []],
    ['a', []],
    ['a/b', []],
    ['a/b/c', ['metadata.finalizers']],
    ['-', ['metadata.finalizers']],
  ])('%s', (finalizer, fields) => {
    const object = { apiVersion, kind, metadata: { name: 'a', finalizers: [finalizer] }, spec: {} };
    const objects = [DEFINITION, object].map(body => ({ body, origin: {} }));
    const found = check(objects, [], { clusters: [DEFAULT_CLUSTER] }).findings.filter(({ id }) => id === 'AIW1201');
    expect(found.map(({ field }) => field)).toEqual(fields);
    expect(new Manifest(object).kind).toBe(kind);
  });
});
