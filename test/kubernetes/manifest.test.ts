import { PlainObject } from '../../src/base/plain';
import { Cluster, DEFAULT_CLUSTER, minorNumber } from '../../src/kubernetes/cluster';
import { Manifest } from '../../src/kubernetes/manifest';

function manifest(apiVersion: string, kind: string, metadata: object = {}, origin: object = {}, cluster: Partial<Cluster> = {}): Manifest {
  return new Manifest({ apiVersion, kind, metadata: { name: 'a', ...metadata } } as unknown as PlainObject, origin, { ...DEFAULT_CLUSTER, ...cluster });
}

test.each([
  ['v1', 'Service', '', 'Service'], ['apps/v1', 'StatefulSet', 'apps', 'apps/StatefulSet'], ['resource.k8s.io/v1beta1', 'ResourceClaim', 'resource.k8s.io', 'resource.k8s.io/ResourceClaim'],
  ['serving.knative.dev/v1', 'Service', 'serving.knative.dev', 'serving.knative.dev/Service'],
])('%s %s is of the group "%s" and the type %s', (apiVersion, kind, group, type) => {
  expect([manifest(apiVersion, kind).group, manifest(apiVersion, kind).type]).toEqual([group, type]);
});

describe('the namespace that an object ends up in', () => {
  const kustomized = { kustomized: { namespace: 'base' } };

  test('is what a kustomization says, else its own, else that of the cluster, else the default', () => {
    expect(manifest('v1', 'Pod', { namespace: 'ml' }, kustomized, { namespace: 'prod' }).place).toBe('base');
    expect(manifest('v1', 'Pod', { namespace: 'ml' }, { kustomized: {} }, { namespace: 'prod' }).place).toBe('ml');
    expect(manifest('v1', 'Pod', {}, {}, { namespace: 'prod' }).place).toBe('prod');
    expect(manifest('v1', 'Pod').place).toBe('default');
  });

  test.each([
    ['v1', 'Namespace'], ['v1', 'PersistentVolume'], ['storage.k8s.io/v1', 'StorageClass'], ['resource.k8s.io/v1', 'DeviceClass'], ['karpenter.sh/v1', 'NodePool'],
    ['kueue.x-k8s.io/v1beta2', 'ClusterQueue'], ['kueue.x-k8s.io/v1beta2', 'ResourceFlavor'], ['serving.kserve.io/v1alpha1', 'ClusterServingRuntime'],
  ])('is none for a %s %s', (apiVersion, kind) => {
    expect(manifest(apiVersion, kind, { namespace: 'ml' }, kustomized, { namespace: 'prod' }).place).toBe('');
  });

  test.each([['kueue.x-k8s.io/v1beta2', 'LocalQueue'], ['serving.kserve.io/v1alpha1', 'ServingRuntime'], ['example.com/v1', 'ClusterThing'], ['jobset.x-k8s.io/v1alpha2', 'JobSet']])(
    'is one for a %s %s', (apiVersion, kind) => {
      expect(manifest(apiVersion, kind, { namespace: 'ml' }).place).toBe('ml');
    });
});

test('zones are those of the origin before those of the cluster', () => {
  expect(manifest('v1', 'Pod', {}, { zones: ['a'] }, { zones: ['b'] }).zones).toEqual(['a']);
  expect(manifest('v1', 'Pod', {}, {}, { zones: ['b'] }).zones).toEqual(['b']);
  expect(manifest('v1', 'Pod').zones).toBeUndefined();
});

test('an object is ours by a label of ours, whichever it is', () => {
  expect([{ 'app': 'a', 'cdk8s-ai-workloads/name': 'b' }, { app: 'cdk8s-ai-workloads/name' }, {}].map(labels => manifest('v1', 'Pod', { labels }).isOurs)).toEqual([true, false, false]);
});

test('it stands at its construct, or at a line of its file', () => {
  const lineOf = (field: string) => field === 'spec' ? 7 : undefined;

  expect(manifest('v1', 'Pod', {}, { construct: 'app/a', file: 'a.yaml' }).standsAt('spec')).toBe('app/a');
  expect(['spec', 'status'].map(field => manifest('v1', 'Pod', {}, { file: 'a.yaml', lineOf }).standsAt(field))).toEqual(['a.yaml:7', 'a.yaml:1']);
  expect(manifest('v1', 'Pod').standsAt('spec')).toBe('another manifest');
});

test('it is called by kind, namespace and name', () => {
  expect([manifest('v1', 'Pod', { namespace: 'ml' }), manifest('v1', 'Pod')].map(String)).toEqual(['Pod ml/a', 'Pod a']);
  expect(manifest('apps/v1', 'Deployment', { namespace: 'ml' }).reference).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ml', name: 'a' });
});

test('minors compare as numbers, and 1.36 is the one of whoever says none', () => {
  expect(['1.33', '1.36', '1.9'].map(minor => minorNumber({ minor, featureGates: {} }))).toEqual([33, 36, 9]);
  expect(DEFAULT_CLUSTER).toEqual({ minor: '1.36', featureGates: {} });
});
