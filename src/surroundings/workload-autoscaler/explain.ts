import { BackendPlan } from './backend-plan';
import { WorkloadAutoscalerPlan } from './plan';
import { cooldownSeconds, queryOf } from './scaled-object';
import { exampleLoad } from './scaling-plan';
import { MetricPlan } from './targets';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { KEDA_HPA_PREFIX, KEDA_OWNER_LABEL, KEDA_POLLING_SECONDS } from '../../knowledge/keda';
import { labelsText } from '../texts';

/** What `explain()` of a WorkloadAutoscaler prints. */
export function explainAutoscaler(plan: WorkloadAutoscalerPlan): string {
  const { name, scaled, scaling, times, unit, devicesOfOne, backend } = plan;
  const { minReplicas, maxReplicas, metrics, scaleUp, scaleDown } = scaling;
  const explanation = new Explanation(`WorkloadAutoscaler ${name}: ${backend.kind === 'ScaledObject' ? 'ScaledObject' : 'HorizontalPodAutoscaler'} of ${scaled.kind} ${scaled.name}`)
    .sum('fleet', `${minReplicas} to ${maxReplicas} ${unit}${devicesOfOne > 0 ? ` x ${devicesOfOne} devices = ${minReplicas * devicesOfOne} to ${maxReplicas * devicesOfOne}` : ''}`);
  const example = exampleLoad(scaling, devicesOfOne);
  if (example) {
    explanation.sum('load', example);
  }
  explanation.sum('scale up', scaleUp.sum).sum('scale down', scaleDown.sum);
  if (minReplicas === 0) {
    explainZero(explanation, plan);
  }
  explanation.choice('replicas', `left out of ${scaled.kind} ${scaled.name}: the autoscaler follows the largest of\n${metrics.map(({ text }) => text).join('\n')}`);
  explainQueries(explanation, plan);
  explainErrors(explanation, backend);
  explanation.limit('a burst', `what is added helps after ${times.startSeconds} s at best; what comes before waits in the queue`);
  if (minReplicas > 0 && !metrics.some(({ others }) => others?.survivesZero)) {
    explanation.limit('zero', 'the series come from the engine itself: with no pod there are none, so the least is 1');
  }
  explainQuantiles(explanation, plan);
  explainOperation(explanation, plan);
  return explanation.operate('replicas', 'taking them out of a live object sets them to 1 at once: before the first apply without them, delete them with kubectl apply edit-last-applied').toString();
}

/** What is asked of Prometheus, where no adapter has the query. */
function explainQueries(explanation: Explanation, { scaling: { metrics }, backend }: WorkloadAutoscalerPlan): void {
  if (backend.kind === 'ScaledObject') {
    explanation.choice('queries', metrics.map(metric => queryOf(metric, backend)).join('\n'));
  } else if (backend.kind === 'External') {
    explanation.choice('series', `those with ${labelsText(backend.seriesLabels!)}`);
  } else if (backend.kind === 'Object') {
    explanation.choice('metrics', `of ${backend.object!.kind} ${backend.object!.name}: series whose label ${backend.object!.label} is ${backend.object!.name}`);
  }
}

/** From zero the first request waits for all of it; to zero the last one must have ended. */
function explainZero(explanation: Explanation, { times, scaling: { metrics }, backend }: WorkloadAutoscalerPlan): void {
  const wakes = metrics.filter(({ others }) => others?.survivesZero).map(({ text }) => text);
  if (backend.kind === 'ScaledObject') {
    explanation
      .sum('from zero', `${KEDA_POLLING_SECONDS} s (how often KEDA asks) + ${times.startSeconds} s (a start) = ${KEDA_POLLING_SECONDS + times.startSeconds} s that the first request waits`)
      .sum('to zero', `${cooldownSeconds(times)} s after nothing was asked for (300 s, or a start of ${times.startSeconds} s, or a drain of ${times.graceSeconds} s, the longest)`);
  }
  explanation
    .choice('woken by', wakes.join('\n'))
    .limit('zero', 'a request is only kept where somebody waits with it: a Service without endpoints refuses it at once');
}

/** Nobody answers: what becomes of the number. */
function explainErrors(explanation: Explanation, { kind, fallbackReplicas }: BackendPlan): void {
  if (kind === 'ScaledObject') {
    explanation.consequence('no Prometheus', fallbackReplicas === undefined
      ? 'the number stays as it is, zero as well; a series that is gone is an error and not a load of 0'
      : `after 3 attempts there are ${fallbackReplicas} at least, and not fewer than run (shares and latencies: KEDA 2.18 and later; from zero: 2.19 and later)`);
  }
}

/** Percentiles are no load. */
function explainQuantiles(explanation: Explanation, { scaling: { metrics }, backend }: WorkloadAutoscalerPlan): void {
  const quantiles = metrics.filter(({ signal }) => signal?.kind === 'quantile');
  if (quantiles.length > 0) {
    explanation.limit('latency', `more replicas shorten a queue, not a long prompt: where that is what takes the time, ${quantiles.length === 1 ? 'it leads' : 'they lead'} to maxReplicas${
      backend.kind === 'Pods' ? '\nthe average over the percentiles of the pods is compared, idle ones with 0: ScalingBackend.objectMetrics compares the percentile of all' : ''}`);
  }
}

function explainOperation(explanation: Explanation, { name, namespace, scaling: { metrics }, backend, scaled }: WorkloadAutoscalerPlan): void {
  const kubectl = `kubectl${inNamespace(namespace)}`;
  if (backend.kind === 'ScaledObject') {
    explanation
      .operate('metrics', `${kubectl} get scaledobject ${name}   # READY, and ACTIVE while something is asked for\n${kubectl} get hpa ${KEDA_HPA_PREFIX}${name}\n${raw(`external.metrics.k8s.io/v1beta1/namespaces/${namespace ?? 'NAMESPACE'}/s0-prometheus?labelSelector=${encodeURIComponent(`${KEDA_OWNER_LABEL}=${name}`)}`)}`)
      .operate('takeover', `delete a HorizontalPodAutoscaler of ${scaled.kind} ${scaled.name} before: the webhook of KEDA refuses the ScaledObject beside it`);
    return;
  }
  explanation.operate('metrics', `adapterRules holds the configuration of the Prometheus adapter; then ask for one:\n${raw(pathOf(metrics[0], backend, namespace ?? 'NAMESPACE'))}`);
  if (metrics.some(({ others }) => others) || backend.kind === 'External') {
    explanation.limit('KEDA', 'one server answers for external.metrics.k8s.io: where KEDA is installed the adapter cannot serve external metrics');
  }
}

function pathOf({ name, others }: MetricPlan, { kind, object, seriesLabels }: BackendPlan, namespace: string): string {
  if (others || kind === 'External') {
    return `external.metrics.k8s.io/v1beta1/namespaces/${namespace}/${name}?labelSelector=${encodeURIComponent(labelsText(others?.labels ?? seriesLabels ?? {}))}`;
  }
  if (kind === 'Object') {
    const [group] = object!.apiVersion.includes('/') ? object!.apiVersion.split('/') : [''];
    return `custom.metrics.k8s.io/v1beta1/namespaces/${namespace}/${object!.kind.toLowerCase()}s${group === '' ? '' : `.${group}`}/${object!.name}/${name}`;
  }
  return `custom.metrics.k8s.io/v1beta1/namespaces/${namespace}/pods/*/${name}`;
}

function raw(path: string): string {
  return `kubectl get --raw "/apis/${path}"`;
}
