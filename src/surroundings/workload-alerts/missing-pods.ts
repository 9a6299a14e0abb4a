import { ApiObject } from 'cdk8s';
import { Considered, VALUE, afterStart, kubectl, labelText } from './alert';
import { WorkloadAlert } from './props';
import { quotedPattern } from '../../base/text/pattern';
import { WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { Observed, inNamespace } from '../observed-workload';
import { oneOf } from '../pod-names';
import { LabelMatcher, matchersText, select, windowText } from '../promql';

/*
 * Pods that should be ready and are not.
 */

/** A kind that says by itself how many pods it wants, so that autoscalers are followed. */
export interface Counted {
  readonly label: string;
  readonly wanted: string;
  readonly ready: string;
  /** Pods of the new template: while they change in number, a roll-out goes on. */
  readonly updated: string;
}

const DEPLOYMENT: Counted = {
  label: 'deployment', wanted: 'kube_deployment_spec_replicas', ready: 'kube_deployment_status_replicas_available', updated: 'kube_deployment_status_replicas_updated',
};
const STATEFUL_SET: Counted = {
  label: 'statefulset', wanted: 'kube_statefulset_replicas', ready: 'kube_statefulset_status_replicas_ready', updated: 'kube_statefulset_status_replicas_updated',
};
/** Of the nodes that it may run on. Source: kube-state-metrics internal/store/daemonset.go (v2.18) */
const DAEMON_SET: Counted = {
  label: 'daemonset',
  wanted: 'kube_daemonset_status_desired_number_scheduled',
  ready: 'kube_daemonset_status_number_available',
  updated: 'kube_daemonset_status_updated_number_scheduled',
};

/** Objects of it are counted under these names. A LeaderWorkerSet has a StatefulSet of leaders, and one of workers for each leader. Source: lws v0.9.0 pkg/controllers */
const COUNTED: { readonly [kind: string]: { readonly by: Counted; readonly names: (objects: readonly ApiObject[]) => LabelMatcher } } = {
  Deployment: { by: DEPLOYMENT, names: objects => oneOf(DEPLOYMENT.label, objects.map(({ name }) => name)) },
  StatefulSet: { by: STATEFUL_SET, names: objects => oneOf(STATEFUL_SET.label, objects.map(({ name }) => name)) },
  DaemonSet: { by: DAEMON_SET, names: objects => oneOf(DAEMON_SET.label, objects.map(({ name }) => name)) },
  LeaderWorkerSet: {
    by: STATEFUL_SET, names: objects => ({ label: STATEFUL_SET.label, value: objects.map(({ name }) => `${quotedPattern(name)}(-[0-9]+)?`).join('|'), isPattern: true }),
  },
};

/** How objects of a kind are counted, where their name alone says which; undefined of others. */
export function countedOf(kind: string): Counted | undefined {
  return COUNTED[kind]?.by;
}

/** The objects of each kind, and the series by which they are counted; undefined where one of them has none. */
function countedBy({ workload, namespace }: Observed): { readonly by: Counted; readonly matchers: string }[] | undefined {
  const kinds = [...new Set(workload.apiObjects.map(({ kind }) => kind))];
  return kinds.length === 0 || kinds.some(kind => COUNTED[kind] === undefined) ? undefined : kinds.map(kind => {
    const { by, names } = COUNTED[kind];
    return { by, matchers: matchersText([inNamespace(namespace), names(workload.apiObjects.filter(object => object.kind === kind))]) };
  });
}

export function missingPods(observed: Observed): Considered {
  const { workload, pods, name } = observed;
  const alert = WorkloadAlert.PODS_MISSING;
  const counted = countedBy(observed);
  const forSeconds = afterStart(observed);
  const common = { alert, forSeconds, severity: 'critical', summary: `Pods of ${name} are missing` } as const;
  if (counted) {
    const each = counted.map(({ by: { label, wanted, ready, updated }, matchers }) => {
      const max = (series: string) => `max by (namespace, ${label}) (${select(series, matchers)})`;
      return `(${max(wanted)} - ${max(ready)} > 0 and max by (namespace, ${label}) (changes(${select(updated, matchers)}[${windowText(forSeconds)}])) == 0)`;
    });
    const labels = counted.map(({ by }) => labelText(by.label)).join('');
    return {
      ...common,
      expr: each.join(' or '),
      description: `${VALUE} pods of ${labels} are not ready for longer than a start takes, and no roll-out moves.`,
      command: `${kubectl(observed)} get pods -o wide`,
      sum: `fewer ready than wanted for longer than a start (${windowText(forSeconds)}), while no roll-out moves`,
    };
  }
  const { least } = workload._select({});
  const because = workload.purpose === WorkloadPurpose.RUN ? 'pods of a run end one by one; what goes wrong, its Jobs say'
    : workload._isScaled ? `no series says how many pods an autoscaler wants of ${name}`
      : least === 0 ? `nothing says how many pods ${name} has` : undefined;
  return because !== undefined ? { alert, because } : {
    ...common,
    expr: `${least} - (sum(${select('kube_pod_status_ready', pods, 'condition="true"')}) or vector(0)) > 0`,
    description: `${VALUE} of ${least} pods are not ready for longer than a start takes.`,
    command: `${kubectl(observed)} get pods -o wide`,
    sum: `fewer than ${least} ready for longer than a start (${windowText(forSeconds)})`,
  };
}
