import { asShown, isPresent } from '../../../../base/reading';
import { ONE_SHOT_ACTIONS } from '../../../../knowledge/chaos-mesh';
import { experiments } from '../../../facts/chaos';
import { Rule } from '../../rule';

/** An experiment without an end, and a Schedule that waits for it. */
export const chaosScheduleStops: Rule = {
  id: 'AIW2153',
  title: 'repeated experiment starts once and never again',
  class: 'broken',
  reason: 'Without a duration the fault lasts until somebody deletes it. A Schedule with concurrencyPolicy Forbid, the default, waits for its end, so pods stay as they are after the first start and no second one comes.',
  source: 'chaos-mesh controllers/schedule/cron/controller.go, controllers/utils/controller/finished.go IsChaosFinishedWithUntilStop (2026-09)',
  remedy: 'Set duration.',
  appliesTo: ['Schedule'],
  check: (facts, report) => {
    facts.get(experiments).forEach(({ object, kind, spec, field }) => {
      const isOver = kind === 'PodChaos' && ONE_SHOT_ACTIONS.includes(asShown(spec.action));
      const hasEnd = isPresent(spec.duration);
      if (object.kind === 'Schedule' && object.spec.concurrencyPolicy !== 'Allow' && !isOver && !hasEnd) {
        report(object, {
          field: `${field}.duration`,
          message: `Required value: ${kind} lasts for ever, and the next one waits for its end`,
          help: 'set duration, shorter than the time between two starts',
        });
      }
    });
  },
};
