import { Word, areFlagsKnown, commandFlag, flagsOf } from './command-flags';
import { EngineCommand, commandLines, containerVariables } from './engine-command';
import { variableState } from './image-use';
import { byRepository, factOf, imageName } from './images';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asText, isPresent } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { IMAGE_SERVERS, OWN_POD_ADDRESSES, PROGRAM_SERVERS, ServerAddress, ServerFact, ServerPort } from '../../knowledge/servers';

/** One program whose ports are known. */
export interface ServerOfContainer {
  readonly title: string;
  readonly ports: readonly number[];
  /** Those of them at which it answers its own pod alone. */
  readonly hidden: readonly HiddenPort[];
}

/** A port on the loopback interface. */
export interface HiddenPort {
  readonly port: number;
  readonly host: string;
  /** Where the address stands, or might. */
  readonly field: string;
  /** The flag that says another. */
  readonly flag: string;
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

function numbersOf(container: PlainObject, declared: readonly PlainObject[]): ReadonlySet<string> {
  const texts = [container.command, container.args].flatMap(value => (Array.isArray(value) ? value as unknown[] : []));
  const values = asList(container.env).map(variable => variable.value);
  const found = [...texts, ...values].flatMap(text => (typeof text === 'string' ? text.match(/\d+/g) ?? [] : typeof text === 'number' ? [String(text)] : []));
  return new Set([...declared.map(each => String(asNumber(each.containerPort))), ...found]);
}

function serverOf(pods: PodSet, placed: PlacedContainer, commands: readonly EngineCommand[]): ServedPorts['server'] {
  if (commands.length > 0) {
    const { title, serves } = commands[0].engine;
    return commands.length === 1 && serves ? portsOf({ title, ports: [serves.port] }, commands[0], placed.container) : undefined;
  }
  return startedByName(pods, placed) ?? startedByImage(placed);
}

/** Most containers run none of these, and need not be read. */
const HINT = new RegExp(PROGRAM_SERVERS.flatMap(({ program, module }) => [program, module.slice(0, module.indexOf('.'))]).join('|'));

/** The program of a command that is known by its name. */
function startedByName(pods: PodSet, placed: PlacedContainer): ServedPorts['server'] {
  const { command, args } = placed.container;
  if (![command, args].some(words => Array.isArray(words) && words.some(word => typeof word === 'string' && HINT.test(word)))) {
    return undefined;
  }
  const lines = commandLines(placed, containerVariables(pods, placed), isPresent(placed.container.envFrom));
  const found = lines.flatMap(words => programIn(words) ?? []);
  return found.length === 1 ? portsOf(found[0].fact, found[0].told, placed.container) : undefined;
}

function programIn(words: readonly Word[]): { readonly fact: ServerFact; readonly told: Told } | undefined {
  for (const [index, { text }] of words.entries()) {
    const fact = PROGRAM_SERVERS.find(({ program, module }) => text.slice(text.lastIndexOf('/') + 1) === program || text === module && words[index - 1]?.text === '-m');
    if (fact) {
      const own = words.slice(index + 1);
      const told = { flags: flagsOf(own), isComplete: areFlagsKnown(own), field: words[index].field };
      return commandFlag(told, new Set(fact.foreign)) ? undefined : { fact, told };
    }
  }
  return undefined;
}

function startedByImage(placed: PlacedContainer): ServedPorts['server'] {
  const { container } = placed;
  const name = imageName(asText(container.image));
  const fact = name && !isPresent(container.command) ? factOf(BY_IMAGE, name.repository) : undefined;
  if (!fact) {
    return undefined;
  }
  const words = (Array.isArray(container.args) ? container.args : []).map((text: unknown, index: number) => ({ text: String(text), field: `${placed.field}.args[${index}]` }));
  return portsOf(fact, { flags: flagsOf(words), isComplete: areFlagsKnown(words), field: `${placed.field}.args` }, container);
}

const BY_IMAGE = byRepository(IMAGE_SERVERS);

type Told = Pick<EngineCommand, 'flags' | 'isComplete' | 'field'>;

/** Undefined as soon as one of its ports cannot be told. */
function portsOf({ title, ports }: Pick<ServerFact, 'title' | 'ports'>, told: Told, container: PlainObject): ServedPorts['server'] {
  const found = ports.map(port => portOf(port, told, container));
  return found.every(port => port !== undefined)
    ? { title, ports: found, hidden: ports.flatMap((each, index) => hiddenPort(found[index], each.address, told, container)) }
    : undefined;
}

function hiddenPort(port: number, address: ServerAddress | undefined, told: Told, container: PlainObject): HiddenPort[] {
  if (!address) {
    return [];
  }
  const flag = commandFlag(told, new Set(address.flags));
  const host = flag ? flag.value : told.isComplete ? hostOf(address, container) : undefined;
  return host !== undefined && OWN_POD_ADDRESSES.has(host) ? [{ port, host, field: flag?.field ?? told.field, flag: address.flags[0] }] : [];
}

function hostOf({ variable, host }: ServerAddress, container: PlainObject): string | undefined {
  const state = variable === undefined ? 'unset' : variableState(container, variable);
  return state === 'unset' ? host : state === 'unknown' ? undefined : state.value;
}

function portOf({ port, flags, variable, elsewhere = [] }: ServerPort, told: Told, container: PlainObject): number | undefined {
  if (commandFlag(told, new Set(elsewhere))) {
    return undefined;
  }
  const flag = commandFlag(told, new Set(flags));
  if (flag) {
    return numberIn(flag.value);
  }
  const state = variable === undefined ? 'unset' : variableState(container, variable);
  if (!told.isComplete || state === 'unknown') {
    return undefined;
  }
  return state === 'unset' ? port : numberIn(state.value) ?? (/\d/.test(state.value) ? undefined : port);
}

/** `8000`, or the end of `0.0.0.0:8000`. */
function numberIn(text: string | undefined): number | undefined {
  const found = /(?:^|:)(\d{1,5})$/.exec(text ?? '');
  return found ? Number(found[1]) : undefined;
}
