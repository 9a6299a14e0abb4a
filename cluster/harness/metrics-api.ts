import { IncomingMessage, Server, ServerResponse } from 'http';
import * as https from 'https';
import { AddressInfo } from 'net';
import { ApiServer } from './api-server';
import { eventually } from './eventually';
import { Manifest } from './manifest';
import { Oracle } from './oracle';

const GROUP = 'custom.metrics.k8s.io';
const VERSION = 'v1beta1';
const ROOT = `/apis/${GROUP}/${VERSION}`;
const SERVICE = { namespace: 'kube-system', name: 'metrics-of-the-test' };
const REGISTRATION = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `${VERSION}.${GROUP}` } };

/** Value of a metric for one of the running pods that were asked for. */
export type Gauge = (pod: Manifest, pods: readonly Manifest[]) => number;

/**
 * A custom metrics API whose numbers the test makes up: it stands where a cluster has Prometheus and its adapter. Real is who asks and how: the API
 * server forwards the group to it as to any aggregated API, and the autoscaler's controller reads it with its own client. That an engine exports such
 * numbers, and that an adapter finds them, is not tested.
 *
 * Source: k8s.io/metrics pkg/apis/custom_metrics/v1beta1/types.go, k8s.io/kube-aggregator pkg/controllers/status/remote (v0.36.3)
 */
export class MetricsApi {
  /**
   * Registers the API and waits until the API server forwards to it. An ExternalName Service leads out of the cluster, to a port of this process.
   * Source: k8s.io/apiserver pkg/util/proxy/proxy.go ResolveCluster (v0.36.3)
   */
  static async start(server: ApiServer, oracle: Oracle): Promise<MetricsApi> {
    const host = `${SERVICE.name}.${SERVICE.namespace}.svc`;
    const { cert, key } = await oracle.certificate([host]);
    const api = new MetricsApi(server, https.createServer({ cert, key }));
    await api.register(Buffer.from(cert).toString('base64'));
    return api;
  }

  /** Paths under which metrics were asked for, without the query. */
  readonly asked = new Set<string>();
  private readonly gauges = new Map<string, Gauge>();

  private constructor(private readonly server: ApiServer, private readonly listener: Server) {
    listener.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.answer(new URL(request.url!, 'https://localhost')).then(body => send(response, 200, body), error => send(response, 404, notFound(error)));
    });
    listener.unref();
  }

  /** What the pods of a namespace report under a name from now on. */
  report(namespace: string, metric: string, gauge: Gauge): void {
    this.gauges.set(`${namespace}/${metric}`, gauge);
  }

  /** Takes the API out of the cluster: one that does not answer would hold up whoever asks what there is. */
  async stop(): Promise<void> {
    await this.server.client.delete(REGISTRATION);
    await this.server.client.delete({ apiVersion: 'v1', kind: 'Service', metadata: SERVICE });
    this.listener.closeAllConnections();
    await new Promise(resolve => this.listener.close(resolve));
  }

  private async register(caBundle: string): Promise<void> {
    await new Promise<void>((resolve, reject) => this.listener.once('error', reject).listen(0, '127.0.0.1', resolve));
    const { port } = this.listener.address() as AddressInfo;
    const { client } = this.server;
    const { apiVersion, kind, metadata } = REGISTRATION;
    await client.create({ apiVersion: 'v1', kind: 'Service', metadata: SERVICE, spec: { type: 'ExternalName', externalName: 'localhost' } });
    const spec = { group: GROUP, version: VERSION, service: { ...SERVICE, port }, caBundle, groupPriorityMinimum: 100, versionPriority: 100 };
    await client.create({ ...REGISTRATION, spec });
    await eventually('the API server forwards to the metrics API', () => client.get(apiVersion, kind, undefined, metadata.name),
      ({ status }) => status?.conditions?.some((each: any) => each.type === 'Available' && each.status === 'True'));
  }

  private async answer({ pathname, searchParams }: URL): Promise<unknown> {
    const path = decodeURIComponent(pathname);
    if (path === ROOT) {
      const names = new Set([...this.gauges.keys()].map(key => key.split('/')[1]));
      return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${GROUP}/${VERSION}`, resources: [...names].map(resource) };
    }
    const [, namespace, metric] = path.match(`^${ROOT}/namespaces/([^/]+)/pods/\\*/([^/]+)$`) ?? [];
    const gauge = this.gauges.get(`${namespace}/${metric}`);
    if (!gauge) {
      throw new Error(`${path} is not served`);
    }
    this.asked.add(path);
    const pods = await this.server.client.list<Manifest>('v1', 'Pod', namespace, searchParams.get('labelSelector') ?? undefined);
    const reporting = pods.filter(({ status, metadata }) => status.phase === 'Running' && metadata.deletionTimestamp === undefined);
    const items = reporting.map(pod => valueOf(pod, metric, gauge(pod, reporting)));
    return { kind: 'MetricValueList', apiVersion: `${GROUP}/${VERSION}`, metadata: {}, items };
  }
}

function resource(metric: string): object {
  return { name: `pods/${metric}`, singularName: '', namespaced: true, kind: 'MetricValueList', verbs: ['get'] };
}

function valueOf(pod: Manifest, metricName: string, number: number): object {
  const { namespace, name } = pod.metadata;
  const value = `${Math.round(number * 1000)}m`;
  return { describedObject: { kind: 'Pod', apiVersion: '/v1', namespace, name }, metricName, timestamp: new Date().toISOString(), value, selector: null };
}

function notFound(error: unknown): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404, message: error instanceof Error ? error.message : String(error) };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
