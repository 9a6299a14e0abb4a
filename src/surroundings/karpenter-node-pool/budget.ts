import { Duration } from 'cdk8s';
import { invalid } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * Why Karpenter takes a node away of its own accord.
 */
export enum NodeDisruption {
  /** No pod is on it. */
  EMPTY = 'Empty',

  /** Its pods fit elsewhere, or on a cheaper one. */
  UNDERUTILIZED = 'Underutilized',

  /** It is no longer what the pool or its node class say: an image, a requirement. */
  DRIFTED = 'Drifted',
}

/**
 * How many nodes of a pool Karpenter may take away at a time. Of several that hold at the moment the one with the fewest counts.
 *
 * A budget does not hold expiration back, nor the interruption of spot nodes.
 *
 * Source: karpenter pkg/apis/v1/nodepool.go Budget (v1.15.0)
 */
export class NodeBudget {
  /**
   * At all times.
   *
   * @param nodes A number of nodes, or a share of them, rounded up: `1`, `10%`.
   * @param reasons For which reasons; all when left out.
   */
  public static always(nodes: string, reasons: NodeDisruption[] = []): NodeBudget {
    return new NodeBudget(checkNodes('NodeBudget.always(nodes)', nodes), reasons);
  }

  /**
   * From times of a schedule on.
   *
   * @param schedule When it begins, in cron's form, in UTC: `0 6 * * mon-fri`.
   * @param duration How long it holds, in whole minutes.
   * @param nodes A number of nodes, or a share of them, rounded up: `0`, `10%`.
   * @param reasons For which reasons; all when left out.
   */
  public static during(schedule: string, duration: Duration, nodes: string, reasons: NodeDisruption[] = []): NodeBudget {
    if (!/^(@(annually|yearly|monthly|weekly|daily|midnight|hourly)|\S+(\s+\S+){4})$/.test(schedule)) {
      throw invalid('NodeBudget.during(schedule)', schedule, 'is no schedule of five fields', "write it as cron does, without a time zone: '0 6 * * mon-fri'");
    }
    const seconds = wholeSeconds('NodeBudget.during(duration)', duration, 60);
    if (seconds % 60 !== 0) {
      throw invalid('NodeBudget.during(duration)', `${seconds}s`, 'schedules count minutes', 'give whole minutes');
    }
    return new NodeBudget(checkNodes('NodeBudget.during(nodes)', nodes), reasons, schedule, seconds / 60);
  }

  private constructor(
    /** @internal */ public readonly _nodes: string,
    /** @internal */ public readonly _reasons: readonly NodeDisruption[],
    private readonly schedule?: string,
    private readonly minutes?: number) {}

  /**
   * @internal
   */
  public _render(): PlainObject {
    return compact({
      nodes: this._nodes,
      reasons: [...this._reasons],
      schedule: this.schedule,
      duration: this.minutes === undefined ? undefined : goDuration(this.minutes * 60),
    });
  }

  /**
   * In words.
   *
   * @internal
   */
  public _text(): string {
    const what = this._reasons.length === 0 ? '' : ` (${this._reasons.join(', ')})`;
    return `${this._nodes} at a time${what}${this.schedule === undefined ? '' : `, for ${goDuration(this.minutes! * 60)} from ${this.schedule} UTC`}`;
  }
}

/** Without a part that is zero: `90s` is `1m30s`. */
export function goDuration(seconds: number): string {
  const parts: readonly (readonly [number, string])[] = [[Math.floor(seconds / 3600), 'h'], [Math.floor(seconds % 3600 / 60), 'm'], [seconds % 60, 's']];
  return parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`).join('') || '0s';
}

function checkNodes(field: string, nodes: string): string {
  if (!/^((100|[0-9]{1,2})%|[0-9]+)$/.test(nodes)) {
    throw invalid(field, nodes, 'is neither a number of nodes nor a share of them', "write '1' or '10%'");
  }
  return nodes;
}

carriesMistakes(NodeBudget, () => NodeBudget.always('1'));
