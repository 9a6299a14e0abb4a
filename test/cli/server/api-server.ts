import * as http from 'http';
import * as https from 'https';
import { AddressInfo } from 'net';
import { Seen } from './harmless';

/** What a server says to a request; undefined: what an API server would. */
export type Reply = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => boolean | void;

export interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced?: boolean;
}

/** What is served: resources by group and version. */
export type Served = Readonly<Record<string, readonly unknown[]>>;

export const USUAL: Served = {
  'v1': [
    { name: 'pods', kind: 'Pod', namespaced: true }, { name: 'pods/proxy', kind: 'PodProxyOptions', namespaced: true },
    { name: 'secrets', kind: 'Secret', namespaced: true }, { name: 'configmaps', kind: 'ConfigMap', namespaced: true },
    { name: 'services', kind: 'Service', namespaced: true }, { name: 'namespaces', kind: 'Namespace' },
  ],
  'apps/v1': [{ name: 'deployments', kind: 'Deployment', namespaced: true }],
  'scheduling.k8s.io/v1': [{ name: 'priorityclasses', kind: 'PriorityClass' }],
};

const AS_USUAL: Reply = () => false;

/** An API server that takes every object, and notes what it is asked. */
export class FakeApiServer {
  public readonly seen: (Seen & { readonly body: string; readonly headers: http.IncomingHttpHeaders })[] = [];
  /** What it says instead of the usual; `true` or an ended answer where it has said something. */
  public reply: Reply = AS_USUAL;
  public served: Served = USUAL;
  private readonly server: http.Server;

  /** @param prefix path in front of everything, as behind a proxy. @param tls certificate and key for https. */
  constructor(public readonly prefix = '', private readonly tls?: https.ServerOptions) {
    const listener: http.RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => this.answer(request, response, Buffer.concat(chunks).toString()));
    };
    this.server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  }

  public get url(): string {
    return `${this.tls ? 'https' : 'http'}://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.prefix}`;
  }

  /** JSON of a kubeconfig for it. */
  public kubeconfig(user: object = {}, cluster: object = {}, context: object = {}): string {
    return JSON.stringify({
      'current-context': 'a',
      'contexts': [{ name: 'a', context: { cluster: 'a', user: 'a', ...context } }],
      'clusters': [{ name: 'a', cluster: { server: this.url, ...cluster } }],
      'users': [{ name: 'a', user }],
    });
  }

  public start(): Promise<void> {
    return new Promise(resolve => this.server.listen(0, '127.0.0.1', resolve));
  }

  public stop(): Promise<void> {
    return new Promise(resolve => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  public forget(): void {
    this.seen.length = 0;
    this.reply = AS_USUAL;
    this.served = USUAL;
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse, body: string): void {
    const { method = '', url = '', headers } = request;
    this.seen.push({ method, url, accept: headers.accept, body, headers });
    if (this.reply(request, response, body) !== true && !response.writableEnded) {
      const [status, said] = this.usual(method, url.slice(this.prefix.length).split('?')[0], body);
      json(response, status, said);
    }
  }

  private usual(method: string, path: string, body: string): [status: number, said: object] {
    if (method !== 'GET') {
      return [200, JSON.parse(body)];
    }
    const versions = Object.keys(this.served);
    const discovery: Record<string, object> = {
      '/version': { major: '1', minor: '36' },
      '/api': { versions: versions.filter(each => !each.includes('/')) },
      '/apis': { groups: versions.filter(each => each.includes('/')).map(each => ({ name: each.split('/')[0], versions: [{ version: each.split('/')[1] }] })) },
      ...Object.fromEntries(versions.map(each => [each.includes('/') ? `/apis/${each}` : `/api/${each}`, { resources: this.served[each] }])),
    };
    return Object.hasOwn(discovery, path) ? [200, discovery[path]] : [404, { kind: 'Status', reason: 'NotFound', message: 'not found' }];
  }
}

export function json(response: http.ServerResponse, status: number, said: unknown, headers: http.OutgoingHttpHeaders = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(said));
  return true;
}
