/*
 * Which endpoints kube-proxy uses, as pure functions: the hints that the EndpointSlice controller writes, and what each node makes of them.
 *
 * Source: k8s.io/endpointslice trafficdist/trafficdist.go; kubernetes pkg/proxy/topology.go CategorizeEndpoints, topologyModeFromHints (v1.36)
 */

/** What the Service asks for. `anywhere` is a Service without a preference, `ownNode` one with `internalTrafficPolicy: Local`. */
export type Routing = 'sameZone' | 'sameNode' | 'ownNode' | 'anywhere';

/** One endpoint of the Service, where it runs. */
export interface Endpoint {
  /** Absent where the node has no label `topology.kubernetes.io/zone`. */
  readonly zone?: string;
  readonly node: string;
  /** False while it starts, fails its readiness probe or terminates. */
  readonly ready?: boolean;
  /** Terminating, and its readiness probe still succeeds. */
  readonly servingWhileTerminating?: boolean;
}

/** The node a connection comes from. */
export interface ClientNode {
  readonly zone?: string;
  readonly node: string;
}

/** Where a connection may go. */
export interface Route<E extends Endpoint> {
  /** Which rule decided: the node's own endpoints, those of its zone, or all. */
  readonly by: 'node' | 'zone' | 'all';
  /** Empty: the connection fails. */
  readonly endpoints: readonly E[];
}

/** Endpoints that connections from a node are spread over, evenly and at random. */
export function route<E extends Endpoint>(routing: Routing, endpoints: readonly E[], client: ClientNode): Route<E> {
  if (routing === 'ownNode') {
    return { by: 'node', endpoints: usable(endpoints.filter(endpoint => endpoint.node === client.node)) };
  }
  const ready = endpoints.filter(isReady);
  const onNode = ready.filter(endpoint => endpoint.node === client.node);
  if (routing === 'sameNode' && onNode.length > 0) {
    return { by: 'node', endpoints: onNode };
  }
  const inZone = client.zone === undefined ? [] : ready.filter(endpoint => endpoint.zone === client.zone);
  // One ready endpoint without a zone has no hint, and then no node in the cluster trusts the hints of the others.
  if (routing !== 'anywhere' && ready.every(endpoint => endpoint.zone !== undefined) && inZone.length > 0) {
    return { by: 'zone', endpoints: inZone };
  }
  return { by: 'all', endpoints: usable(endpoints) };
}

/** Ready ones; when there are none, those that terminate and still serve. */
function usable<E extends Endpoint>(endpoints: readonly E[]): readonly E[] {
  const ready = endpoints.filter(isReady);
  return ready.length > 0 ? ready : endpoints.filter(endpoint => endpoint.servingWhileTerminating);
}

function isReady(endpoint: Endpoint): boolean {
  return endpoint.ready !== false && !endpoint.servingWhileTerminating;
}

/** Endpoints counted by zone. */
export interface ZoneCount {
  readonly zone: string;
  readonly endpoints: number;
}

/** What clients of one zone reach. */
export interface ZoneRoute {
  readonly zone: string;
  /** From a node that runs an endpoint itself; absent when none does in this zone. */
  readonly withEndpoint?: ReachedZones;
  /** From any other node of the zone. */
  readonly without: ReachedZones;
}

export interface ReachedZones {
  readonly by: 'node' | 'zone' | 'all';
  readonly counts: readonly ZoneCount[];
}

/** One state of the cluster: which zones have lost their endpoints, and where everybody then goes. */
export interface Stage {
  readonly emptied: readonly string[];
  readonly routes: readonly ZoneRoute[];
}

/** Zones that are emptied in turn: more rows would be read by nobody. */
const EMPTIED_IN_TURN = 24;

/** As it is, then with each zone empty in turn (of many the first), then with all of them empty. Each endpoint is taken to run on a node of its own. */
export function walkThrough(routing: Routing, counts: readonly ZoneCount[]): Stage[] {
  const populated = counts.filter(count => count.endpoints > 0).map(count => count.zone);
  const stages = [[], ...populated.slice(0, EMPTIED_IN_TURN).map(zone => [zone]), ...(populated.length > 1 ? [populated] : [])];
  return stages.map(emptied => ({ emptied, routes: routesOf(routing, counts, emptied) }));
}

function routesOf(routing: Routing, counts: readonly ZoneCount[], emptied: readonly string[]): ZoneRoute[] {
  const left = counts.map(count => (emptied.includes(count.zone) ? { ...count, endpoints: 0 } : count));
  const endpoints = left.flatMap(({ zone, endpoints: number }) => [{ zone, node: `${zone}/0`, count: 1 }, { zone, node: `${zone}/others`, count: number - 1 }]
    .filter(each => number > 0 && each.count > 0));
  const reached = (zone: string, node: string): ReachedZones => {
    const answer = route(routing, endpoints, { zone, node: `${zone}/${node}` });
    return { by: answer.by, counts: countByZone(answer.endpoints, counts.map(count => count.zone)) };
  };
  return left.map(({ zone, endpoints: number }) => ({
    zone,
    withEndpoint: number > 0 ? reached(zone, '0') : undefined,
    without: reached(zone, 'without'),
  }));
}

function countByZone(endpoints: readonly { readonly zone: string; readonly count: number }[], zones: readonly string[]): ZoneCount[] {
  const sums = new Map<string, number>();
  endpoints.forEach(({ zone, count }) => sums.set(zone, (sums.get(zone) ?? 0) + count));
  return zones.flatMap(zone => (sums.has(zone) ? [{ zone, endpoints: sums.get(zone)! }] : []));
}
