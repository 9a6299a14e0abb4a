import { ApiObject, App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { duplicate, forbidden, invalid, required } from '../base/errors/invalid-input';
import { Labels } from '../base/labels';
import { PlainObject, compact } from '../base/plain';
import { wholeSeconds } from '../base/seconds';
import { readable } from '../given/given-type';
import { answer, hiddenPlace } from '../given/mistakes/unplanned';
import { checkNamePart, checkPortName, checkPortNumber, isNamePart } from '../kubernetes/refused/names';
import { ObjectOptions, createObject } from '../pod/template/plain-api-object';
import { Locality, trafficDistribution } from '../target-cluster/locality';
import { Target } from '../target-cluster/target';

/**
 * A port of a Service, as cdk8s-plus-28 describes it; the target may also be a port name.
 */
export interface ServingPort extends kplus.ServicePort {
  /**
   * Name of the container port behind it. Excludes `targetPort`.
   *
   * @default - `targetPort`, or the same number as `port`
   */
  readonly targetPortName?: string;
}

/**
 * A Service that a pattern made, or that a controller makes for it.
 */
export class ServiceHandle {
  /**
   * One that a controller makes: the object as it will be, in no tree that is synthesised.
   *
   * @internal
   */
  public static _madeBy({ name, scope }: ServiceController, object: ApiObject): ServiceHandle {
    return Object.assign(new ServiceHandle(object), { madeBy: name, scope });
  }

  /** @internal */
  public static _of(object: ApiObject): ServiceHandle {
    return new ServiceHandle(object);
  }

  /** Name of the Service. */
  public readonly name: string;

  /** Name that clients resolve: with the namespace where it is known, else valid inside the namespace. */
  public readonly dns: string;

  /**
   * The controller that makes it; undefined where the app does.
   */
  public readonly madeBy?: string;

  /**
   * As it stands in the manifest, or as its controller makes it.
   *
   * @internal
   */
  public readonly _object: ApiObject;

  private readonly scope: IConstruct;

  private constructor(apiObject: ApiObject) {
    const namespace = apiObject.metadata.namespace;
    this.name = apiObject.name;
    this.dns = namespace ? `${this.name}.${namespace}.svc` : this.name;
    this._object = apiObject;
    this.scope = apiObject;
  }

  /**
   * The object itself, for patches. Refused where a controller makes it (`madeBy`), which would undo them.
   */
  public get apiObject(): ApiObject {
    return answer(this.scope, () => {
      if (this.madeBy !== undefined) {
        throw forbidden('apiObject', `${this.madeBy} makes the Service ${this.name}, and no manifest of the app has it`, 'read its name, and change what the controller makes it from');
      }
      return this._object;
    }, () => this._object);
  }
}

/** Who makes a Service that no manifest has, and for which construct. */
export interface ServiceController {
  readonly name: string;
  readonly scope: IConstruct;
}

/** What the API server refuses of a Service's ports. Source: pkg/apis/core/validation/validation.go validateServicePort (v1.36) */
export function checkPorts(field: string, ports: readonly ServingPort[]): void {
  if (ports.length === 0) {
    throw required(field, 'a Service needs at least one port', 'give a port');
  }
  const seen = new Map<string, number>();
  ports.forEach((port, index) => {
    checkPortNumber(`${field}[${index}].port`, port.port);
    if (port.targetPort !== undefined) {
      checkPortNumber(`${field}[${index}].targetPort`, port.targetPort);
    }
    if (ports.length > 1 && !port.name) {
      throw required(`${field}[${index}].name`, 'with several ports each needs a name', 'name each port, like http and metrics');
    }
    checkPort(`${field}[${index}]`, port);
    const twin = seen.get(`name ${port.name}`) ?? seen.get(numberOf(port));
    seen.set(numberOf(port), index);
    if (port.name !== undefined) {
      seen.set(`name ${port.name}`, index);
    }
    if (twin !== undefined) {
      throw duplicate(`${field}[${index}]`, port.name ?? port.port, `has the name, or the number and protocol, of ${field}[${twin}]`, 'give one of them another name and number');
    }
  });
}

function checkPort(field: string, port: ServingPort): void {
  if (port.name !== undefined) {
    checkNamePart(`${field}.name`, port.name);
  }
  if (port.targetPortName !== undefined) {
    checkPortName(`${field}.targetPortName`, port.targetPortName);
    if (port.targetPort !== undefined) {
      throw forbidden(`${field}.targetPortName`, `targetPort ${port.targetPort} says it as well`, 'keep one of them');
    }
  }
  if (port.nodePort !== undefined) {
    throw forbidden(`${field}.nodePort`, 'these Services have the type ClusterIP, which has no node ports', 'expose the pods with a cdk8s-plus-28 Service of another type that selects the pattern');
  }
}

function numberOf(port: Pick<ServingPort, 'port' | 'protocol'>): string {
  return `${port.port}/${port.protocol ?? kplus.Protocol.TCP}`;
}

function renderPorts(ports: readonly ServingPort[]): PlainObject[] {
  return ports.map(port => compact({
    name: port.name,
    port: port.port,
    targetPort: port.targetPortName ?? port.targetPort ?? port.port,
    protocol: port.protocol,
  }));
}

/** Source: pkg/apis/core/validation/validation.go ValidateService, MaxClientIPServiceAffinitySeconds (v1.36) */
const LONGEST_AFFINITY = 86400;

/** Seconds for which a client keeps its pod; undefined where nothing is said. */
export function affinitySeconds(field: string, given: Duration | undefined): number | undefined {
  const seconds = given && wholeSeconds(field, given, 1);
  if (seconds !== undefined && seconds > LONGEST_AFFINITY) {
    throw invalid(field, `${seconds}s`, `must be at most ${LONGEST_AFFINITY} s (24 hours)`, `give at most ${LONGEST_AFFINITY} s, or leave it out`);
  }
  return seconds;
}

/** What a Service for traffic may say. */
export interface ServingSpec {
  readonly selector: Labels;
  /** They have passed `checkPorts`. */
  readonly ports: readonly ServingPort[];
  readonly trafficDistribution?: string;
  /** Requests stay on the node of the client, or are dropped. */
  readonly isNodeLocal?: boolean;
  readonly affinitySeconds?: number;
}

/** The spec of every Service for traffic as it stands in the manifest: only ready pods, with an address of its own. */
export function servingSpec(serving: ServingSpec): PlainObject {
  const seconds = serving.affinitySeconds;
  return compact({
    selector: { ...serving.selector },
    ports: renderPorts(serving.ports),
    trafficDistribution: serving.trafficDistribution,
    internalTrafficPolicy: serving.isNodeLocal ? 'Local' : undefined,
    sessionAffinity: seconds === undefined ? undefined : 'ClientIP',
    sessionAffinityConfig: seconds === undefined ? undefined : { clientIP: { timeoutSeconds: seconds } },
  });
}

/** A port that needs no mapping: the rendezvous, the pods' own. */
export interface NamedPort {
  readonly name: string;
  readonly port: number;
  readonly protocol?: kplus.Protocol;
}

/**
 * The Service that gives pods names before they are ready: a rendezvous that waited for readiness would wait for itself. It carries no traffic.
 *
 * A number that comes twice is listed once: two ports of a serving Service may lead to one port of the pods, which the API server refuses here.
 */
export function createHeadlessService(
  scope: Construct, id: string, options: ObjectOptions, selector: Labels, ports: readonly NamedPort[]): ServiceHandle {
  const seen = new Set<string>();
  return ServiceHandle._of(createObject(scope, id, 'v1', 'Service', options, {
    spec: compact({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: { ...selector },
      ports: ports.filter(port => seen.size !== seen.add(numberOf(port)).size)
        .map(port => compact({ name: port.name, port: port.port, targetPort: port.port, protocol: port.protocol })),
    }),
  }));
}

/** A Service for traffic: only ready pods, with an address of its own. Its ports have passed \`checkPorts\`. */
export function createServingService(
  scope: Construct, id: string, options: ObjectOptions, selector: Labels, ports: readonly ServingPort[], locality?: Locality): ServiceHandle {
  return ServiceHandle._of(createObject(scope, id, 'v1', 'Service', options, {
    spec: servingSpec({ selector, ports, trafficDistribution: trafficDistribution(Target.of(scope), locality, 'prefer') }),
  }));
}

/** The handle of a Service that a controller makes, with the object as it will be; no manifest has it. */
export function describedService(controller: ServiceController, { name, namespace }: Pick<ObjectOptions, 'name' | 'namespace'>, spec: PlainObject): ServiceHandle {
  const place = new Chart(new App(), 'made-by-others', { namespace });
  return ServiceHandle._madeBy(controller, createObject(place, 'Service', 'v1', 'Service', { name, labels: {} }, { spec }));
}

/** The handle of a Service that is not made, because of a mistake; under the name that it would have had, where a Service may have it. */
export function unplannedService(scope: Construct, named: () => unknown): ServiceHandle {
  const given = readable(named);
  const name = typeof given === 'string' && isNamePart(given) ? given : 'not-planned';
  return ServiceHandle._of(createObject(hiddenPlace(scope), 'Service', 'v1', 'Service', { name, labels: {} }, {}));
}
