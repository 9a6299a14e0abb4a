import { PooledPods } from './demands';
import { normalizedLabel } from '../../knowledge/karpenter';
import { requiredLabels } from '../../lint/facts/node-demands';

/** Values of a label that pods insist on, of all of them together. */
export function valuesAsked(pooled: readonly PooledPods[], key: string): string[] {
  const asked = pooled.flatMap(({ pods }) => requiredLabels(pods)).filter(each => normalizedLabel(each.key) === key);
  return [...new Set(asked.flatMap(({ values }) => values))];
}
