import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { THREE_ZONES, database } from './database';
import { Rollout } from '../../../src/patterns/rollout/rollout';
import { ZonePartitionedStatefulSetProps } from '../../../src/patterns/zone-partitioned-stateful-set/props';
import { ZoneStorage } from '../../../src/patterns/zone-partitioned-stateful-set/zone-storage';
import { SecurityProfile } from '../../../src/pod/security/security';
import { SharedMemory } from '../../../src/pod/storage/shared-memory';
import { TargetProps } from '../../../src/target-cluster/target';

const container = { image: 'registry.example/db:17', portNumber: 5432 };
const data = { name: 'data', size: '10Gi', mountPath: '/data' };
const ebs = { driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone' };

interface Refusal {
  readonly what: string;
  readonly props: Partial<ZonePartitionedStatefulSetProps>;
  readonly target?: TargetProps;
  readonly id?: string;
  readonly message: string;
}

const REFUSALS: Refusal[] = [
  {
    what: 'no zone',
    props: { zones: [] },
    message: 'prod/Db: zones: Required value: a workload partitioned by zone needs at least one zone',
  },
  {
    what: 'a zone twice',
    props: { zones: [...THREE_ZONES, { zone: 'eu-1b', replicas: 1, slot: 9 }] },
    message: 'prod/Db: zones[3].zone: Duplicate value: "eu-1b": is also zones[1]; a zone has one range and one StatefulSet',
  },
  {
    what: 'overlapping ranges',
    props: { zones: [...THREE_ZONES, { zone: 'eu-2', replicas: 1, firstOrdinal: 250 }] },
    message: 'prod/Db: zones[3].firstOrdinal: Invalid value: 250: eu-2 250-349 (given 250, then 250 + 100 - 1 = 349) overlaps eu-1c 200-299; '
      + 'ranges: eu-1a 0-99, eu-1b 100-199, eu-1c 200-299, eu-2 250-349',
  },
  {
    what: '101 replicas in a stride of 100',
    props: { zones: [{ zone: 'eu-1a', replicas: 101 }, { zone: 'eu-1b', replicas: 1 }] },
    message: 'prod/Db: zones[0].replicas: Invalid value: 101: 101 replicas do not fit eu-1a 0-99 (100 ordinals); ranges: eu-1a 0-99, eu-1b 100-199',
  },
  {
    what: 'a negative ordinal',
    props: { zones: [{ zone: 'eu-1a', replicas: 1, firstOrdinal: -100 }] },
    message: 'prod/Db: zones[0].firstOrdinal: Invalid value: -100: must be a whole number of at least 0',
  },
  {
    what: 'a name of 64 characters',
    props: { name: 'd'.repeat(64) },
    message: `prod/Db: name: Too long: "${'d'.repeat(64)}": has 64 characters; the longest derived name, label controller-revision-hash `
      + `"${'d'.repeat(64)}-eu-1a-xxxxxxxxxx", then has 81 of at most 63`,
  },
  {
    what: 'an id of 64 characters',
    props: {},
    id: 'd'.repeat(64),
    message: `id: Too long: "${'d'.repeat(64)}": has 64 characters`,
  },
  {
    what: 'a name that fits by itself, but not with zone and revision',
    props: { name: 'd'.repeat(47) },
    message: 'use at most 46 characters',
  },
  {
    what: 'a claim name of 64 characters',
    props: { claims: [{ ...data, name: 'c'.repeat(64) }] },
    message: `prod/Db: claims[0].name: Invalid value: "${'c'.repeat(64)}": must be no more than 63 characters`,
  },
  {
    what: 'an upper-case name',
    props: { name: 'Vectors' },
    message: 'prod/Db: name: Invalid value: "Vectors": must give a DNS label: lower-case letters',
  },
  {
    what: 'an upper-case zone',
    props: { zones: [{ zone: 'EU-1A', replicas: 1 }] },
    message: 'prod/Db: zones[0].zone: Invalid value: "EU-1A": cannot stand in a name: lower-case letters, digits and \'-\', starting and ending with a letter or digit\n'
      + '  help: set nameSuffix: "eu-1a"',
  },
  {
    what: 'an upper-case suffix',
    props: { zones: [{ zone: 'EU-1A', replicas: 1, nameSuffix: 'EU' }] },
    message: 'prod/Db: zones[0].nameSuffix: Invalid value: "EU": cannot stand in a name',
  },
  {
    what: 'two zones of one name',
    props: { zones: [{ zone: 'eu-1a', replicas: 1 }, { zone: 'eu.1b', replicas: 1, nameSuffix: 'eu-1a' }] },
    message: 'prod/Db: zones[1].nameSuffix: Duplicate value: "eu-1a": gives the StatefulSet of eu.1b the name of that of eu-1a',
  },
  {
    what: 'a zone that no node can carry',
    props: { zones: [{ zone: 'eu 1a', replicas: 1 }] },
    message: 'prod/Db: zones[0].zone: Invalid value: "eu 1a": is not a label value',
  },
  {
    what: 'a zone that the target does not have',
    props: {},
    target: { zones: ['eu-1a', 'eu-1b'] },
    message: 'prod/Db: zones[2].zone: Invalid value: "eu-1c": the target has the zones eu-1a, eu-1b',
  },
  {
    what: 'zones on a cluster without zones',
    props: {},
    target: { zones: [] },
    message: 'prod/Db: zones[0].zone: Invalid value: "eu-1a": the target has the zones (none)',
  },
  { what: 'a stride of 0', props: { stride: 0 }, message: 'prod/Db: stride: Invalid value: 0: must be a whole number of at least 1' },
  { what: 'half a stride', props: { stride: 12.5 }, message: 'prod/Db: stride: Invalid value: 12.5: must be a whole number of at least 1' },
  {
    what: 'a zone for all pods',
    props: { nodeLabels: { 'topology.kubernetes.io/zone': 'eu-1a' } },
    message: 'prod/Db: nodeLabels[topology.kubernetes.io/zone]: Forbidden: would bind the pods of every zone to one',
  },
  {
    what: 'a name for all objects',
    props: { metadata: { name: 'db' } },
    message: 'prod/Db: metadata.name: Forbidden: there are several objects',
  },
  {
    what: 'no port',
    props: { container: { image: 'registry.example/db:17' } },
    message: 'prod/Db: ports: Required value: each zone has a Service, a Service needs a port, and the main container names none',
  },
  {
    what: 'a variable that the pattern sets',
    props: { container: { ...container, envVariables: { ZONE: kplus.EnvValue.fromValue('eu-1a') } } },
    message: 'prod/Db: container.envVariables[ZONE]: Forbidden: ZONE is set by the pattern',
  },
  {
    what: 'a variable that the pattern sets, in the previous template',
    props: { rollout: Rollout.staged({ stage: 0, previous: { variables: { POD_INDEX: '0' } } }) },
    message: 'prod/Db: rollout.previous.variables[POD_INDEX]: Forbidden: POD_INDEX is set by the pattern',
  },
  {
    what: 'a class for each zone, and one in a claim',
    props: { storage: ZoneStorage.perZoneClass(ebs), claims: [{ ...data, storageClassName: 'ssd' }] },
    message: 'prod/Db: claims[0].storageClassName: Forbidden: storage makes a class for each zone, which every claim uses',
  },
  {
    what: 'a class for each zone, and no claim',
    props: { storage: ZoneStorage.perZoneClass(ebs) },
    message: 'prod/Db: storage: Forbidden: makes a storage class for each zone, and no claim would use it',
  },
  {
    what: 'a claim that would replace shared memory',
    props: { sharedMemory: SharedMemory.of('1Gi'), claims: [{ ...data, name: 'shm' }] },
    message: 'prod/Db: claims[0].name: Forbidden: "shm" is the name of a volume that the library makes',
  },
  {
    what: 'a claim on the /tmp of a hardened pod',
    props: { security: SecurityProfile.hardened(), claims: [{ ...data, mountPath: '/tmp' }] },
    message: 'prod/Db: claims[0].mountPath: Duplicate value: "/tmp": is also the path of another volume',
  },
  {
    what: 'a claim on the path of shared memory',
    props: { sharedMemory: SharedMemory.of('1Gi'), claims: [{ ...data, mountPath: '/dev/shm' }] },
    message: 'prod/Db: claims[0].mountPath: Duplicate value: "/dev/shm": is also the path of another volume',
  },
  { what: 'half a second', props: { minReady: Duration.millis(500) }, message: 'prod/Db: minReady: Invalid value: "0.5s": must be a whole number of seconds' },
  {
    what: 'a partition of one set',
    props: { rollout: Rollout.partition(1) },
    message: 'prod/Db: rollout: Forbidden: a partition counts the pods of one StatefulSet, not zones\n  help: use stage and previous of Rollout.staged, which counts zones',
  },
  {
    what: 'a roll-out over a zone that is not there',
    props: { rollout: Rollout.canary({ parts: ['eu-1z'], previous: { image: 'registry.example/db:16' } }) },
    message: 'prod/Db: rollout.parts[0]: Invalid value: "eu-1z": is no zone of this workload (eu-1a, eu-1b, eu-1c)',
  },
];

describe('refused, with construct path, property, value and reason', () => {
  test.each(REFUSALS)('$what', ({ props, target, id, message }) => {
    expect(() => database(props, target, id)).toThrow(message);
  });

  test('but the longest name that fits is taken', () => {
    expect(database({ name: 'd'.repeat(46) }).db.zone('eu-1a').name).toHaveLength(52);
  });
});

describe('storage for each zone', () => {
  test.each<[string, Parameters<typeof ZoneStorage.perZoneClass>[0], string]>([
    ['a driver that is none', { ...ebs, driver: 'EBS driver' }, 'ZoneStorage.perZoneClass(driver): Invalid value: "EBS driver": is not the name of a CSI driver'],
    ['a key that is none', { ...ebs, topologyKey: 'zone/eu/1a' }, 'ZoneStorage.perZoneClass(topologyKey): Invalid value: "zone/eu/1a": is not a node label key'],
    ['an upper-case prefix', { ...ebs, classPrefix: 'Fast' }, 'ZoneStorage.perZoneClass(classPrefix): Invalid value: "Fast": a lowercase RFC 1123 label must consist of'],
  ])('refuses %s', (_, options, message) => {
    expect(() => ZoneStorage.perZoneClass(options)).toThrow(message);
  });
});

describe('what is added later is checked as well', () => {
  test('a volume that a claim would replace, at synth', () => {
    const { chart, db, synth } = database({ claims: [data] });
    db.pods.addVolume(kplus.Volume.fromEmptyDir(chart, 'Scratch', 'data'));
    expect(synth).toThrow(/prod\/Db {2}claims\[0\]\.name\s+Duplicate value: "data": is also a volume of the pods/);
  });

  test('a variable that the pattern sets, at synth', () => {
    const { db, synth } = database();
    db.pods.mainContainer.env.addVariable('POD_INDEX', kplus.EnvValue.fromValue('7'));
    expect(synth).toThrow('POD_INDEX is set by the pattern');
  });

  test('a Service whose name is taken', () => {
    const { db } = database();
    expect(() => db.addOrdinalService(0, undefined, 'db-eu-1a')).toThrow('prod/Db: addOrdinalService(name): Duplicate value: "db-eu-1a": is the name of another Service');
    db.addOrdinalService(0);
    expect(() => db.addOrdinalService(0)).toThrow('prod/Db: addOrdinalService(name): Duplicate value: "db-0"');
  });

  test('a Service name of upper case, and one too long', () => {
    const { db } = database();
    expect(() => db.addOrdinalService(0, undefined, 'First')).toThrow('prod/Db: addOrdinalService(name): Invalid value: "First"');
    expect(() => db.addClientService({ name: 'c'.repeat(64) })).toThrow('prod/Db: addClientService(name): Too long: ');
  });

  test('a Service for an ordinal that no pod has', () => {
    const { db } = database();
    expect(() => db.addOrdinalService(105)).toThrow('prod/Db: addOrdinalService(ordinal): Invalid value: 105: is in eu-1b 100-199, which has 3 replicas, 100-102');
  });

  test('a zone and a pod that are not there', () => {
    const { db } = database();
    expect(() => db.zone('eu-1d')).toThrow('prod/Db: zone(zone): Invalid value: "eu-1d": is no zone of this workload; ranges: eu-1a 0-99, eu-1b 100-199, eu-1c 200-299');
    expect(() => db.pod(3)).toThrow('prod/Db: pod(ordinal): Invalid value: 3: is in eu-1a 0-99, which has 3 replicas, 0-2');
    expect(() => db.zoneOf(300)).toThrow('prod/Db: zoneOf(ordinal): Invalid value: 300: belongs to no zone');
  });
});
