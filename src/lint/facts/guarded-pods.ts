import { isScaled } from './autoscaling';
import { Facts } from './facts';
import { podIndex } from './pod-index';
import { PodSet } from './pod-set';
import { Selector, labelSelector } from './selector';
import { asNumber, isPresent, ownValue } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { workloadKindOf } from '../kinds';

/** A disruption budget with the pods that it guards. */
export interface GuardedPods {
  readonly budget: Manifest;
  readonly sets: readonly PodSet[];
  /** Which number the budget gives, and what it is as written. */
  readonly rule: 'minAvailable' | 'maxUnavailable';
  readonly value: number | string;
  /** Pods that there are; undefined where an autoscaler, an unknown controller or nobody says how many. */
  readonly total?: number;
  /** Pods that may go at once while all are well; undefined where nobody knows. */
  readonly spare?: number;
  /** Pods whose controller has no scale. */
  readonly unscaled?: PodSet;
  /** Whether such pods make the budget fail: only minAvailable as a number needs no scale. */
  readonly isUncountable: boolean;
}

/** Every budget that guards something and has one of its numbers. */
export function guardedPods(facts: Facts): readonly GuardedPods[] {
  const known = new Map<string, Selected>();
  return facts.ofType('policy/PodDisruptionBudget').flatMap(budget => {
    const rule = isPresent(budget.spec.maxUnavailable) ? 'maxUnavailable' : 'minAvailable';
    const value = budget.spec[rule];
    const { sets, total, unscaled } = isPresent(budget.spec.selector) ? selected(facts, known, budget) : NOTHING;
    if (sets.length === 0 || (typeof value !== 'number' && !(typeof value === 'string' && /^\d{1,3}%$/.test(value)))) {
      return [];
    }
    const isUncountable = unscaled !== undefined && !(rule === 'minAvailable' && typeof value === 'number');
    return [{ budget, sets, rule, value, total, spare: spareOf(rule, value, total), unscaled, isUncountable }];
  });
}

/** What is asked of all the pods of a budget, once: budgets with one selector share the list, and it may be as long as that of the budgets. */
export function ofGuarded<Answer>(ask: (sets: readonly PodSet[]) => Answer): (guarded: GuardedPods) => Answer {
  const known = new Map<readonly PodSet[], { readonly answer: Answer }>();
  return ({ sets }) => {
    let found = known.get(sets);
    if (!found) {
      found = { answer: ask(sets) };
      known.set(sets, found);
    }
    return found.answer;
  };
}

type Selected = Pick<GuardedPods, 'sets' | 'total' | 'unscaled'>;

const NOTHING: Selected = { sets: [] };

/** Many budgets with one selector are looked up once. */
function selected(facts: Facts, known: Map<string, Selected>, { place, spec }: Manifest): Selected {
  const selector = labelSelector(spec.selector);
  const key = `${place} ${selector.text}`;
  let found = known.get(key);
  if (!found) {
    const sets = facts.get(podIndex).select(place, selector);
    const unscaled = sets.find(({ carrier }) => workloadKindOf(carrier).unscaledOwner !== undefined);
    found = { sets, total: totalOf(facts, sets, selector), unscaled };
    known.set(key, found);
  }
  return found;
}

function spareOf(rule: GuardedPods['rule'], value: number | string, total: number | undefined): number | undefined {
  if (rule === 'maxUnavailable' && typeof value === 'number') {
    return value;
  }
  if (value === (rule === 'maxUnavailable' ? '0%' : '100%')) {
    return 0;
  }
  return total === undefined ? undefined : rule === 'maxUnavailable' ? share(value, total) : total - share(value, total);
}

/** Source: pkg/controller/disruption/disruption.go (v1.36) getExpectedPodCount: both percentages are rounded up */
function share(value: number | string, total: number): number {
  return typeof value === 'number' ? value : Math.ceil(total * Number(value.slice(0, -1)) / 100);
}

function totalOf(facts: Facts, sets: readonly PodSet[], selector: Selector): number | undefined {
  const counts = sets.map(pods => (isWhole(pods, selector) ? podsOf(facts, pods) : undefined));
  return counts.every(count => count !== undefined) ? (counts as number[]).reduce((sum, count) => sum + count, 0) : undefined;
}

/** Without a number in the manifest, an autoscaler of somebody else may decide. */
function podsOf(facts: Facts, pods: PodSet): number | undefined {
  const { carrier } = pods;
  const isSaid = carrier.kind === 'Pod' || asNumber(carrier.spec.replicas) !== undefined;
  return pods.open || !isSaid || isScaled(facts, carrier) ? undefined : pods.pods;
}

/** Whether the selector takes all pods of the set: it asks for nothing in which they differ. */
function isWhole(pods: PodSet, selector: Selector): boolean {
  const differs = (key: string, value?: string) => {
    const added = ownValue(pods.added, key);
    return added !== undefined && added.text !== JSON.stringify(value);
  };
  return !selector.equals.some(([key, value]) => differs(key, value))
    && !selector.expressions.some(({ key, operator }) => operator !== 'Exists' && differs(key));
}
