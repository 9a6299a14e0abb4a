import * as fs from 'fs';
import { ClientRequest } from 'http';
import * as https from 'https';
import { eachOf } from './eventually';
import { Manifest, ObjectMeta } from './manifest';

/** The answer of an API server. */
export interface Answer<T = any> {
  readonly status: number;
  readonly body: T;
  /** Texts of the `Warning` headers. */
  readonly warnings: readonly string[];
}

/** A kind in the discovery document. */
interface Resource {
  readonly name: string;
  readonly namespaced: boolean;
  readonly kind: string;
}

/** An unsuccessful answer. */
export class ApiError extends Error {
  constructor(request: string, readonly status: number, readonly body: any) {
    super(`${request}: ${status} ${body?.message ?? JSON.stringify(body)}`);
  }
}

export interface Endpoint {
  /** `https://127.0.0.1:PORT`. */
  readonly url: string;
  readonly token: string;
  /** The server's self-signed certificate in PEM. */
  readonly ca: string;
}

export type Query = Readonly<Record<string, string>>;

const STRICT: Query = { dryRun: 'All', fieldValidation: 'Strict', fieldManager: 'cluster-suite' };

/**
 * The answer to a request. A server ends connections that it takes for idle, also one on which a request is just under way: nobody has read that one, and it is
 * sent again, until a connection of its own breaks. Source: Node.js, `request.reusedSocket`
 */
export function answerTo<T>(start: () => ClientRequest, text?: string): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const request = start();
    request.on('response', response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({
        status: response.statusCode ?? 0,
        body: parsed(Buffer.concat(chunks).toString('utf8')) as T,
        warnings: warningsOf(response.headers.warning),
      }));
    });
    request.on('timeout', () => request.destroy(new Error(`${request.method} ${request.path}: no answer in 60 s`)));
    request.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' && request.reusedSocket ? answerTo<T>(start, text).then(resolve, reject) : reject(error));
    request.end(text);
  });
}

/**
 * Sends and returns JSON unchanged. The published JavaScript client converts objects through the model of one version
 * (`ObjectSerializer`) and drops fields unknown to it in both directions, so it cannot test for dropped fields.
 */
export class ApiClient {
  /** A client for a kubeconfig that the harness wrote. */
  static of(kubeconfig: string): ApiClient {
    const { clusters: [{ cluster }], users: [{ user }] } = JSON.parse(fs.readFileSync(kubeconfig, 'utf8'));
    return new ApiClient({ url: cluster.server, token: user.token, ca: Buffer.from(cluster['certificate-authority-data'], 'base64').toString() });
  }

  private readonly agent: https.Agent;
  private readonly discovered = new Map<string, Promise<readonly Resource[] | undefined>>();

  constructor(readonly endpoint: Endpoint) {
    this.agent = new https.Agent({ keepAlive: true, maxSockets: 16, ca: endpoint.ca, checkServerIdentity: () => undefined });
  }

  /** Sends a request. Any status is returned; only a broken connection throws. */
  request<T = any>(method: string, path: string, body?: unknown, query: Query = {}, contentType = 'application/json'): Promise<Answer<T>> {
    const url = new URL(path, this.endpoint.url);
    Object.entries(query).forEach(([key, value]) => url.searchParams.set(key, value));
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const headers: Record<string, string | number> = { Authorization: `Bearer ${this.endpoint.token}`, Accept: 'application/json' };
    if (text !== undefined) {
      headers['Content-Type'] = contentType;
      headers['Content-Length'] = Buffer.byteLength(text);
    }
    return answerTo<T>(() => https.request(url, { method, agent: this.agent, headers, timeout: 60_000 }), text);
  }

  /**
   * Like `request`, for an object that makes the server's validation panic, which breaks the connection: returns status 500 without a body. A success
   * policy of an indexed Job without completions does it at 1.36.
   */
  async requestOrPanic(method: string, path: string, body: unknown, query: Query, contentType?: string): Promise<Answer> {
    try {
      return await this.request(method, path, body, query, contentType);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') {
        throw error;
      }
      return { status: 500, body: {}, warnings: [] };
    }
  }

  /** Like `request`, but throws unless successful. */
  async call<T = any>(method: string, path: string, body?: unknown, query?: Query, contentType?: string): Promise<T> {
    const answer = await this.request<T>(method, path, body, query, contentType);
    if (answer.status < 200 || answer.status > 299) {
      throw new ApiError(`${method} ${path}`, answer.status, answer.body);
    }
    return answer.body;
  }

  /** Whether the server serves a kind; false for an unknown group or version. */
  async serves(apiVersion: string, kind: string): Promise<boolean> {
    return (await this.resource(apiVersion, kind)) !== undefined;
  }

  /** Path of a collection, or of one object in it. A kind that is not served throws. */
  async pathOf(apiVersion: string, kind: string, namespace?: string, name?: string): Promise<string> {
    const resource = await this.resource(apiVersion, kind);
    if (!resource) {
      throw new Error(`${kind} of ${apiVersion} is not served by ${this.endpoint.url}`);
    }
    const scope = resource.namespaced ? `/namespaces/${namespace ?? 'default'}` : '';
    return `${rootOf(apiVersion)}${scope}/${resource.name}${name === undefined ? '' : `/${name}`}`;
  }

  /** Strict server-side dry run of a creation. Creates nothing. A namespace that is there already, for what is in it, is applied. */
  async dryRun(object: Manifest): Promise<Answer<Manifest>> {
    const created = await this.request<Manifest>('POST', await this.collectionOf(object), object, STRICT);
    if (created.status !== 409 || object.kind !== 'Namespace' || object.apiVersion !== 'v1') {
      return created;
    }
    const query = { ...STRICT, fieldManager: 'cluster-suite', force: 'true' };
    const applied = await this.request<Manifest>('PATCH', await this.addressOf(object), object, query, 'application/apply-patch+yaml');
    return applied.status === 200 ? { ...applied, status: 201 } : applied;
  }

  async create(object: Manifest): Promise<Manifest> {
    return this.call('POST', await this.collectionOf(object), object, { fieldValidation: 'Strict' });
  }

  /** Server-side apply, as `kubectl apply --server-side --force-conflicts` does it. */
  async apply(object: Manifest, query: Query = {}): Promise<Manifest> {
    return this.call('PATCH', await this.addressOf(object), object,
      { fieldManager: 'cluster-suite', force: 'true', fieldValidation: 'Strict', ...query }, 'application/apply-patch+yaml');
  }

  /** Replaces an existing object (PUT), which is what client-side apply falls back to. */
  async replace(object: Manifest): Promise<Manifest> {
    const current = await this.call<Manifest>('GET', await this.addressOf(object));
    const metadata = { ...object.metadata, resourceVersion: current.metadata.resourceVersion };
    return this.call('PUT', await this.addressOf(object), { ...object, metadata }, { fieldValidation: 'Strict' });
  }

  async get<T = Manifest>(apiVersion: string, kind: string, namespace: string | undefined, name: string): Promise<T> {
    return withoutBookkeeping(await this.call('GET', await this.pathOf(apiVersion, kind, namespace, name)));
  }

  /** All objects of a kind in a namespace (or everywhere), optionally those that a label selector takes. */
  async list<T = any>(apiVersion: string, kind: string, namespace?: string, labelSelector?: string): Promise<T[]> {
    const resource = await this.resource(apiVersion, kind);
    if (!resource) {
      throw new Error(`${kind} of ${apiVersion} is not served by ${this.endpoint.url}`);
    }
    const scope = namespace !== undefined && resource.namespaced ? `/namespaces/${namespace}` : '';
    const query: Query = labelSelector === undefined ? {} : { labelSelector };
    const { items } = await this.call<{ items: T[] }>('GET', `${rootOf(apiVersion)}${scope}/${resource.name}`, undefined, query);
    return items.map(item => withoutBookkeeping({ apiVersion, kind, ...item }));
  }

  /** JSON merge patch, also of a subresource such as `status` or `scale`. */
  async patch(object: Reference, patch: unknown, subresource?: string): Promise<Manifest> {
    const address = await this.addressOf(object);
    return this.call('PATCH', subresource ? `${address}/${subresource}` : address, patch, {}, 'application/merge-patch+json');
  }

  async delete(object: Reference, options: { gracePeriodSeconds?: number; propagationPolicy?: string } = {}): Promise<void> {
    await this.call('DELETE', await this.addressOf(object), { kind: 'DeleteOptions', apiVersion: 'v1', ...options });
  }

  /** Evicts a pod, as `kubectl drain` does: 201 on success, 429 if a disruption budget forbids it. */
  evict(namespace: string, pod: string): Promise<Answer> {
    return this.request('POST', `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`,
      { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name: pod } });
  }

  /** Deletes objects and what they own, as far as they are there. */
  async deleteAll(objects: readonly Reference[]): Promise<void> {
    await eachOf(objects, 8, object => this.delete(object, { propagationPolicy: 'Background' }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) {
        throw error;
      }
    }));
  }

  /** Creates a namespace unless it is there. */
  async ensureNamespace(name: string): Promise<void> {
    const { status, body } = await this.request('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    if (status !== 201 && status !== 409) {
      throw new ApiError(`POST namespace ${name}`, status, body);
    }
  }

  /** Creates the namespaces in which the objects are, with the labels that the objects themselves give them: admission reads those before anything is applied. */
  async ensureNamespacesOf(objects: readonly Manifest[]): Promise<void> {
    const own = objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace');
    for (const name of new Set(objects.flatMap(({ metadata }) => metadata?.namespace ?? []))) {
      await this.ensureNamespace(name);
      const labels = own.find(({ metadata }) => metadata.name === name)?.metadata.labels;
      if (labels !== undefined) {
        await this.patch({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, { metadata: { labels } });
      }
    }
  }

  /** Clears the cached discovery, after custom resource definitions were installed. */
  rediscover(): void {
    this.discovered.clear();
  }

  close(): void {
    this.agent.destroy();
  }

  private addressOf({ apiVersion, kind, metadata }: Reference): Promise<string> {
    return this.pathOf(apiVersion, kind, metadata.namespace, metadata.name);
  }

  private collectionOf({ apiVersion, kind, metadata }: Manifest): Promise<string> {
    return this.pathOf(apiVersion, kind, metadata.namespace);
  }

  private async resource(apiVersion: string, kind: string): Promise<Resource | undefined> {
    let resources = this.discovered.get(apiVersion);
    if (!resources) {
      resources = this.request<{ resources: Resource[] }>('GET', rootOf(apiVersion))
        .then(({ status, body }) => status === 200 ? body.resources.filter(({ name }) => !name.includes('/')) : undefined);
      this.discovered.set(apiVersion, resources);
    }
    return (await resources)?.find(each => each.kind === kind);
  }
}

/** What names an object. */
export interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Pick<ObjectMeta, 'name' | 'namespace'>;
}

/** Removes managed fields, which fill screens and which no test needs. */
function withoutBookkeeping<T>(object: T): T {
  delete (object as { metadata?: ObjectMeta }).metadata?.managedFields;
  return object;
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Node joins repeated headers with a comma; each starts with the code 299 and an agent. */
function warningsOf(header: string | string[] | undefined): string[] {
  const joined = Array.isArray(header) ? header.join(', ') : header ?? '';
  return [...joined.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(match => match[1].replace(/\\(.)/g, '$1'));
}
