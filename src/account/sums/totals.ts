import { deviceTerms } from './in-all';
import { memoryInAll } from './sums';
import { Facts } from '../../lint/facts/facts';
import { PodRow, Range } from '../account';
import { isFixed, rangeInWords, rangeOf, sum, sumOfKnown, times, countedRange } from '../pods/range';
import { PartPods } from '../pods/rows';
import { Workload } from '../pods/workloads';
import { counted, Said } from '../said';

/** The sums over all pods of a workload. */
export function totalsOf(facts: Facts, { members }: Workload, parts: readonly PartPods[], groups: Groups | undefined): Said[] {
  const ranges = parts.map(({ name, sets }) => ({ name, range: sum(sets.map(set => rangeOf(facts, set))) }));
  const memory = ranges.every(({ range }) => range !== undefined && isFixed(range)) && parts.every(({ isMixed }) => isMixed !== true)
    ? memoryInAll(parts.map(({ sets }, index) => ({ pods: sets[0], count: ranges[index].range!.least }))) : undefined;
  const all = sum(ranges.map(({ range }) => range));
  return [
    { topic: 'pods', text: podsText(ranges, groups), subject: members[0], field: 'spec' },
    ...devicesText(facts, parts, groups),
    ...(memory === undefined || (all !== undefined && all.least === 1) ? [] : [{ topic: 'memory', text: memory }]),
  ];
}

interface PartRange {
  readonly name: string;
  readonly range?: Range;
}

function podsText(parts: readonly PartRange[], groups: Groups | undefined): string {
  const all = sum(parts.map(({ range }) => range));
  if (all === undefined) {
    const known = sumOfKnown(parts.map(({ range }) => range));
    return known.least === 0 ? 'as many as there are nodes for them, or as their controller makes' : `${countedRange(known, 'pod')}, and those of which nobody says how many`;
  }
  const byPart = parts.length === 1 ? '' : parts.map(({ name, range }) => `${rangeInWords(range!)} ${name}`).join(' + ');
  if (groups !== undefined && isFixed(all)) {
    const inGroups = groups.count === 1 ? `1 group of ${counted(groups.size, 'pod')}` : `${counted(groups.count, 'group')} x ${counted(groups.size, 'pod')} = ${all.least}`;
    return `${inGroups}${byPart === '' ? '' : ` (${byPart})`}`;
  }
  return byPart === '' ? countedRange(all, 'pod') : `${byPart} = ${countedRange(all, 'pod')}`;
}

/** Groups of the same size. */
export interface Groups {
  readonly count: number;
  readonly size: number;
}

/** @param unlisted pods that the rows leave out. */
export function groupsOf(rows: readonly PodRow[], unlisted: number): Groups | undefined {
  const sizes = new Set(rows.map(({ group, cells }) => (group === undefined ? NaN : cells.length)));
  const [size] = sizes;
  return sizes.size === 1 && !Number.isNaN(size) && unlisted === 0 ? { count: rows.length, size } : undefined;
}

/** `4 pods x 8 = 32 nvidia.com/gpu`, and of each group. */
function devicesText(facts: Facts, parts: readonly PartPods[], groups: Groups | undefined): Said[] {
  return deviceTerms(facts, parts).map(({ name, claim, terms }) => {
    const known = terms.filter(term => term !== undefined);
    if (known.length < terms.length) {
      return { topic: 'devices', text: `${name}: nobody says how many` };
    }
    const total = sumOfKnown(known.map(({ each, pods }) => times(pods, each)));
    if (claim !== undefined) {
      return { topic: 'devices', text: `${known[0].each} ${name} of ${claim}, shared by ${countedRange(sumOfKnown(known.map(({ pods }) => pods)), 'pod')}` };
    }
    const isAlike = known.every(({ each }) => each === known[0].each);
    const sums = isAlike ? `${countedRange(sumOfKnown(known.map(({ pods }) => pods)), 'pod')} x ${known[0].each}` : known.map(({ part, each, pods }) => `${rangeInWords(pods)} ${part} x ${each}`).join(' + ');
    const each = groups === undefined || groups.count < 2 || !isFixed(total) || total.least % groups.count !== 0 ? '' : `; ${total.least / groups.count} in each group`;
    return { topic: 'devices', text: `${sums} = ${rangeInWords(total)} ${name}${each}` };
  });
}
