import { App, Chart } from 'cdk8s';
import { KubernetesVersion, Locality, Target } from '../../src';
import { trafficDistribution } from '../../src/target-cluster/locality';
import { messageOf } from '../pod/carrier';

const at = (kubernetes: KubernetesVersion, featureGates?: { [gate: string]: boolean }) => Target.define(new Chart(new App(), 'prod'), { kubernetes, featureGates });

test.each([
  [KubernetesVersion.V1_33, 'PreferClose'], [KubernetesVersion.V1_34, 'PreferSameZone'], [KubernetesVersion.V1_35, 'PreferSameZone'], [KubernetesVersion.V1_36, 'PreferSameZone'],
])('same-zone routing at %s is spelled %s', (version, value) => {
  expect(trafficDistribution(at(version), Locality.SAME_ZONE, 'prefer')).toBe(value);
});

test('the newer name needs its gate', () => {
  expect(trafficDistribution(at(KubernetesVersion.V1_33, { PreferSameTrafficDistribution: true }), Locality.SAME_ZONE, 'prefer')).toBe('PreferSameZone');
  expect(trafficDistribution(at(KubernetesVersion.V1_34, { PreferSameTrafficDistribution: false }), Locality.SAME_ZONE, 'prefer')).toBe('PreferClose');
});

test('same-node routing has no older form: at 1.33 it is an error that names 1.34', () => {
  expect(trafficDistribution(at(KubernetesVersion.V1_34), Locality.SAME_NODE, 'prefer')).toBe('PreferSameNode');
  expect(messageOf(() => trafficDistribution(at(KubernetesVersion.V1_33), Locality.SAME_NODE, 'prefer'))).toContain('the first minor that has it is 1.34');
});

test('nothing is written when nobody asks', () => {
  expect(trafficDistribution(at(KubernetesVersion.V1_36), undefined, 'prefer')).toBeUndefined();
});
