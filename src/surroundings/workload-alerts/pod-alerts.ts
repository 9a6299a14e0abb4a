import { AlertLimits, AlertPlan, BURST_SECONDS, Considered, NODE_SECONDS, VALUE, afterStart, kubectl, labelText } from './alert';
import { missingPods } from './missing-pods';
import { WorkloadAlert } from './props';
import { Observed } from '../observed-workload';
import { select, windowText } from '../promql';

/*
 * What kube-state-metrics says of the pods, and Prometheus of its targets.
 */

export function podAlerts(observed: Observed, limits: AlertLimits): Considered[] {
  return [
    scrapeFails(observed), restarts(observed, limits), outOfMemory(observed), unschedulable(observed), cannotStart(observed), missingPods(observed),
  ];
}

const RESTARTS = 'kube_pod_container_status_restarts_total';

/** A pod is a target as soon as it runs, and its engine answers when the model is loaded. */
function scrapeFails(observed: Observed): AlertPlan {
  const forSeconds = afterStart(observed);
  return {
    alert: WorkloadAlert.SCRAPE_FAILS,
    expr: `min by (namespace, pod, endpoint) (${select('up', observed.pods)}) == 0`,
    forSeconds,
    severity: 'warning',
    summary: `${labelText('pod')} does not answer Prometheus`,
    description: `Its port ${labelText('endpoint')} has not answered for longer than a start takes.`,
    command: `${kubectl(observed)} describe pod ${labelText('pod')}`,
    sum: `a target that does not answer, for longer than a start (${windowText(forSeconds)})`,
  };
}

const HOUR = 3600;

/** As many starts as the limit says have to fit. */
function restarts(observed: Observed, { restarts: most }: AlertLimits): AlertPlan {
  const window = Math.max(HOUR, Math.ceil((most + 1) * observed.startSeconds / HOUR) * HOUR);
  return {
    alert: WorkloadAlert.CONTAINER_RESTARTS,
    // Prometheus extrapolates to the ends of the window, so that three restarts are a little more than three.
    expr: `round(sum by (namespace, pod, container) (increase(${select(RESTARTS, observed.pods)}[${windowText(window)}]))) >= ${most}`,
    forSeconds: 0,
    severity: 'warning',
    summary: `Container ${labelText('container')} of ${labelText('pod')} starts again and again`,
    description: `${VALUE} restarts within ${windowText(window)}.`,
    command: `${kubectl(observed)} logs ${labelText('pod')} -c ${labelText('container')} --previous`,
    sum: `${most} restarts within ${windowText(window)}: ${most} + 1 starts of ${observed.startSeconds} s, at least an hour`,
  };
}

function outOfMemory(observed: Observed): AlertPlan {
  const killed = select('kube_pod_container_status_last_terminated_reason', observed.pods, 'reason="OOMKilled"');
  const by = '(namespace, pod, container)';
  return {
    alert: WorkloadAlert.OUT_OF_MEMORY,
    expr: `sum by ${by} (increase(${select(RESTARTS, observed.pods)}[15m])) > 0 and on ${by} max by ${by} (${killed}) == 1`,
    forSeconds: 0,
    severity: 'warning',
    summary: `Container ${labelText('container')} of ${labelText('pod')} was killed for its memory`,
    description: 'It used more memory than its limit; memory volumes such as /dev/shm count. The memory of GPUs is not meant.',
    command: `${kubectl(observed)} describe pod ${labelText('pod')}`,
    sum: 'a restart within 15 min whose reason was OOMKilled',
  };
}

/** One for pods without a node, whatever keeps them: devices, claims, nodes, a gate of a queue. Source: kube-state-metrics internal/store/pod.go (v2.18) */
function unschedulable(observed: Observed): AlertPlan {
  return {
    alert: WorkloadAlert.POD_UNSCHEDULABLE,
    expr: `max by (namespace, pod) (${select('kube_pod_status_unschedulable', observed.pods)}) == 1`,
    forSeconds: NODE_SECONDS,
    severity: 'warning',
    summary: `No node takes ${labelText('pod')}`,
    description: 'It has waited for 15 minutes: for devices or a device claim, for a volume, for a node that fits, or for its queue. The events of the pod say which.',
    command: `${kubectl(observed)} describe pod ${labelText('pod')}`,
    sum: 'a pod without a node for 15 min; a new node of a cloud is there within that. Pods that wait in a queue count',
  };
}

/** What ends by itself is not among them. Source: pkg/kubelet/images/types.go, pkg/kubelet/container/sync_result.go, pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.36) */
const REASONS = ['CrashLoopBackOff', 'ImagePullBackOff', 'ErrImagePull', 'InvalidImageName', 'CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'];

function cannotStart(observed: Observed): AlertPlan {
  const waiting = (series: string) => `max_over_time(${select(series, observed.pods, `reason=~"${REASONS.join('|')}"`)}[5m])`;
  return {
    alert: WorkloadAlert.CONTAINER_CANNOT_START,
    expr: `max by (namespace, pod, container, reason) (${waiting('kube_pod_container_status_waiting_reason')} or ${waiting('kube_pod_init_container_status_waiting_reason')}) == 1`,
    forSeconds: BURST_SECONDS,
    severity: 'warning',
    summary: `Container ${labelText('container')} of ${labelText('pod')} does not come up`,
    description: `It waits: ${labelText('reason')}.`,
    command: `${kubectl(observed)} describe pod ${labelText('pod')}`,
    sum: 'a container, or one that goes before it, that waits for 10 min with a reason that does not go away by itself',
  };
}
