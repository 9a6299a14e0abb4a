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
