import { asTexts } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { absenceOfPods, inPlace } from '../../../facts/absence';
import { ChaosSelector, Experiment, arePodsKnown, chaosSelector, chosenPods, experiments } from '../../../facts/chaos';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { isEverything } from '../../../facts/selector';
import { Report, Rule } from '../../rule';

/** An experiment that hits nobody proves nothing. */
export const chaosSelectsNothing: Rule = {
  id: 'AIW2152',
  title: 'experiment selects nothing',
  class: 'risky',
  reason: 'Where no pod or container matches, nothing happens, and the experiment waits: whoever looks at the service alone takes it for a success.',
  source: 'chaos-mesh pkg/selector/pod/selector.go SelectAndFilterPods, pkg/selector/container/selector.go (2026-09)',
  remedy: 'Take the labels and the name of the container from the pod template.',
  appliesTo: ['PodChaos', 'NetworkChaos', 'StressChaos', 'Schedule'],
  but: 'namespaces of which the input holds no pods: nothing',
  check: (facts, report) => {
    facts.get(experiments).forEach(experiment => {
      checkSide(facts, report, experiment, chaosSelector(experiment));
      if (experiment.spec.target !== undefined) {
        checkSide(facts, report, experiment, chaosSelector(experiment, 'target'));
      }
      checkContainers(facts, report, experiment);
    });
  },
};

function checkSide(facts: Facts, report: Report, { object }: Experiment, chosen: ChaosSelector): void {
  const { selector, places, field } = chosen;
  if (isEverything(selector) || !arePodsKnown(facts, places) || chosenPods(facts, chosen).length > 0) {
    return;
  }
  report(object, {
    field: `${field}.${selector.equals.length > 0 ? 'labelSelectors' : 'expressionSelectors'}`,
    message: `Invalid value: ${selector.text}: matches no pod template in ${places.map(inPlace).join(' and ')}`,
    ...absenceOfPods(facts, { subject: object, place: places[0], selector, sure: 'risky' }),
    help: 'select labels that the pods carry',
  });
}

function checkContainers(facts: Facts, report: Report, experiment: Experiment): void {
  const names = asTexts(experiment.spec.containerNames);
  const chosen = chosenPods(facts, chaosSelector(experiment));
  if (chosen.length === 0 || chosen.some(({ open }) => open)) {
    return;
  }
  const known = new Set(chosen.flatMap(mainContainers));
  names.filter(name => !known.has(name)).forEach(name => {
    report(experiment.object, {
      field: `${experiment.field}.containerNames[${names.indexOf(name)}]`,
      message: `Not found: ${JSON.stringify(name)}: ${chosen[0].toString()} has no container of this name`,
      notes: [`its containers are: ${listed([...known])}`],
      help: 'name one of them',
    });
  });
}

/** Init containers and sidecars among them are not looked at. */
function mainContainers({ containers }: PodSet): string[] {
  return containers.filter(({ isMain }) => isMain).map(({ name }) => name);
}
