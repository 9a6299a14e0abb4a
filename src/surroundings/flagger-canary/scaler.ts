import { FlaggerCanaryProps } from './props';
import { FlaggerTarget, objectsAround, specOf } from './target';
import { forbidden, required } from '../../base/errors/invalid-input';
import { asNumber, asText, objectAt } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { checkSubdomain } from '../../kubernetes/refused/names';

/** The HorizontalPodAutoscaler that Flagger copies for the primary. */
export interface FlaggerScaler {
  readonly name: string;
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
}

/**
 * Flagger sets the replicas of the Deployment to 0 when nothing is tried. A number in the manifests would start them again at each apply, and hold their
 * devices; without one, the primary has the number of an autoscaler, or one pod.
 *
 * Source: flagger pkg/canary/deployment_controller.go ScaleToZero, ScaleFromZero, createPrimaryDeployment; hpa_reconciler.go (v1.44.0)
 */
export function scalerOf(target: FlaggerTarget, { autoscalerName }: FlaggerCanaryProps): FlaggerScaler {
  const found = objectsAround(target, 'HorizontalPodAutoscaler').flatMap(object => {
    const spec = specOf(object);
    const { kind, name } = objectAt(spec, 'scaleTargetRef');
    return kind === 'Deployment' && asText(name) === target.name ? [{ name: object.name, spec }] : [];
  });
  if (autoscalerName !== undefined) {
    if (found.length > 0) {
      throw forbidden('autoscalerName', `the app scales ${target.name} by ${listed(found.map(({ name }) => name))}`, 'leave it out');
    }
    return { name: checkSubdomain('autoscalerName', autoscalerName) };
  }
  if (found.length === 0) {
    throw required('autoscalerName', `nothing scales ${target.name}: Flagger stops its pods when nothing is tried, a number of replicas in the manifests would start them again at each apply, and without one the primary has one pod`,
      'give the workload an autoscaler before this construct (autoscaling, WorkloadAutoscaler), with minReplicas = maxReplicas for a fixed number; or name one that is made elsewhere');
  }
  const [{ name, spec }] = found;
  return { name, minReplicas: asNumber(spec.minReplicas) ?? 1, maxReplicas: asNumber(spec.maxReplicas) };
}
