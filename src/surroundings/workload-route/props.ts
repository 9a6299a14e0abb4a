import { Duration } from 'cdk8s';
import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';
import { RouteGateway } from '../route-gateway';

/**
 * What clients speak.
 */
export enum RouteProtocol {
  /** Requests of HTTP, by an HTTPRoute. */
  HTTP = 'HTTP',

  /** Calls of gRPC, by a GRPCRoute, which has no path, no timeouts and no retries. */
  GRPC = 'GRPC',
}

/**
 * A Gateway for this route and others of its namespace. Its controller makes proxies for it, in many clouds a load balancer.
 */
export interface OwnGateway {
  /** Name of the GatewayClass: which controller makes it. */
  readonly className: string;

  /**
   * Name of the Secret with certificate and key, in the namespace of the route. cert-manager fills it where the Gateway has its annotation.
   *
   * @default - none: clients speak to it in plain text, credentials and prompts included
   */
  readonly tlsSecret?: string;

  /**
   * Whether routes of every namespace may be behind it. Each of them may then answer for hosts of another.
   *
   * @default false - those of its own namespace
   */
  readonly allNamespaces?: boolean;

  /**
   * Port on which clients come.
   *
   * @default - 443 with `tlsSecret`, else 80
   */
  readonly port?: number;
}

/**
 * Which requests a gateway sends a second time, to any pod behind the Service. It can do so until the first byte of an answer has left it: a stream that has begun ends
 * with its pod.
 */
export interface RouteRetry {
  /**
   * How often, after the first time.
   *
   * @default 1
   */
  readonly attempts?: number;

  /**
   * Statuses of answers that are tried again, 400 to 599. A connection that nobody takes is tried again without them.
   *
   * @default [502, 503]
   */
  readonly statusCodes?: number[];

  /**
   * Time before the next attempt, from which a gateway works out its own. Whole seconds.
   *
   * @default - the gateway's own
   */
  readonly backoff?: Duration;
}

/**
 * How clients reach a workload from outside.
 */
export interface RouteOptions {
  /**
   * The Gateway through which clients come. It excludes `ownGateway`.
   *
   * @default - that of `ownGateway`
   */
  readonly gateway?: RouteGateway;

  /**
   * A Gateway that is made for it, of the name of the route.
   *
   * @default - none: `gateway` is there already
   */
  readonly ownGateway?: OwnGateway;

  /**
   * Names of hosts, with `*.` before them for all below.
   *
   * @default - every host of the listener
   */
  readonly hostnames?: string[];

  /**
   * Path with which requests begin.
   *
   * @default /
   */
  readonly pathPrefix?: string;

  /**
   * Whether the pods get requests without `pathPrefix`: an engine that knows `/v1/models` answers 404 to `/llama/v1/models`. Extended support, not core.
   *
   * @default false
   */
  readonly stripPrefix?: boolean;

  /**
   * Headers that a request must have, all of them with exactly these values.
   *
   * @default - none
   */
  readonly headers?: { [name: string]: string };

  /**
   * Longest time from a request to the end of its answer, over all attempts; a stream of tokens is one answer. 0 is without end. Whole seconds.
   *
   * Source: where a route says nothing a gateway has its own limit, Envoy 15 s (envoy api/envoy/config/route/v3/route_components.proto RouteAction.timeout).
   *
   * @default - without end: the engine ends its answers
   */
  readonly requestTimeout?: Duration;

  /**
   * Longest time of one attempt, to the end of its answer; at most `requestTimeout`. 0 is without end. Whole seconds.
   *
   * @default - that of the request
   */
  readonly attemptTimeout?: Duration;

  /**
   * What is tried again. The field is in the standard channel since Gateway API 1.7; older definitions drop it in silence.
   *
   * @default - what the gateway does by itself
   */
  readonly retry?: RouteRetry;
}

/**
 * A workload, and how clients reach it from outside.
 */
export interface WorkloadRouteProps extends RouteOptions {
  /**
   * Name of the route, of the Gateway that is made for it, and of the Service that is made where the workload has none.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make of others. The route is in its namespace. */
  readonly workload: IWorkload;

  /**
   * Which of its pods. They get a Service of their own.
   *
   * @default - what the workload's own Service reaches; all its pods where it has none
   */
  readonly part?: PodPart;

  /**
   * Port on which its containers listen. Needed where the workload has no Service, refused where that says it.
   *
   * @default - that of the workload's Service
   */
  readonly port?: number;

  /**
   * Name of the port of its Service.
   *
   * @default - the first one
   */
  readonly portName?: string;

  /**
   * What clients speak, and the port of the workload with them.
   *
   * @default RouteProtocol.HTTP
   */
  readonly protocol?: RouteProtocol;

  /**
   * Services of gRPC whose calls take this route, with their package: `inference.GRPCInferenceService`. With `RouteProtocol.GRPC` alone.
   *
   * @default - every call
   */
  readonly grpcServices?: string[];
}
