import { asObject, asText, ownValue } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

const HOOKS = ['helm.sh/hook', 'argocd.argoproj.io/hook'];

/**
 * Hooks are no part of what is applied: Helm and Argo CD delete the last one and make a new one, and prune none that is left out.
 * Source: helm pkg/action/hooks.go (v3.18), before-hook-creation is the default; argo-cd gitops-engine pkg/sync/hook (v3.0), BeforeHookCreation is
 */
export function isMadeAnew(object: Manifest): boolean {
  return HOOKS.some(key => annotationOf(object, key) !== undefined);
}

/**
 * The annotation that has somebody delete an object which refuses a change, and make it anew; undefined where there is none.
 * Source: argo-cd docs/user-guide/sync-options.md (v3.0): Replace=true with Force=true; fluxcd kustomize-controller v1.5 kustomize.toolkit.fluxcd.io/force
 */
export function forcedBy(object: Manifest): string | undefined {
  const options = annotationOf(object, 'argocd.argoproj.io/sync-options') ?? '';
  if (['Force=true', 'Replace=true'].every(option => options.split(',').some(each => each.trim() === option))) {
    return 'argocd.argoproj.io/sync-options: Force=true,Replace=true';
  }
  return /^enabled$/i.test(annotationOf(object, 'kustomize.toolkit.fluxcd.io/force') ?? '') ? 'kustomize.toolkit.fluxcd.io/force: enabled' : undefined;
}

/** Annotations that keep an object from being pruned, with what they must hold. */
const KEEPING: { readonly [key: string]: RegExp } = {
  'argocd.argoproj.io/sync-options': /(^|,)\s*(Prune|Delete)=false\s*(,|$)/,
  'kustomize.toolkit.fluxcd.io/prune': /^disabled$/i,
  'helm.sh/resource-policy': /(^|,)\s*keep\s*(,|$)/,
};

/** Whether an annotation keeps it from being pruned. */
export function isKeptFromPruning(object: Manifest): boolean {
  return Object.entries(KEEPING).some(([key, pattern]) => pattern.test(annotationOf(object, key) ?? ''));
}

function annotationOf({ body }: Manifest, key: string): string | undefined {
  return asText(ownValue(asObject(asObject(body.metadata).annotations), key));
}
