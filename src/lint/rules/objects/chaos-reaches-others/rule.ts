import { listed } from '../../../../base/text/listed';
import { POSITION_LABELS } from '../../../../knowledge/chaos-mesh';
import { ChaosSelector, chaosSelector, chosenPods, experiments } from '../../../facts/chaos';
import { Facts } from '../../../facts/facts';
import { Rule } from '../../rule';

const SHOWN = 4;

/** A selector that says which pod of a workload is meant, and not of which workload. */
export const chaosReachesOthers: Rule = {
  id: 'AIW2151',
  title: 'experiment hits pods of any workload',
  class: 'risky',
  reason: 'The index of a pod, its role, its group and its zone have the same values in every workload of the namespace, and without labels every pod is meant: what is hit is whatever stands there that day.',
  source: 'chaos-mesh pkg/selector/pod/selector.go SelectPods (2026-09); kubernetes.io well-known labels (v1.36)',
  remedy: 'Add a label of the workload itself to labelSelectors.',
  appliesTo: ['PodChaos', 'NetworkChaos', 'StressChaos', 'Schedule'],
  check: (facts, report) => {
    facts.get(experiments).forEach(experiment => {
      const chosen = chaosSelector(experiment);
      if (!chosen.isByLabels || saysWhose(chosen)) {
        return;
      }
      report(experiment.object, {
        field: chosen.field,
        message: `Invalid value: ${chosen.selector.text}: ${what(chosen)} in ${chosen.places.map(place => `namespace ${JSON.stringify(place)}`).join(' and ')}`,
        notes: reached(facts, chosen),
        help: 'add a label that only the pods of one workload have',
      });
    });
  },
};

function saysWhose({ selector: { equals, expressions } }: ChaosSelector): boolean {
  return [...equals.map(([key]) => key), ...expressions.map(({ key }) => key)].some(key => !POSITION_LABELS.includes(key));
}

function what({ selector: { equals, expressions } }: ChaosSelector): string {
  return equals.length + expressions.length === 0 ? 'chooses from all pods' : 'chooses from such pods of every workload';
}

function reached(facts: Facts, chosen: ChaosSelector): string[] {
  const carriers = [...new Set(chosenPods(facts, chosen).map(({ carrier }) => carrier.toString()))];
  return carriers.length < 2 ? [] : [`there are those of ${listed(carriers.slice(0, SHOWN))}${carriers.length > SHOWN ? ` and ${carriers.length - SHOWN} more` : ''}`];
}
