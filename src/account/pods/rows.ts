import { labelOf } from './labels';
import { countedRange, isCount, isFixed, rangeOf, times } from './range';
import { LABEL_GROUP, LABEL_ZONE } from '../../base/labels';
import { numbersFrom } from '../../base/numbers';
import { cut } from '../../base/text/cut';
import { isScaled } from '../../lint/facts/autoscaling';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { zonesOf } from '../../lint/facts/zone-reach';
import { workloadKindOf } from '../../lint/kinds';
import { Numbering } from '../../lint/kinds/kind';
import { PodCell, PodRow, Range } from '../account';

/** Pods of one part. */
export interface PartPods {
  readonly name: string;
  readonly sets: readonly PodSet[];
  /** Whether its sets differ in what is said of them. */
  readonly isMixed?: boolean;
}

/** Pods of a workload that are shown one by one. Nobody looks at more, and each takes a place in a report. */
export const MOST_CELLS = 1_000;

/** A row that is being filled. */
interface OpenRow extends PodRow {
  readonly cells: PodCell[];
}

/** Rows of a workload. */
export interface Rows {
  readonly rows: readonly PodRow[];
  /** Pods that they leave out. */
  readonly unlisted: number;
  /** Numbers of the rows in which a set has pods. */
  readonly numbersOf: (set: PodSet) => readonly number[];
}

/**
 * The pods of a workload, those that belong next to each other in one row, and how many are left out.
 *
 * @param most how many are listed.
 */
export function rowsOf(facts: Facts, parts: readonly PartPods[], most = MOST_CELLS): Rows {
  const rows = new Map<string, OpenRow>();
  const keysOf = new Map<PodSet, Set<string>>();
  let [listed, unlisted] = [0, 0];
  for (const { name, sets } of parts) {
    for (const set of sets) {
      for (const { key, row, cells, left } of placed(facts, name, set, most - listed)) {
        const known = rows.get(key) ?? { ...row, cells: [] };
        rows.set(key, known);
        known.cells.push(...cells);
        keysOf.set(set, (keysOf.get(set) ?? new Set()).add(key));
        listed += cells.length;
        unlisted += left;
      }
    }
  }
  const filled = [...rows].filter(([, { cells }]) => cells.length > 0);
  const numbers = new Map(filled.map(([key], index) => [key, index]));
  return {
    rows: filled.map(([, row]) => ({ ...row, cells: inOrder(row.cells) })),
    unlisted,
    numbersOf: set => [...keysOf.get(set) ?? []].flatMap(key => numbers.get(key) ?? []),
  };
}

/** By index where all have one; the parts of a group count on from each other. */
function inOrder(cells: readonly PodCell[]): PodCell[] {
  const indexes = cells.map(({ index }) => index);
  const isOneCount = indexes.every(index => index !== undefined) && new Set(indexes).size === indexes.length;
  return isOneCount ? [...cells].sort((one, other) => one.index! - other.index!) : [...cells];
}

interface PlacedCells {
  readonly key: string;
  readonly row: Omit<PodRow, 'cells'>;
  readonly cells: readonly PodCell[];
  readonly left: number;
}

/** @param room how many cells may still be made. */
function placed(facts: Facts, part: string, set: PodSet, room: number): PlacedCells[] {
  const numbering = numberingOf(set);
  const range = rangeOf(facts, set);
  if (numbering !== undefined && range !== undefined && isScaled(facts, set.carrier) && numbering.parts?.noun === 'group') {
    return [eachGroup(part, set, numbering, range, room)];
  }
  if (numbering === undefined || isScaled(facts, set.carrier)) {
    return [{ ...rowOf(set), ...nameless(part, range, room) }];
  }
  const parts = numbering.parts?.count === 1 && numbering.parts.noun === 'job' ? undefined : numbering.parts;
  const all = parts === undefined ? [undefined] : numbersFrom(parts.from, Math.min(parts.count, Math.max(1, room)));
  let left = room;
  const made = all.map(number => {
    const indexes = numbersFrom(numbering.from, Math.min(numbering.count, left));
    const cells = indexes.map(index => cellOf(part, numbering, index, number ?? numbering.parts?.from ?? 0));
    left -= cells.length;
    return { ...rowOf(set, parts && { noun: parts.noun, number: number! }), cells, left: numbering.count - cells.length };
  });
  const skipped = ((parts?.count ?? 1) - all.length) * numbering.count;
  return skipped === 0 ? made : made.map((each, index) => (index === made.length - 1 ? { ...each, left: each.left + skipped } : each));
}

/** Numbers of a manifest may be none that count. */
function numberingOf(set: PodSet): Numbering | undefined {
  const numbering = workloadKindOf(set.carrier).numbered?.(set);
  const { from = 0, count = 0, parts } = numbering ?? {};
  return [count, parts?.count ?? 0, parts?.from ?? 0].every(isCount) && Number.isSafeInteger(from) ? numbering : undefined;
}

/** Groups under an autoscaler are alike, and their numbers are those of another day. */
function eachGroup(part: string, set: PodSet, { from, count }: Numbering, range: Range, room: number): PlacedCells {
  const groups = times(range, 1 / Math.max(1, count));
  const cells = numbersFrom(from, Math.min(count, room)).map(index => ({ part, index }));
  return { key: set.carrier.toString(), row: { label: `each of ${countedRange(groups, 'group')}` }, cells, left: (count - cells.length) * range.least };
}

function nameless(part: string, range: Range | undefined, room: number): Pick<PlacedCells, 'cells' | 'left'> {
  if (range?.most === 0) {
    return { cells: [], left: 0 };
  }
  const isOne = range !== undefined && isFixed(range) && range.least === 1;
  return room < 1 ? { cells: [], left: range?.least ?? 0 } : { cells: [{ part, ...(!isOne && { count: range ?? { least: 0 } }) }], left: 0 };
}

function cellOf(part: string, { nameOf, isDrawn, isAlone }: Numbering, index: number, number: number): PodCell {
  return { part, name: cut(nameOf(index, number)), ...(isDrawn && { isDrawn }), ...(!isAlone && { index }) };
}

/** The row that a set stands in: its group, its zone, or itself. */
function rowOf(set: PodSet, part?: { readonly noun: string; readonly number: number }): Pick<PlacedCells, 'key' | 'row'> {
  const group = labelOf(set, LABEL_GROUP) ?? (part?.noun === 'group' ? String(part.number) : undefined);
  const bound = zonesOf(set);
  const zone = labelOf(set, LABEL_ZONE) ?? (bound?.length === 1 ? bound[0] : undefined);
  const inZone = zone === undefined ? {} : { zone: cut(zone) };
  if (group !== undefined) {
    return { key: `group ${group} ${zone ?? ''}${labelOf(set, LABEL_GROUP) === undefined ? set.carrier.name : ''}`, row: { label: cut(`group ${group}`), group: cut(group), ...inZone } };
  }
  if (part !== undefined) {
    return { key: `${set.toString()} ${part.number}`, row: { label: cut(`${set.role ?? part.noun} ${part.number}`), ...inZone } };
  }
  return { key: set.toString(), row: { label: cut(set.role ?? set.carrier.name), ...inZone } };
}
