import { Observed } from '../observed-workload';
import { LabelMatcher, matchersText } from '../promql';

/** What queries of a dashboard are about: what its variables choose. */
export interface Board {
  readonly observed: Observed;
  /** Matchers of series that name a pod. */
  readonly pods: string;
  /** Label that names the zone of the node. */
  readonly zoneLabel?: string;
}

/** A window that holds enough samples, whatever the range. Source: grafana docs, $__rate_interval */
export const WINDOW = '$__rate_interval';

/** Pods of the workload, and of those the ones that the viewer chooses. */
export const PODS = 'namespace="$namespace",pod=~"$workload",pod=~"$pod"';

/** Matchers of objects that are named here. */
export function ofObjects(...matchers: readonly LabelMatcher[]): string {
  return ['namespace="$namespace"', matchersText(matchers)].join(',');
}
