import { WorkloadAlert } from './props';
import { inNamespace as kubectlIn } from '../../base/text/kubectl';
import { Observed } from '../observed-workload';

/** One alert. */
export interface AlertPlan {
  readonly alert: WorkloadAlert;
  readonly expr: string;
  /** How long it must hold; 0 where the expression looks back by itself. */
  readonly forSeconds: number;
  readonly severity: 'critical' | 'warning';
  /** Labels that say what the expression leaves out. */
  readonly labels?: { readonly [label: string]: string };
  readonly summary: string;
  readonly description: string;
  /** What to look at first. */
  readonly command: string;
  /** Where it begins, with its reason, for `explain()`. */
  readonly sum: string;
}

/** An alert that is not made, and why. */
export interface LeftOut {
  readonly alert: WorkloadAlert;
  readonly because: string;
}

export type Considered = AlertPlan | LeftOut;

export function isLeftOut(considered: Considered): considered is LeftOut {
  return 'because' in considered;
}

export function without(because: string, ...alerts: WorkloadAlert[]): LeftOut[] {
  return alerts.map(alert => ({ alert, because }));
}

/** Numbers beyond which an alert begins. */
export interface AlertLimits {
  readonly queueDepth: number;
  readonly kvCacheUsage: number;
  readonly preemptionsPerMinute: number;
  readonly firstTokenSeconds: number;
  readonly errorShare: number;
  readonly restarts: number;
  readonly volumeUsage: number;
}

/** `kubectl -n ml`. */
export function kubectl({ namespace }: Observed): string {
  return `kubectl${kubectlIn(namespace)}`;
}

/** What a label of the alert says, when it comes. */
export function labelText(label: string): string {
  return `{{ $labels.${label} }}`;
}

export const VALUE = '{{ $value | humanize }}';
export const VALUE_AS_SHARE = '{{ $value | humanizePercentage }}';
export const VALUE_AS_TIME = '{{ $value | humanizeDuration }}';

const MINUTE = 60;
/** Long enough for a burst to pass, and for an autoscaler to act. */
export const BURST_SECONDS = 10 * MINUTE;
/** A node of a cloud is there within it. */
export const NODE_SECONDS = 15 * MINUTE;

/** Longer than a start: the next full minute after it, and five more. */
export function afterStart({ startSeconds }: Observed): number {
  return Math.ceil(startSeconds / MINUTE) * MINUTE + 5 * MINUTE;
}
