import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { Rendezvous } from '../../engines/rendezvous';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * When the run has succeeded.
 */
export class SuccessPolicy {
  /**
   * When every index has.
   */
  public static allIndexes(): SuccessPolicy {
    return new SuccessPolicy();
  }

  /**
   * When all of these indexes have; the other pods are then stopped.
   *
   * @param indexes Indexes and ranges in rising order: `0`, `0,2-4`.
   */
  public static indexes(indexes: string): SuccessPolicy {
    parseIndexes('SuccessPolicy.indexes(indexes)', indexes);
    return new SuccessPolicy(indexes);
  }

  /**
   * When this many indexes have; the other pods are then stopped.
   *
   * @param count At least 1, at most `workers` (or the number of `indexes`).
   * @param indexes Indexes and ranges among which to count, in rising order: `1-7`. All of them without it.
   */
  public static count(count: number, indexes?: string): SuccessPolicy {
    const most = indexes === undefined ? undefined : countOf(parseIndexes('SuccessPolicy.count(indexes)', indexes));
    wholeNumber('SuccessPolicy.count(count)', count, { min: 1, max: most });
    return new SuccessPolicy(indexes, count);
  }

  private constructor(
    /** @internal */ public readonly _indexes?: string,
    /** @internal */ public readonly _count?: number) {}

  /**
   * @internal
   */
  public get _isAll(): boolean {
    return this._indexes === undefined && this._count === undefined;
  }
}

/** `successPolicy` of the Job, and why. */
export interface SuccessPlan {
  readonly policy?: PlainObject;
  readonly text: string;
}

/**
 * Pure: the given policy, or the one that the framework needs because some of its processes never end, or were not there at the end.
 *
 * @param mayLack whether a run may end with fewer workers than it has indexes.
 */
export function planSuccess(given: SuccessPolicy | undefined, rendezvous: Rendezvous, workers: number, mayLack: boolean): SuccessPlan {
  const endless = endlessProcesses(rendezvous);
  if (given?._isAll && endless) {
    throw forbidden('successPolicy', `${endless} never end, so not every index can succeed`, "leave it out (index 0 decides), or use SuccessPolicy.indexes('0')");
  }
  if (given && !given._isAll) {
    return render(given, workers);
  }
  if (endless) {
    return { policy: rule('0'), text: `index 0 decides, since ${endless} never end` };
  }
  // Its agent hosts the store and waits for the others before it ends. Source: torch 2.9 distributed/elastic/agent/server/api.py _exit_barrier (300 s)
  return mayLack && !given
    ? { policy: rule('0'), text: 'index 0 decides, which hosts the store and ends last: an index that has no node by then could never succeed' }
    : { text: workers === 1 ? 'index 0 succeeds' : `all ${workers} indexes succeed` };
}

function endlessProcesses(rendezvous: Rendezvous): string | undefined {
  if (rendezvous._kind === 'mpi') {
    return 'the sshd of the other pods';
  }
  return rendezvous._tensorFlow?.parameterServers ? 'parameter servers' : undefined;
}

function render(given: SuccessPolicy, workers: number): SuccessPlan {
  const ranges = given._indexes === undefined ? [] : parseIndexes('successPolicy', given._indexes);
  const last = ranges.length > 0 ? ranges[ranges.length - 1].to : 0;
  if (last >= workers) {
    throw invalid('successPolicy', given._indexes, `names index ${last}, and the indexes of ${workers} workers are 0 to ${workers - 1}`, `name indexes up to ${workers - 1}, or raise workers`);
  }
  wholeNumber('successPolicy.count', given._count ?? 1, { min: 1, max: workers });
  const among = given._indexes === undefined ? `the ${workers} indexes` : `indexes ${given._indexes}`;
  return { policy: rule(given._indexes, given._count), text: given._count === undefined ? `all of ${among} succeed` : `${given._count} of ${among} succeed` };
}

function rule(indexes: string | undefined, count?: number): PlainObject {
  return { rules: [compact({ succeededIndexes: indexes, succeededCount: count })] };
}

interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/** Source: pkg/apis/batch/validation/validation.go validateIndexesFormat (v1.36): strictly rising, at most 64 KiB of text. */
function parseIndexes(field: string, text: string): IndexRange[] {
  if (text === '') {
    throw required(field, 'names no index', "write indexes and ranges: '0,2-4'");
  }
  let previous = -1;
  return text.split(',').map(part => {
    const match = /^([0-9]+)(?:-([0-9]+))?$/.exec(part);
    const range = match ? { from: Number(match[1]), to: Number(match[2] ?? match[1]) } : undefined;
    if (!range || range.from <= previous || range.to < range.from || (match![2] !== undefined && range.to === range.from)) {
      throw invalid(field, text, `"${part}" is not an index or a range in rising order`, "write indexes and ranges: '0,2-4'");
    }
    previous = range.to;
    return range;
  });
}

function countOf(ranges: readonly IndexRange[]): number {
  return ranges.reduce((total, range) => total + range.to - range.from + 1, 0);
}

carriesMistakes(SuccessPolicy, () => SuccessPolicy.allIndexes());
