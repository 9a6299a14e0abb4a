import { NODE_SILENT_SECONDS, nodeLostSeconds } from '../knowledge/node-loss';
import { Locality } from '../target-cluster/locality';

/**
 * A StatefulSet never runs two pods of one name, so it waits until the old one is surely gone.
 *
 * Source: kubernetes.io/docs/tasks/run-application/force-delete-stateful-set-pod; KEP-2268 (out-of-service taint)
 */
export function nodeLostOfSet(tolerationSeconds: number | undefined): string {
  return `its pods leave the endpoints after ${NODE_SILENT_SECONDS} s and are told to stop after ${nodeLostSeconds(tolerationSeconds).sum}; a StatefulSet replaces them only once the node answers, is deleted,\n`
    + 'or has the taint node.kubernetes.io/out-of-service';
}

/** Source: pkg/controller/replicaset/replica_set.go: a pod that is being deleted no longer counts */
export function nodeLostOfDeployment(tolerationSeconds: number | undefined): string {
  return `its pods leave the endpoints after ${NODE_SILENT_SECONDS} s, and others take their place after ${nodeLostSeconds(tolerationSeconds).sum}, where there is room`;
}

/**
 * What a preference of a Service means for clients; PreferClose is the same as PreferSameZone.
 *
 * Source: pkg/proxy/topology.go (v1.36); KEP-3015
 */
export function preferConsequence(prefer: Locality, what: string, most?: { readonly endpoints: number; readonly zones: number }): string {
  const near = prefer === Locality.SAME_NODE ? 'node, then zone,' : 'zone';
  const bare = most ? most.zones - most.endpoints : 0;
  return [
    `clients go to ${what} of their own ${near} while one is ready there, and to all others as soon as none is: those then bear its load too.`,
    'Load is not weighed: where clients are uneven over the zones, so is the load' + (bare > 0
      ? `; ${most!.endpoints} ${what} in ${most!.zones} zones leave at least ${bare} ${bare === 1 ? 'zone' : 'zones'} whose clients reach all`
      : ''),
  ].join('\n');
}
