import { renderReason } from '../../../../base/errors/invalid-input';
import { asShown, isPresent, ownValue } from '../../../../base/reading';
import { SCHEDULED_FIELD, refusedByChaosMesh } from '../../../../knowledge/chaos-mesh';
import { experiments } from '../../../facts/chaos';
import { Rule } from '../../rule';

/** The definitions take it, and the webhooks of Chaos Mesh do not. */
export const chaosRefused: Rule = {
  id: 'AIW2150',
  title: 'experiment that Chaos Mesh refuses',
  class: 'broken',
  reason: 'The schema lets it pass, and the webhooks of Chaos Mesh refuse it when it is applied. Nothing else tells before.',
  source: 'chaos-mesh api/v1alpha1/common_webhook.go, podchaos_webhook.go, networkchaos_webhook.go, schedule_webhook.go (2026-09)',
  remedy: 'Correct the field.',
  appliesTo: ['PodChaos', 'NetworkChaos', 'StressChaos', 'Schedule'],
  check: (facts, report) => {
    facts.get(experiments).forEach(({ object, kind, spec, field }) => {
      refusedByChaosMesh(kind, spec, field).forEach(problem => {
        report(object, { field: problem.field, message: renderReason(problem), help: problem.help });
      });
    });
    facts.ofType('chaos-mesh.org/Schedule').forEach(object => {
      const type = asShown(object.spec.type);
      const field = ownValue(SCHEDULED_FIELD, type);
      if (field !== undefined && !isPresent(object.spec[field])) {
        report(object, { field: `spec.${field}`, message: `Required value: type ${type} repeats what stands here`, help: 'write the experiment there, as its own spec would be' });
      }
    });
  },
};
