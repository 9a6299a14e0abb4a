import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { AutoscalingPlan, ScaledObject, renderAutoscaler } from './scaling-plan';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { METRICS_TO_SERVE } from '../notices';

/** A HorizontalPodAutoscaler of one object. */
export function createAutoscaler(scope: Construct, options: ObjectOptions, plan: AutoscalingPlan, scaled: ScaledObject): ApiObject {
  return createObject(scope, 'Autoscaler', 'autoscaling/v2', 'HorizontalPodAutoscaler', options, { spec: renderAutoscaler(plan, scaled) });
}

/** Somebody else has to serve what it reads. */
export function adviseOnMetrics(construct: Construct, field: string, plan: AutoscalingPlan, scrape: string): void {
  const names = plan.metrics.map(metric => metric.name).join(', ');
  advise(construct, {
    ...noticed(METRICS_TO_SERVE),
    field,
    message: `the cluster must serve ${names} of the pods in the custom metrics API; without them the autoscaler changes nothing`,
    help: `put the rules of adapterRules into the Prometheus adapter, and scrape the pods${scrape}`,
  });
}
