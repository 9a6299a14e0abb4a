import { App, Chart } from 'cdk8s';
import { KubernetesVersion, Locality, Target } from '../../src';
import { FEATURES, FeatureId } from '../../src/kubernetes/release/features';
import { trafficDistribution } from '../../src/target-cluster/locality';

const VERSIONS = Object.values(KubernetesVersion);

function targetOf(kubernetes: KubernetesVersion, featureGates?: { [gate: string]: boolean }): Target {
  return Target.define(new Chart(new App(), 'prod'), { kubernetes, featureGates });
}

/** Releases in which a field is kept: by default, and where the gate is switched on. `-` is none. */
const KEPT: { readonly [id in FeatureId]: readonly [gate: string, byDefault: string, byGate: string] } = {
  preferSameZone: ['PreferSameTrafficDistribution', '1.34', '1.33'],
  preferSameNode: ['PreferSameTrafficDistribution', '1.34', '1.33'],
  // The API itself came with 1.34, which no gate brings.
  deviceClaims: ['DynamicResourceAllocation', '1.34', '1.34'],
  devicePrioritizedList: ['DRAPrioritizedList', '1.34', '1.34'],
  deviceDistinctAttribute: ['DRAConsumableCapacity', '1.36', '1.34'],
  deviceAdminAccess: ['DRAAdminAccess', '1.34', '1.34'],
  deviceExtendedResource: ['DRAExtendedResource', '1.36', '1.34'],
  statefulSetMaxUnavailable: ['MaxUnavailableStatefulSet', '1.37', '1.33'],
  hpaTolerance: ['HPAConfigurableTolerance', '1.35', '1.33'],
  hpaScaleToZero: ['HPAScaleToZero', '1.37', '1.33'],
  nativeGang: ['GenericWorkload', '-', '1.36'],
  userNamespaces: ['UserNamespacesSupport', '1.33', '1.33'],
  preStopSleep: ['PodLifecycleSleepAction', '1.33', '1.33'],
  imageVolume: ['ImageVolume', '1.35', '1.33'],
  podLevelResources: ['PodLevelResources', '1.34', '1.33'],
  containerRestartRules: ['ContainerRestartRules', '1.35', '1.34'],
  envFiles: ['EnvFiles', '1.35', '1.34'],
  spreadByRevision: ['MatchLabelKeysInPodTopologySpread', '1.33', '1.33'],
};

/** All supported releases from the first one on. */
function from(first: string): string[] {
  return first === '-' ? [] : VERSIONS.slice(VERSIONS.indexOf(first as KubernetesVersion));
}

test('the table has each feature', () => {
  expect(Object.keys(KEPT)).toEqual(Object.keys(FEATURES));
});

describe.each(Object.entries(KEPT))('%s', (name, [gate, byDefault, byGate]) => {
  const id = name as FeatureId;
  const keptWith = (gates?: { [gate: string]: boolean }) => VERSIONS.filter(version => targetOf(version, gates)._keeps(id));

  test(`is kept from ${byDefault} on, and in no release before`, () => {
    expect(keptWith()).toEqual(from(byDefault));
  });

  test(`is kept from ${byGate} on where ${gate} is switched on`, () => {
    expect(keptWith({ [gate]: true })).toEqual(from(byGate));
  });

  test(`is kept nowhere where ${gate} is switched off`, () => {
    expect(keptWith({ [gate]: false })).toEqual([]);
  });
});

test.each([[KubernetesVersion.V1_33, 'PreferClose'], [KubernetesVersion.V1_34, 'PreferSameZone'], [KubernetesVersion.V1_36, 'PreferSameZone']])(
  'Kubernetes %s calls clients of a zone %s', (version, expected) => {
    expect(trafficDistribution(targetOf(version), Locality.SAME_ZONE, 'prefer')).toBe(expected);
    expect(trafficDistribution(targetOf(version), undefined, 'prefer')).toBeUndefined();
  });

test('clients of a node have a name from 1.34 on', () => {
  expect(VERSIONS.slice(1).map(version => trafficDistribution(targetOf(version), Locality.SAME_NODE, 'prefer'))).toEqual(Array(4).fill('PreferSameNode'));
});

test('clients of a node are refused where the release does not know them, by the property that asks', () => {
  expect(() => trafficDistribution(targetOf(KubernetesVersion.V1_33), Locality.SAME_NODE, 'service.prefer')).toThrow('service.prefer: Forbidden: same-node routing with fallback');
});

describe('what a Target says of its cluster', () => {
  const props = {
    kubernetes: KubernetesVersion.V1_34, zones: ['eu-1a', 'eu-1b'], featureGates: { EnvFiles: true }, apis: ['ray.io/v1', 'jobset.x-k8s.io/v1alpha2'], spareGpus: 4, gpusPerNode: 8,
  };
  const target = Target.define(new Chart(new App(), 'prod'), props);

  test('is what checks are told', () => {
    const { kubernetes, ...others } = props;

    expect(target._cluster).toEqual({ minor: kubernetes, ...others });
    expect(target).toMatchObject({ kubernetes: '1.34', zones: props.zones, apis: props.apis, spareGpus: 4, gpusPerNode: 8 });
  });

  test('is not told where nobody said it, though a number holds', () => {
    const silent = Target.define(new Chart(new App(), 'prod'), {});

    expect([silent.spareGpus, silent._cluster.spareGpus, silent.gpusPerNode]).toEqual([0, undefined, undefined]);
  });

  test('lists are copies', () => {
    target.zones!.push('eu-1c');
    target.apis!.push('x/v1');

    expect([target.zones, target.apis]).toEqual([props.zones, props.apis]);
  });

  test('has a node with at least one GPU, where it says so', () => {
    const define = (gpusPerNode: number) => Target.define(new Chart(new App(), 'prod'), { gpusPerNode });

    expect(define(1).gpusPerNode).toBe(1);
    expect(() => define(0)).toThrow('gpusPerNode: Invalid value: 0: must be a whole number of at least 1');
  });
});
