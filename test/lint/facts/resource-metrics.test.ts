import { factsOf, object } from './objects';
import { autoscaling } from '../../../src/lint/facts/autoscaling';
import { isOfResourcesAlone, resourceMetrics } from '../../../src/lint/facts/resource-metrics';

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const hpa = (...metrics: object[]) => object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: WEB, metrics });
const first = (spec: object, annotations?: object) => {
  const made = object('autoscaling/v1', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: WEB, ...spec });
  Object.assign(made.metadata as object, { annotations });
  return made;
};
const keda = (...triggers: object[]) => object('keda.sh/v1alpha1', 'ScaledObject', 'k', { scaleTargetRef: { name: 'web' }, triggers });
const read = (scaler: ReturnType<typeof hpa>) => {
  const [scaling] = factsOf(scaler).get(autoscaling);
  const metrics = resourceMetrics(scaling).map(({ resource, field, container, isUtilization }) => [resource, field, container, isUtilization]);
  return [metrics, isOfResourcesAlone(scaling)];
};
const UTILIZATION = { type: 'Utilization' };
const AMOUNT = { type: 'AverageValue' };
const ANNOTATION = { 'autoscaling.alpha.kubernetes.io/metrics': '[]' };

test.each<[string, ReturnType<typeof hpa>, unknown[], boolean]>([
  ['of all containers', hpa({ type: 'Resource', resource: { name: 'cpu', target: UTILIZATION } }), [
    ['cpu', 'spec.metrics[0].resource.target', undefined, true],
  ], true],
  ['of one container, an amount', hpa({ type: 'ContainerResource', containerResource: { name: 'memory', container: 'a', target: AMOUNT } }), [
    ['memory', 'spec.metrics[0].containerResource.target', 'a', false],
  ], true],
  ['beside another metric', hpa({ type: 'Pods' }, { type: 'Resource', resource: { name: 'cpu' } }), [
    ['cpu', 'spec.metrics[1].resource.target', undefined, false],
  ], false],
  ['another resource', hpa({ type: 'Resource', resource: { name: 'ephemeral-storage' } }), [], false],
  ['of the second version without a metric', hpa(), [['cpu', 'spec', undefined, true]], true],
  ['of the first version', first({ targetCPUUtilizationPercentage: 50 }), [['cpu', 'spec.targetCPUUtilizationPercentage', undefined, true]], true],
  ['of the first version without a target', first({}), [['cpu', 'spec', undefined, true]], true],
  ['of the first version by its annotation', first({}, ANNOTATION), [], false],
  ['of the first version, both', first({ targetCPUUtilizationPercentage: 50 }, ANNOTATION), [
    ['cpu', 'spec.targetCPUUtilizationPercentage', undefined, true],
  ], false],
  ['triggers', keda({ type: 'cpu', metricType: 'Utilization' }, { type: 'memory', metadata: { type: 'Utilization', containerName: 'a' } }), [
    ['cpu', 'spec.triggers[0]', undefined, true], ['memory', 'spec.triggers[1]', 'a', true],
  ], true],
  ['a trigger beside another', keda({ type: 'cron' }, { type: 'cpu', metricType: 'AverageValue' }), [['cpu', 'spec.triggers[1]', undefined, false]], false],
  ['no trigger', keda(), [], false],
])('%s', (_, scaler, expected, isAlone) => {
  expect(read(scaler)).toEqual([expected, isAlone]);
});
