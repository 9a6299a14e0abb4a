import { Duration } from 'cdk8s';
import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';
import { RouteGateway } from '../route-gateway';

/**
 * One model, or one version of it, behind the name that clients know.
 */
export interface ModelVariant {
  /** What it is called among the variants: `stable`, `canary`. */
  readonly name: string;

  /** What serves it: a pattern, or what `Workload.of` and `Workload.named` make. */
  readonly workload: IWorkload;

  /**
   * Which of its pods. They get a Service of their own.
   *
   * @default - what the workload's own Service reaches; all its pods where it has none
   */
  readonly part?: PodPart;

  /**
   * Pods by their indexes, and no others. Each gets a Service of its own, and the weight of the variant is shared equally between them.
   *
   * @default - not by index
   */
  readonly indexes?: number[];

  /**
   * Port on which its containers listen. Needed where the workload has no Service, refused where that says it.
   *
   * @default - that of the workload's Service
   */
  readonly port?: number;

  /**
   * Its share of the requests that nothing else decides, out of the sum of all weights. 0 keeps it ready and sends it nothing.
   *
   * @default - 0 where headers or a cookie choose it, else 1
   */
  readonly weight?: number;

  /**
   * Requests with all of these headers, of exactly these values, go to it whatever its weight. Upper and lower case of a header's name are one.
   *
   * @default - no header chooses it
   */
  readonly headers?: { [name: string]: string };

  /**
   * Requests with this cookie, `name=value`, go to it whatever its weight. It is a regular expression on the header `Cookie`, which the Gateway API leaves
   * to each implementation: ask yours, or use `headers`.
   *
   * @default - no cookie chooses it
   */
  readonly cookie?: string;
}

/**
 * Variants, and the route that shares requests between them.
 */
export interface ModelVariantsProps {
  /**
   * Name of the HTTPRoute, with which names of Services begin.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The variants, two at least. */
  readonly variants: ModelVariant[];

  /** The Gateway through which clients come. */
  readonly gateway: RouteGateway;

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
   * Longest time from a request to the end of its answer, which a stream of tokens takes as a whole; 0 is without end. Whole seconds.
   *
   * Source: Envoy's own is 15 s (envoy api/envoy/config/route/v3/route_components.proto RouteAction.timeout).
   *
   * @default - that of the Gateway
   */
  readonly requestTimeout?: Duration;
}
