import { FEATURES, featureOf, FeatureId } from '../../../src/kubernetes/release/features';
import { measured } from '../../../src/kubernetes/release/measured/measured';
import { POD_PATHS, rowFor } from '../../../src/kubernetes/release/measured/rows';

/* First and last releases by what Kubernetes itself says: KEPs, release notes, kube_features.go. */
test.each<[FeatureId, number | undefined, string, number | undefined]>([
  ['preferSameZone', 34, 'PreferSameTrafficDistribution', 33],
  ['preferSameNode', 34, 'PreferSameTrafficDistribution', 33],
  ['deviceClaims', 34, 'DynamicResourceAllocation', undefined],
  ['devicePrioritizedList', 34, 'DRAPrioritizedList', undefined],
  ['deviceDistinctAttribute', 36, 'DRAConsumableCapacity', 34],
  ['deviceAdminAccess', 34, 'DRAAdminAccess', undefined],
  ['deviceExtendedResource', 36, 'DRAExtendedResource', 34],
  ['statefulSetMaxUnavailable', 37, 'MaxUnavailableStatefulSet', 33],
  ['hpaTolerance', 35, 'HPAConfigurableTolerance', 33],
  ['hpaScaleToZero', 37, 'HPAScaleToZero', 33],
  ['nativeGang', undefined, 'GenericWorkload', 36],
  ['userNamespaces', 33, 'UserNamespacesSupport', undefined],
  ['preStopSleep', 33, 'PodLifecycleSleepAction', undefined],
  ['imageVolume', 35, 'ImageVolume', 33],
  ['podLevelResources', 34, 'PodLevelResources', 33],
  ['containerRestartRules', 35, 'ContainerRestartRules', 34],
  ['envFiles', 35, 'EnvFiles', 34],
  ['spreadByRevision', 33, 'MatchLabelKeysInPodTopologySpread', undefined],
])('%s is kept from 1.%s on, and with the gate %s from 1.%s', (id, since, gate, gateSince) => {
  const row = featureOf(id);

  expect([row.since, row.gate, row.gateSince]).toEqual([since, gate, gateSince]);
});

test('every feature stands above', () => {
  expect(Object.keys(FEATURES)).toHaveLength(18);
});

test('of what is needed together the last release counts', () => {
  const [zone, tolerance] = ['Service spec.trafficDistribution=PreferSameZone', 'HorizontalPodAutoscaler spec.behavior.scaleUp.tolerance'];

  expect([
    measured([zone]).since,
    measured([tolerance]).since,
    measured([zone, tolerance]).since,
    measured([tolerance, zone]).since,
  ]).toEqual([34, 35, 35, 35]);
});

test('what no table has is kept by all if it is a field, and by none if it is an API', () => {
  expect(measured(['Service spec.selector'])).toEqual({ since: 33 });
  expect(measured(['example.com/v1']).since).toBeUndefined();
});

describe('the row of a field', () => {
  const rows = {
    Deployment: { 'spec.strategy': 'own', 'spec.template.spec.hostUsers': 'own pod' },
    pod: { 'spec.hostUsers': 'pod', 'spec.containers[*].env': 'list', 'spec.restartPolicy=Never': 'value' },
    any: { 'metadata.labels': 'any' },
  };

  test.each<[string, string, string | undefined]>([
    ['Deployment', 'spec.strategy', 'own'], ['Deployment', 'spec.strategy.type', 'own'], ['Deployment', 'spec.strategyx', undefined], ['Deployment', 'spec.template.spec.hostUsers', 'own pod'],
    ['StatefulSet', 'spec.template.spec.hostUsers', 'pod'], ['CronJob', 'spec.jobTemplate.spec.template.spec.hostUsers', 'pod'], ['CronJob', 'spec.template.spec.hostUsers', undefined],
    ['Pod', 'spec.hostUsers', 'pod'], ['Pod', 'spec.containers[*].env[*].name', 'list'], ['Pod', 'spec.containers[*].image', undefined],
    ['Pod', 'spec.restartPolicy=Never', 'value'], ['Pod', 'spec.restartPolicy=Always', undefined], ['Pod', 'spec.hostUsers=true', 'pod'],
    ['Service', 'spec.hostUsers', undefined], ['Service', 'metadata.labels', 'any'], ['Deployment', 'metadata.labels', 'any'],
  ])('%s %s: %s', (kind, path, row) => {
    expect(rowFor(rows, kind, path)).toBe(row);
  });

  test('pods stand at these paths', () => {
    expect(POD_PATHS).toEqual({
      CronJob: 'spec.jobTemplate.spec.template.',
      DaemonSet: 'spec.template.',
      Deployment: 'spec.template.',
      Job: 'spec.template.',
      Pod: '',
      ReplicaSet: 'spec.template.',
      StatefulSet: 'spec.template.',
    });
  });
});
