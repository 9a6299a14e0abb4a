import { templates } from './carried-pods';
import { FlagValue, Word, flagsOf, areFlagsKnown } from './command-flags';
import { scriptPlace } from './entry-script';
import { ExpansionBudget, writtenLength } from './expansion';
import { Facts } from './facts';
import { PodSet, PlacedContainer } from './pod-set';
import { UNKNOWN, Variables } from './shell-arithmetic';
import { commandsOfScript, isKnown } from './shell-words';
import { asList, asObject, asText, isPresent } from '../../base/reading';
import { Answers, remembered } from '../../base/remembered';
import { Engine, EngineImage, Program } from '../../knowledge/engines/engine';
import { ENGINES } from '../../knowledge/engines/engines';
import { workloadKindOf } from '../kinds';

/** One program that a container starts, with what it is told. */
export interface EngineCommand {
  readonly engine: Engine;
  readonly placed: PlacedContainer;
  /** Its program or module, without folders. */
  readonly starter: string;
  /** What follows the name of the program. */
  readonly words: readonly Word[];
  readonly flags: ReadonlyMap<string, FlagValue>;
  /** Where the command stands: an element of `command` or `args`. */
  readonly field: string;
  /** Whether all flags are known: nothing comes from a file or an unknown variable. */
  readonly isComplete: boolean;
  /** Variables of the container that are known. */
  readonly variables: Variables;
}

/** Most containers run none of these, and need not be read. */
const HINT = new RegExp(`\\b(?:${ENGINES.flatMap(hintsOf).map(each => each.replaceAll('.', '\\.')).join('|')})\\b`);

const isHint = remembered(text => HINT.test(text));

/** Programs, and the packages of modules, whose last part a script may make up. */
function hintsOf({ programs, modules }: Engine): string[] {
  return [...programs.map(({ name }) => name), ...modules.map(name => name.slice(0, name.lastIndexOf('.')))];
}

/** What the containers of a set start, out of commands, arguments, scripts in them, and what the image is known to start. */
export function engineCommands(pods: PodSet): readonly EngineCommand[] {
  let found: EngineCommand[] | undefined;
  for (const placed of pods.containers) {
    if (isHinted(placed)) {
      found = [...found ?? [], ...commandsIn(pods, placed)];
    }
  }
  return found ?? NONE;
}

const NONE: readonly EngineCommand[] = Object.freeze([]);

function isHinted({ container }: PlacedContainer): boolean {
  const hints = (value: unknown) => Array.isArray(value) && value.some(each => typeof each === 'string' && isHint(each));
  return hints(container.command) || hints(container.args) || (typeof container.image === 'string' && engineImage(container.image) !== undefined);
}

/** What is read of a container, wherever else the same stands. */
type ReadCommand = Omit<EngineCommand, 'placed'>;

/** Containers of a fleet are told the same at the same place, and what is read of them is most of what the facts keep in memory. */
const READ = new Answers<readonly ReadCommand[]>(4_000);

function commandsIn(pods: PodSet, placed: PlacedContainer): EngineCommand[] {
  const { field, container: { command, args, image } } = placed;
  const [variables, isOpen] = [containerVariables(pods, placed), hasOpenEnvironment(placed)];
  const read = READ.to(JSON.stringify([field, command, args, image, isOpen, ...variables]), () => (
    commandLines(placed, variables, isOpen).flatMap(words => engineOf(words, variables) ?? [])));
  return read.map(each => ({ ...each, placed }));
}

/** Every simple command of a container: the one of its fields, or those of the script in it. */
export function commandLines(placed: PlacedContainer, variables: Variables, isOpen = false, budget = budgetOf(placed)): Word[][] {
  const words = (['command', 'args'] as const).flatMap(key => argv(placed, key, text => substituted(text, variables, isOpen, budget)));
  const started = isPresent(placed.container.command) ? undefined : engineImage(asText(placed.container.image) ?? '');
  if (started && (words.length > 0 || started.needsNoWords)) {
    return [[...started.entrypoint.map(text => ({ text, field: `${placed.field}.args` })), ...words]];
  }
  return unwrapped(words, variables, budget, 0);
}

function budgetOf(placed: PlacedContainer): ExpansionBudget {
  return new ExpansionBudget(writtenLength(placed));
}

/** What is known of an image that starts an engine. */
export const engineImage = remembered((image): EngineImage | undefined => ENGINES.find(each => each.image?.pattern.test(image))?.image);

function argv(placed: PlacedContainer, key: 'command' | 'args', expand: (text: string) => string): Word[] {
  const values = placed.container[key];
  return Array.isArray(values) ? values.map((value, index) => ({
    text: typeof value === 'string' ? expand(value) : UNKNOWN,
    field: `${placed.field}.${key}[${index}]`,
  })) : [];
}

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'ash', 'dash', 'zsh']);
const MOST_NESTED = 3;

/** `sh -c "script"` is its commands, however deep. */
function unwrapped(words: Word[], variables: Variables, budget: ExpansionBudget, depth: number): Word[][] {
  const shell = words.findIndex(({ text }, index) => index < 6 && SHELLS.has(basename(text)));
  if (shell < 0 || depth >= MOST_NESTED) {
    return [words];
  }
  const place = scriptPlace(words, shell);
  if (place === undefined) {
    return [words];
  }
  const script = words[place];
  const positional = words.slice(place + 2).map(each => each.text);
  return commandsOfScript(script.text, variables, positional.length > 0 ? positional : undefined, budget)
    .flatMap(line => unwrapped(line.map(text => ({ text, field: script.field })), variables, budget, depth + 1));
}

/** Source: third_party/forked/golang/expansion/expand.go (v1.36): $$ is $, and what is not defined stays as it is */
function substituted(text: string, variables: Variables, isOpen: boolean, budget: ExpansionBudget): string {
  return text.replace(/\$\$|\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g, (all: string, name?: string) => {
    const value = name === undefined ? '$' : variables.get(name);
    return value !== undefined ? budget.expanded(value) : isOpen ? UNKNOWN : all;
  });
}

function hasOpenEnvironment({ container }: PlacedContainer): boolean {
  return asList(container.envFrom).length > 0;
}

/** Variables of a container: what its carrier sets, and its own, each expanded by those before it. */
export function containerVariables(pods: PodSet, placed: PlacedContainer, budget = budgetOf(placed)): Variables {
  const isOpen = hasOpenEnvironment(placed);
  const result = new Map(workloadKindOf(pods.carrier).variables?.(pods));
  for (const variable of asList(placed.container.env)) {
    const name = asText(variable.name);
    // An empty text is a value; a reference to something else is one that nobody sees here.
    if (name !== undefined && !(pods.carrier.kind === 'LeaderWorkerSet' && result.has(name) && name.startsWith('LWS_'))) {
      result.set(name, typeof variable.value === 'string' ? substituted(variable.value, result, isOpen, budget) : isPresent(variable.valueFrom) ? UNKNOWN : '');
    }
  }
  return result;
}

/** Whether the variables of a container expand to more text than is read. */
export function isExpansionExceeded(pods: PodSet, placed: PlacedContainer): boolean {
  const [ofVariables, ofCommands] = [budgetOf(placed), budgetOf(placed)];
  commandLines(placed, containerVariables(pods, placed, ofVariables), hasOpenEnvironment(placed), ofCommands);
  return ofVariables.isExceeded || ofCommands.isExceeded;
}

/** Commands that only speak of programs, or ask a Service that is called after one. */
const TALKERS: ReadonlySet<string> = new Set([
  'echo', 'printf', 'pip', 'pip3', 'which', 'command', 'cat', 'grep', 'test', '[', '[[', 'apt', 'apt-get', 'pkill', 'pgrep',
  'curl', 'wget', 'nc', 'nslookup', 'getent', 'kubectl',
]);
const MODULES: ReadonlyMap<string, Engine> = new Map(ENGINES.flatMap(engine => engine.modules.map(name => [name, engine] as const)));
/** Programs by name, with the word that must follow. */
const PROGRAMS: ReadonlyMap<string, { readonly engine: Engine; readonly program: Program }> = new Map(
  ENGINES.flatMap(engine => engine.programs.map(program => [program.name, { engine, program }] as const)));

/** The first program of a command line that is known here: what it starts in turn is its own business. */
function engineOf(words: readonly Word[], variables: Variables): ReadCommand | undefined {
  if (words.length === 0 || TALKERS.has(basename(words[0].text))) {
    return undefined;
  }
  for (let index = 0; index < words.length; index++) {
    const { engine, length } = startsAt(words, index);
    if (engine !== undefined) {
      const own = ownWords(engine, words.slice(index + length));
      const isWhole = areFlagsKnown(own) && !startsUnknown(engine, own);
      return { engine, starter: basename(words[index + (words[index].text === '-m' ? 1 : 0)].text), words: own, flags: flagsOf(own), field: words[index].field, isComplete: isWhole, variables };
    }
  }
  return undefined;
}

function startsAt(words: readonly Word[], index: number): { readonly engine?: Engine; readonly length: number } {
  const next = words[index + 1]?.text;
  if (words[index].text === '-m' && next !== undefined) {
    return { engine: MODULES.get(next), length: 2 };
  }
  const known = PROGRAMS.get(basename(words[index].text));
  if (known === undefined) {
    return { length: 1 };
  }
  const { engine, program: { verb, otherVerbs = [] } } = known;
  const fits = (verb === undefined || verb === next) && !otherVerbs.includes(next ?? '');
  return { engine: fits ? engine : undefined, length: verb === undefined ? 1 : 2 };
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a launcher starts has flags of its own: they begin at the script. */
function ownWords(engine: Engine, words: readonly Word[]): readonly Word[] {
  if (!engine.launches?.startsScript) {
    return words;
  }
  // A first word that nobody knows may be flags.
  const script = words.findIndex(({ text }, index) => text === '-m' || text === '--module' || text === '--no_python' || text === '--no-python'
    || (!text.startsWith('-') && (text.endsWith('.py') || (index === 0 && isKnown(text)))));
  return script < 0 ? words : words.slice(0, script);
}

/** A model is known by its place; what a launcher is given first may be flags. */
function startsUnknown(engine: Engine, words: readonly Word[]): boolean {
  return engine.launches?.startsScript === true && words.length > 0 && !isKnown(words[0].text);
}

/** A literal variable of a container, and where its value stands. */
export function literalVariable(placed: PlacedContainer, name: string): { readonly value: string; readonly field: string } | undefined {
  const index = asList(placed.container.env).findIndex(each => each.name === name);
  const value = index < 0 ? undefined : asObject((placed.container.env as unknown[])[index]).value;
  return typeof value === 'string' ? { value, field: `${placed.field}.env[${index}].value` } : undefined;
}

/** Sets whose containers start a known engine or launcher, with their commands. */
export function enginesByPods(facts: Facts): ReadonlyMap<PodSet, readonly EngineCommand[]> {
  return new Map(facts.get(templates).flatMap(pods => {
    const commands = engineCommands(pods);
    return commands.length > 0 ? [[pods, commands] as const] : [];
  }));
}
