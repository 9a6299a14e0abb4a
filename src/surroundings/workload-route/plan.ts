import { PlannedGateway, checkedOwnGateway } from './own-gateway';
import { RouteOptions, RouteProtocol, WorkloadRouteProps } from './props';
import { PlannedTimes, planTimes } from './times';
import { duplicate, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { H2C } from '../../knowledge/gateway';
import { workloadName } from '../../kubernetes/refused/names';
import { Workload } from '../../workloads/handle/workload';
import { Backend, backendsOf } from '../route-backends';
import { RouteGateway, checkedGateway } from '../route-gateway';
import { checkedHostnames, checkedPath, headerMatches } from '../route-matches';
import { httpRule, renderRouteSpec, backendReference } from '../route-rules';
import { portOfNumber } from '../served-port';

/** What a route asks of requests, and what it does with them; the same whatever stands behind it. */
export interface RoutePlan extends PlannedTimes {
  readonly gateway: RouteGateway;
  /** The Gateway where it is made as well. */
  readonly own?: PlannedGateway;
  readonly hostnames?: readonly string[];
  readonly pathPrefix: string;
  readonly stripPrefix: boolean;
  readonly headers: readonly PlainObject[];
}

/** One route to one workload. */
export interface WorkloadRoutePlan extends RoutePlan {
  readonly name: string;
  readonly namespace?: string;
  readonly workload: Workload;
  readonly kind: 'HTTPRoute' | 'GRPCRoute';
  readonly backend: Backend;
  readonly grpcServices: readonly string[];
}

/** Pure: which requests reach which port of which pods, and how long an answer may take. */
export function planWorkloadRoute(id: string, given: WorkloadRouteProps): WorkloadRoutePlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    const workload = attempt(() => props.workload.workload._planned);
    const isGrpc = props.protocol === RouteProtocol.GRPC;
    attempt(() => checkProtocol(props, isGrpc));
    return {
      name,
      namespace: workload.namespace,
      workload,
      kind: isGrpc ? 'GRPCRoute' : 'HTTPRoute',
      backend: attempt(() => backendOf(name, props, isGrpc)),
      grpcServices: attempt(() => checkedServices(props.grpcServices ?? [])),
      ...attempt(() => planRoute(name, props)),
    };
  });
}

/** What does not depend on the backend. */
export function planRoute(name: string, given: RouteOptions): RoutePlan {
  return collecting(given, (props, attempt) => {
    const pathPrefix = attempt(() => checkedPath(props.pathPrefix));
    return {
      gateway: attempt(() => gatewayOf(name, props)),
      own: attempt(() => props.ownGateway && checkedOwnGateway(props.ownGateway)),
      hostnames: attempt(() => checkedHostnames(props.hostnames)),
      pathPrefix,
      stripPrefix: attempt(() => strips(props, pathPrefix)),
      headers: attempt(() => headerMatches(props.headers)),
      ...attempt(() => planTimes(props)),
    };
  });
}

/** Source: gateway-api-inference-extension api/v1/inferencepool_types.go (v1.3): until appProtocol of 1.6 a gateway speaks HTTP/1.1 to pods of a pool */
function backendOf(name: string, props: WorkloadRouteProps, isGrpc: boolean): Backend {
  const [backend] = backendsOf(name, props, isGrpc ? grpcPort : portOfNumber);
  if (isGrpc && backend.isPool) {
    throw forbidden('protocol', `pods of the InferencePool ${backend.service} are spoken to in HTTP/1.1, which gRPC is not`, 'leave it out');
  }
  return backend;
}

function gatewayOf(name: string, { gateway, ownGateway }: RouteOptions): RouteGateway {
  if (gateway !== undefined && ownGateway !== undefined) {
    throw forbidden('ownGateway', `the route is behind ${gateway.name} already`, 'keep one of them');
  }
  if (gateway === undefined && ownGateway === undefined) {
    throw required('gateway', 'a route without a Gateway is reached by nobody', "name the Gateway, or have one made: ownGateway: { className: '...' }");
  }
  return gateway === undefined ? { name } : checkedGateway(gateway);
}

function strips({ stripPrefix = false }: RouteOptions, pathPrefix: string): boolean {
  if (stripPrefix && pathPrefix === '/') {
    throw forbidden('stripPrefix', 'every path begins with /, so there is nothing to take away', 'give pathPrefix, or leave it out');
  }
  return stripPrefix;
}

/** Source: gateway-api apis/v1/grpcroute_types.go GRPCRouteRule (v1.7) */
const HTTP_ALONE = ['pathPrefix', 'stripPrefix', 'requestTimeout', 'attemptTimeout', 'retry'] as const;

function checkProtocol(props: WorkloadRouteProps, isGrpc: boolean): void {
  if (!isGrpc && props.grpcServices !== undefined) {
    throw forbidden('grpcServices', 'an HTTPRoute knows no services of gRPC', 'set protocol: RouteProtocol.GRPC');
  }
  const given = isGrpc ? HTTP_ALONE.find(key => props[key] !== undefined) : undefined;
  if (given !== undefined) {
    throw forbidden(given, 'a GRPCRoute has no such field', 'leave it out: clients of gRPC give a deadline with each call, and the policies of the gateway may have the rest');
  }
}

/** Source: gateway-api apis/v1/grpcroute_types.go GRPCMethodMatch (v1.7) */
const GRPC_SERVICE = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
const LONGEST_SERVICE = 1024;
const MOST_MATCHES = 64;

function checkedServices(services: readonly string[]): readonly string[] {
  if (services.length > MOST_MATCHES) {
    throw invalid('grpcServices', services.length, `a rule has at most ${MOST_MATCHES} matches`, 'leave it out, which is every call, or make a second route');
  }
  services.forEach((service, index) => {
    const field = `grpcServices[${index}]`;
    if (!GRPC_SERVICE.test(service) || service.length > LONGEST_SERVICE) {
      throw invalid(field, service, 'is no service of gRPC: words of letters, digits and _, with dots between them', 'for example inference.GRPCInferenceService');
    }
    if (services.indexOf(service) < index) {
      throw duplicate(field, service, 'stands here already', 'name each service once');
    }
  });
  return services;
}

/** Source: KEP-3726; gateway-api geps/gep-1911 (v1.7): without it some gateways speak HTTP/1.1, which gRPC is not */
function grpcPort(port: number): PlainObject {
  return { ...portOfNumber(port), name: 'grpc', appProtocol: H2C };
}

export function renderRoute(plan: WorkloadRoutePlan): PlainObject {
  const { kind, backend, grpcServices, headers } = plan;
  const backendRefs = [backendReference(backend, 1)];
  return renderRouteSpec(plan, [kind === 'GRPCRoute' ? grpcRule(grpcServices, headers, backendRefs) : ruleTo(plan, backendRefs)]);
}

/** The rule of an HTTPRoute, to whatever backend. */
export function ruleTo(plan: RoutePlan, backendRefs: readonly PlainObject[]): PlainObject {
  const filters = plan.stripPrefix ? [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } } }] : [];
  return httpRule({ ...plan, backendRefs, filters });
}

function grpcRule(services: readonly string[], headers: readonly PlainObject[], backendRefs: readonly PlainObject[]): PlainObject {
  const asked = headers.length > 0 ? [...headers] : undefined;
  const matches = services.length > 0 ? services.map(service => compact({ method: { type: 'Exact', service }, headers: asked })) : asked && [{ headers: asked }];
  return compact({ matches, backendRefs: [...backendRefs] });
}
