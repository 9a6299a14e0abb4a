import { ApiClient } from './client';
import { eventually } from './eventually';
import { Manifest } from './manifest';

/** An endpoint of an EndpointSlice. */
export interface SliceEndpoint {
  readonly pod: string;
  readonly node: string;
  /** Absent if the node has no zone label. */
  readonly zone?: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  /** Zones and nodes of the clients that it is meant for (topology hints); absent without a hint. */
  readonly forZones?: readonly string[];
  readonly forNodes?: readonly string[];
}

/** EndpointSlices of a Service. */
export function slicesOf(client: ApiClient, namespace: string, service: string): Promise<Manifest[]> {
  return client.list<Manifest>('discovery.k8s.io/v1', 'EndpointSlice', namespace, `kubernetes.io/service-name=${service}`);
}

/** Endpoints of some slices, by pod. */
export function endpointsIn(slices: readonly Manifest[]): SliceEndpoint[] {
  const names = (hints: { name: string }[] | undefined) => hints?.map(({ name }) => name);
  return slices.flatMap(slice => (slice.endpoints ?? []).map((each: any): SliceEndpoint => ({
    pod: each.targetRef.name,
    node: each.nodeName,
    zone: each.zone,
    ready: each.conditions.ready,
    serving: each.conditions.serving,
    terminating: each.conditions.terminating,
    forZones: names(each.hints?.forZones),
    forNodes: names(each.hints?.forNodes),
  }))).sort((a, b) => a.pod < b.pod ? -1 : 1);
}

/** Waits until the endpoints of a Service are as expected, and returns its slices. */
export function slicesWhen(
  client: ApiClient, namespace: string, service: string, what: string, accept: (endpoints: SliceEndpoint[]) => boolean): Promise<Manifest[]> {
  return eventually(`EndpointSlices of ${service}: ${what}`, () => slicesOf(client, namespace, service), slices => slices.length > 0 && accept(endpointsIn(slices)));
}
