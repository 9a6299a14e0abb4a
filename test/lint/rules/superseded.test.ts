import { PlainObject } from '../../../src/base/plain';
import { Cluster, DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { supersededField } from '../../../src/lint/rules/objects/superseded-field/rule';
import { supersededVersion } from '../../../src/lint/rules/objects/superseded-version/rule';
import { findingsOfRules } from '../../../src/lint/rules/rule';

/** What is to be written instead of a version; nothing where it is not superseded. */
function instead(apiVersion: string, kind: string, cluster: Pick<Cluster, 'minor' | 'apis'> = { minor: '1.36' }): (string | undefined)[] {
  return findingsOfRules([supersededVersion], new Facts([new Manifest({ apiVersion, kind, metadata: { name: 'a' } }, {}, { featureGates: {}, ...cluster })])).map(({ help }) => help);
}

/** Old version, kinds, what took its place. Kinds that are gone altogether, or moved to another group, have no newer version of their own. */
test.each<[string, string[], string, string?]>([
  ['networking.k8s.io/v1beta1', ['IPAddress', 'ServiceCIDR'], 'networking.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', ['VolumeAttributesClass'], 'storage.k8s.io/v1'],
  ['scheduling.k8s.io/v1alpha1', ['Workload'], 'scheduling.k8s.io/v1alpha2'],
  ['v1', ['Endpoints'], 'discovery.k8s.io/v1 EndpointSlice', 'discovery.k8s.io/v1'],
  ['ray.io/v1alpha1', ['RayCluster', 'RayJob', 'RayService'], 'ray.io/v1'],
  ['gateway.networking.k8s.io/v1beta1', ['HTTPRoute', 'Gateway', 'GatewayClass'], 'gateway.networking.k8s.io/v1'],
  ['gateway.networking.k8s.io/v1alpha2', ['GRPCRoute', 'TCPRoute', 'TLSRoute'], 'gateway.networking.k8s.io/v1'],
  ['inference.networking.x-k8s.io/v1alpha2', ['InferencePool'], 'inference.networking.k8s.io/v1'],
  ['inference.networking.x-k8s.io/v1alpha2', ['InferenceModel'], 'InferenceObjective', 'inference.networking.k8s.io/v1'],
  ['kueue.x-k8s.io/v1beta1', ['ClusterQueue', 'LocalQueue', 'ResourceFlavor', 'Workload', 'WorkloadPriorityClass', 'AdmissionCheck'], 'kueue.x-k8s.io/v1beta2'],
  ['karpenter.sh/v1alpha5', ['Provisioner'], 'karpenter.sh/v1 NodePool', 'karpenter.sh/v1'],
  ['karpenter.sh/v1beta1', ['NodePool', 'NodeClaim'], 'karpenter.sh/v1'],
  ['external-secrets.io/v1beta1', ['ExternalSecret', 'SecretStore', 'ClusterSecretStore', 'ClusterExternalSecret'], 'external-secrets.io/v1'],
  ['snapshot.storage.k8s.io/v1beta1', ['VolumeSnapshot'], 'snapshot.storage.k8s.io/v1'],
  ['groupsnapshot.storage.k8s.io/v1beta1', ['VolumeGroupSnapshot'], 'groupsnapshot.storage.k8s.io/v1'],
])('%s of %j: use %s', (version, kinds, newer, newest = newer) => {
  expect(kinds.map(kind => instead(version, kind))).toEqual(kinds.map(() => [`use ${newer}`]));
  expect(kinds.flatMap(kind => instead(newest, kind))).toEqual([]);
});

test.each(['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass', 'ResourceSlice'])('beta versions of %s, where a server has them beside the newer one', kind => {
  const apis = ['resource.k8s.io/v1beta1', 'resource.k8s.io/v1beta2'];
  for (const version of apis) {
    expect(instead(version, kind, { minor: '1.34', apis })).toEqual(['use resource.k8s.io/v1']);
    expect(instead(version, kind, { minor: '1.33', apis })).toEqual([]);
    expect(instead(version, kind, { minor: '1.34' })).toEqual([]);
  }
  expect(instead('resource.k8s.io/v1', kind, { minor: '1.36', apis })).toEqual([]);
});

test.each([
  ['storage.k8s.io/v1beta1', 'VolumeAttributesClass', '1.33', '1.34'],
  ['scheduling.k8s.io/v1alpha1', 'Workload', '1.35', '1.36'],
])('%s of %s is the newest up to %s', (version, kind, before, since) => {
  expect(instead(version, kind, { minor: before })).toEqual([]);
  expect(instead(version, kind, { minor: since })).toHaveLength(1);
});

test('the kind counts: not every kind of a group moved at once', () => {
  expect([instead('kueue.x-k8s.io/v1beta1', 'MultiKueueCluster'), instead('v1', 'Service')].flat()).toEqual([]);
});

describe('AIW2135 superseded fields', () => {
  const said = (object: PlainObject, cluster: Partial<Cluster> = {}) => {
    const facts = new Facts([new Manifest(object, {}, { ...DEFAULT_CLUSTER, ...cluster })]);
    return findingsOfRules([supersededField], facts).map(({ field, message, help }) => [field, message, help]);
  };
  const pod = (spec: object) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec }) as PlainObject;

  test('the old name of a distribution', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { trafficDistribution: 'PreferClose' } };
    expect(said(service, { minor: '1.34' })).toEqual([['spec.trafficDistribution', 'Invalid value: "PreferClose": the old name', 'use PreferSameZone, which means the same']]);
    expect(said(service, { minor: '1.33' })).toEqual([]);
  });

  test('a gate brings back the volume that it is about, and no other', () => {
    const volumes = [{ name: 'a', gitRepo: { repository: 'x' } }, { name: 'b', rbd: {} }];
    expect(said(pod({ volumes })).map(([field]) => field)).toEqual(['spec.volumes[0].gitRepo', 'spec.volumes[1].rbd']);
    expect(said(pod({ volumes }), { featureGates: { GitRepoVolumeDriver: true } }).map(([field]) => field)).toEqual(['spec.volumes[1].rbd']);
  });
});
