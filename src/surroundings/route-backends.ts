import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { noteLeading } from './past-canary';
import { ServiceSpec, ownService, portOfNumber, requirePort } from './served-port';
import { forbidden, invalid, renamed, required, wholeNumber } from '../base/errors/invalid-input';
import { noteReach } from '../base/findings/construct-checks';
import { Labels } from '../base/labels';
import { LABEL_LIMIT } from '../base/names';
import { PlainObject, compact } from '../base/plain';
import { createObject } from '../pod/template/plain-api-object';
import { PodPart } from '../workloads/handle/pods';
import { IWorkload, Workload } from '../workloads/handle/workload';
import { WorkloadPurpose, WorkloadServing } from '../workloads/handle/workload-facts';

/*
 * Services behind a route: the workload's own, or those that are made for pods which have none.
 */

/** Pods that a route sends requests to. */
export interface RoutedPods {
  readonly workload: IWorkload;
  readonly part?: PodPart;
  /** A Service for each of them. */
  readonly indexes?: readonly number[];
  /** Port of their containers, where no Service says it. */
  readonly port?: number;
  /** Which port of their Service; the first one where it is not said. */
  readonly portName?: string;
}

/** A Service that a route sends requests to. */
export interface Backend {
  readonly service: string;
  readonly namespace?: string;
  /** Port of the Service, which the route names; an InferencePool has that of its pods. */
  readonly port?: number;
  /** Whether it is an InferencePool. */
  readonly isPool?: boolean;
  /** Whether it is the ServiceImport of the Service: all clusters that export it. */
  readonly isImported?: boolean;
  /** Whether a Service that is made has no address of its own. */
  readonly isHeadless?: boolean;
  /** What is spoken on it, where the Service says it. */
  readonly appProtocol?: string;
  readonly selector: Labels;
  /** Ports of the Service where it is to be made; absent where the workload has it. */
  readonly made?: readonly PlainObject[];
  /** Pods behind a Service that is to be made, and what makes them; no object of them where another app has it. */
  readonly pods?: number;
  /** Names of those pods, where they have any. */
  readonly podNames?: readonly string[];
  readonly carriers?: readonly ApiObject[];
}

/** The workload's own Service, one for a part, or one for each index; `service` is the name of one that is made. */
export function backendsOf(service: string, given: RoutedPods, newPort: (port: number) => PlainObject = portOfNumber): Backend[] {
  const workload = given.workload.workload._planned;
  if (workload.purpose === WorkloadPurpose.RUN) {
    throw forbidden('workload', `${workload.name} works until it is done and answers nobody`, 'give a workload that serves');
  }
  if (workload._pool !== undefined && given.part === undefined && given.indexes === undefined) {
    return [pooledBackend(workload, given)];
  }
  refuseImportedPods(workload, given);
  const own = ownService(workload, given.port);
  if (given.part === undefined && given.indexes === undefined && own !== undefined) {
    return [servedBackend(workload, workload.serving!, own, given.portName)];
  }
  if (own === undefined && given.portName !== undefined) {
    throw forbidden('portName', `${workload.name} has no Service whose ports have names`, 'leave it out: port gives the number');
  }
  const port = own === undefined ? newPort(requirePort(workload, given.port)) : servedPort(own, workload.serving!, given.portName);
  return partsOf(given, workload).map(({ suffix, field, part }) => {
    const { labels, namespace, least, names } = renamed(problem => placeOf(field, problem.field), () => workload._select(part));
    const name = `${service}${suffix}`;
    checkLength(name);
    const pods = { pods: least, podNames: names, carriers: workload.apiObjects };
    return { service: name, namespace, ...numberOf(port), selector: labels, made: [port], ...pods };
  });
}

/** Source: gateway-api geps/gep-1294 (v1.7): a headless ServiceImport is out of scope; KEP-1645, Not allowing cluster-specific targeting */
function refuseImportedPods({ name, _imported: imported }: Workload, { part, indexes }: RoutedPods): void {
  if (imported === 'Headless') {
    throw forbidden('workload', `the export of ${name} is headless: a route leads to a ServiceImport with an address`, 'export it without headless, or give the workload itself, which is that of this cluster');
  }
  if (imported !== undefined && (part ?? indexes) !== undefined) {
    throw forbidden(part === undefined ? 'indexes' : 'part', `the export of ${name} is that of all clusters, of which nobody can pick pods`, 'leave it out, or give the workload itself, which is that of this cluster');
  }
}

/** Services that the workloads do not have, in their order. */
export function createServices(
  scope: Construct, backends: readonly Backend[], labels: Labels, options: Pick<Backend, 'namespace'> = {}): ApiObject[] {
  return backends.flatMap(({ service, selector, made, isHeadless, pods, carriers = [] }) => {
    if (made === undefined) {
      return [];
    }
    const spec = compact({ clusterIP: isHeadless ? 'None' : undefined, selector: { ...selector }, ports: [...made] });
    const object = createObject(scope, `Service-${service}`, 'v1', 'Service', { ...options, name: service, labels }, { spec });
    if (carriers.every(({ node }) => node.root !== scope.node.root)) {
      noteReach(object, { replicas: pods });
    }
    return [object];
  });
}

/** Says where it leads of what a canary around the same workload should know. A pool tells of itself. */
export function noteBackends(construct: Construct, field: string, workload: Workload, backends: readonly Backend[]): void {
  backends.filter(({ isPool }) => !isPool).forEach(({ service, selector, made }) =>
    noteLeading(workload, { construct, field, to: `Service ${service}`, selector: made && selector }));
}

/** An index of `indexes` is the part's index. */
function placeOf(field: string, part: string): string {
  return field !== 'part' && part === 'index' ? field : `part.${part}`;
}

function checkLength(service: string): void {
  if (service.length > LABEL_LIMIT) {
    throw invalid('name', service, `is the name of its Service, of ${service.length} characters, and the limit is ${LABEL_LIMIT}`, `shorten it by ${service.length - LABEL_LIMIT}`);
  }
}

/** Past the pool a picker would not know of the requests, and would count wrong. */
function pooledBackend(workload: Workload, { port, portName }: RoutedPods): Backend {
  if (port !== undefined || portName !== undefined) {
    throw forbidden(port === undefined ? 'portName' : 'port', `the InferencePool ${workload._pool!} of the workload says it`, 'leave it out');
  }
  return { service: workload._pool!, namespace: workload.namespace, isPool: true, selector: workload._select({}).labels };
}

function servedBackend(workload: Workload, serving: WorkloadServing, own: ServiceSpec, portName: string | undefined): Backend {
  const { namespace, _imported: imported } = workload;
  const port = servedPort(own, serving, portName);
  return { service: serving.service.name, namespace, ...numberOf(port), selector: own.selector, isImported: imported !== undefined };
}

function numberOf({ port, appProtocol }: PlainObject): Pick<Backend, 'port' | 'appProtocol'> {
  return { port: port as number, appProtocol: appProtocol as string | undefined };
}

/** Routes of requests end at TCP. */
function servedPort({ ports }: ServiceSpec, { service }: WorkloadServing, portName: string | undefined): PlainObject {
  const port = portName === undefined ? ports[0] : ports.find(({ name }) => name === portName);
  if (port === undefined) {
    throw invalid('portName', portName, `${service.name} has the ports ${ports.map(({ name, port: number }) => String(name ?? number)).join(', ')}`, 'name one of them');
  }
  if (port.protocol !== undefined && port.protocol !== 'TCP') {
    throw forbidden('portName', `port ${String(port.name ?? port.port)} of ${service.name} speaks ${String(port.protocol)}, and requests of a route come by TCP`, 'name a port of TCP');
  }
  return port;
}

interface GivenPart {
  readonly suffix: string;
  readonly field: string;
  readonly part: PodPart;
}

function partsOf({ part = {}, indexes }: RoutedPods, workload: Workload): GivenPart[] {
  const role = answeringRole(workload, part);
  const whole: PodPart = role === undefined ? part : { ...part, role };
  if (indexes === undefined) {
    return [{ suffix: '', field: 'part', part: whole }];
  }
  if (part.index !== undefined) {
    throw forbidden('part.index', 'indexes name the pods', 'keep one of them');
  }
  if (indexes.length === 0) {
    throw invalid('indexes', indexes, 'names no pod', 'give an index, or leave it out');
  }
  return indexes.map((index, place) => {
    const field = `indexes[${place}]`;
    wholeNumber(field, index, { min: 0 });
    if (indexes.indexOf(index) < place) {
      throw invalid(field, index, 'stands here already', 'name each index once');
    }
    return { suffix: `-${index}`, field, part: { ...whole, index } };
  });
}

/** The role of the part, else the one that answers: workers of a group listen to nobody, unless all pods behind the Service do. */
export function answeringRole({ name, serving, metrics, roles }: Workload, part: PodPart | undefined): string | undefined {
  const role = part?.role ?? serving?.role ?? metrics?.role;
  if (role === undefined && serving === undefined && roles.length > 1) {
    throw required('part.role', `${name} has pods of roles ${roles.map(each => each.name).join(', ')}, and nothing says which answer`, 'name one of them');
  }
  return role;
}
