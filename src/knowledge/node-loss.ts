/** Until a node that stopped answering counts as gone. Source: cmd/kube-controller-manager NodeLifecycleController --node-monitor-grace-period (50 s since 1.32) */
export const NODE_SILENT_SECONDS = 50;

/** How long pods stay on such a node unless they say otherwise. Source: plugin/pkg/admission/defaulttolerationseconds (v1.36) */
const DEFAULT_TOLERATION_SECONDS = 300;

/** Seconds until the pods of a node that stopped answering are told to stop, with the sum. */
export function nodeLostSeconds(tolerationSeconds: number | undefined): { readonly seconds: number; readonly sum: string } {
  const toleration = tolerationSeconds ?? DEFAULT_TOLERATION_SECONDS;
  const seconds = NODE_SILENT_SECONDS + toleration;
  return { seconds, sum: `${NODE_SILENT_SECONDS} + ${toleration} = ${seconds} s` };
}
