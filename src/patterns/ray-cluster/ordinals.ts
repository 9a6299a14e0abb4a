import { RayBackend } from './backend';
import { RayClusterProps, RayWorkers } from './props';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { checkReserved, showReserved } from '../ordinals/reserved';
import { MAX_ORDINAL, OrdinalSpan, overlaps } from '../ordinals/spans';

/** The head has 0, so that workers count from 1, each group by itself. */
const FIRST_WORKER = 1;

interface GroupRange extends OrdinalSpan {
  readonly name: string;
  readonly at: string;
  readonly isGiven: boolean;
}

/** Pure: the first ordinal of each group of workers. Ranges that are given belong to one group of the whole cluster. */
export function planOrdinals(props: RayClusterProps, names: readonly string[], backend: RayBackend): number[] {
  const { reserved = [] } = props;
  refuseNameless(props, backend);
  checkReserved(reserved);
  const ranges = props.workers.map((workers, index) => rangeOf(workers, names[index], `workers[${index}]`));
  ranges.forEach((range, index) => {
    const kept = reserved.find(other => overlaps(range, other));
    if (kept) {
      throw invalid(`${range.at}.firstOrdinal`, range.first, `${shown(range)} overlaps ${showReserved(kept)}`, 'give the group a range of its own: firstOrdinal');
    }
    const twin = ranges.slice(0, index).find(other => (other.isGiven || range.isGiven) && overlaps(range, other));
    if (twin) {
      throw invalid(`${range.at}.firstOrdinal`, range.first, `${shown(range)} overlaps ${shown(twin)}: an ordinal of a given range names one pod of the cluster`,
        'give each group a range that ends before the next begins: firstOrdinal, lastOrdinal');
    }
  });
  return ranges.map(({ first }) => first);
}

function refuseNameless(props: RayClusterProps, backend: RayBackend): void {
  const given = [
    ...(props.reserved === undefined ? [] : ['reserved']),
    ...props.workers.flatMap((workers, index) => (['firstOrdinal', 'lastOrdinal'] as const).filter(end => workers[end] !== undefined).map(end => `workers[${index}].${end}`)),
  ];
  if (backend._kind !== 'statefulSets' && given.length > 0) {
    throw forbidden(given[0], 'KubeRay draws the names of its pods, which have no ordinals', 'leave it out, or use RayBackend.statefulSets()');
  }
}

function rangeOf({ replicas, firstOrdinal, lastOrdinal }: RayWorkers, name: string, at: string): GroupRange {
  if (lastOrdinal !== undefined && firstOrdinal === undefined) {
    throw required(`${at}.firstOrdinal`, `lastOrdinal ${lastOrdinal} ends a range, and nothing says where it begins`, 'give firstOrdinal as well, or leave lastOrdinal out');
  }
  const first = wholeNumber(`${at}.firstOrdinal`, firstOrdinal ?? FIRST_WORKER, { min: FIRST_WORKER, max: MAX_ORDINAL, help: 'the head has 0; workers begin at 1 or later' });
  const needed = first + Math.max(replicas, 1) - 1;
  if (lastOrdinal !== undefined) {
    wholeNumber(`${at}.lastOrdinal`, lastOrdinal, { min: first, max: MAX_ORDINAL, help: 'give the last ordinal of the range, not its length' });
  }
  if (needed > (lastOrdinal ?? MAX_ORDINAL)) {
    throw invalid(`${at}.replicas`, replicas, `${replicas} replicas do not fit ${name} ${first}-${lastOrdinal ?? MAX_ORDINAL}`, `use fewer, or end the range at ${needed} or later`);
  }
  return { name, at, first, last: lastOrdinal ?? needed, isGiven: firstOrdinal !== undefined };
}

function shown({ name, first, last }: GroupRange): string {
  return `${name} ${first}-${last}`;
}
