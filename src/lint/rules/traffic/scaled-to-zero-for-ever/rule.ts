import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asShown, asText, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { autoscaling } from '../../../facts/autoscaling';
import { engineSeries } from '../../../facts/engine-metrics';
import { Rule } from '../../rule';

/** Nobody is there to say that somebody waits. */
export const scaledToZeroForEver: Rule = {
  id: 'AIW2805',
  title: 'nothing wakes the workload from zero',
  class: 'broken',
  reason: 'The engine writes the metric itself. With no pod there is no series, so the trigger never becomes active again: the first scale-down to zero is the last.',
  source: 'keda apis/keda/v1alpha1/scaledobject_types.go (v2.21): minReplicaCount is 0 by default; production-stack#679; llm-d#1981, #2492; kedacore/keda#770',
  remedy: 'Keep one pod (minReplicaCount: 1), or add a trigger on what exists without pods: requests that wait at the gateway or the router, a queue, a schedule.',
  appliesTo: ['ScaledObject', 'HorizontalPodAutoscaler'],
  check: (facts, report) => {
    for (const { scaler } of facts.get(autoscaling)) {
      const isKeda = scaler.group === 'keda.sh';
      const field = isKeda ? zeroField(scaler) : scaler.spec.minReplicas === 0 ? 'spec.minReplicas' : undefined;
      const names = isKeda ? asList(scaler.spec.triggers).map(seriesOf) : asList(scaler.spec.metrics).map(seriesOfMetric);
      if (field !== undefined && names.every(name => name !== undefined) && names.some(name => name !== USE)) {
        report(scaler, {
          field,
          message: `Invalid value: 0: ${names.length > 1 ? 'every trigger reads what the engine says of itself' : `${names[0]!} comes from the engine itself`}, which is silent when no pod runs`,
          help: 'keep one pod, or wake it by a metric of the gateway',
        });
      }
    }
  },
};

/** Metrics of pods and of their use are silent whatever they are called. */
function seriesOfMetric(metric: PlainObject): string | undefined {
  switch (metric.type) {
    case 'Object': return engineSeries(asShown(objectAt(metric, 'object', 'metric').name))[0];
    case 'External': return engineSeries(asShown(objectAt(metric, 'external', 'metric').name))[0];
    case 'Pods': return asText(objectAt(metric, 'pods', 'metric').name);
    default: return USE;
  }
}

function zeroField({ spec }: Manifest): string | undefined {
  if (asNumber(spec.idleReplicaCount) === 0) {
    return 'spec.idleReplicaCount';
  }
  return (asNumber(spec.minReplicaCount) ?? 0) === 0 ? spec.minReplicaCount === undefined ? 'spec' : 'spec.minReplicaCount' : undefined;
}

/** Triggers on the use of CPU or memory, which are silent as well. */
const USE = 'use';

/** The series of a trigger that is silent without pods. */
function seriesOf(trigger: PlainObject): string | undefined {
  if (trigger.type === 'cpu' || trigger.type === 'memory') {
    return USE;
  }
  const query = asText(asObject(trigger.metadata).query);
  if (trigger.type !== 'prometheus' || query === undefined) {
    return undefined;
  }
  // `absent` says something about nothing; a second series may come from elsewhere.
  const words = [...query.replace(/\{[^}]*/g, '').matchAll(/[A-Za-z_][A-Za-z0-9_:]*/g)].map(([word]) => word);
  const others = words.filter(word => /:|[a-z]_[a-z0-9_]/.test(word) && !FUNCTIONS.test(word));
  const series = engineSeries(query);
  return /\babsent/.test(query) || others.length > series.length ? undefined : series[0];
}

const FUNCTIONS = /^(histogram_quantile|\w+_over_time|count_values|group_left|group_right|label_replace|label_join|model_name|finished_reason|clamp_\w+)$/;
