import { scalersOf } from './autoscalers';
import { acceleratorOf, metadataOf } from './carrier';
import { Call, Expression, call } from './expression';
import { Fields, commandOf, containerProps, podProps, portNumber, portsOf, sharedMemoryOf, textsOf } from './pod';
import { NotAdopted, Proposal, Recogniser, namesOf, volumesOf } from './proposal';
import { versionedEngine } from './versioned-engine';
import { PlainObject, isObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Serving } from '../../knowledge/engines/engine';
import { Manifest } from '../../kubernetes/manifest';
import { isPortSet, targetPortOf } from '../../kubernetes/target-port';
import { acceleratorUses } from '../../lint/facts/accelerators';
import { podSetsOf } from '../../lint/facts/carried-pods';
import { commandFlag } from '../../lint/facts/command-flags';
import { EngineCommand, engineCommands, engineImage } from '../../lint/facts/engine-command';
import { Facts } from '../../lint/facts/facts';
import { CutOverDevices, parallelismOf } from '../../lint/facts/parallelism';
import { PlacedContainer, PodSet } from '../../lint/facts/pod-set';
import { toldModel } from '../../lint/facts/told-model';

/** A Deployment on devices whose server is known, or says where it answers. */
export const recogniseServing: Recogniser = (object, context) => {
  if (object.type !== 'apps/Deployment') {
    return undefined;
  }
  const pods = podSetsOf(context.facts, object)[0];
  const placed = pods?.containers.find(each => each.isMain && acceleratorUses(each).length > 0);
  if (!placed) {
    return undefined;
  }
  const selector = selectorOf(object);
  const accelerator = acceleratorOf(placed)!;
  const command = engineCommands(pods).find(each => each.placed === placed && each.engine.serves !== undefined);
  if (!command && !servesModel(placed)) {
    throw new NotAdopted(`nothing says that container ${placed.name} serves a model: no server that is known here, no model in its words or variables`);
  }
  const names = namesOf(object.name, context);
  const common = {
    construct: 'GpuInferenceDeployment' as const, ...names, carrier: object, calls: object.spec.replicas === undefined && scalersOf(object, context).length > 0 ? ['markHasAutoscaler'] : [],
  };
  const rest = propsAround(object, pods, placed, { facts: context.facts, id: names.id, selector, volumes: volumesOf(names.id, pods.spec, context) });
  const port = portOf(placed, command, servicesOn(object, pods, context.facts));
  const service = serviceOf(object, pods, port.number, placed, context.facts);
  const propsWith = (engine: Expression) => ({
    ...(names.id === object.name ? {} : { name: object.name }), engine, accelerator: accelerator.expression, ...rest(port.number), ...service,
  });
  const versioned = command && versionedEngine(command, accelerator.count);
  const custom: Proposal = {
    ...common,
    props: propsWith(customEngine(placed, command, { port, devices: accelerator.count })),
    notes: versioned && typeof versioned === 'string' ? [versioned] : [],
  };
  return versioned && typeof versioned !== 'string' ? [{ ...common, props: propsWith(versioned.expression), notes: [] }, custom] : [custom];
};

function selectorOf(object: Manifest): { [key: string]: string } {
  const { matchLabels, matchExpressions } = asObject(object.spec.selector);
  if (asList(matchExpressions).length > 0) {
    throw new NotAdopted('its selector has matchExpressions, it is immutable, and a construct selects by labels');
  }
  return textsOf(matchLabels);
}

interface Around {
  readonly facts: Facts;
  readonly id: string;
  readonly selector: { [key: string]: string };
  readonly volumes: ReturnType<typeof volumesOf>;
}

/** Everything but the engine: it does not depend on how much of that is known. */
function propsAround(object: Manifest, pods: PodSet, placed: PlacedContainer, around: Around): (port: number) => Fields {
  const { facts, id, selector, volumes } = around;
  const template = asObject(object.spec.template);
  const main = placed.container;
  const replicas = asNumber(object.spec.replicas);
  return port => {
    const shared = sharedMemoryOf(main, pods.spec);
    const { lifecycle, ...own } = containerProps(id, main, volumes, shared) as Fields;
    return {
      ...(replicas === undefined || replicas < 1 ? {} : { replicas }),
      container: { image: asText(main.image) ?? '', ...own, ...portsOf(main, port) },
      ...podProps(id, template, main, volumes, selector),
      podSelector: selector,
      spread: call('ReplicaSpread.anywhere'),
      ...budgetOf(object, facts),
      ...metadataOf(object),
    };
  };
}

/** The budget of its name is the construct's own; without one there is none. */
function budgetOf(object: Manifest, facts: Facts): Fields {
  const budget = facts.find('policy/PodDisruptionBudget', object.place, object.name);
  const most = asNumber(budget?.spec.maxUnavailable);
  const given = budget === undefined ? call('DisruptionBudget.none') : most === undefined || most < 1 ? undefined : call('DisruptionBudget.atMost', most);
  return given === undefined ? {} : { disruptionBudget: given };
}

/** The Service that sends clients to the server, if one does. */
function serviceOf(object: Manifest, pods: PodSet, port: number, placed: PlacedContainer, facts: Facts): Fields {
  const candidates = servicesOn(object, pods, facts).filter(service => targetsOf(service, placed).includes(port));
  const service = candidates.find(({ name }) => name === object.name) ?? candidates[0];
  if (!service) {
    return {};
  }
  const ports = asList(service.spec.ports);
  return {
    service: {
      ...(service.name === object.name ? {} : { name: service.name }),
      ports: ports.map((each, index) => ({
        name: asText(each.name) ?? (index === 0 ? 'http' : `port-${index}`),
        port: asNumber(each.port) ?? port,
        ...(!isPortSet(each.targetPort) ? {} : { targetPort: portNumber(each.targetPort, placed.container) }),
      })) as Expression,
    },
  };
}

function servicesOn(object: Manifest, pods: PodSet, facts: Facts): Manifest[] {
  return facts.ofType('Service').filter(service => service.place === object.place && selects(service, pods));
}

function selects(service: Manifest, pods: PodSet): boolean {
  const selector = Object.entries(asObject(service.spec.selector));
  return selector.length > 0 && selector.every(([key, value]) => pods.labels[key] === value);
}

function targetsOf(service: Manifest, { container }: PlacedContainer): (number | undefined)[] {
  return asList(service.spec.ports).map(each => portNumber(targetPortOf(each), container));
}

interface ServerPortFound {
  readonly number: number;
  readonly name?: string;
}

/** What is known of a server. */
interface ServerFound {
  readonly port: ServerPortFound;
  readonly devices: number;
}

/** The port of the server: what its command says, what is probed, what is declared, where a Service sends clients, or what the engine has by default. */
export function portOf(placed: PlacedContainer, command: EngineCommand | undefined, services: readonly Manifest[]): ServerPortFound {
  const { container } = placed;
  const declared = asList(container.ports);
  const told = command && toldPort(command);
  const probed = ['readinessProbe', 'livenessProbe', 'startupProbe'].flatMap(field => portNumber(objectAt(container, field, 'httpGet').port, container) ?? [])[0];
  const sent = services.flatMap(service => targetsOf(service, placed))[0];
  const number = told ?? probed ?? asNumber(declared[0]?.containerPort) ?? sent ?? (command && defaultPort(command.engine.serves!));
  if (number === undefined) {
    throw new NotAdopted('nothing says at which port it answers: no flag, no probe, no declared port, no Service');
  }
  return { number, name: asText(declared.find(each => each.containerPort === number)?.name) };
}

function toldPort(command: EngineCommand): number | undefined {
  const { port } = command.engine.serves!;
  const value = commandFlag(command, port.flags)?.value;
  return /^\d{1,5}$/.test(value ?? '') ? Number(value) : undefined;
}

function defaultPort({ port }: Serving): number | undefined {
  return asNumber(port.port);
}

/** A server by what its manifest says: command line and port as they are, so nothing of them differs. */
export function customEngine(placed: PlacedContainer, command: EngineCommand | undefined, { port, devices }: ServerFound): Call {
  const { container } = placed;
  const image = asText(container.image) ?? '';
  const cut = command && parallelismOf(command);
  const isProven = (cut?.tensor ?? NaN) * (cut?.pipeline ?? NaN) * (cut?.data ?? NaN) === devices;
  return call('InferenceEngine.custom', {
    name: command?.engine.name ?? (asText(container.name) || 'server'),
    version: versionOf(image),
    model: (command && toldModel(command)) ?? modelVariable(container) ?? 'unknown',
    image,
    ...commandOf(container),
    port: port.number,
    ...(port.name ? { portName: port.name } : {}),
    healthPath: healthPath(container, command),
    ...(isProven ? parallelOptions(cut!) : devices === 1 ? {} : { tensorParallel: devices }),
  });
}

function parallelOptions({ tensor, pipeline, data }: CutOverDevices): Fields {
  const all = { tensorParallel: tensor, pipelineParallel: pipeline, dataParallel: data };
  return Object.fromEntries(Object.entries(all).filter(([, size]) => size !== 1));
}

/** The tag of an image, or what stands for it. */
function versionOf(image: string): string {
  const [name, digest] = image.split('@');
  return name.slice(name.lastIndexOf('/') + 1).split(':')[1] ?? (digest === undefined ? 'latest' : digest.slice(0, 19));
}

/** Whether a program that is not known here is told a model. */
function servesModel({ container }: PlacedContainer): boolean {
  const words = [container.command, container.args].flatMap(each => (Array.isArray(each) ? each : []));
  return engineImage(asText(container.image) ?? '')?.needsNoWords === true || modelVariable(container) !== undefined
    || words.some(word => typeof word === 'string' && /(?:^|\s)--model(?:[-_](?:id|path|name|dir))?(?:[=\s]|$)/.test(word));
}

/** Names under which images of servers are told a model. */
function modelVariable(container: PlainObject): string | undefined {
  return asText(asList(container.env).find(each => ['MODEL_ID', 'MODEL_NAME', 'MODEL', 'HF_MODEL_ID'].includes(asText(each.name) ?? ''))?.value);
}

function healthPath(container: PlainObject, command: EngineCommand | undefined): string {
  const probed = ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap(field => {
    const get = objectAt(container, field).httpGet;
    return isObject(get) ? [asText(get.path) ?? '/'] : [];
  });
  return probed[0] ?? command?.engine.serves?.paths?.health[0] ?? '/health';
}
