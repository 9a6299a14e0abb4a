import { asText, objectAt } from '../../../../base/reading';
import { scalerOf } from '../../../facts/autoscaling';
import { progressiveDelivery } from '../../../facts/progressive-delivery';
import { Rule } from '../../rule';

/** The autoscaler goes on scaling the Deployment that has no pods. */
export const canaryWithoutAutoscaler: Rule = {
  id: 'AIW2812',
  title: 'autoscaler that the primary does not get',
  class: 'broken',
  reason: 'What serves is the primary, a second Deployment that Flagger makes. An autoscaler of the target is copied for it only where autoscalerRef names it; '
    + 'else the primary keeps the number of pods that the target had, whatever the load.',
  source: 'flagger pkg/controller/scheduler.go advanceCanary, pkg/canary/hpa_reconciler.go (v1.44.0)',
  remedy: 'Name the autoscaler in spec.autoscalerRef of the Canary.',
  appliesTo: ['Canary'],
  check: (facts, report) => {
    for (const { canary, target } of facts.get(progressiveDelivery)) {
      const scaler = target && scalerOf(facts, target)?.scaler;
      const { name, kind } = objectAt(canary.spec, 'autoscalerRef');
      if (scaler && !(asText(name) === scaler.name && asText(kind) === scaler.kind)) {
        report(canary, {
          field: 'spec.autoscalerRef',
          message: `${name === undefined ? 'Required value' : `Invalid value: ${JSON.stringify(name)}`}: ${scaler.kind} "${scaler.name}" scales ${target.name}, and nothing scales ${target.name}-primary, which serves`,
          help: `autoscalerRef: {apiVersion: ${scaler.apiVersion}, kind: ${scaler.kind}, name: ${scaler.name}}`,
        });
      }
    }
  },
};
