import { BackendPlan } from './backend-plan';
import { AutoscalingPlan, ScaleTarget } from './scaling-plan';
import { isOfEach } from './signals';
import { MetricPlan } from './targets';
import { PlainObject, compact } from '../../base/plain';
import { storedQuantity } from '../../kubernetes/quantity';

/** Source: staging/src/k8s.io/api/autoscaling/v2/types.go (v1.36) */
export function renderAutoscaler(plan: AutoscalingPlan, { apiVersion, kind, name }: ScaleTarget, backend: BackendPlan = { kind: 'Pods' }): PlainObject {
  return {
    scaleTargetRef: { apiVersion, kind, name },
    minReplicas: plan.minReplicas,
    maxReplicas: plan.maxReplicas,
    metrics: plan.metrics.map(metric => renderMetric(metric, backend)),
    behavior: renderBehavior(plan),
  };
}

function renderMetric(metric: MetricPlan, { kind, object, seriesLabels }: BackendPlan): PlainObject {
  if (metric.others) {
    return external(metric, metric.others.labels);
  }
  switch (kind) {
    case 'Object': return { type: 'Object', object: { describedObject: { apiVersion: object!.apiVersion, kind: object!.kind, name: object!.name }, metric: { name: metric.name }, target: targetOf(metric) } };
    case 'External': return external(metric, seriesLabels);
    default: return { type: 'Pods', pods: { metric: { name: metric.name }, target: { type: 'AverageValue', averageValue: storedQuantity(metric.target) } } };
  }
}

function external(metric: MetricPlan, labels: PlainObject | undefined): PlainObject {
  return { type: 'External', external: { metric: compact({ name: metric.name, selector: labels && { matchLabels: { ...labels } } }), target: targetOf(metric) } };
}

/** What adds up is divided by the number of replicas; a share or a percentile is compared as it is. */
function targetOf({ signal, others, target }: MetricPlan): PlainObject {
  const isValue = others?.isOfEach ?? (signal !== undefined && isOfEach(signal));
  return isValue ? { type: 'Value', value: storedQuantity(target) } : { type: 'AverageValue', averageValue: storedQuantity(target) };
}

/** How fast replicas come and go: the same for a HorizontalPodAutoscaler of KEDA. */
export function renderBehavior({ scaleUp, scaleDown }: AutoscalingPlan): PlainObject {
  return {
    scaleUp: {
      stabilizationWindowSeconds: scaleUp.windowSeconds,
      selectPolicy: 'Max',
      policies: [
        { type: 'Percent', value: 100, periodSeconds: scaleUp.periodSeconds },
        { type: 'Pods', value: scaleUp.pods, periodSeconds: scaleUp.periodSeconds },
      ],
    },
    scaleDown: {
      stabilizationWindowSeconds: scaleDown.windowSeconds,
      policies: [{ type: 'Pods', value: scaleDown.pods, periodSeconds: scaleDown.periodSeconds }],
    },
  };
}
