import { Autoscaling, autoscaling } from './autoscaling';
import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';

/** What a scaler compares with its target. */
export interface ScalerMetric {
  readonly scaling: Autoscaling;
  /** The name of a metric, or a query in PromQL. */
  readonly text: string;
  readonly field: string;
  readonly isQuery: boolean;
  /** `Value`: of everything together; `AverageValue`: divided by the number of pods before it is compared. */
  readonly comparison?: string;
  readonly target?: number;
  readonly targetField: string;
  /** The metric is one of each pod, averaged by the autoscaler itself. */
  readonly isPerPod: boolean;
}

/** Custom and external metrics of HorizontalPodAutoscalers, and the Prometheus triggers of KEDA. */
export function scalerMetrics(facts: Facts): readonly ScalerMetric[] {
  return facts.get(autoscaling).flatMap(scaling => (scaling.scaler.group === 'keda.sh' ? triggersOf(scaling) : metricsOf(scaling)));
}

const BLOCKS: ReadonlyMap<unknown, string> = new Map([['Pods', 'pods'], ['Object', 'object'], ['External', 'external']]);

function metricsOf(scaling: Autoscaling): ScalerMetric[] {
  return asList(scaling.scaler.spec.metrics).flatMap((metric, index) => {
    const block = BLOCKS.get(metric.type);
    const body = block === undefined ? undefined : asObject(metric[block]);
    const text = body && asText(objectAt(body, 'metric').name);
    return body === undefined || text === undefined ? [] : [{
      scaling,
      text,
      field: `spec.metrics[${index}].${block}.metric.name`,
      isQuery: false,
      ...targetOf(asObject(body.target), `spec.metrics[${index}].${block}.target`),
      isPerPod: block === 'pods',
    }];
  });
}

function targetOf(target: PlainObject, field: string): Pick<ScalerMetric, 'comparison' | 'target' | 'targetField'> {
  const key = target.type === 'Value' ? 'value' : 'averageValue';
  return { comparison: asText(target.type), target: quantity(target[key]), targetField: `${field}.${key}` };
}

/** Nobody writes longer queries, and some patterns take their time with them. */
const MOST_READ = 4000;

/**
 * With scalingModifiers the autoscaler gets one metric, of the formula, with a target of its own.
 * Source: keda pkg/scalers/prometheus_scaler.go, pkg/scalers/scaler.go GetMetricTargetType: AverageValue unless the trigger says otherwise; controllers/keda/hpa.go
 * getScaledObjectMetricSpecs (v2.21)
 */
function triggersOf(scaling: Autoscaling): ScalerMetric[] {
  const isPart = isPresent(objectAt(scaling.scaler.spec, 'advanced', 'scalingModifiers').formula);
  return asList(scaling.scaler.spec.triggers).flatMap((trigger, index) => {
    const metadata = asObject(trigger.metadata);
    const text = trigger.type === 'prometheus' ? asText(metadata.query) : undefined;
    return text === undefined || text.length > MOST_READ ? [] : [{
      scaling,
      text,
      field: `spec.triggers[${index}].metadata.query`,
      isQuery: true,
      ...(!isPart && { comparison: asText(trigger.metricType) ?? 'AverageValue', target: quantity(metadata.threshold) }),
      targetField: `spec.triggers[${index}].metadata.threshold`,
      isPerPod: false,
    }];
  });
}

const SUFFIXES: ReadonlyMap<string, number> = new Map([['', 1], ['m', 1e-3], ['k', 1e3], ['M', 1e6], ['G', 1e9], ['Ki', 1024], ['Mi', 1024 ** 2], ['Gi', 1024 ** 3]]);

/** A quantity as a number, as far as people write them as targets. */
function quantity(value: unknown): number | undefined {
  const match = typeof value === 'string' && value.length < 30 ? /^(\d+(?:\.\d+)?)([a-zA-Z]{0,2})$/.exec(value) : null;
  const factor = match && SUFFIXES.get(match[2]);
  return match && factor ? Number(match[1]) * factor : asNumber(value);
}
