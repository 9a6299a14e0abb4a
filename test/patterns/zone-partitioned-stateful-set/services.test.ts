import { database, find, ofKind } from './database';
import { ClientServiceOptions, Locality, ZonePartitionedStatefulSetProps } from '../../../src';

function clientOf(options: ClientServiceOptions = {}) {
  const made = database();
  const { name } = made.db.addClientService(options);
  return find(made.synth(), 'Service', name);
}

describe('the Service of clients', () => {
  test('has the ports of the workload, or its own', () => {
    expect(clientOf().spec.ports.map(({ port }: any) => port)).toEqual([5432]);
    expect(clientOf({ ports: [{ name: 'sql', port: 80, targetPort: 5432 }, { name: 'metrics', port: 9187 }] }).spec.ports).toEqual([
      { name: 'sql', port: 80, targetPort: 5432 }, { name: 'metrics', port: 9187, targetPort: 9187 },
    ]);
  });

  test('selects the pods of all zones', () => {
    expect(clientOf().spec.selector).toEqual({ 'cdk8s-ai-workloads/name': 'db' });
  });

  test('is called after the workload, or by a name of its own', () => {
    expect([clientOf(), clientOf({ name: 'readers' })].map(({ metadata }) => metadata.name)).toEqual(['db-client', 'readers']);
  });

  test.each([[Locality.SAME_ZONE, 'PreferSameZone'], [Locality.SAME_NODE, 'PreferSameNode'], [undefined, undefined]])('prefers %s', (prefer, distribution) => {
    expect(clientOf({ prefer }).spec.trafficDistribution).toBe(distribution);
  });

  test('may not have the name of another Service, and two of them have two names', () => {
    const { db, synth } = database();
    db.addClientService();
    db.addClientService({ name: 'readers' });

    expect(ofKind(synth(), 'Service').map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['db-client', 'readers']));
    expect(() => db.addClientService({ name: 'readers' })).toThrow('addClientService(name): Duplicate value: "readers"');
    expect(() => db.addClientService({ name: 'db-eu-1a' })).toThrow('addClientService(name): Duplicate value: "db-eu-1a"');
  });
});

describe('ordinals that begin at 1', () => {
  const of = (props: Partial<ZonePartitionedStatefulSetProps>) => ofKind(database(props).synth(), 'StatefulSet').map(({ spec }) => spec.ordinals?.start ?? 0);

  test('move each range by one', () => {
    expect(of({})).toEqual([0, 100, 200]);
    expect(of({ oneBased: true })).toEqual([1, 101, 201]);
    expect(of({ oneBased: true, stride: 10 })).toEqual([1, 11, 21]);
  });

  test('leave the last ordinal of a range to its zone', () => {
    const { db } = database({ oneBased: true });

    expect([1, 100, 101, 300].map(ordinal => db.zoneOf(ordinal))).toEqual(['eu-1a', 'eu-1a', 'eu-1b', 'eu-1c']);
    expect([db.zone('eu-1b').firstOrdinal, db.zone('eu-1b').lastOrdinal]).toEqual([101, 200]);
    expect(() => db.zoneOf(0)).toThrow('zoneOf(ordinal): Invalid value: 0');
    expect(() => db.zoneOf(301)).toThrow('zoneOf(ordinal): Invalid value: 301');
  });
});
