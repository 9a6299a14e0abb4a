import { asObject, asText, objectAt } from '../../../../base/reading';
import { Autoscaling, autoscaling } from '../../../facts/autoscaling';
import { Rule } from '../../rule';

/** Two autoscalers of one workload. */
export const autoscalersOfOneTarget: Rule = {
  id: 'AIW2806',
  title: 'two autoscalers scale one workload',
  class: 'broken',
  reason: 'Each sets the number of pods by its own metrics. The controller notices that two autoscalers share pods and stops both (AmbiguousSelector); a ScaledObject makes an autoscaler of its own.',
  source: 'pkg/controller/podautoscaler/horizontal.go (v1.36), AmbiguousSelector; keda pkg/metricsservice, apis/keda/v1alpha1/scaledobject_webhook.go (v2.21)',
  remedy: 'Keep one, with all metrics in it: the largest number wins.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  check: (facts, report) => {
    const first = new Map<string, Autoscaling>();
    for (const scaling of facts.get(autoscaling)) {
      const key = [scaling.scaler.place, scaling.group, scaling.kind, scaling.name].join('/');
      const other = first.get(key);
      if (!other) {
        first.set(key, scaling);
      } else if (scaling.name !== '' && !takesOver(scaling, other)) {
        report(scaling.scaler, {
          field: scaling.field,
          message: `Duplicate value: "${scaling.kind}/${scaling.name}": ${other.scaler.toString()} scales it as well`,
          help: 'keep one autoscaler, with the metrics of both',
        });
      }
    }
  },
};

const OWNERSHIP = 'scaledobject.keda.sh/transfer-hpa-ownership';

/** A ScaledObject may take over a HorizontalPodAutoscaler by name. These are read first. */
function takesOver({ scaler }: Autoscaling, { scaler: other }: Autoscaling): boolean {
  return asObject(asObject(scaler.body.metadata).annotations)[OWNERSHIP] === 'true' && other.kind === 'HorizontalPodAutoscaler'
    && asText(objectAt(scaler.spec, 'advanced', 'horizontalPodAutoscalerConfig').name) === other.name;
}
