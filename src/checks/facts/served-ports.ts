import { flagOf, flagsOf, isComplete } from './command-flags';
import { EngineCommand } from './engine-command';
import { variableState } from './image-use';
import { byRepository, factOf, imageName } from './images';
import { PlacedContainer, PodSet } from './pod-set';
import { asList, asNumber, asText, isPresent } from './reading';
import { ENGINE_SERVERS, IMAGE_SERVERS, ServerFact, ServerPort } from '../../knowledge/servers';
import { PlainObject } from '../../pod/plain';

/** What is known of the ports of one container. */
export interface ServedPorts {
  readonly placed: PlacedContainer;
  /** Every TCP port that its one program listens on; undefined where the program, or how it is told, is not known. */
  readonly server?: { readonly title: string; readonly ports: readonly number[] };
  readonly declared: readonly PlainObject[];
}

/** The containers of a pod that run, with their ports: they share one network. */
export function servedPorts(pods: PodSet, commands: readonly EngineCommand[]): ServedPorts[] {
  return pods.containers.filter(({ isMain, container }) => isMain || container.restartPolicy === 'Always').map(placed => ({
    placed,
    server: serverOf(placed, commands.filter(each => each.placed === placed)),
    declared: asList(placed.container.ports),
  }));
}

/** Whether a container is said to have the port, by its declarations or by a word of its command or variables. */
export function mentions({ placed: { container }, declared }: ServedPorts, port: number): boolean {
  const word = new RegExp(`(^|\\D)${port}(\\D|$)`);
  const texts = [container.command, container.args].flatMap(value => (Array.isArray(value) ? value : []));
  const values = asList(container.env).map(variable => variable.value);
  return declared.some(each => asNumber(each.containerPort) === port)
    || [...texts, ...values].some(text => (typeof text === 'string' && word.test(text)) || text === port);
}

function serverOf(placed: PlacedContainer, commands: readonly EngineCommand[]): ServedPorts['server'] {
  if (commands.length > 0) {
    const fact = commands.length === 1 ? ENGINE_SERVERS[commands[0].engine] : undefined;
    return fact && portsOf(fact, commands[0], placed.container);
  }
  const { container } = placed;
  const name = imageName(asText(container.image));
  const fact = name && !isPresent(container.command) ? factOf(BY_IMAGE, name.repository) : undefined;
  if (!fact) {
    return undefined;
  }
  const words = (Array.isArray(container.args) ? container.args : []).map((text: unknown, index: number) => ({ text: String(text), field: `${placed.field}.args[${index}]` }));
  return portsOf(fact, { flags: flagsOf(words), isComplete: isComplete(words) }, container);
}

const BY_IMAGE = byRepository(IMAGE_SERVERS);

type Told = Pick<EngineCommand, 'flags' | 'isComplete'>;

/** Undefined as soon as one of its ports cannot be told. */
function portsOf({ title, ports }: ServerFact, told: Told, container: PlainObject): ServedPorts['server'] {
  const found = ports.map(port => portOf(port, told, container));
  return found.every(port => port !== undefined) ? { title, ports: found } : undefined;
}

function portOf({ port, flags, variable, elsewhere = [] }: ServerPort, told: Told, container: PlainObject): number | undefined {
  if (flagOf(told, new Set(elsewhere))) {
    return undefined;
  }
  const flag = flagOf(told, new Set(flags));
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
