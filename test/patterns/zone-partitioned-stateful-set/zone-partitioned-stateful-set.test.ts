import { App, Chart, Duration, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { database, find, ofKind, propsOf } from './database';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { Checks } from '../../../src/lint/synth/checks';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { MemberSpread } from '../../../src/patterns/zone-partitioned-stateful-set/member-spread';
import { ZonePartitionedStatefulSet } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partitioned-stateful-set';
import { ClaimPolicy } from '../../../src/pod/storage/claim';
import { DefaultSet } from '../../../src/target-cluster/default-set';
import { Locality } from '../../../src/target-cluster/locality';

const NAME = 'cdk8s-ai-workloads/name';
const ZONE = 'cdk8s-ai-workloads/zone';
const data = { name: 'data', size: '10Gi', mountPath: '/data' };

test('synthesises the smallest use without a finding but the default target', () => {
  const { chart, synth } = database({ claims: [data] });
  expect(synth()).toMatchSnapshot();
  expect(findingsOf(chart).map(finding => finding.id)).toEqual(['AIW0001']);
});

describe('a zone', () => {
  const { db, object } = database({ claims: [data], claimRetention: { whenDeleted: ClaimPolicy.DELETE } });

  test.each([['eu-1a', undefined], ['eu-1b', { start: 100 }], ['eu-1c', { start: 200 }]])('%s has one StatefulSet, with the ordinals %p', (zone, ordinals) => {
    const { spec } = object('StatefulSet', `db-${zone}`);
    expect(spec).toMatchObject({
      serviceName: 'db',
      replicas: 3,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate' },
      selector: { matchLabels: { [NAME]: 'db', [ZONE]: zone } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
    });
    expect(spec.ordinals).toEqual(ordinals);
    expect(spec.template.metadata.labels).toMatchObject({ [NAME]: 'db', [ZONE]: zone });
  });

  test('runs on the nodes of the zone only, none on a node with another while a node has none', () => {
    const { spec } = object('StatefulSet', 'db-eu-1b').spec.template;
    expect(spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms).toEqual([
      { matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['eu-1b'] }] },
    ]);
    expect(spec.topologySpreadConstraints).toEqual([{
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      nodeTaintsPolicy: 'Honor',
      labelSelector: { matchLabels: { [NAME]: 'db', [ZONE]: 'eu-1b' } },
    }]);
  });

  test.each<[string, Parameters<typeof database>[0], Parameters<typeof database>[1], string | undefined]>([
    ['without claims, as far as there is room', { claims: undefined }, {}, 'ScheduleAnyway'],
    ['without claims, required where somebody says so', { claims: undefined, spread: MemberSpread.requireNodes() }, {}, 'DoNotSchedule'],
    ['with claims, as far as there is room where somebody says so', { claims: [data], spread: MemberSpread.preferNodes() }, {}, 'ScheduleAnyway'],
    ['with claims, with the choices of before', { claims: [data] }, { defaults: DefaultSet.V1 }, 'ScheduleAnyway'],
    ['wherever there is room', { claims: [data], spread: MemberSpread.anywhere() }, {}, undefined],
  ])('%s', (_, props, target, expected) => {
    const { spec } = database(props, target).object('StatefulSet', 'db-eu-1b').spec.template;
    expect(spec.topologySpreadConstraints?.[0].whenUnsatisfiable).toBe(expected);
    expect(spec.topologySpreadConstraints?.[0].matchLabelKeys).toEqual(expected === 'ScheduleAnyway' ? ['controller-revision-hash'] : undefined);
  });

  test('mounts a claim for each pod', () => {
    const { spec } = object('StatefulSet', 'db-eu-1b');
    expect(spec.volumeClaimTemplates).toEqual([{
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', labels: { [NAME]: 'db', [ZONE]: 'eu-1b' } },
      spec: { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem', resources: { requests: { storage: '10Gi' } } },
      status: { phase: 'Pending' },
    }]);
    expect(spec.template.spec.containers[0].volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
  });

  test('has a Service over its pods', () => {
    expect(object('Service', 'db-eu-1b').spec).toEqual({
      selector: { [NAME]: 'db', [ZONE]: 'eu-1b' },
      ports: [{ name: 'port-5432', port: 5432, targetPort: 5432 }],
    });
  });

  test('is found by its name', () => {
    const zone = db.zone('eu-1b');
    expect(zone).toMatchObject({ zone: 'eu-1b', name: 'db-eu-1b', firstOrdinal: 100, lastOrdinal: 199, replicas: 3 });
    expect(zone.service.dns).toBe('db-eu-1b.ml.svc');
    expect(zone.apiObject.kind).toBe('StatefulSet');
    expect(zone.pods.map(pod => pod.name)).toEqual(['db-eu-1b-100', 'db-eu-1b-101', 'db-eu-1b-102']);
  });
});

describe('all zones together', () => {
  const { db, object, synth } = database();

  test('share one headless Service that names pods before they are ready', () => {
    expect(object('Service', 'db').spec).toEqual({
      clusterIP: 'None', publishNotReadyAddresses: true, selector: { [NAME]: 'db' }, ports: [{ name: 'port-5432', port: 5432, targetPort: 5432 }],
    });
    expect(db.service.dns).toBe('db.ml.svc');
  });

  test('share one budget, so that a drain in one zone holds back another', () => {
    expect(ofKind(synth(), 'PodDisruptionBudget').map(each => each.spec)).toEqual([
      { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: { [NAME]: 'db' } } },
    ]);
  });

  test('number their pods without a gap of identity', () => {
    expect(db.pod(102)).toMatchObject({ ordinal: 102, name: 'db-eu-1b-102', dns: 'db-eu-1b-102.db.ml.svc', zone: 'eu-1b' });
    expect(db.zoneOf(150)).toBe('eu-1b');
  });

  test('are selected by the pods and by the workload alike', () => {
    expect(db.toPodSelectorConfig().labelSelector._toKube()).toEqual({ matchLabels: { [NAME]: 'db' } });
  });
});

describe('every container', () => {
  test('reads its ordinal and its zone', () => {
    const { db, object } = database({ sidecars: [{ name: 'log', image: 'fluent-bit:3' }] });
    db.pods.addContainer({ name: 'exporter', image: 'exporter:1' });
    const { spec } = object('StatefulSet', 'db-eu-1c').spec.template;
    for (const container of [...spec.containers, ...spec.initContainers]) {
      expect(container.env).toEqual([
        { name: 'POD_INDEX', valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } } },
        { name: 'ZONE', value: 'eu-1c' },
      ]);
    }
    expect(spec.containers).toHaveLength(2);
  });

  test('added to the pods reaches every zone', () => {
    const { db, synth } = database();
    db.pods.addContainer({ name: 'exporter', image: 'exporter:1' });
    expect(ofKind(synth(), 'StatefulSet').map(set => set.spec.template.spec.containers[1].name)).toEqual(['exporter', 'exporter', 'exporter']);
  });
});

describe('an empty zone', () => {
  const { chart, db, object, synth } = database({ zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 0 }], claims: [data] });

  test('keeps its StatefulSet, its range and its Service', () => {
    expect(object('StatefulSet', 'db-eu-1b').spec).toMatchObject({ replicas: 0, ordinals: { start: 100 } });
    expect(object('Service', 'db-eu-1b').spec.selector).toEqual({ [NAME]: 'db', [ZONE]: 'eu-1b' });
    expect(db.zone('eu-1b').pods).toEqual([]);
    expect(db.zoneOf(100)).toBe('eu-1b');
    expect(findingsOf(chart).map(finding => finding.id)).toEqual(['AIW0001']);
  });

  test('has no part in the budget', () => {
    expect(db.explain()).toContain('at most 1 of 3 pods at a time');
    expect(ofKind(synth(), 'PodDisruptionBudget')).toHaveLength(1);
  });

  test('is explained', () => {
    expect(db.explain()).toContain('eu-1b: the StatefulSet stays with 0 replicas and keeps range and claims; its Service has no endpoints');
  });
});

describe('ports', () => {
  test('come from the main container, with names', () => {
    const ports = [{ number: 53 }, { number: 53, protocol: kplus.Protocol.UDP }, { number: 9153, name: 'metrics' }];
    const { object } = database({ container: { image: 'dns:1', ports } });
    expect(object('Service', 'db-eu-1a').spec.ports).toEqual([
      { name: 'port-53', port: 53, targetPort: 53 },
      { name: 'port-53-udp', port: 53, targetPort: 53, protocol: 'UDP' },
      { name: 'metrics', port: 9153, targetPort: 9153 },
    ]);
    expect(object('Service', 'db').spec.ports[1]).toEqual({ name: 'port-53-udp', port: 53, targetPort: 53, protocol: 'UDP' });
  });

  test('may be given; the headless Service then names the port of the container', () => {
    const { object } = database({ ports: [{ port: 80, targetPort: 5432, name: 'sql' }] });
    expect(object('Service', 'db-eu-1a').spec.ports).toEqual([{ name: 'sql', port: 80, targetPort: 5432 }]);
    expect(object('Service', 'db').spec.ports).toEqual([{ name: 'sql', port: 5432, targetPort: 5432 }]);
  });

  test('of the headless Service are distinct where two ports lead to one of the container', () => {
    const { object } = database({ ports: [{ port: 80, targetPort: 5432, name: 'sql' }, { port: 5432, name: 'again' }] });
    expect(object('Service', 'db-eu-1a').spec.ports).toHaveLength(2);
    expect(object('Service', 'db').spec.ports).toEqual([{ name: 'sql', port: 5432, targetPort: 5432 }]);
  });
});

describe('further Services', () => {
  test('for one ordinal select workload, zone and index', () => {
    const { db, object } = database();
    expect(db.addOrdinalService(102).dns).toBe('db-102.ml.svc');
    expect(object('Service', 'db-102').spec.selector).toEqual({ [NAME]: 'db', [ZONE]: 'eu-1b', 'apps.kubernetes.io/pod-index': '102' });
    db.addOrdinalService(102, [{ port: 8080 }], 'writer');
    expect(object('Service', 'writer').spec.ports).toEqual([{ port: 8080, targetPort: 8080 }]);
  });

  test.each([[KubernetesVersion.V1_33, 'PreferClose'], [KubernetesVersion.V1_34, 'PreferSameZone']])('for clients prefer their own zone, at %s as %s', (kubernetes, spelling) => {
    const { db, object } = database({}, { kubernetes });
    db.addClientService({ prefer: Locality.SAME_ZONE });
    expect(object('Service', 'db-client').spec).toMatchObject({ selector: { [NAME]: 'db' }, trafficDistribution: spelling });
  });
});

describe('choices', () => {
  test('OrderedReady when asked, and said', () => {
    const { db, object } = database({ podManagementPolicy: kplus.PodManagementPolicy.ORDERED_READY, minReady: Duration.seconds(20) });
    expect(object('StatefulSet', 'db-eu-1a').spec).toMatchObject({ podManagementPolicy: 'OrderedReady', minReadySeconds: 20 });
    expect(db.explain()).toContain('OrderedReady, as asked');
  });

  test('without matchLabelKeys where the target switches them off', () => {
    const { db, object } = database({}, { featureGates: { MatchLabelKeysInPodTopologySpread: false } });
    expect(object('StatefulSet', 'db-eu-1a').spec.template.spec.topologySpreadConstraints[0].matchLabelKeys).toBeUndefined();
    expect(db.explain()).toContain('old and new: the target has no matchLabelKeys');
  });

  test('a name for a zone that cannot stand in one; selectors keep the zone', () => {
    const { object } = database({ zones: [{ zone: 'EU.1B', replicas: 1, nameSuffix: 'eu-1b', slot: 1 }] });
    expect(object('StatefulSet', 'db-eu-1b').spec.selector.matchLabels).toEqual({ [NAME]: 'db', [ZONE]: 'EU.1B' });
  });

  test('namespace, labels and annotations of all objects', () => {
    const { synth } = database({ metadata: { namespace: 'other', labels: { team: 'search', [ZONE]: 'nowhere' }, annotations: { owner: 'me' } } });
    for (const manifest of synth()) {
      expect(manifest.metadata).toMatchObject({ namespace: 'other', labels: { team: 'search' }, annotations: { owner: 'me' } });
    }
    expect(find(synth(), 'StatefulSet', 'db-eu-1a').metadata.labels[ZONE]).toBe('eu-1a');
  });

  test('a JSON patch of the StatefulSet is final', () => {
    const { db, object } = database();
    Checks.of(db).acknowledge({ id: 'AIW1101', reason: 'a field that the next minor will have' });
    db.zone('eu-1b').apiObject.addJsonPatch(JsonPatch.add('/spec/revisionHistoryLimit', 3), JsonPatch.add('/spec/template/spec/unknownField', { kept: true }));
    expect(object('StatefulSet', 'db-eu-1b').spec).toMatchObject({ revisionHistoryLimit: 3, template: { spec: { unknownField: { kept: true } } } });
    expect(object('StatefulSet', 'db-eu-1a').spec.revisionHistoryLimit).toBeUndefined();
  });
});

test('two databases of different names live in one namespace', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new ZonePartitionedStatefulSet(chart, 'Db', propsOf());
  new ZonePartitionedStatefulSet(chart, 'Index', propsOf());
  expect(findingsOf(chart).filter(finding => finding.class !== 'advice')).toEqual([]);
});
