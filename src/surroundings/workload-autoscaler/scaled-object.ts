import { BackendPlan } from './backend-plan';
import { renderBehavior } from './hpa';
import { AutoscalingPlan, ReplicaTimes, ScaleTarget } from './scaling-plan';
import { isOfEach, numberOfAll, storedName } from './signals';
import { MetricPlan } from './targets';
import { PlainObject, compact } from '../../base/plain';
import { KEDA_COOLDOWN_SECONDS } from '../../knowledge/keda';
import { matchersOf } from '../promql';

/** Attempts that fail before the fallback holds. */
const FAILURES = 3;

/** The query of one metric. */
export function queryOf({ signal, others }: MetricPlan, { matchers = '' }: BackendPlan): string {
  return others?.query ?? numberOfAll(signal!, { series: storedName(signal!), matchers: others ? matchersOf(others.labels!) : matchers });
}

/**
 * How long nothing must be asked for before the last replica goes: as long as a request may run, which nobody but `runningRequests` sees, and as a start
 * takes, which it costs.
 */
export function cooldownSeconds({ startSeconds, graceSeconds }: ReplicaTimes): number {
  return Math.max(KEDA_COOLDOWN_SECONDS, startSeconds, graceSeconds);
}

/** Source: keda apis/keda/v1alpha1/scaledobject_types.go, scaletriggers_types.go (v2.21) */
export function renderScaledObject(
  plan: AutoscalingPlan, { apiVersion, kind, name }: ScaleTarget, backend: BackendPlan, times: ReplicaTimes): PlainObject {
  const { minReplicas, maxReplicas } = plan;
  const cooldown = minReplicas === 0 ? cooldownSeconds(times) : undefined;
  return compact({
    scaleTargetRef: { apiVersion, kind, name },
    minReplicaCount: minReplicas,
    maxReplicaCount: maxReplicas,
    // Both say nothing where a replica always runs, and its webhook warns of them.
    cooldownPeriod: cooldown,
    // Otherwise replicas that are still starting when the object comes are stopped at once. Source: keda pkg/scaling/executor/scale_scaledobjects.go scaleToZeroOrIdle
    initialCooldownPeriod: cooldown,
    advanced: { horizontalPodAutoscalerConfig: { behavior: renderBehavior(plan) } },
    fallback: backend.fallbackReplicas === undefined ? undefined : { failureThreshold: FAILURES, replicas: backend.fallbackReplicas, behavior: 'currentReplicasIfHigher' },
    triggers: plan.metrics.map(metric => renderTrigger(metric, backend, minReplicas)),
  });
}

/** Numbers in metadata are texts. Source: keda pkg/scalers/prometheus_scaler.go prometheusMetadata (v2.21) */
function renderTrigger(metric: MetricPlan, backend: BackendPlan, minReplicas: number): PlainObject {
  const { name, signal, others, target } = metric;
  const { authentication, serverAddress } = backend;
  const isValue = others?.isOfEach ?? isOfEach(signal!);
  return compact({
    type: 'prometheus',
    name,
    metricType: isValue ? 'Value' : 'AverageValue',
    metadata: compact({
      serverAddress: serverAddress!,
      query: queryOf(metric, backend),
      threshold: numberText(target),
      activationThreshold: others?.activation === undefined ? undefined : String(others.activation),
      ignoreNullValues: String(minReplicas === 0 && others === undefined),
      authModes: authentication?.modes?.length ? authentication.modes.join(',') : undefined,
    }),
    authenticationRef: authentication && compact({ name: authentication.name, kind: authentication.isClusterWide ? 'ClusterTriggerAuthentication' : undefined }),
  });
}

/** A quantity as the decimal that KEDA reads: `800m` is 0.8. */
function numberText(quantity: string): string {
  return quantity.endsWith('m') ? String(Number(quantity.slice(0, -1)) / 1000) : quantity;
}
