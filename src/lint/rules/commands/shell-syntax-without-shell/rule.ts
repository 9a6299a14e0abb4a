import { laterComplaints } from './hooks';
import { PASSED_ON, PLAIN_IMAGES, PLAIN_PROGRAMS, VARIABLE, VariableInside, isServerLine, problemOf, variableInside } from './words';
import { asShown } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { baseName, usesShell } from '../../../facts/entry-script';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** A line for a shell, given to a program. */
export const shellSyntaxWithoutShell: Rule = {
  id: 'AIW2901',
  title: 'shell syntax without a shell',
  class: 'broken',
  reason: 'command and args are the words of one program. Nobody replaces $NAME, runs $(…) or starts a second command behind &&: the program gets these words as they stand. '
    + 'In the command of a hook $(NAME) is not replaced either, and in that of a probe only by a variable with a value of its own.',
  source: 'third_party/forked/golang/expansion/expand.go (v1.36): only $(NAME) is replaced; pkg/kubelet/lifecycle/handlers.go, pkg/kubelet/prober/prober.go; '
    + 'kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container',
  remedy: 'Write $(NAME) for a variable of the container, or start a shell: command: [bash, -c], with the line as one argument and exec before the server.',
  appliesTo: ['every carrier of pods, unless its operator runs the words in a shell (KubeRay)'],
  but: 'warning where the entry point of the image may treat its arguments as it likes',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      pods.containers.forEach(placed => {
        if (!pods.open) {
          checkWords(pods, placed, report);
        }
        laterComplaints(placed).forEach(complaint => report(pods.carrier, complaint));
      });
    }
  },
};

function checkWords(pods: PodSet, placed: PlacedContainer, report: Report): void {
  const suspect = suspects(placed);
  if (suspect.length === 0 || usesShell(placed)) {
    return;
  }
  const { command, image } = placed.container;
  const [known, starter] = Array.isArray(command) ? [PLAIN_PROGRAMS, baseName(asShown(command[0]))] : [PLAIN_IMAGES, asShown(image)];
  const isPlain = known.some(each => each.test(starter));
  const isServer = isServerLine(placed, isPlain);
  for (const { text, field, problem, inside } of suspect) {
    report(pods.carrier, {
      field,
      message: `Invalid value: ${JSON.stringify(text)}: ${problem}`,
      class: (inside ? isServer : isPlain) ? 'broken' : 'risky',
      help: inside ? `write $(${inside.name}) in its place` : helpFor(text),
    });
  }
}

function helpFor(text: string): string {
  return VARIABLE.test(text) ? `write ${text.replace(/\$\{?(\w+)\}?/, '$($1)')}` : 'start a shell: command: [bash, -c], with the line as one argument';
}

interface Suspect {
  readonly text: string;
  readonly field: string;
  readonly problem: string;
  /** Where that is the problem. */
  readonly inside?: VariableInside;
}

/** Words that only a shell understands. The first word of a command is the program. */
function suspects(placed: PlacedContainer): Suspect[] {
  return (['command', 'args'] as const).flatMap(key => {
    const words = placed.container[key];
    return (Array.isArray(words) ? words.map(asShown) : []).flatMap((text, index) => {
      if (key === 'command' && index === 0) {
        return [];
      }
      const whole = problemOf(text);
      const inside = whole === undefined ? variableInside(text, placed) : undefined;
      const problem = inside ? `${inside.written} in it ${PASSED_ON}` : whole;
      return problem === undefined ? [] : [{ text, field: `${placed.field}.${key}[${index}]`, problem, inside }];
    });
  });
}
