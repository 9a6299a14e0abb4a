import { asList, asShown, asText } from '../../../../base/reading';
import { argumentTokenProblem, valueProblem } from '../../../../knowledge/environment-problems';
import { podSets } from '../../../facts/carried-pods';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { BUT_OURS, helpFor, sureIfOurs } from '../../wording';

const IN_FILES = 'compute the value in the entry point, refer to an earlier variable as $(NAME), or take it from a Secret with valueFrom.secretKeyRef';

/** What the kubelet would pass on as it stands: shell syntax that nobody runs, and credentials that everybody can read. */
export const environmentValue: Rule = {
  id: 'AIW3102',
  title: 'environment value is shell syntax or a credential',
  class: 'broken',
  reason: 'The kubelet replaces $(NAME) and runs no shell; a credential in a manifest is in Git, in the API server and in every describe.',
  source: 'third_party/forked/golang/expansion/expand.go (v1.36)',
  remedy: 'Compute the value in the entry point of the container, refer to an earlier variable as $(NAME), and take credentials from a Secret with secretKeyRef.',
  appliesTo: ['every carrier of pods'],
  but: BUT_OURS,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const placed of pods.containers) {
        checkVariables(report, pods, placed);
        checkWords(report, pods, placed, 'command');
        checkWords(report, pods, placed, 'args');
      }
    }
  },
};

function checkVariables(report: Report, pods: PodSet, { container, field }: PlacedContainer): void {
  asList(container.env).forEach((variable, index) => {
    const value = asText(variable.value);
    if (value === undefined) {
      return;
    }
    const name = asShown(variable.name);
    const problem = valueProblem(name, value);
    if (problem) {
      report(pods.carrier, {
        field: `${field}.env[${index}].value`,
        message: `Invalid value: ${JSON.stringify(problem.shown)}: ${name}: ${problem.detail}`,
        class: sureIfOurs(pods),
        help: helpFor(pods.carrier, IN_FILES, problem.help),
      });
    }
  });
}

function checkWords(report: Report, pods: PodSet, { container, field }: PlacedContainer, list: 'command' | 'args'): void {
  const words = container[list];
  if (!Array.isArray(words)) {
    return;
  }
  words.forEach((word, index) => {
    const problem = typeof word === 'string' ? argumentTokenProblem(word) : undefined;
    if (problem) {
      report(pods.carrier, {
        field: `${field}.${list}[${index}]`,
        message: `Invalid value: "…": ${problem.detail}`,
        class: sureIfOurs(pods),
        help: helpFor(pods.carrier, IN_FILES, problem.help),
      });
    }
  });
}
