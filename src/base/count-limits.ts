import { invalid, wholeNumber } from './errors/invalid-input';

/*
 * Counts that multiply objects or work are looked at before anything is made of them. The figures are those that Kubernetes is made for, far beyond what
 * anybody runs: who meets one has mistaken a number.
 */

/** Source: kubernetes docs, setup/best-practices/cluster-large: at most 150,000 pods in a cluster */
export const MAX_PODS = 150_000;

/**
 * Sets of pods of one workload. Source: kubernetes/community sig-scalability/configs-and-limits/thresholds.md: 2,000 Deployments in a namespace; it has no
 * figure for StatefulSets, which are as many objects with as many pods.
 */
const MAX_SETS = 2_000;

/** Source: kubernetes docs, setup/best-practices/cluster-large: at most 5,000 nodes in a cluster; a node is in one zone */
const MAX_ZONES = 5_000;

/** No more zones than a cluster is made for nodes: each is looked for among the others. */
export function checkZoneCount(field: string, zones: readonly unknown[] = []): void {
  if (zones.length > MAX_ZONES) {
    throw invalid(field, `${zones.length} zones`, `is more than the ${MAX_ZONES} nodes that a cluster is made for`, 'name the zones in which the nodes are');
  }
}

/** A number of pods, of at least so many, and of no more than a cluster is made for. */
export function podCount(field: string, value: number, bounds: { readonly min: number; readonly help?: string }): number {
  wholeNumber(field, value, bounds);
  if (value > MAX_PODS) {
    throw invalid(field, value, `is more than the ${MAX_PODS} pods that a cluster is made for`, `give at most ${MAX_PODS}`);
  }
  return value;
}

/** A number of parts of which each has a set of its own: groups, zones. */
export function setCount(field: string, value: number, noun: string, help: string): number {
  if (value > MAX_SETS) {
    throw invalid(field, value, `each ${noun} has a set of pods of its own, and Kubernetes is made for ${MAX_SETS} of a kind in a namespace`, help);
  }
  return value;
}
