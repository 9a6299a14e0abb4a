import * as http from 'http';
import * as https from 'https';
import { Access } from './kubeconfig';
import { asList, asObject, asText } from '../../checks/facts/reading';
import { UnusableInput } from '../../checks/input/paths';
import { PlainObject } from '../../pod/plain';

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly body: PlainObject;
  /** Texts of its warning headers. */
  readonly warnings: readonly string[];
}

/** Where objects of a kind live on a server. */
export interface Resource {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

const TIMEOUT = 30_000;
const NOT_FOUND = 404;
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json;q=0.1';

/** What can be a part of a path: a URL would take `.` and `..` for a way up, escaped or not. Source: apimachinery pkg/api/validation/path (v0.36) */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/%]/.test(text);
}

/** An API server that is asked without being changed: every write is a dry run. */
export class LiveServer {
  private readonly agent: http.Agent;
  private readonly kinds = new Map<string, Promise<ReadonlyMap<string, Resource>>>();

  constructor(private readonly access: Access) {
    const { ca, cert, key, servername, rejectUnauthorized } = access;
    this.agent = access.url.protocol === 'https:'
      ? new https.Agent({ keepAlive: true, maxSockets: 8, ca, cert, key, servername, rejectUnauthorized })
      : new http.Agent({ keepAlive: true, maxSockets: 8 });
  }

  public close(): void {
    this.agent.destroy();
  }

  /** Minor of the server: `1.34`. */
  public async minor(): Promise<string> {
    const { body, status } = await this.request('GET', 'version');
    if (status !== 200) {
      throw new UnusableInput(`${this.access.url.origin}: the API server answers ${status}: ${asText(body.message) ?? 'no reason given'}`);
    }
    return `${asText(body.major) ?? ''}.${(asText(body.minor) ?? '').replace(/\D.*$/, '')}`;
  }

  /** Where a kind lives; undefined where the server does not serve it. */
  public async resource(apiVersion: string, kind: string): Promise<Resource | undefined> {
    let known = this.kinds.get(apiVersion);
    if (!known) {
      known = this.discover(apiVersion);
      this.kinds.set(apiVersion, known);
    }
    return (await known).get(kind);
  }

  /**
   * What applying an object would give: created where it is not there, changed where it is. Nothing is stored.
   * Source: Kubernetes API, server-side apply with dryRun=All; strict validation names unknown fields.
   */
  public async dryRun(body: PlainObject, { plural, isNamespaced }: Resource): Promise<Answer> {
    const apiVersion = asText(body.apiVersion) ?? '';
    const metadata = asObject(body.metadata);
    const place = isNamespaced ? `namespaces/${encodeURIComponent(asText(metadata.namespace) ?? this.access.namespace)}/` : '';
    const collection = `${root(apiVersion)}/${place}${plural}`;
    const name = asText(metadata.name);
    if (name === undefined) {
      return this.request('POST', `${collection}?dryRun=All&fieldValidation=Strict`, body, 'application/json');
    }
    const query = 'dryRun=All&fieldManager=cdk8s-ai&force=true&fieldValidation=Strict';
    return this.request('PATCH', `${collection}/${encodeURIComponent(name)}?${query}`, body, 'application/apply-patch+yaml');
  }

  /**
   * The status of a look for one object by name: 200 where it is there, 404 where it or its kind is not. The answer holds metadata alone.
   * Source: Kubernetes API concepts, PartialObjectMetadata
   *
   * @param apiVersion group and version, of a table of ours. @param plural likewise. @param place namespace; empty where the kind lives in none.
   */
  public async exists(apiVersion: string, plural: string, place: string, name: string): Promise<number> {
    if (!isSegment(name) || (place !== '' && !isSegment(place))) {
      return NOT_FOUND;
    }
    const scope = place === '' ? '' : `namespaces/${encodeURIComponent(place)}/`;
    const { status } = await this.request('GET', `${root(apiVersion)}/${scope}${plural}/${encodeURIComponent(name)}`, undefined, undefined, METADATA);
    return status;
  }

  private async discover(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    const { status, body } = await this.request('GET', root(apiVersion));
    const resources = status === 200 ? asList(body.resources) : [];
    return new Map(resources.filter(each => !String(each.name).includes('/')).map(each =>
      [String(each.kind), { plural: String(each.name), isNamespaced: each.namespaced === true }]));
  }

  private request(method: string, target: string, body?: PlainObject, type?: string, accept = 'application/json'): Promise<Answer> {
    const { url, token, user } = this.access;
    const credentials = token ? `Bearer ${token}` : user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
    const headers = { accept, ...(type && { 'content-type': type }), ...(credentials && { authorization: credentials }) };
    const options = { method, headers, agent: this.agent, timeout: TIMEOUT };
    return new Promise((resolve, reject) => {
      const asked = (url.protocol === 'https:' ? https : http).request(new URL(target, url), options, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks)), warnings: warningsIn(response.headers.warning) }));
        response.on('error', reject);
      });
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${TIMEOUT / 1000} s`)));
      asked.on('error', error => reject(new UnusableInput(`${url.origin}: the API server cannot be asked: ${error.message}`)));
      asked.end(body && JSON.stringify(body));
    });
  }
}

function root(apiVersion: string): string {
  return apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
}

function parsed(bytes: Buffer): PlainObject {
  try {
    return asObject(JSON.parse(bytes.toString('utf8')));
  } catch {
    return { message: bytes.toString('utf8').slice(0, 500) };
  }
}

/** `299 - "text"`, several of them joined by commas. Source: apimachinery pkg/util/net/http.go (v0.36) ParseWarningHeaders */
function warningsIn(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(', ') : header ?? '';
  return [...text.matchAll(/299 [^ ]+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted]) => quoted.replace(/\\(.)/g, '$1'));
}
