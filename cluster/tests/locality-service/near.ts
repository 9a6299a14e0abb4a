import { App, Chart } from 'cdk8s';
import { Routing } from '../../../src/patterns/locality-service/routing';
import { Locality, LocalityService, Memory, Target, TargetProps, ZonalDeployments, ZonalDeploymentsProps } from 'cdk8s-ai-workloads';

/** A Service and the way its clients are sent. */
export interface Near {
  readonly service: LocalityService;
  readonly routing: Routing;
  /** What it writes: the field of the minor. */
  readonly field: Readonly<Record<string, string>>;
}

export const CONTAINER = { image: 'registry.example/embedder:1', ports: [{ number: 8080 }], memory: Memory.of('1Gi') };
export type NearPodsOptions = Pick<ZonalDeploymentsProps, 'nodeLabels' | 'replicas' | 'zones'>;

/** Two pods in each zone, and one Service for each kind of preference that the target has. */
export function nearPods(app: App, namespace: string, target: TargetProps, pods: NearPodsOptions = {}): Near[] {
  const chart = new Chart(app, `${namespace}-near`, { namespace });
  Target.define(chart, target);
  const embedder = new ZonalDeployments(chart, 'Embedder', { replicas: 2, ...pods, container: CONTAINER });
  const newer = target.kubernetes !== '1.33' || target.featureGates !== undefined;
  const near = (id: string, routing: Routing, prefer: Locality | undefined, field: Near['field']): Near =>
    ({ service: new LocalityService(chart, id, { target: embedder, port: 80, prefer, strictNodeLocal: prefer === undefined }), routing, field });
  return [
    near('Zone', 'sameZone', Locality.SAME_ZONE, { trafficDistribution: newer ? 'PreferSameZone' : 'PreferClose' }),
    ...(newer ? [near('Node', 'sameNode', Locality.SAME_NODE, { trafficDistribution: 'PreferSameNode' })] : []),
    near('Own', 'ownNode', undefined, { internalTrafficPolicy: 'Local' }),
  ];
}
