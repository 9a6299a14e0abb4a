import { forbidden, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * How many pods a drain may take at a time.
 *
 * A workload has one budget over all of its pods: two budgets "in whole groups" let one pod of every group go
 * (measured on a real API server), and two that select the same pod make every eviction fail.
 */
export class DisruptionBudget {
  /**
   * At most this many pods of the workload at a time.
   *
   * @param pods A whole number of at least 1. With 0 no node under the workload could ever be drained, so it is refused.
   */
  public static atMost(pods: number): DisruptionBudget {
    wholeNumber('DisruptionBudget.atMost(pods)', pods, { min: 1, help: '0 would block every drain for ever; use DisruptionBudget.none() to have no budget' });
    return new DisruptionBudget(pods, false);
  }

  /**
   * At most this many pods in each zone at a time: zones are counted on their own, so that many can be lost in every zone at once.
   * Only for workloads partitioned by zone.
   *
   * @param pods A whole number of at least 1.
   */
  public static perZone(pods: number): DisruptionBudget {
    wholeNumber('DisruptionBudget.perZone(pods)', pods, { min: 1 });
    return new DisruptionBudget(pods, true);
  }

  /**
   * No budget: a drain may take all pods at once.
   */
  public static none(): DisruptionBudget {
    return new DisruptionBudget(undefined, false);
  }

  private constructor(
    /** @internal */ public readonly _pods: number | undefined,
    /** @internal */ public readonly _perZone: boolean) {}
}

/** The budget of a workload, or undefined for none. */
export interface BudgetPlan {
  readonly maxUnavailable?: number;
  readonly minAvailable?: number;
  readonly text: string;
}

const ONE_POD = 1;

/** For StatefulSets and LeaderWorkerSets, whose controllers tell the disruption controller how many pods to expect. */
export function planBudget(budget: DisruptionBudget | undefined, pods: number): BudgetPlan | undefined {
  if (budget?._perZone) {
    throw forbidden('disruptionBudget', 'perZone counts zones, and this workload is not partitioned by zone', 'use DisruptionBudget.atMost(n)');
  }
  const maxUnavailable = budget ? budget._pods : ONE_POD;
  if (maxUnavailable === undefined || pods === 0) {
    return undefined;
  }
  return { maxUnavailable, text: `at most ${maxUnavailable} of ${pods} pods at a time, all of the workload counted together` };
}

/**
 * For Jobs: the disruption controller finds no scale for a Job, so `maxUnavailable` or a percentage would allow no eviction at all.
 * An integer `minAvailable` needs no scale. With one pod it would be 0, which says nothing.
 *
 * Source: pkg/controller/disruption/disruption.go getExpectedPodCount (v1.36)
 */
export function planJobBudget(budget: DisruptionBudget | undefined, pods: number): BudgetPlan | undefined {
  const plan = planBudget(budget, pods);
  const minAvailable = plan ? pods - plan.maxUnavailable! : 0;
  return minAvailable > 0 ? { minAvailable, text: `at least ${pods} - ${plan!.maxUnavailable} = ${minAvailable} pods stay (a Job has no scale, so the budget is an integer)` } : undefined;
}

/** Evicting a pod that is not ready costs nothing, so it is always allowed: otherwise a crash-looping pod blocks the drain of its node. */
export function renderBudget(plan: BudgetPlan, selector: Labels): PlainObject {
  return {
    ...(plan.maxUnavailable !== undefined ? { maxUnavailable: plan.maxUnavailable } : { minAvailable: plan.minAvailable }),
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
    selector: { matchLabels: { ...selector } },
  };
}

carriesMistakes(DisruptionBudget, () => DisruptionBudget.none());
