import { asList, asShown, objectAt } from '../../../../base/reading';
import { ENGINES } from '../../../../knowledge/engines/engines';
import { shellProblem } from '../../../../knowledge/environment-problems';
import { templates } from '../../../facts/carried-pods';
import { baseName, isShell, usesShell } from '../../../facts/entry-script';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Programs that take their words as they are. */
const PLAIN_PROGRAMS: readonly RegExp[] = [
  /^(python[\d.]*|uvicorn|gunicorn|java|node|nvidia-smi|sleep|curl|wget|test|cat|ls|kill|pkill|grpc_health_probe)$/,
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
  const { command, args, image } = placed.container;
  const names = new Set(asList(placed.container.env).map(each => asShown(each.name)));
  // The first word of a command is the program.
  const suspect = [...suspects(wordsIn(command), 'command', names).filter(({ index }) => index > 0), ...suspects(wordsIn(args), 'args', names)];
  if (suspect.length > 0 && !usesShell(placed)) {
    const [known, starter] = Array.isArray(command) ? [PLAIN_PROGRAMS, baseName(asShown(command[0]))] : [PLAIN_IMAGES, asShown(image)];
    const isPlain = known.some(each => each.test(starter));
    suspect.forEach(each => complain(pods, `${placed.field}.${each.list}[${each.index}]`, each, isPlain, report));
  }
  for (const { field, words, replaces } of commandsBeside(placed)) {
    const isPlain = PLAIN_PROGRAMS.some(each => each.test(baseName(words[0] ?? '')));
    const found = words.some(isShell) ? [] : suspects(words, field, names).filter(({ index }) => index > 0);
    found.forEach(each => complain(pods, `${field}[${each.index}]`, replaces ? each : { ...each, help: WITH_SHELL }, isPlain, report));
  }
}

interface CommandBeside {
  readonly field: string;
  readonly words: readonly string[];
  /** Whether the kubelet replaces $(NAME) in it. */
  readonly replaces: boolean;
}

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'];
const HOOKS = ['postStart', 'preStop'];

/**
 * What the kubelet starts in the container beside its program. In probes it replaces $(NAME) of variables with a value; in hooks nothing.
 * Source: pkg/kubelet/prober/prober.go runProbe, pkg/kubelet/lifecycle/handlers.go Run (v1.36)
 */
function commandsBeside({ container, field }: PlacedContainer): CommandBeside[] {
  const execOf = (at: string, handler: unknown, replaces: boolean) =>
    ({ field: `${field}.${at}.exec.command`, words: wordsIn(objectAt(handler, 'exec').command), replaces });
  return [
    ...PROBES.map(name => execOf(name, container[name], true)),
    ...HOOKS.map(name => execOf(`lifecycle.${name}`, objectAt(container.lifecycle, name), false)),
  ].filter(({ words }) => words.length > 0);
}

function complain(pods: PodSet, field: string, { text, detail, help }: Suspect, isPlain: boolean, report: Report): void {
  report(pods.carrier, { field, message: `Invalid value: ${JSON.stringify(text)}: ${detail}`, class: isPlain ? 'broken' : 'risky', help });
}

/** A word that only a shell understands. */
interface Suspect extends Problem {
  readonly text: string;
  readonly list: string;
  readonly index: number;
}

interface Problem {
  readonly detail: string;
  readonly help: string;
}

function wordsIn(words: unknown): string[] {
  return Array.isArray(words) ? words.map(asShown) : [];
}

function suspects(words: readonly string[], list: string, names: ReadonlySet<string>): Suspect[] {
  return words.flatMap((text, index) => {
    const problem = problemOf(text, names);
    return problem ? [{ ...problem, text, list, index }] : [];
  });
}

const WITH_SHELL = 'start a shell: command: [bash, -c], with the line as one argument';
const SYNTAX = 'holds shell syntax, which nobody runs here';

/** `${NAME##*-}`: nothing but a shell reads it. */
const CUT = /^\S*\$\{[A-Za-z_]\w*(?:##?|%%?)[^}]+\}\S*$/;

/** `/models/$NAME`. */
const PART = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

function problemOf(text: string, names: ReadonlySet<string>): Problem | undefined {
  if (OPERATORS.has(text)) {
    return { detail: 'is a word for the program here, since no shell reads it', help: WITH_SHELL };
  }
  if (text.length > LONGEST || !text.includes('$')) {
    return undefined;
  }
  if (VARIABLE.test(text)) {
    return { detail: 'is passed on as it stands: the kubelet knows only the form $(NAME)', help: `write ${asReference(text)}` };
  }
  return CUT.test(text) || (text.includes('$(') && shellProblem(text)) ? { detail: SYNTAX, help: WITH_SHELL } : partProblem(text, names);
}

/** Within a word, of a variable that the container has: texts with blanks are lines of some language, which may have variables of its own. */
function partProblem(text: string, names: ReadonlySet<string>): Problem | undefined {
  const part = /\s/.test(text) ? undefined : [...text.matchAll(PART)].find(([, braced, bare]) => names.has(braced ?? bare));
  return part && { detail: `"${part[0]}" in it is passed on as it stands: the kubelet knows only the form $(NAME)`, help: `write ${text.replaceAll(part[0], asReference(part[0]))}` };
}

function asReference(text: string): string {
  return text.replace(/\$\{?(\w+)\}?/, '$($1)');
}
