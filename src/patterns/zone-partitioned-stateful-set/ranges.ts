import { ZonePartition } from './zone-partition';
import { podCount } from '../../base/count-limits';
import { InvalidInput, duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { listed } from '../../base/text/listed';
import { isLabelValue } from '../../kubernetes/refused/labels';
import { dnsLabel, maxLength } from '../../kubernetes/validation/names';
import { OrdinalRange, checkReserved, showReserved } from '../ordinals/reserved';
import { MAX_ORDINAL, OrdinalSpan, freeOrdinals, freeSlot, overlaps } from '../ordinals/spans';

/** Ranges that a message shows. */
const RANGES_SHOWN = 24;

/** The ordinals of one zone, and how they came about. */
export interface ZoneRange {
  readonly zone: string;
  readonly first: number;
  readonly last: number;
  readonly replicas: number;
  /** `slot 1 (letter b of its name) x 100 = 100`. */
  readonly sum: string;
  /** Property that decided, and its value, for error messages: `zones[1].slot`, 1. */
  readonly field: string;
  readonly value: number | string;
}

/** How ranges are cut. */
export interface Partitioning {
  readonly stride: number;
  readonly oneBased: boolean;
  readonly reserved: readonly OrdinalRange[];
}

/** Pure: the range of every zone, in the order of the list; disjoint, outside the reserved ones, and wide enough. */
export function planRanges(zones: readonly ZonePartition[], partitioning: Partitioning): ZoneRange[] {
  checkReserved(partitioning.reserved);
  const ranges = zones.map((zone, index) => zoneRange(zone, `zones[${index}]`, partitioning));
  ranges.forEach((range, index) => {
    refuseOverlap(range, ranges.slice(0, index), ranges, partitioning);
  });
  ranges.forEach((range, index) => refuseExhaustion(range, `zones[${index}]`, ranges, partitioning));
  return ranges;
}

function zoneRange(zone: ZonePartition, field: string, partitioning: Partitioning): ZoneRange {
  podCount(`${field}.replicas`, zone.replicas, { min: 0, help: '0 empties the zone and keeps its range' });
  const range = zone.firstOrdinal === undefined ? slotRange(zone, field, partitioning) : explicitRange(zone, field, zone.firstOrdinal, partitioning);
  if (range.last > MAX_ORDINAL) {
    throw invalid(range.field, range.value, `${range.sum}, and the last ordinal ${range.last} is more than ${MAX_ORDINAL} (ordinals are 32-bit numbers)`,
      zone.firstOrdinal === undefined ? 'give a lower slot, or a smaller stride' : 'lower the first ordinal, or give lastOrdinal');
  }
  return { ...range, zone: zone.zone, replicas: zone.replicas };
}

type BareRange = Omit<ZoneRange, 'zone' | 'replicas'>;

function explicitRange(zone: ZonePartition, field: string, first: number, { stride, oneBased }: Partitioning): BareRange {
  if (zone.slot !== undefined) {
    throw forbidden(`${field}.slot`, `the range is given by firstOrdinal ${first}`, 'keep one of them');
  }
  wholeNumber(`${field}.firstOrdinal`, first, { min: oneBased ? 1 : 0, help: oneBased ? 'with oneBased, ordinals start at 1' : 'ordinals start at 0' });
  if (zone.lastOrdinal !== undefined) {
    wholeNumber(`${field}.lastOrdinal`, zone.lastOrdinal, { min: 0, help: 'give the last ordinal of the range, not its length' });
    if (zone.lastOrdinal < first) {
      throw invalid(`${field}.lastOrdinal`, zone.lastOrdinal, `is before firstOrdinal ${first}`, `give at least ${first + Math.max(zone.replicas, 1) - 1}, the last ordinal of the range`);
    }
  }
  return zone.lastOrdinal !== undefined
    ? { first, last: zone.lastOrdinal, sum: `given ${first} to ${zone.lastOrdinal}`, field: `${field}.firstOrdinal`, value: first }
    : { first, last: first + stride - 1, sum: `given ${first}, then ${first} + ${stride} - 1 = ${first + stride - 1}`, field: `${field}.firstOrdinal`, value: first };
}

function slotRange(zone: ZonePartition, field: string, { stride, oneBased }: Partitioning): BareRange {
  if (zone.lastOrdinal !== undefined) {
    throw forbidden(`${field}.lastOrdinal`, 'ends an explicit range, and firstOrdinal is missing', 'give firstOrdinal as well, or leave it out');
  }
  if (zone.slot !== undefined) {
    wholeNumber(`${field}.slot`, zone.slot, { min: 0, help: 'slot 0 is the first range' });
  }
  const { slot, origin } = zone.slot !== undefined ? { slot: zone.slot, origin: 'given' } : slotOfName(zone.zone, field);
  const first = slot * stride + (oneBased ? 1 : 0);
  return {
    first,
    last: first + stride - 1,
    sum: `slot ${slot} (${origin}) x ${stride}${oneBased ? ' + 1' : ''} = ${first}, then ${first} + ${stride} - 1 = ${first + stride - 1}`,
    ...(zone.slot !== undefined ? { field: `${field}.slot`, value: slot } : { field: `${field}.zone`, value: zone.zone }),
  };
}

/**
 * The slot that a zone's name implies. Clouds end zone names in one letter or in a number counted from 1; a letter that ends a word
 * (`north`) says nothing.
 */
function slotOfName(zone: string, field: string): { slot: number; origin: string } {
  const letter = /(?:^|[^A-Za-z])([A-Za-z])$/.exec(zone)?.[1];
  if (letter !== undefined) {
    return { slot: letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0), origin: `letter ${letter} of its name` };
  }
  const number = /(?<![0-9])[0-9]+$/.exec(zone)?.[0];
  if (number !== undefined && Number(number) >= 1) {
    return { slot: Number(number) - 1, origin: `number ${number} of its name` };
  }
  const why = number === undefined ? 'its name ends in no single letter and no number' : `its name ends in ${number}, and numbers count from 1`;
  throw required(`${field}.slot`, `${why}, so nothing says which range "${zone}" has (the position in the list never does)`,
    'give slot (0 for the first range), or firstOrdinal');
}

function refuseOverlap(range: ZoneRange, earlier: readonly ZoneRange[], all: readonly ZoneRange[], partitioning: Partitioning): void {
  const twin = earlier.find(other => overlaps(range, other));
  const kept = partitioning.reserved.find(other => overlaps(range, other));
  if (!twin && !kept) {
    return;
  }
  const other = twin ? showZone(twin) : showReserved(kept!);
  const taken = [...all.filter(each => each !== range), ...partitioning.reserved];
  throw invalid(range.field, range.value, `${showZone(range)} (${range.sum}) overlaps ${other}; ranges: ${showRanges(all, partitioning.reserved)}`,
    freeRange(range, taken, partitioning));
}

/** Where a zone could be: in a slot, or, where none is left that is long enough, between the others. */
function freeRange({ zone, replicas, field }: ZoneRange, taken: readonly OrdinalSpan[], { stride, oneBased }: Partitioning): string {
  const origin = oneBased ? 1 : 0;
  const slot = replicas > stride ? undefined : freeSlot(taken, stride, origin);
  if (slot !== undefined) {
    return `give ${zone} a range of its own: slot ${slot} is free${field.endsWith('.firstOrdinal') ? ', in place of firstOrdinal' : ''}`;
  }
  const range = freeOrdinals(taken, Math.max(replicas, 1), origin);
  return range
    ? `give ${zone} a range of its own: firstOrdinal: ${range.first}, lastOrdinal: ${range.last} are free${field.endsWith('.slot') ? ', in place of slot' : ''}`
    : 'make the ranges of the others shorter: no ordinals are left';
}

function refuseExhaustion(range: ZoneRange, field: string, all: readonly ZoneRange[], { reserved }: Partitioning): void {
  const room = range.last - range.first + 1;
  if (range.replicas <= room) {
    return;
  }
  const needed = range.first + range.replicas - 1;
  const inTheWay = needed > MAX_ORDINAL
    || [...all, ...reserved].some(other => other !== range && overlaps({ first: range.last + 1, last: needed }, other));
  throw invalid(`${field}.replicas`, range.replicas,
    `${range.replicas} replicas do not fit ${showZone(range)} (${room} ordinals); ranges: ${showRanges(all, reserved)}`,
    inTheWay
      ? `use at most ${room}, or a greater stride, which renumbers the pods of other zones`
      : `use at most ${room}, or widen this range alone: firstOrdinal: ${range.first}, lastOrdinal: ${needed}`);
}

function showZone(range: ZoneRange): string {
  return `${range.zone} ${range.first}-${range.last}`;
}

/** `eu-1a 0-99, eu-1b 100-199, reserved (restore) 300-309`, by ordinal. */
export function showRanges(ranges: readonly Pick<ZoneRange, 'zone' | 'first' | 'last'>[], reserved: readonly OrdinalRange[]): string {
  return listed([
    ...ranges.map(range => ({ first: range.first, text: showZone(range as ZoneRange) })),
    ...reserved.map(range => ({ first: range.first, text: showReserved(range) })),
  ].sort((one, other) => one.first - other.first).map(each => each.text), RANGES_SHOWN);
}

/** Which zone an ordinal belongs to, whether or not a pod has it now. */
export function zoneOfOrdinal<T extends ZoneRange>(field: string, ordinal: number, ranges: readonly T[], reserved: readonly OrdinalRange[]): T {
  wholeNumber(field, ordinal, { min: 0 });
  const range = ranges.find(each => each.first <= ordinal && ordinal <= each.last);
  if (range) {
    return range;
  }
  const kept = reserved.find(each => each.first <= ordinal && ordinal <= each.last);
  throw invalid(field, ordinal, `${kept ? `is in ${showReserved(kept)}` : 'belongs to no zone'}; ranges: ${showRanges(ranges, reserved)}`, 'name an ordinal of one of the ranges');
}

/** The same, where a pod must have the ordinal. */
export function zoneOfPod<T extends ZoneRange>(field: string, ordinal: number, ranges: readonly T[], reserved: readonly OrdinalRange[]): T {
  const range = zoneOfOrdinal(field, ordinal, ranges, reserved);
  if (ordinal < range.first + range.replicas) {
    return range;
  }
  const now = range.replicas === 0 ? 'has no replicas' : `has ${range.replicas} replicas, ${range.first}-${range.first + range.replicas - 1}`;
  throw invalid(field, ordinal, `is in ${showZone(range)}, which ${now}; ranges: ${showRanges(ranges, reserved)}`, 'raise the replicas of the zone, or name a pod that exists');
}

/** Zone names: label values, each once. */
export function checkZoneNames(zones: readonly ZonePartition[]): void {
  const seen = new Map<string, number>();
  zones.forEach((zone, index) => {
    if (!isLabelValue(zone.zone)) {
      throw invalid(`zones[${index}].zone`, zone.zone, 'is not a label value, so no node can carry it: letters, digits, \'-\', \'_\' and \'.\', at most 63 characters', 'give the zone as the label topology.kubernetes.io/zone of the nodes has it');
    }
    const twin = seen.get(zone.zone);
    seen.set(zone.zone, index);
    if (twin !== undefined) {
      throw duplicate(`zones[${index}].zone`, zone.zone, `is also zones[${twin}]; a zone has one range and one StatefulSet`, 'add up the replicas in one entry');
    }
  });
}

/** Part of names that a zone stands in. */
export function namePart(zone: ZonePartition, field: string): string {
  const part = zone.nameSuffix ?? zone.zone;
  if (dnsLabel(part).every(text => text === maxLength(63))) {
    return part;
  }
  const help = part.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const rule = "lower-case letters, digits and '-', starting and ending with a letter or digit";
  throw zone.nameSuffix !== undefined
    ? invalid(`${field}.nameSuffix`, part, `cannot stand in a name: ${rule}`, help ? `for example "${help}"` : 'leave it out, or give a name like a')
    : new InvalidInput({ field: `${field}.zone`, reason: 'Invalid value', value: part, detail: `cannot stand in a name: ${rule}`, help: `set nameSuffix${help ? `: "${help}"` : ''}` });
}
