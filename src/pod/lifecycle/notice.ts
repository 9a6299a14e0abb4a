import { invalid } from '../../base/errors/invalid-input';
import { Capacity } from '../scheduling/capacity';
import { PodPlan } from '../template/pod-plan';

/** What nodes that are taken away leave a pod, with their name. */
export interface Notice {
  readonly seconds: number;
  readonly nodes: string;
}

/** The end of a refusal, after what is too long. */
export function beyondNotice({ seconds, nodes }: Notice): string {
  return `is more than the ${seconds} s that ${nodes} leave a pod after the stop signal`;
}

/** Kubernetes' default may be more than there is, though what must stop fits. */
export function cutToNotice(plan: PodPlan, { seconds, nodes }: Notice): PodPlan {
  return { ...plan, graceSeconds: seconds, graceSum: `${seconds} s, the notice of ${nodes} (${plan.graceSum}, is more)` };
}

/** The notice, as the solver of a drain takes it. */
export function noticeOf({ _spot, _spotTitle }: Capacity): Notice | undefined {
  return _spot && { seconds: _spot.noticeSeconds, nodes: _spotTitle };
}

/**
 * The pod with a grace period that fits the notice: a longer one promises time that the node does not have. Kubernetes' default is cut to it; what
 * was asked for, or what must stop, is refused.
 */
export function withinNotice(capacity: Capacity, plan: PodPlan, isGiven: boolean): PodPlan {
  const notice = noticeOf(capacity);
  if (!notice || plan.graceSeconds <= notice.seconds) {
    return plan;
  }
  if (isGiven || (plan.stopping ?? []).length > 0) {
    throw invalid('terminationGracePeriod', `${plan.graceSeconds}s`,
      `${plan.graceSum} ${beyondNotice(notice)}`,
      `give at most ${notice.seconds} s, or shorten what must stop in it`);
  }
  return cutToNotice(plan, notice);
}
