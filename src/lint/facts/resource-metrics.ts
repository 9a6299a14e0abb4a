import { Autoscaling } from './autoscaling';
import { asList, asText, isPresent, objectAt } from '../../base/reading';

/** CPU or memory of the pods, which an autoscaler compares with its target. */
export interface ResourceMetric {
  /** `cpu` or `memory`. */
  readonly resource: string;
  readonly field: string;
  /** The one container that counts; all where it is absent. */
  readonly container?: string;
  /** A share of what the pods request, rather than an amount. */
  readonly isUtilization: boolean;
}

const UTILIZATION = 'Utilization';
const RESOURCES: ReadonlySet<unknown> = new Set(['cpu', 'memory']);

/**
 * Those of an autoscaler, the one that it has where nobody says any included.
 *
 * Source: pkg/apis/autoscaling/v2/defaults.go, v1/conversion.go (v1.36): 80 % of cpu; keda pkg/scalers/cpu_memory_scaler.go (v2.21)
 */
export function resourceMetrics(scaling: Autoscaling): readonly ResourceMetric[] {
  const { scaler } = scaling;
  const { spec } = scaler;
  if (scaler.group === 'keda.sh') {
    return asList(spec.triggers).flatMap(({ type, metricType, metadata }, index) => (RESOURCES.has(type) ? [{
      resource: type as string,
      field: `spec.triggers[${index}]`,
      container: asText(objectAt(metadata).containerName),
      isUtilization: (metricType ?? objectAt(metadata).type) === UTILIZATION,
    }] : []));
  }
  if (scaler.apiVersion === 'autoscaling/v1' || asList(spec.metrics).length === 0) {
    const isWritten = isPresent(spec.targetCPUUtilizationPercentage);
    const field = isWritten ? 'spec.targetCPUUtilizationPercentage' : 'spec';
    return !isWritten && hasOtherMetrics(scaling) ? [] : [{ resource: 'cpu', field, isUtilization: true }];
  }
  return asList(spec.metrics).flatMap(({ type, resource, containerResource }, index) => {
    const block = type === 'Resource' ? 'resource' : type === 'ContainerResource' ? 'containerResource' : undefined;
    const { name, target, container } = objectAt(block === 'resource' ? resource : containerResource);
    return block !== undefined && RESOURCES.has(name)
      ? [{
        resource: name as string,
        field: `spec.metrics[${index}].${block}.target`,
        container: asText(container),
        isUtilization: objectAt(target).type === UTILIZATION,
      }] : [];
  });
}

/** Where the first version has those of the second. Source: pkg/apis/autoscaling/annotations.go (v1.36) */
function hasOtherMetrics({ scaler }: Autoscaling): boolean {
  return isPresent(objectAt(scaler.body, 'metadata', 'annotations')['autoscaling.alpha.kubernetes.io/metrics']);
}

/** Whether an autoscaler looks at nothing but CPU and memory. */
export function isOfResourcesAlone(scaling: Autoscaling): boolean {
  const { spec, group, apiVersion } = scaling.scaler;
  const all = group === 'keda.sh' ? asList(spec.triggers) : apiVersion === 'autoscaling/v1' ? [] : asList(spec.metrics);
  return !hasOtherMetrics(scaling) && resourceMetrics(scaling).length >= Math.max(1, all.length);
}
