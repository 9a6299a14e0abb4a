import { checkNamePart, checkSubdomain } from '../kubernetes/refused/names';

/**
 * A Gateway that is there already.
 */
export interface RouteGateway {
  /** Its name. */
  readonly name: string;

  /**
   * Its namespace. A listener of it must allow routes of the namespace of this one (`allowedRoutes`).
   *
   * @default - that of the route
   */
  readonly namespace?: string;

  /**
   * Name of one of its listeners.
   *
   * @default - every listener that takes the route
   */
  readonly listener?: string;
}

/** A Gateway as a route names it. */
export function checkedGateway({ name, namespace, listener }: RouteGateway): RouteGateway {
  checkSubdomain('gateway.name', name);
  if (namespace !== undefined) {
    checkNamePart('gateway.namespace', namespace);
  }
  if (listener !== undefined) {
    checkSubdomain('gateway.listener', listener);
  }
  return { name, namespace, listener };
}
