import { Partitioning, planRanges, showRanges, zoneOfOrdinal, zoneOfPod } from '../../../src/patterns/zone-partitioned-stateful-set/ranges';
import { ZonePartition } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partition';

function plan(zones: ZonePartition[], partitioning: Partial<Partitioning> = {}) {
  return planRanges(zones, { stride: 100, oneBased: false, reserved: [], ...partitioning });
}

function shown(zones: ZonePartition[], partitioning: Partial<Partitioning> = {}): string {
  return showRanges(plan(zones, partitioning), []);
}

const named = (...zones: string[]) => zones.map(zone => ({ zone, replicas: 1 }));

describe('a range comes from the zone', () => {
  test.each<[string, ZonePartition[], Partial<Partitioning>, string]>([
    ['the letter that ends the name', named('eu-1a', 'eu-1b', 'eu-1c'), {}, 'eu-1a 0-99, eu-1b 100-199, eu-1c 200-299'],
    ['the letter after a separator', named('us-central1-f', 'us-central1-a'), {}, 'us-central1-a 0-99, us-central1-f 500-599'],
    ['the letter of an upper-case name', named('EU-1B'), {}, 'EU-1B 100-199'],
    ['the number that ends the name', named('westeurope-1', 'westeurope-3'), {}, 'westeurope-1 0-99, westeurope-3 200-299'],
    ['the whole number, not its last digit', named('az10', 'az11'), {}, 'az10 900-999, az11 1000-1099'],
    ['a slot', [{ zone: 'north', replicas: 1, slot: 4 }], {}, 'north 400-499'],
    ['a slot before the name', [{ zone: 'eu-1b', replicas: 1, slot: 7 }], {}, 'eu-1b 700-799'],
    ['a first ordinal', [{ zone: 'north', replicas: 1, firstOrdinal: 250 }], {}, 'north 250-349'],
    ['both ordinals', [{ zone: 'north', replicas: 1, firstOrdinal: 5, lastOrdinal: 7 }], {}, 'north 5-7'],
    ['another stride', named('eu-1a', 'eu-1b'), { stride: 10 }, 'eu-1a 0-9, eu-1b 10-19'],
    ['a stride of one', named('eu-1a', 'eu-1b'), { stride: 1 }, 'eu-1a 0-0, eu-1b 1-1'],
    ['one-based numbering', named('eu-1a', 'eu-1b'), { oneBased: true }, 'eu-1a 1-100, eu-1b 101-200'],
  ])('by %s', (_, zones, partitioning, expected) => {
    expect(shown(zones, partitioning)).toBe(expected);
  });

  test('never from the position in the list', () => {
    expect(shown(named('eu-1c', 'eu-1a', 'eu-1b'))).toBe(shown(named('eu-1a', 'eu-1b', 'eu-1c')));
  });

  test('with the sum that produced it', () => {
    expect(plan(named('eu-1b'))[0].sum).toBe('slot 1 (letter b of its name) x 100 = 100, then 100 + 100 - 1 = 199');
    expect(plan(named('eu-1b'), { oneBased: true })[0].sum).toBe('slot 1 (letter b of its name) x 100 + 1 = 101, then 101 + 100 - 1 = 200');
    expect(plan([{ zone: 'x', replicas: 0, firstOrdinal: 7 }])[0].sum).toBe('given 7, then 7 + 100 - 1 = 106');
  });

  test('and is filled to the last ordinal', () => {
    expect(plan([{ zone: 'eu-1a', replicas: 100 }])[0]).toMatchObject({ first: 0, last: 99, replicas: 100 });
    expect(plan([{ zone: 'eu-1a', replicas: 100 }], { oneBased: true })[0]).toMatchObject({ first: 1, last: 100 });
  });
});

describe('refused, with the path, the value and the reason', () => {
  const restore = { first: 300, last: 309, purpose: 'restore' };
  test.each<[string, ZonePartition[], Partial<Partitioning>, string]>([
    ['101 replicas in a stride of 100', [{ zone: 'eu-1a', replicas: 101 }, { zone: 'eu-1b', replicas: 3 }], { reserved: [restore] },
      'zones[0].replicas: Invalid value: 101: 101 replicas do not fit eu-1a 0-99 (100 ordinals); ranges: eu-1a 0-99, eu-1b 100-199, reserved (restore) 300-309\n'
      + '  help: use at most 100, or a greater stride, which renumbers the pods of other zones'],
    ['101 replicas where the next ordinals are free', [{ zone: 'eu-1b', replicas: 101 }, { zone: 'eu-1a', replicas: 3 }], {},
      'zones[0].replicas: Invalid value: 101: 101 replicas do not fit eu-1b 100-199 (100 ordinals); ranges: eu-1a 0-99, eu-1b 100-199\n'
      + '  help: use at most 100, or widen this range alone: firstOrdinal: 100, lastOrdinal: 200'],
    ['two zones of one slot', named('eu-1a', 'us-1a'), {},
      'zones[1].zone: Invalid value: "us-1a": us-1a 0-99 (slot 0 (letter a of its name) x 100 = 0, then 0 + 100 - 1 = 99) overlaps eu-1a 0-99; '
      + 'ranges: eu-1a 0-99, us-1a 0-99\n  help: give us-1a a range of its own: slot 1 is free'],
    ['a slot that is taken', [{ zone: 'eu-1a', replicas: 1 }, { zone: 'eu-1b', replicas: 1 }, { zone: 'west', replicas: 1, slot: 1 }], {},
      'zones[2].slot: Invalid value: 1: west 100-199'],
    ['a range that reaches into another', [{ zone: 'eu-1a', replicas: 1 }, { zone: 'west', replicas: 1, firstOrdinal: 99 }], {},
      'zones[1].firstOrdinal: Invalid value: 99: west 99-198 (given 99, then 99 + 100 - 1 = 198) overlaps eu-1a 0-99; ranges: eu-1a 0-99, west 99-198\n'
      + '  help: give west a range of its own: slot 1 is free, in place of firstOrdinal'],
    ['a range inside another', [{ zone: 'eu-1a', replicas: 1 }, { zone: 'west', replicas: 1, firstOrdinal: 50, lastOrdinal: 60 }], {},
      'overlaps eu-1a 0-99'],
    ['a reserved range', named('eu-1a', 'eu-1d'), { reserved: [restore] },
      'zones[1].zone: Invalid value: "eu-1d": eu-1d 300-399 (slot 3 (letter d of its name) x 100 = 300, then 300 + 100 - 1 = 399) '
      + 'overlaps reserved (restore) 300-309; ranges: eu-1a 0-99, eu-1d 300-399, reserved (restore) 300-309'],
    ['a reserved range without a purpose', named('eu-1a'), { reserved: [{ first: 99, last: 99 }] }, 'overlaps reserved 99-99'],
    ['a negative first ordinal', [{ zone: 'eu-1a', replicas: 1, firstOrdinal: -1 }], {},
      'zones[0].firstOrdinal: Invalid value: -1: must be a whole number of at least 0'],
    ['a negative last ordinal', [{ zone: 'eu-1a', replicas: 1, firstOrdinal: 0, lastOrdinal: -5 }], {},
      'zones[0].lastOrdinal: Invalid value: -5: must be a whole number of at least 0'],
    ['a negative slot', [{ zone: 'eu-1a', replicas: 1, slot: -1 }], {}, 'zones[0].slot: Invalid value: -1: must be a whole number of at least 0'],
    ['a negative reserved ordinal', named('eu-1a'), { reserved: [{ first: -3, last: 2 }] }, 'reserved[0].first: Invalid value: -3: must be a whole number'],
    ['a reserved range backwards', named('eu-1a'), { reserved: [{ first: 309, last: 300 }] }, 'reserved[0].last: Invalid value: 300: is before first 309'],
    ['a range backwards', [{ zone: 'eu-1a', replicas: 1, firstOrdinal: 50, lastOrdinal: 49 }], {},
      'zones[0].lastOrdinal: Invalid value: 49: is before firstOrdinal 50'],
    ['negative replicas', [{ zone: 'eu-1a', replicas: -1 }], {}, 'zones[0].replicas: Invalid value: -1: must be a whole number of at least 0'],
    ['half a replica', [{ zone: 'eu-1a', replicas: 2.5 }], {}, 'zones[0].replicas: Invalid value: 2.5: must be a whole number'],
    ['half a slot', [{ zone: 'eu-1a', replicas: 1, slot: 0.5 }], {}, 'zones[0].slot: Invalid value: 0.5: must be a whole number'],
    ['a slot and a first ordinal', [{ zone: 'eu-1a', replicas: 1, slot: 1, firstOrdinal: 100 }], {},
      'zones[0].slot: Forbidden: the range is given by firstOrdinal 100'],
    ['a last ordinal alone', [{ zone: 'eu-1a', replicas: 1, lastOrdinal: 40 }], {}, 'zones[0].lastOrdinal: Forbidden: ends an explicit range'],
    ['ordinal 0 with one-based numbering', [{ zone: 'eu-1a', replicas: 1, firstOrdinal: 0 }], { oneBased: true },
      'zones[0].firstOrdinal: Invalid value: 0: must be a whole number of at least 1'],
    ['a name that says nothing', named('north'), {},
      'zones[0].slot: Required value: its name ends in no single letter and no number, so nothing says which range "north" has (the position in the list never does)\n'
      + '  help: give slot (0 for the first range), or firstOrdinal'],
    ['a name that ends in zero', named('zone-0'), {}, 'zones[0].slot: Required value: its name ends in 0, and numbers count from 1'],
    ['an ordinal past 32 bits', [{ zone: 'eu-1a', replicas: 1, firstOrdinal: 2 ** 31 }], {}, 'zones[0].firstOrdinal: Invalid value: 2147483648: '],
  ])('%s', (_, zones, partitioning, message) => {
    expect(() => plan(zones, partitioning)).toThrow(message);
  });
});

describe('an ordinal', () => {
  const reserved = [{ first: 300, last: 309, purpose: 'restore' }];
  const ranges = plan([{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 0 }], { reserved });
  const printed = 'ranges: eu-1a 0-99, eu-1b 100-199, reserved (restore) 300-309';

  test.each([[0, 'eu-1a'], [99, 'eu-1a'], [100, 'eu-1b'], [199, 'eu-1b']])('%i belongs to %s, with or without a pod', (ordinal, zone) => {
    expect(zoneOfOrdinal('ordinal', ordinal, ranges, reserved).zone).toBe(zone);
  });

  test.each<[number, string]>([
    [200, `ordinal: Invalid value: 200: belongs to no zone; ${printed}`],
    [305, `ordinal: Invalid value: 305: is in reserved (restore) 300-309; ${printed}`],
    [-1, 'ordinal: Invalid value: -1: must be a whole number of at least 0'],
    [1.5, 'ordinal: Invalid value: 1.5: must be a whole number of at least 0'],
  ])('%p belongs to no zone', (ordinal, message) => {
    expect(() => zoneOfOrdinal('ordinal', ordinal, ranges, reserved)).toThrow(message);
    expect(() => zoneOfPod('ordinal', ordinal, ranges, reserved)).toThrow(message);
  });

  test.each<[number, string]>([
    [3, `ordinal: Invalid value: 3: is in eu-1a 0-99, which has 3 replicas, 0-2; ${printed}`],
    [100, `ordinal: Invalid value: 100: is in eu-1b 100-199, which has no replicas; ${printed}`],
  ])('%i has no pod', (ordinal, message) => {
    expect(() => zoneOfPod('ordinal', ordinal, ranges, reserved)).toThrow(message);
  });

  test('2 has a pod', () => {
    expect(zoneOfPod('ordinal', 2, ranges, reserved).zone).toBe('eu-1a');
  });
});
