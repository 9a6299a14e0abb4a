import { AlertLimits, AlertPlan, Considered, NODE_SECONDS, VALUE_AS_SHARE, kubectl, labelText, without } from './alert';
import { WorkloadAlert } from './props';
import { claimNamesOf } from '../carried-claims';
import { Observed, inNamespace } from '../observed-workload';
import { matchersText, select } from '../promql';

/*
 * What kube-state-metrics says of claims, and the kubelet of the volumes that it has mounted.
 */

export function volumeAlerts(observed: Observed, limits: AlertLimits): Considered[] {
  const { workload, namespace, name } = observed;
  const claims = claimNamesOf(workload.apiObjects);
  if (claims === undefined) {
    return without(`no pod of ${name} has a claim that its manifest names`, WorkloadAlert.CLAIM_PENDING, WorkloadAlert.VOLUME_FILLS);
  }
  const matchers = matchersText([inNamespace(namespace), { label: 'persistentvolumeclaim', value: claims, isPattern: true }]);
  return [pending(observed, matchers), fills(observed, matchers, limits)];
}

function pending(observed: Observed, claims: string): AlertPlan {
  return {
    alert: WorkloadAlert.CLAIM_PENDING,
    expr: `max by (namespace, persistentvolumeclaim) (${select('kube_persistentvolumeclaim_status_phase', claims, 'phase="Pending"')}) == 1`,
    forSeconds: NODE_SECONDS,
    severity: 'warning',
    summary: `Claim ${labelText('persistentvolumeclaim')} gets no volume`,
    description: 'It has waited for 15 minutes. A class that waits for the first consumer makes none while the pod has no node.',
    command: `${kubectl(observed)} describe pvc ${labelText('persistentvolumeclaim')}`,
    sum: 'a claim without a volume for 15 min',
  };
}

/** A checkpoint is written at once, so that what is left has to hold one. */
function fills(observed: Observed, claims: string, { volumeUsage }: AlertLimits): AlertPlan {
  const max = (series: string) => `max by (namespace, persistentvolumeclaim) (${select(series, claims)})`;
  return {
    alert: WorkloadAlert.VOLUME_FILLS,
    expr: `${max('kubelet_volume_stats_used_bytes')} / ${max('kubelet_volume_stats_capacity_bytes')} > ${volumeUsage}`,
    forSeconds: NODE_SECONDS,
    severity: 'critical',
    summary: `The volume of ${labelText('persistentvolumeclaim')} is nearly full`,
    description: `${VALUE_AS_SHARE} of it is in use. A checkpoint or a model that finds no room fails its program.`,
    command: `${kubectl(observed)} get pvc ${labelText('persistentvolumeclaim')}`,
    sum: `more than ${volumeUsage} of a mounted volume`,
  };
}
