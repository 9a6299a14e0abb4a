import { Duration } from 'cdk8s';
import { Backend } from './route-backends';
import { RouteGateway } from './route-gateway';
import { invalid } from '../base/errors/invalid-input';
import { PlainObject, compact } from '../base/plain';
import { wholeSeconds } from '../base/seconds';
import { POOL_GROUP } from '../knowledge/endpoint-picker';
import { GATEWAY_GROUP } from '../knowledge/gateway';
import { MCS_GROUP } from '../knowledge/multi-cluster';

/*
 * Routes of the Gateway API as they are written, with what the server fills in: a GitOps controller would otherwise see a difference for ever.
 */

/** Source: gateway-api apis/v1/shared_types.go Duration (v1.7) */
const MOST_SECONDS = 99_999;

/** What a route says besides its rules. */
export interface RouteHead {
  readonly gateway: RouteGateway;
  readonly hostnames?: readonly string[];
}

/** One rule of an HTTPRoute. */
export interface HttpRule {
  readonly pathPrefix: string;
  readonly headers: readonly PlainObject[];
  readonly backendRefs: readonly PlainObject[];
  readonly filters?: readonly PlainObject[];
  /** 0 is without end; absent is the gateway's own limit. */
  readonly requestSeconds?: number;
  /** Of one attempt. */
  readonly backendSeconds?: number;
  readonly retry?: PlainObject;
}

export function renderRouteSpec({ gateway: { name, namespace, listener }, hostnames }: RouteHead, rules: readonly PlainObject[]): PlainObject {
  return compact({
    parentRefs: [compact({ group: GATEWAY_GROUP, kind: 'Gateway', name, namespace, sectionName: listener })],
    hostnames: hostnames && [...hostnames],
    rules: [...rules],
  });
}

export function backendReference({ service, port, isPool = false, isImported = false }: Backend, weight: number): PlainObject {
  if (isPool) {
    return { group: POOL_GROUP, kind: 'InferencePool', name: service, weight };
  }
  return isImported ? { group: MCS_GROUP, kind: 'ServiceImport', name: service, port, weight } : { group: '', kind: 'Service', name: service, port, weight };
}

export function httpRule({ pathPrefix, headers, backendRefs, filters = [], requestSeconds, backendSeconds, retry }: HttpRule): PlainObject {
  return compact({
    matches: [compact({ path: { type: 'PathPrefix', value: pathPrefix }, headers: headers.length > 0 ? [...headers] : undefined })],
    filters: filters.length > 0 ? [...filters] : undefined,
    backendRefs: [...backendRefs],
    timeouts: requestSeconds === undefined && backendSeconds === undefined ? undefined : compact({
      request: requestSeconds === undefined ? undefined : `${requestSeconds}s`,
      backendRequest: backendSeconds === undefined ? undefined : `${backendSeconds}s`,
    }),
    retry,
  });
}

/** Seconds of a timeout; 0 is without end. */
export function timeoutSeconds(field: string, timeout: Duration | undefined): number | undefined {
  const seconds = timeout && wholeSeconds(field, timeout);
  if (seconds !== undefined && seconds > MOST_SECONDS) {
    throw invalid(field, `${seconds}s`, `must be at most ${MOST_SECONDS} s`, 'give 0 for no end');
  }
  return seconds;
}
