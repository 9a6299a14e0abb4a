import { Duration } from 'cdk8s';
import { database, ofKind } from './database';
import {
  Capacity,
  ClaimPolicy,
  DisruptionBudget,
  GroupRestart,
  InferenceEngine,
  LeaderWait,
  LeaderWorkerBackend,
  Locality,
  ModelLoad,
  Placement,
  PreviousTemplate,
  Rendezvous,
  Rollout,
  ZonePartitionedStatefulSetProps,
  ZoneStorage,
} from '../../../src';

type Props = Partial<ZonePartitionedStatefulSetProps>;

const claims = [{ name: 'data', size: '10Gi', mountPath: '/data' }];
const container = { image: 'registry.example/db:17', portNumber: 5432 };

function staged(previous: PreviousTemplate, now: Props = {}) {
  return database({ container, claims, ...now, rollout: Rollout.staged({ stage: 1, previous }) });
}

test('objects that all zones share are those of now, whatever was before', () => {
  const now: Props = {
    claimRetention: { whenDeleted: ClaimPolicy.DELETE }, disruptionBudget: DisruptionBudget.atMost(2), minReady: Duration.seconds(20), ports: [{ name: 'sql', port: 5432 }],
  };

  const manifests = staged({
    image: 'registry.example/db:16',
    claimRetention: { whenScaled: ClaimPolicy.DELETE },
    disruptionBudget: DisruptionBudget.atMost(3),
    minReady: Duration.seconds(10),
    ports: [{ name: 'old', port: 5432 }],
  }, now).synth();

  const sets = ofKind(manifests, 'StatefulSet');
  expect(sets.map(({ spec }) => [spec.template.spec.containers[0].image, spec.minReadySeconds, spec.persistentVolumeClaimRetentionPolicy])).toEqual(
    [17, 16, 16].map(version => [`registry.example/db:${version}`, 20, { whenDeleted: 'Delete', whenScaled: 'Retain' }]));
  expect(ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.maxUnavailable)).toEqual([2]);
  expect(ofKind(manifests, 'Service').map(({ spec }) => spec.ports[0].name)).toEqual(Array(4).fill('sql'));
});

test.each<[what: string, previous: PreviousTemplate, now: Props, message: string]>([
  ['ranges that began at 1', { oneBased: true }, {}, 'rollout.previous.zones[0].first: Invalid value: 1: now it is 0'],
  ['ranges that began at 0', { oneBased: false }, { oneBased: true }, 'rollout.previous.zones[0].first: Invalid value: 0: now it is 1'],
  ['reserved ordinals of a zone', { reserved: [{ first: 5, last: 9 }] }, {}, 'rollout.previous.zones[0].zone: Invalid value: "eu-1a": eu-1a 0-99'],
  ['a class for each zone', { storage: ZoneStorage.perZoneClass({ driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone' }) }, {},
    'rollout.previous.claims.data.storageClassName: Invalid value: "db-eu-1a"'],
  ['no class for each zone', { storage: ZoneStorage.existingClass() },
    { storage: ZoneStorage.perZoneClass({ driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone' }) }, 'rollout.previous.claims.data.storageClassName'],
  ['ports without names', { ports: [{ port: 1 }, { port: 2 }] }, {}, 'rollout.previous.ports[0].name: Required value'],
  ['part of a second', { minReady: Duration.millis(1500) }, {}, 'rollout.previous.minReady'],
])('%s before are refused', (_, previous, now, message) => {
  expect(() => staged(previous, now)).toThrow(message);
});

test('reserved ordinals that no zone had are no change', () => {
  expect(() => staged({ reserved: [{ first: 900, last: 909 }], image: 'registry.example/db:16' })).not.toThrow();
});

test.each<[keyof PreviousTemplate, PreviousTemplate]>([
  ['engine', { engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }) }],
  ['modelLoad', { modelLoad: ModelLoad.measured(Duration.minutes(2)) }],
  ['leader', { leader: {} }],
  ['worker', { worker: {} }],
  ['rendezvous', { rendezvous: Rendezvous.plain() }],
  ['restartsAfterSuccess', { restartsAfterSuccess: true }],
  ['processesPerPod', { processesPerPod: 1 }],
  ['worldSize', { worldSize: 1 }],
  ['parallelism', { parallelism: {} }],
  ['waitForLeader', { waitForLeader: LeaderWait.none() }],
  ['restart', { restart: GroupRestart.none() }],
  ['placement', { placement: Placement.anywhere() }],
  ['capacity', { capacity: Capacity.onDemand() }],
  ['size', { size: 1 }],
  ['groups', { groups: 1 }],
  ['backend', { backend: LeaderWorkerBackend.statefulSets() }],
  ['servingPorts', { servingPorts: [{ port: 80 }] }],
  ['prefer', { prefer: Locality.SAME_ZONE }],
])('%s is no property of zones', (property, previous) => {
  expect(() => staged(previous)).toThrow(`rollout.previous.${property}: Forbidden: a ZonePartitionedStatefulSet has no such property`);
});
