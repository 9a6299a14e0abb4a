import { Manifest, THREE_ZONES, database, ofKind } from './database';
import { ZonePartitionedStatefulSetProps } from '../../../src/patterns/zone-partitioned-stateful-set/props';
import { ZonePartition } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partition';
import { ZoneStorage } from '../../../src/patterns/zone-partitioned-stateful-set/zone-storage';

const claims = [{ name: 'data', size: '10Gi', mountPath: '/data' }];

/** What data and traffic hang on, by object. */
function identities(props: Partial<ZonePartitionedStatefulSetProps>): Map<string, unknown> {
  const manifests = database({ claims, ...props }).synth();
  return new Map(manifests.map(each => [`${each.kind}/${each.metadata.name}`, identityOf(each)]));
}

function identityOf({ kind, spec, allowedTopologies, provisioner }: Manifest): unknown {
  switch (kind) {
    case 'StatefulSet':
      return {
        serviceName: spec.serviceName,
        start: spec.ordinals?.start ?? 0,
        selector: spec.selector,
        podManagementPolicy: spec.podManagementPolicy,
        labels: spec.template.metadata.labels,
        claims: spec.volumeClaimTemplates,
        affinity: spec.template.spec.affinity,
      };
    case 'StorageClass':
      return { allowedTopologies, provisioner };
    default:
      return spec.selector;
  }
}

const [A, B, C] = THREE_ZONES;
const D: ZonePartition = { zone: 'eu-1d', replicas: 3 };
const before = identities({});

describe('every other zone keeps names, ordinals, selectors and claims', () => {
  test.each<[string, ZonePartition[], string[]]>([
    ['when a zone is added at the end', [A, B, C, D], []],
    ['when a zone is added at the front', [D, A, B, C], []],
    ['when a zone is added in the middle', [A, D, B, C], []],
    ['when the last zone is removed', [A, B], ['eu-1c']],
    ['when the middle zone is removed', [A, C], ['eu-1b']],
    ['when the first zone is removed', [B, C], ['eu-1a']],
    ['when the list is re-ordered', [C, A, B], []],
    ['when a zone is emptied', [A, { ...B, replicas: 0 }, C], []],
    ['when a zone grows to its last ordinal', [{ ...A, replicas: 100 }, B, C], []],
    ['when a zone moves out of its slot', [A, { ...B, slot: 7 }, C], ['eu-1b']],
  ])('%s', (_, zones, changed) => {
    const after = identities({ zones });
    for (const [object, identity] of before) {
      if (!changed.some(zone => object.endsWith(`db-${zone}`))) {
        expect([object, after.get(object)]).toEqual([object, identity]);
      }
    }
  });
});

test('re-ordering the list changes nothing at all in the manifests', () => {
  const storage = ZoneStorage.perZoneClass({ driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone' });
  const synthesised = [[A, B, C], [B, C, A], [C, B, A]].map(zones => database({ claims, storage, zones }).synth());
  expect(synthesised[1]).toEqual(synthesised[0]);
  expect(synthesised[2]).toEqual(synthesised[0]);
});

test('an emptied zone differs in its replicas only', () => {
  const sets = (zones: ZonePartition[]) => ofKind(database({ claims, zones }).synth(), 'StatefulSet');
  const emptied = sets([A, { ...B, replicas: 0 }, C]);
  emptied[1].spec.replicas = B.replicas;
  expect(emptied).toEqual(sets([A, B, C]));
});

test('an explicit range in place of the same slot changes nothing', () => {
  expect(identities({ zones: [A, { ...B, firstOrdinal: 100, lastOrdinal: 199 }, C] })).toEqual(before);
});

test('the storage for each zone is named by the zone', () => {
  const storage = ZoneStorage.perZoneClass({ driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone' });
  const all = identities({ storage });
  const fewer = identities({ storage, zones: [A, C] });
  expect(fewer.get('StorageClass/db-eu-1c')).toEqual(all.get('StorageClass/db-eu-1c'));
  expect(fewer.get('StatefulSet/db-eu-1c')).toEqual(all.get('StatefulSet/db-eu-1c'));
});

test('the construct path is in no identity', () => {
  const names = (id: string) => database({ name: 'db', claims }, undefined, id).synth().map(each => [each.metadata.name, identityOf(each)]);
  expect(names('Elsewhere')).toEqual(names('Db'));
});
