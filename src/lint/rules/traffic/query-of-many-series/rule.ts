import { engineSeries } from '../../../facts/engine-metrics';
import { scalerMetrics } from '../../../facts/scaler-metrics';
import { Rule } from '../../rule';

/** A query with a result for each pod. */
export const queryOfManySeries: Rule = {
  id: 'AIW2804',
  title: 'query has a result for each pod',
  class: 'risky',
  reason: 'KEDA takes one number. Every pod writes its own series, so from the second pod on the query has several results, the trigger fails, and the number of pods stays.',
  source: 'keda pkg/scalers/prometheus_scaler.go (v2.21): "prometheus query returned multiple elements"; production-stack#341',
  remedy: 'Put sum(...) around the series, with labels that choose the pods of this workload.',
  appliesTo: ['ScaledObject'],
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      const [name] = metric.isQuery ? engineSeries(metric.text) : [];
      if (name !== undefined && !AGGREGATION.test(metric.text) && !/[{,]\s*(pod|instance)\s*=\s*"/.test(metric.text)) {
        report(metric.scaling.scaler, {
          field: metric.field,
          message: `Invalid value: ${JSON.stringify(name)}: one series for each pod and engine, and KEDA takes a single one`,
          help: 'write sum(...) around it',
        });
      }
    }
  },
};

const AGGREGATION = /\b(sum|avg|max|min|count|quantile|scalar|topk|bottomk|group|stddev|absent)\b\s*(?:(?:by|without)\s*)?\(/;
