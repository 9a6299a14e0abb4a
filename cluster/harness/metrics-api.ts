import { IncomingMessage, Server, ServerResponse } from 'http';
import * as https from 'https';
import { AddressInfo } from 'net';
import { ApiServer } from './api-server';
import { eventually } from './eventually';
import { Manifest } from './manifest';
import { Oracle } from './oracle';

const CUSTOM = 'custom.metrics.k8s.io';
const EXTERNAL = 'external.metrics.k8s.io';
const VERSION = 'v1beta1';
const SERVICE = { namespace: 'kube-system', name: 'metrics-of-the-test' };

/** Value of a metric for one of the running pods that were asked for. */
export type Gauge = (pod: Manifest, pods: readonly Manifest[]) => number;

/** Value of a metric that is one of an object, or of no object at all. */
export type Value = () => number;

/**
 * A custom and an external metrics API whose numbers the test makes up: it stands where a cluster has Prometheus and its adapter. Real is who asks and how: the API
 * server forwards the group to it as to any aggregated API, and the autoscaler's controller reads it with its own client. That an engine exports such
 * numbers, and that an adapter finds them, is not tested.
 *
 * Source: k8s.io/metrics pkg/apis/custom_metrics/v1beta1/types.go, pkg/apis/external_metrics/v1beta1/types.go, k8s.io/kube-aggregator pkg/controllers/status/remote (v0.36.3)
 */
export class MetricsApi {
  /**
   * Registers the APIs and waits until the API server forwards to them. An ExternalName Service leads out of the cluster, to a port of this process.
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
  /** Names of the pods that were last looked at for a path. */
  readonly lookedAt = new Map<string, readonly string[]>();
  private readonly gauges = new Map<string, Gauge>();
  private readonly values = new Map<string, Value>();

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

  /** What an object (`deployments.apps/llama`) is described by from now on. */
  describe(namespace: string, object: string, metric: string, value: Value): void {
    this.values.set(`${namespace}/${object}/${metric}`, value);
  }

  /** What an external metric is from now on, chosen by these labels and no others. */
  reportExternal(namespace: string, metric: string, labels: { readonly [label: string]: string }, value: Value): void {
    this.values.set(`${namespace}/${metric}?${selectorOf(labels)}`, value);
  }

  /** Takes the APIs out of the cluster: one that does not answer would hold up whoever asks what there is. */
  async stop(): Promise<void> {
    await Promise.all([CUSTOM, EXTERNAL].map(group => this.server.client.delete(registrationOf(group))));
    await this.server.client.delete({ apiVersion: 'v1', kind: 'Service', metadata: SERVICE });
    this.listener.closeAllConnections();
    await new Promise(resolve => this.listener.close(resolve));
  }

  private async register(caBundle: string): Promise<void> {
    await new Promise<void>((resolve, reject) => this.listener.once('error', reject).listen(0, '127.0.0.1', resolve));
    const { port } = this.listener.address() as AddressInfo;
    const { client } = this.server;
    await client.create({ apiVersion: 'v1', kind: 'Service', metadata: SERVICE, spec: { type: 'ExternalName', externalName: 'localhost' } });
    for (const group of [CUSTOM, EXTERNAL]) {
      const registration = registrationOf(group);
      const { apiVersion, kind, metadata } = registration;
      const spec = { group, version: VERSION, service: { ...SERVICE, port }, caBundle, groupPriorityMinimum: 100, versionPriority: 100 };
      await client.create({ ...registration, spec });
      await eventually(`the API server forwards ${group} to the metrics API`, () => client.get(apiVersion, kind, undefined, metadata.name),
        ({ status }) => status?.conditions?.some((each: any) => each.type === 'Available' && each.status === 'True'));
    }
  }

  private async answer({ pathname, searchParams }: URL): Promise<unknown> {
    const path = decodeURIComponent(pathname);
    const selector = searchParams.get('labelSelector') ?? undefined;
    const [, group, rest = ''] = path.match(`^/apis/([^/]+)/${VERSION}(?:/namespaces/(.+))?$`) ?? [];
    if (group !== undefined && rest === '') {
      return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/${VERSION}`, resources: this.resourcesOf(group) };
    }
    const items = await (group === EXTERNAL ? this.external(rest, selector) : this.custom(rest, selector));
    if (!items) {
      throw new Error(`${path} is not served`);
    }
    this.asked.add(path);
    return { kind: group === EXTERNAL ? 'ExternalMetricValueList' : 'MetricValueList', apiVersion: `${group}/${VERSION}`, metadata: {}, items };
  }

  private resourcesOf(group: string): object[] {
    const names = group === EXTERNAL ? [] : [...this.gauges.keys()].map(key => `pods/${key.split('/')[1]}`);
    return [...new Set(names)].map(resource);
  }

  // `llm/pods/*/queue`, or `llm/deployments.apps/llama/queue`.
  private async custom(rest: string, selector: string | undefined): Promise<object[] | undefined> {
    const [, namespace, metric] = rest.match(/^([^/]+)\/pods\/\*\/([^/]+)$/) ?? [];
    const gauge = this.gauges.get(`${namespace}/${metric}`);
    if (gauge) {
      const pods = await this.server.client.list<Manifest>('v1', 'Pod', namespace, selector);
      const reporting = pods.filter(({ status, metadata }) => status.phase === 'Running' && metadata.deletionTimestamp === undefined);
      this.lookedAt.set(`${namespace}/${metric}`, reporting.map(({ metadata }) => metadata.name).sort());
      return reporting.map(pod => valueOf({ kind: 'Pod', apiVersion: '/v1', namespace, name: pod.metadata.name }, metric, gauge(pod, reporting)));
    }
    const value = this.values.get(rest);
    const [of, , name, metricName] = rest.split('/');
    return value && [valueOf({ namespace: of, name }, metricName, value())];
  }

  private external(rest: string, selector: string | undefined): Promise<object[] | undefined> {
    const value = this.values.get(`${rest}?${selector ?? ''}`);
    return Promise.resolve(value && [{ metricName: rest.split('/')[1], metricLabels: {}, timestamp: new Date().toISOString(), value: milli(value()) }]);
  }
}

function registrationOf(group: string): Manifest {
  return { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `${VERSION}.${group}` } };
}

/** As the controller writes it: in the order of the labels' names. Source: k8s.io/apimachinery pkg/labels/selector.go (v0.36) */
function selectorOf(labels: { readonly [label: string]: string }): string {
  return Object.entries(labels).map(([label, value]) => `${label}=${value}`).sort().join(',');
}

function resource(name: string): object {
  return { name, singularName: '', namespaced: true, kind: 'MetricValueList', verbs: ['get'] };
}

function valueOf(describedObject: object, metricName: string, number: number): object {
  return { describedObject, metricName, timestamp: new Date().toISOString(), value: milli(number), selector: null };
}

function milli(number: number): string {
  return `${Math.round(number * 1000)}m`;
}

function notFound(error: unknown): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404, message: error instanceof Error ? error.message : String(error) };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
