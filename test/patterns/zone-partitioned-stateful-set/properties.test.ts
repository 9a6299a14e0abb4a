import * as fc from 'fast-check';
import { database, ofKind } from './database';
import { InvalidInput } from '../../../src/base/errors/invalid-input';
import { planRanges, zoneOfOrdinal } from '../../../src/patterns/zone-partitioned-stateful-set/ranges';
import { ZonePartition } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partition';
import { runs } from '../../hygiene/runs';

interface Partition {
  readonly stride: number;
  readonly oneBased: boolean;
  readonly zones: ZonePartition[];
}

/** Partitions that are legal by construction: distinct slots, given or by letter, each zone filled at most to its stride. */
const legal: fc.Arbitrary<Partition> = fc.record({
  stride: fc.integer({ min: 1, max: 40 }),
  oneBased: fc.boolean(),
  slots: fc.uniqueArray(fc.record({ slot: fc.nat(25), byName: fc.boolean(), filled: fc.double({ min: 0, max: 1, noNaN: true }) }), {
    selector: each => each.slot, minLength: 1, maxLength: 6,
  }),
}).map(({ stride, oneBased, slots }) => ({
  stride,
  oneBased,
  zones: slots.map(({ slot, byName, filled }) => ({
    zone: byName ? `eu-1${String.fromCharCode(97 + slot)}` : `place${slot}x`,
    slot: byName ? undefined : slot,
    replicas: Math.floor(filled * stride),
  })),
}));

/** Anything that the types allow, most of it nonsense. */
const anyZone: fc.Arbitrary<ZonePartition> = fc.record({
  zone: fc.oneof(fc.constantFrom('eu-1a', 'eu-1b', 'EU-1A', 'north', 'az0', ''), fc.string({ maxLength: 8 })),
  replicas: fc.oneof(fc.integer({ min: -2, max: 130 }), fc.double()),
}, { requiredKeys: ['zone', 'replicas'] }).chain(base => fc.record({
  slot: fc.integer({ min: -1, max: 4 }),
  firstOrdinal: fc.integer({ min: -1, max: 300 }),
  lastOrdinal: fc.integer({ min: -1, max: 300 }),
  nameSuffix: fc.string({ maxLength: 4 }),
}, { requiredKeys: [] }).map(rest => ({ ...base, ...rest })));

test('legal partitions never overlap, whatever the order of the list', () => {
  fc.assert(fc.property(legal, ({ zones, stride, oneBased }) => {
    const ranges = planRanges(zones, { stride, oneBased, reserved: [] }).sort((one, other) => one.first - other.first);
    ranges.slice(1).forEach((range, index) => expect(range.first).toBeGreaterThan(ranges[index].last));
    ranges.forEach(range => expect(range.first + range.replicas - 1).toBeLessThanOrEqual(range.last));
  }), { numRuns: runs(300) });
});

test('every pod of a workload has an ordinal of its own, which leads back to its zone', () => {
  fc.assert(fc.property(legal, partition => {
    const { db, synth } = database(partition);
    const seen = new Set<string>();
    for (const { spec, metadata } of ofKind(synth(), 'StatefulSet')) {
      const start = spec.ordinals?.start ?? 0;
      for (let ordinal = start; ordinal < start + spec.replicas; ordinal++) {
        const pod = db.pod(ordinal);
        expect(pod.name).toBe(`${metadata.name}-${ordinal}`);
        expect(pod.zone).toBe(spec.selector.matchLabels['cdk8s-ai-workloads/zone']);
        expect(db.zoneOf(ordinal)).toBe(pod.zone);
        expect(seen).not.toContain(String(ordinal));
        seen.add(String(ordinal));
      }
    }
    expect(seen.size).toBe(partition.zones.reduce((total, zone) => total + zone.replicas, 0));
  }), { numRuns: runs(200) });
});

test('removing any zone moves no other', () => {
  fc.assert(fc.property(legal, fc.nat(), ({ zones, ...partitioning }, pick) => {
    const all = planRanges(zones, { ...partitioning, reserved: [] });
    const gone = pick % zones.length;
    const rest = planRanges(zones.filter((_, index) => index !== gone), { ...partitioning, reserved: [] });
    expect(rest.map(({ first, last }) => [first, last])).toEqual(all.filter((_, index) => index !== gone).map(({ first, last }) => [first, last]));
  }));
});

test('an ordinal outside every range belongs to no zone', () => {
  fc.assert(fc.property(legal, fc.nat(1200), ({ zones, ...partitioning }, ordinal) => {
    const ranges = planRanges(zones, { ...partitioning, reserved: [] });
    const inside = ranges.filter(range => range.first <= ordinal && ordinal <= range.last);
    if (inside.length === 1) {
      expect(zoneOfOrdinal('ordinal', ordinal, ranges, []).zone).toBe(inside[0].zone);
    } else {
      expect(() => zoneOfOrdinal('ordinal', ordinal, ranges, [])).toThrow(InvalidInput);
    }
  }));
});

test('any zones give manifests, or an error that names construct and property', () => {
  fc.assert(fc.property(fc.array(anyZone, { maxLength: 4 }), zones => {
    try {
      expect(ofKind(database({ zones }).synth(), 'StatefulSet')).toHaveLength(zones.length);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInput);
      expect((error as Error).message).toMatch(/^prod\/Db: (zones|id)/);
    }
  }), { numRuns: runs(400) });
});
