import * as fc from 'fast-check';
import { InvalidInput } from '../../../src/base/errors/invalid-input';
import { OrdinalRange } from '../../../src/patterns/ordinals/reserved';
import { Partitioning, planRanges } from '../../../src/patterns/zone-partitioned-stateful-set/ranges';
import { ZonePartition } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partition';
import { runs } from '../../hygiene/runs';

const LAST = 2 ** 31 - 2;

function problemOf(zones: readonly ZonePartition[], partitioning: Partitioning): InvalidInput['problem'] | undefined {
  try {
    planRanges(zones, partitioning);
    return undefined;
  } catch (error) {
    return (error as InvalidInput).problem;
  }
}

/** The zone as an error's help would have it, where the help names a value. */
function advised(zone: ZonePartition, help: string): ZonePartition | undefined {
  const { zone: name, replicas } = zone;
  const [, slot] = /slot (\d+) is free/.exec(help) ?? [];
  const [, first, last] = /firstOrdinal: (\d+), lastOrdinal: (\d+)/.exec(help) ?? [];
  const [, most] = /^use at most (\d+)/.exec(help) ?? [];
  const [, least] = /^give at least (\d+), the last/.exec(help) ?? [];
  return slot !== undefined ? { zone: name, replicas, slot: Number(slot) }
    : first !== undefined ? { zone: name, replicas, firstOrdinal: Number(first), lastOrdinal: Number(last) }
      : most !== undefined ? { ...zone, replicas: Number(most) }
        : least !== undefined ? { ...zone, lastOrdinal: Number(least) } : undefined;
}

const ordinal = fc.oneof(fc.nat(40), fc.integer({ min: LAST - 40, max: LAST }));
const range = fc.tuple(ordinal, ordinal).map(([one, other]): OrdinalRange => ({ first: Math.min(one, other), last: Math.max(one, other) }));
const partitioning: fc.Arbitrary<Partitioning> = fc.record({
  stride: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(2 ** 30)), oneBased: fc.boolean(), reserved: fc.array(range, { maxLength: 4 }),
});
const place = fc.oneof(
  fc.record({ slot: fc.nat(4) }),
  ordinal.map(firstOrdinal => ({ firstOrdinal: firstOrdinal + 1 })),
  fc.tuple(ordinal, ordinal).map(([one, other]) => ({ firstOrdinal: one + 1, lastOrdinal: other + 1 })),
);
const zones = fc.array(fc.tuple(place, fc.nat(20)), { minLength: 1, maxLength: 4 })
  .map(all => all.map(([given, replicas], index): ZonePartition => ({ zone: `zone-${index + 1}`, replicas, ...given })));

// 2,000 runs find each of the four kinds of advice more than a hundred times, in a second.
test('what an error advises is accepted: the next error, if there is one, is about another zone or another property', () => {
  const given = { slot: 0, range: 0, most: 0, least: 0 };
  fc.assert(fc.property(zones, partitioning, (before, how) => {
    const problem = problemOf(before, how);
    const index = Number(/^zones\[(\d+)\]/.exec(problem?.field ?? '')?.[1]);
    const zone = problem && advised(before[index], problem.help);
    if (!zone) {
      return;
    }
    given[zone.slot !== before[index].slot ? 'slot' : zone.replicas !== before[index].replicas ? 'most' : zone.firstOrdinal !== before[index].firstOrdinal ? 'range' : 'least']++;
    const after = problemOf(before.map((each, position) => position === index ? zone : each), how);
    expect(after?.field === problem.field && after.detail === problem.detail ? after : undefined).toBeUndefined();
    // A range of its own meets nobody else's.
    expect(/range of its own/.test(problem.help) && after?.field.startsWith(`zones[${index}]`) && !after.field.endsWith('replicas') ? after : undefined).toBeUndefined();
  }), { numRuns: runs(2000) });
  expect(Math.min(...Object.values(given))).toBeGreaterThan(runs(20));
});

test('free slots are computed, not tried: one range over all ordinals but the last two', () => {
  const one: ZonePartition = { zone: 'zone-1', replicas: 1, firstOrdinal: 0, lastOrdinal: LAST - 2 };
  const other: ZonePartition = { zone: 'zone-2', replicas: 1, slot: 0 };
  expect(problemOf([one, other], { stride: 1, oneBased: false, reserved: [] })?.help).toBe('give zone-2 a range of its own: slot 2147483645 is free');
  expect(problemOf([one, { ...other, slot: LAST - 1 }], { stride: 1, oneBased: false, reserved: [] })).toBeUndefined();
});

test('nothing is advised where nothing is left', () => {
  const all: ZonePartition = { zone: 'zone-1', replicas: 1, firstOrdinal: 0, lastOrdinal: LAST };
  const other: ZonePartition = { zone: 'zone-2', replicas: 1, slot: 0 };
  expect(problemOf([all, other], { stride: 1, oneBased: false, reserved: [] })?.help).toBe('make the ranges of the others shorter: no ordinals are left');
});

test('a zone that is longer than a stride is sent between the others', () => {
  const taken: ZonePartition[] = [{ zone: 'zone-1', replicas: 1, slot: 0 }, { zone: 'zone-2', replicas: 1, slot: 2 }];
  expect(problemOf([...taken, { zone: 'zone-3', replicas: 15, slot: 2 }], { stride: 10, oneBased: false, reserved: [] })?.help)
    .toBe('give zone-3 a range of its own: firstOrdinal: 30, lastOrdinal: 44 are free, in place of slot');
});
