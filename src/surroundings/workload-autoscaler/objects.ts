import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { BackendPlan } from './backend-plan';
import { renderAutoscaler } from './hpa';
import { renderScaledObject } from './scaled-object';
import { AutoscalingPlan, ReplicaTimes, ScaleTarget } from './scaling-plan';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { KEDA_API } from '../../knowledge/keda';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { adviseExtensionApi } from '../extension-api';
import { METRICS_TO_SERVE } from '../notices';

/** A HorizontalPodAutoscaler of one object. */
export function createAutoscaler(
  scope: Construct, options: ObjectOptions, plan: AutoscalingPlan, scaled: ScaleTarget, backend?: BackendPlan): ApiObject {
  return createObject(scope, 'Autoscaler', 'autoscaling/v2', 'HorizontalPodAutoscaler', options, { spec: renderAutoscaler(plan, scaled, backend) });
}

/** A ScaledObject of KEDA. */
export function createScaledObject(
  scope: Construct, options: ObjectOptions, plan: AutoscalingPlan, scaled: ScaleTarget, backend: BackendPlan, times: ReplicaTimes): ApiObject {
  return createObject(scope, 'ScaledObject', KEDA_API, 'ScaledObject', options, { spec: renderScaledObject(plan, scaled, backend, times) });
}

/** Refuses a target without KEDA; what nobody says is told at synth. */
export function requireKeda(scope: Construct, field: string): void {
  if (!Target.of(scope)._requireApi(KEDA_API, field, 'ScalingBackend.podMetrics()')) {
    adviseExtensionApi(scope, field, KEDA_API, 'KEDA');
  }
}

/** Somebody else has to serve what it reads. */
export function adviseOnMetrics(construct: Construct, field: string, plan: AutoscalingPlan, scrape: string, backend: BackendPlan = { kind: 'Pods' }): void {
  const served = [
    ...servedBy('custom', `of ${backend.kind === 'Object' ? `${backend.object!.kind} ${backend.object!.name}` : 'the pods'} `, plan, backend),
    ...servedBy('external', '', plan, backend),
  ];
  advise(construct, {
    ...noticed(METRICS_TO_SERVE),
    field,
    message: `the cluster must serve ${served.join(', and ')}; without them the autoscaler changes nothing`,
    help: `put the rules of adapterRules into the Prometheus adapter, and scrape the pods${scrape}`,
  });
}

function servedBy(api: 'custom' | 'external', of: string, plan: AutoscalingPlan, { kind }: BackendPlan): string[] {
  const names = plan.metrics.filter(({ others }) => (others !== undefined || kind === 'External') === (api === 'external')).map(({ name }) => name);
  return names.length === 0 ? [] : [`${names.join(', ')} ${of}in the ${api} metrics API`];
}
