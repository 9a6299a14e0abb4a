import { ObjectProblem } from '../../problem';

/**
 * Required fields that the project's own mutating webhook sets before validation: without that webhook nothing else of the kind works
 * either. Source: sigs.k8s.io/jobset pkg/webhooks/jobset_webhook.go Default (v0.11.0).
 */
const FILLED_IN: { readonly [kind: string]: RegExp } = {
  'jobset.x-k8s.io/JobSet': /^spec\.failurePolicy\.rules\[\d+\]\.name$/,
};

/** Whether a webhook sets the field before the API server requires it. */
export function isFilledIn(group: string, kind: string, { id, field }: ObjectProblem): boolean {
  const name = `${group}/${kind}`;
  return id === 'AIW1103' && Object.hasOwn(FILLED_IN, name) && FILLED_IN[name].test(field);
}
