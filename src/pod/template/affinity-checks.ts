import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { checkKey, checkLabels } from '../../kubernetes/refused/labels';

/**
 * Keys and values in the terms that place a pod. cdk8s-plus-28 passes on what `scheduling` was given, and the API server refuses the object.
 * Source: pkg/apis/core/validation/validation.go validateAffinity (v1.36)
 */
export function checkAffinity(field: string, affinity: PlainObject | undefined): void {
  const node = affinity?.nodeAffinity as PlainObject | undefined;
  const required = (node?.requiredDuringSchedulingIgnoredDuringExecution as PlainObject | undefined)?.nodeSelectorTerms;
  const preferred = listOf(node?.preferredDuringSchedulingIgnoredDuringExecution).map(each => each.preference as PlainObject);
  [...listOf(required), ...preferred].forEach(term => checkExpressions(`${field}.nodeAffinity`, term));
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const terms = affinity?.[kind] as PlainObject | undefined;
    [
      ...listOf(terms?.requiredDuringSchedulingIgnoredDuringExecution),
      ...listOf(terms?.preferredDuringSchedulingIgnoredDuringExecution).map(each => each.podAffinityTerm as PlainObject),
    ].forEach(term => checkTerm(`${field}.${kind}`, term));
  }
}

/** Tolerations, likewise. An empty key tolerates every taint, as `NodeTaintQuery.any()` means it. Source: the same, validateTolerations */
export function checkTolerations(field: string, tolerations: readonly PlainObject[]): void {
  tolerations.forEach(({ key, value }, index) => {
    if (key !== undefined && key !== '') {
      checkKey(`${field}[${index}].key`, String(key));
      checkLabels(`${field}[${index}].value`, { [String(key)]: String(value ?? '') });
    }
  });
}

function checkTerm(field: string, term: PlainObject): void {
  checkKey(`${field}.topologyKey`, String(term.topologyKey ?? ''));
  for (const selector of ['labelSelector', 'namespaceSelector'] as const) {
    const given = term[selector] as PlainObject | undefined;
    checkLabels(`${field}.${selector}.matchLabels`, (given?.matchLabels ?? {}) as Labels);
    checkExpressions(`${field}.${selector}`, given ?? {});
  }
}

function checkExpressions(field: string, { matchExpressions }: PlainObject): void {
  listOf(matchExpressions).forEach(({ key, values }) => {
    checkKey(`${field}.matchExpressions`, String(key ?? ''));
    (values as string[] | undefined)?.forEach(value => checkLabels(`${field}.matchExpressions`, { [String(key)]: value }));
  });
}

function listOf(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value as PlainObject[] : [];
}
