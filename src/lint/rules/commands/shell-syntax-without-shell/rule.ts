import { asShown } from '../../../../base/reading';
import { ENGINES } from '../../../../knowledge/engines/engines';
import { shellProblem } from '../../../../knowledge/environment-problems';
import { templates } from '../../../facts/carried-pods';
import { baseName, usesShell } from '../../../facts/entry-script';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Programs that take their words as they are. */
const PLAIN_PROGRAMS: readonly RegExp[] = [
  /^(python[\d.]*|uvicorn|gunicorn|java|node|nvidia-smi|sleep|curl)$/,
  new RegExp(`^(${ENGINES.flatMap(({ programs }) => programs.map(({ name }) => name)).join('|')})$`),
];

/** Images that start such a program. */
const PLAIN_IMAGES: readonly RegExp[] = [/(^|\/)text-generation-inference([:@]|$)/, ...ENGINES.flatMap(({ image }) => image?.pattern ?? [])];

const OPERATORS: ReadonlySet<string> = new Set(['&&', '||', '|', ';', '>', '>>', '<', '&', '2>&1']);
const VARIABLE = /^(?:--?[\w.-]+=)?\$(?:\{[A-Z_][A-Z0-9_]*\}|[A-Z_][A-Z0-9_]*)$/;

/** Longer words are texts of their own. */
const LONGEST = 500;

/** A line for a shell, given to a program. */
export const shellSyntaxWithoutShell: Rule = {
  id: 'AIW2901',
  title: 'shell syntax without a shell',
  class: 'broken',
  reason: 'command and args are the words of one program. Nobody replaces $NAME, runs $(…) or starts a second command behind &&: the program gets these words as they stand.',
  source: 'third_party/forked/golang/expansion/expand.go (v1.36): only $(NAME) is replaced; kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container',
  remedy: 'Write $(NAME) for a variable of the container, or start a shell: command: [bash, -c], with the line as one argument and exec before the server.',
  appliesTo: ['every carrier of pods, unless its operator runs the words in a shell (KubeRay)'],
  but: 'warning where the entry point of the image may treat its arguments as it likes',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (!pods.open) {
        pods.containers.forEach(placed => checkWords(pods, placed, report));
      }
    }
  },
};

function checkWords(pods: PodSet, placed: PlacedContainer, report: Report): void {
  const { command, image } = placed.container;
  // The first word of a command is the program.
  const suspect = [...suspects(placed, 'command').filter(({ index }) => index > 0), ...suspects(placed, 'args')];
  if (suspect.length === 0 || usesShell(placed)) {
    return;
  }
  const [known, starter] = Array.isArray(command) ? [PLAIN_PROGRAMS, baseName(asShown(command[0]))] : [PLAIN_IMAGES, asShown(image)];
  const isPlain = known.some(each => each.test(starter));
  for (const { text, key, index } of suspect) {
    report(pods.carrier, {
      field: `${placed.field}.${key}[${index}]`,
      message: `Invalid value: ${JSON.stringify(text)}: ${problemOf(text)!}`,
      class: isPlain ? 'broken' : 'risky',
      help: VARIABLE.test(text) ? `write ${text.replace(/\$\{?(\w+)\}?/, '$($1)')}` : 'start a shell: command: [bash, -c], with the line as one argument',
    });
  }
}

/** Words that only a shell understands. */
function suspects({ container }: PlacedContainer, key: 'command' | 'args'): { text: string; key: string; index: number }[] {
  const words = container[key];
  return (Array.isArray(words) ? words.map(asShown) : []).flatMap((text, index) => (problemOf(text) !== undefined ? [{ text, key, index }] : []));
}

function problemOf(text: string): string | undefined {
  if (OPERATORS.has(text)) {
    return 'is a word for the program here, since no shell reads it';
  }
  if (text.length > LONGEST) {
    return undefined;
  }
  return VARIABLE.test(text) ? 'is passed on as it stands: the kubelet knows only the form $(NAME)' : text.includes('$(') ? commandProblem(text) : undefined;
}

function commandProblem(text: string): string | undefined {
  return shellProblem(text) && 'holds shell syntax, which nobody runs here';
}
