import { absentSeries } from '../../../facts/absent-series';
import { recordedNames, writtenQueries } from '../../../facts/queries';
import { Rule } from '../../rule';

/** A rule or a panel asks for a name that no exporter has. */
export const seriesNobodyExports: Rule = {
  id: 'AIW2825',
  title: 'query asks for a series that nobody exports',
  class: 'risky',
  reason: 'A series that nobody writes is no error to Prometheus: an alert on it never fires, a panel stays empty, and a canary that is measured by it is taken back.',
  source: 'vllm vllm/v1/metrics/loggers.py; kube-state-metrics internal/store (v2.18); dcgm-exporter etc/default-counters.csv (4.5.3-4.8.2)',
  remedy: 'Use the name that the exporter has. Those that are known are on docs/observability.md; another one may be made by a recording rule, which the check knows if it is part of the input.',
  appliesTo: ['PrometheusRule', 'ConfigMap with a dashboard of Grafana', 'MetricTemplate', 'Canary'],
  but: 'info for a series that the exporter has when it is told to',
  check: (facts, report) => {
    const recorded = facts.get(recordedNames);
    for (const { object, field, query, use } of facts.get(writtenQueries)) {
      for (const name of use === 'scaler' ? [] : new Set(query.series)) {
        const absent = recorded.has(name) ? undefined : absentSeries(name, facts);
        if (absent) {
          report(object, { field, message: `Invalid value: ${JSON.stringify(name)}: ${absent.detail}`, class: absent.class, help: absent.help });
        }
      }
    }
  },
};
