import { Word, areFlagsKnown, commandFlag, flagsOf } from './command-flags';
import { EngineCommand, commandLines, containerVariables, engineImage, literalVariable } from './engine-command';
import { variableState } from './image-use';
import { byRepository, factOf, imageName } from './images';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asText, isPresent } from '../../base/reading';
import { remembered } from '../../base/remembered';
import { listed } from '../../base/text/listed';
import { DEFAULT_PORTS } from '../../knowledge/default-ports';
import { IMAGE_SERVERS, OWN_POD_ADDRESSES, PROGRAM_SERVERS, ServedPaths, ServerAddress, ServerFact, ServerPort } from '../../knowledge/servers';

/** One program whose ports are known. */
export interface ServerOfContainer {
  readonly title: string;
  readonly ports: readonly number[];
  /** Paths that each of them answers over HTTP; undefined where it may be any. */
  readonly answers: ReadonlyArray<readonly string[] | undefined>;
  /** What it answers on the first of them; undefined where a flag may have moved it. */
  readonly paths?: AnsweredPaths;
  /** Those of them at which it answers its own pod alone. */
  readonly hidden: readonly HiddenPort[];
}

/** Paths of a server as it is started. */
export interface AnsweredPaths {
  readonly health: readonly string[];
  /** Beginning of those that ask for a key, and what gave it one. */
  readonly guarded?: { readonly beginning: string; readonly by: string };
}

/** A port on the loopback interface. */
export interface HiddenPort {
  readonly port: number;
  readonly host: string;
  /** Where the address stands, or might. */
  readonly field: string;
  /** The flag or variable that says another. */
  readonly setting: string;
}

/** What is known of the ports of one container. */
export interface ServedPorts {
  readonly placed: PlacedContainer;
  /** Every TCP port that its one program listens on; undefined where the program, or how it is told, is not known. */
  readonly server?: ServerOfContainer;
  readonly declared: readonly PlainObject[];
  /** Every number in its declarations, and in the words of its command and variables. */
  readonly numbers: () => ReadonlySet<string>;
}

/** The containers of a pod that run, with their ports: they share one network. */
export function servedPorts(pods: PodSet, commands: readonly EngineCommand[]): ServedPorts[] {
  const own = new Map<PlacedContainer, EngineCommand[]>();
  commands.forEach(each => own.set(each.placed, own.get(each.placed) ?? []).get(each.placed)!.push(each));
  return pods.containers.filter(({ isMain, container }) => isMain || container.restartPolicy === 'Always').map(placed => {
    const declared = asList(placed.container.ports);
    let numbers: ReadonlySet<string> | undefined;
    const server = serverOf(pods, placed, own.get(placed) ?? []);
    return { placed, server, declared, numbers: () => numbers ??= numbersOf(placed.container, declared) };
  });
}

/** The ports of a pod together, which each probe of each container asks about. */
export class PodPorts {
  private owners?: ReadonlyMap<string, readonly ServedPorts[]>;
  private names?: string;

  constructor(public readonly served: readonly ServedPorts[]) {}

  /** Whether another container may listen on it. */
  public isElsewhere(own: ServedPorts, port: number): boolean {
    this.owners ??= ownersIn(this.served);
    return this.owners.get(String(port))?.some(each => each !== own) === true;
  }

  /** Those that are declared, for people. */
  public declared(): string {
    this.names ??= listed([...new Set(this.served.flatMap(({ declared }) => declared.map(each => `${asText(each.name) ?? '(no name)'} ${String(each.containerPort)}`)))]);
    return this.names;
  }
}

function ownersIn(served: readonly ServedPorts[]): Map<string, ServedPorts[]> {
  const owners = new Map<string, ServedPorts[]>();
  for (const each of served) {
    for (const number of new Set([...each.numbers(), ...(each.server?.ports ?? []).map(String)])) {
      owners.set(number, owners.get(number) ?? []).get(number)!.push(each);
    }
  }
  return owners;
}

/** Whether a container is said to have the port, by its declarations or by a word of its command or variables. */
export function mentions({ numbers }: ServedPorts, port: number): boolean {
  return numbers().has(String(port));
}

/** Whether a word of its command or variables is the port. What it declares it need not listen on. */
export function isTold({ placed: { container } }: ServedPorts, port: number): boolean {
  return numbersOf(container, []).has(String(port));
}

function numbersOf(container: PlainObject, declared: readonly PlainObject[]): ReadonlySet<string> {
  const texts = [container.command, container.args].flatMap(value => (Array.isArray(value) ? value as unknown[] : []));
  const values = asList(container.env).map(variable => variable.value);
  const found = [...texts, ...values].flatMap(text => (typeof text === 'string' ? text.match(/\d+/g) ?? [] : typeof text === 'number' ? [String(text)] : []));
  return new Set([...declared.map(each => String(asNumber(each.containerPort))), ...found, ...defaultPorts(container).map(String)]);
}

/** Ports that the program of an image listens on, as far as no flag or variable moves them. */
function defaultPorts(container: PlainObject): number[] {
  const repository = imageName(asText(container.image))?.repository;
  const ports = repository === undefined ? undefined : DEFAULTS.get(repository.slice(repository.lastIndexOf('/') + 1).replaceAll('_', '-'));
  if (ports === undefined) {
    return [];
  }
  const words = [container.command, container.args].flatMap(each => (Array.isArray(each) ? each as unknown[] : [])).map(word => ({ text: String(word), field: '' }));
  const told = { flags: flagsOf(words) };
  return ports.flatMap(({ port, flags, variable }) => {
    const isMoved = commandFlag(told, flags) !== undefined || (variable !== undefined && variableState(container, variable) !== 'unset');
    return isMoved ? [] : port ?? [];
  });
}

const DEFAULTS: ReadonlyMap<string, readonly ServerPort[]> = new Map(
  DEFAULT_PORTS.flatMap(({ images, ports }) => images.map(image => [image, ports] as const)),
);

function serverOf(pods: PodSet, placed: PlacedContainer, commands: readonly EngineCommand[]): ServedPorts['server'] {
  if (commands.length > 0) {
    const { title, serves } = commands[0].engine;
    const ports = serves && [withImage(serves.port, placed.container), ...serves.morePorts ?? []];
    return commands.length === 1 && ports ? portsOf({ title, ports, paths: serves.paths }, commands[0], placed) : undefined;
  }
  return startedByName(pods, placed) ?? startedByImage(placed);
}

/** An image may say the port by a variable of its own. */
function withImage(port: ServerPort, { image }: PlainObject): ServerPort {
  return port.port === undefined ? { ...port, port: engineImage(asText(image) ?? '')?.port } : port;
}

/** Most containers run none of these, and need not be read. */
const HINT = new RegExp(PROGRAM_SERVERS.flatMap(({ program, module }) => [program, module.slice(0, module.indexOf('.'))]).join('|'));

const isHint = remembered(text => HINT.test(text));

/** The program of a command that is known by its name. */
function startedByName(pods: PodSet, placed: PlacedContainer): ServedPorts['server'] {
  const { command, args } = placed.container;
  if (![command, args].some(words => Array.isArray(words) && words.some(word => typeof word === 'string' && isHint(word)))) {
    return undefined;
  }
  const lines = commandLines(placed, containerVariables(pods, placed), isPresent(placed.container.envFrom));
  const found = lines.flatMap(words => programIn(words) ?? []);
  return found.length === 1 ? portsOf(found[0].fact, found[0].told, placed) : undefined;
}

function programIn(words: readonly Word[]): { readonly fact: ServerFact; readonly told: Told } | undefined {
  for (const [index, { text }] of words.entries()) {
    const fact = PROGRAM_SERVERS.find(({ program, module }) => text.slice(text.lastIndexOf('/') + 1) === program || text === module && words[index - 1]?.text === '-m');
    if (fact) {
      const own = words.slice(index + 1);
      const told = { flags: flagsOf(own), isComplete: areFlagsKnown(own), field: words[index].field };
      return commandFlag(told, fact.foreign) ? undefined : { fact, told };
    }
  }
  return undefined;
}

function startedByImage(placed: PlacedContainer): ServedPorts['server'] {
  const { container } = placed;
  const fact = isPresent(container.command) ? undefined : serverOfImage(asText(container.image));
  if (!fact) {
    return undefined;
  }
  const words = (Array.isArray(container.args) ? container.args : []).map((text: unknown, index: number) => ({ text: String(text), field: `${placed.field}.args[${index}]` }));
  return portsOf(fact, { flags: flagsOf(words), isComplete: areFlagsKnown(words), field: `${placed.field}.args` }, placed);
}

/** What is known of the server that an image is made for. */
export function serverOfImage(image: string | undefined): ServerFact | undefined {
  const name = imageName(image);
  return name && factOf(BY_IMAGE, name.repository);
}

const BY_IMAGE = byRepository(IMAGE_SERVERS);

type Told = Pick<EngineCommand, 'flags' | 'isComplete' | 'field'>;

/** Undefined as soon as one of its ports cannot be told. */
function portsOf(
  { title, ports, paths }: Pick<ServerFact, 'title' | 'ports' | 'paths'>, told: Told, placed: PlacedContainer): ServedPorts['server'] {
  const { container } = placed;
  const found = ports.flatMap(port => portOf(port, told, container) ?? []);
  const hidden = () => ports.flatMap((each, index) => hiddenPort(found[index], each.address, told, placed));
  return found.length !== ports.length ? undefined : {
    title, ports: found, answers: ports.map(({ answers }) => answers), paths: paths && pathsOf(paths, told, container), hidden: hidden(),
  };
}

function pathsOf({ health, moved = [], guarded }: ServedPaths, told: Told, container: PlainObject): AnsweredPaths | undefined {
  if (commandFlag(told, moved)) {
    return undefined;
  }
  const flag = guarded && commandFlag(told, guarded.flags);
  const isSet = guarded?.variable !== undefined && asList(container.env).some(({ name }) => name === guarded.variable);
  const by = flag?.name ?? (isSet ? guarded.variable : undefined);
  return { health, guarded: guarded && by !== undefined ? { beginning: guarded.beginning, by } : undefined };
}

function hiddenPort(port: number, address: ServerAddress | undefined, told: Told, placed: PlacedContainer): HiddenPort[] {
  if (!address) {
    return [];
  }
  const flag = commandFlag(told, address.flags);
  const host = flag ? flag.value : told.isComplete ? hostOf(address, placed.container) : undefined;
  const isHidden = host !== undefined && OWN_POD_ADDRESSES.has(host);
  const said = flag ?? (address.variable === undefined ? undefined : literalVariable(placed, address.variable)) ?? told;
  return isHidden ? [{ port, host, field: said.field, setting: address.flags[0] ?? address.variable! }] : [];
}

function hostOf({ variable, host }: ServerAddress, container: PlainObject): string | undefined {
  const state = variable === undefined ? 'unset' : variableState(container, variable);
  return state === 'unset' ? host : state === 'unknown' ? undefined : state.value.replace(/:\d{1,5}$/, '');
}

const ADDRESS_ALONE = /^\d{1,3}(?:\.\d{1,3}){3}$/;

function portOf({ port, flags, variable, elsewhere = [] }: ServerPort, told: Told, container: PlainObject): number | undefined {
  if (commandFlag(told, elsewhere)) {
    return undefined;
  }
  const flag = commandFlag(told, flags);
  if (flag) {
    return numberIn(flag.value);
  }
  const state = variable === undefined ? 'unset' : variableState(container, variable);
  if (!told.isComplete || state === 'unknown') {
    return undefined;
  }
  return state === 'unset' ? port : numberIn(state.value) ?? (/\d/.test(state.value) && !ADDRESS_ALONE.test(state.value) ? undefined : port);
}

/** `8000`, or the end of `0.0.0.0:8000`. */
function numberIn(text: string | undefined): number | undefined {
  const found = /(?:^|:)(\d{1,5})$/.exec(text ?? '');
  return found ? Number(found[1]) : undefined;
}

/** A port by number, or by the name that a container declares. */
export function portNumber(port: unknown, declared: readonly PlainObject[]): number | undefined {
  return asNumber(typeof port === 'string' ? declared.find(({ name }) => name === port)?.containerPort : port);
}

/** As it is written, and its number: `8080`, `"http" (8080)`. */
export function shownPort(written: unknown, port: number | undefined): string {
  return typeof written === 'string' ? `${JSON.stringify(written)} (${port})` : String(port);
}
