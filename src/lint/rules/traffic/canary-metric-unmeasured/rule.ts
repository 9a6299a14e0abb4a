import { asList, asShown, isPresent, objectAt } from '../../../../base/reading';
import { FLAGGER_CANARY, FLAGGER_METRICS } from '../../../../knowledge/flagger';
import { Rule } from '../../rule';

/** A name alone says nothing to Flagger, except two. */
export const canaryMetricUnmeasured: Rule = {
  id: 'AIW2811',
  title: 'canary metric without a query',
  class: 'broken',
  reason: 'Flagger measures request-success-rate and request-duration by itself. Of any other name it needs a MetricTemplate or a query: without one each check fails, and after '
    + 'as many as the threshold says every change is taken back.',
  source: 'flagger pkg/controller/scheduler_metrics.go runMetricChecks: "no usable metrics template and query were configured" (v1.44.0)',
  remedy: 'Give it a templateRef with a query of the series that you mean, or take it out.',
  appliesTo: ['Canary'],
  check: (facts, report) => {
    for (const canary of facts.ofType(FLAGGER_CANARY)) {
      asList(objectAt(canary.spec, 'analysis').metrics).forEach((metric, index) => {
        const name = asShown(metric.name);
        if (!FLAGGER_METRICS.includes(name) && !isPresent(metric.templateRef) && !isPresent(metric.query)) {
          report(canary, {
            field: `spec.analysis.metrics[${index}].templateRef`,
            message: `Required value: Flagger knows no metric ${JSON.stringify(name)}, so each check fails and every change is taken back`,
            help: `name a MetricTemplate (templateRef), or measure ${FLAGGER_METRICS.join(' or ')}`,
          });
        }
      });
    }
  },
};
