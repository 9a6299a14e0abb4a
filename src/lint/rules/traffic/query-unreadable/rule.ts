import { writtenQueries } from '../../../facts/queries';
import { Rule } from '../../rule';

/** A query that Prometheus cannot read. */
export const queryUnreadable: Rule = {
  id: 'AIW2827',
  title: 'query that Prometheus cannot read',
  class: 'broken',
  reason: 'Prometheus reads no query with a bracket or quote that nothing closes, or a duration such as 5min. The operator refuses the whole PrometheusRule then, with all its alerts; a panel shows an error, a trigger and a canary fail.',
  source: 'prometheus promql/parser (v3.16); prometheus-operator pkg/operator/rules.go ValidateRule (v0.85)',
  remedy: 'Mend the query, and try it: promtool check rules, or the page of Prometheus.',
  appliesTo: ['PrometheusRule', 'ConfigMap with a dashboard of Grafana', 'ScaledObject', 'MetricTemplate', 'Canary'],
  check: (facts, report) => {
    for (const { object, field, query } of facts.get(writtenQueries)) {
      if (query.problem !== undefined) {
        report(object, { field, message: `Invalid value: ${query.problem}`, help: 'mend the query; promtool check rules says where it ends' });
      }
    }
  },
};
