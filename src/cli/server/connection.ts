import * as http from 'http';
import * as https from 'https';
import { urlToHttpOptions } from 'url';
import { Access } from './access';
import { Answer, answerTo } from './answer';
import { RequestPath } from './request-path';
import { UnusableInput } from '../../checks/input/paths';

/** How long a server may take. */
export interface Patience {
  /** Milliseconds until an answer is there as a whole. */
  readonly answer: number;
  /** Milliseconds for all that is asked. */
  readonly run: number;
}

/** A write that a server is asked to check. */
export interface Proposal {
  /** To create what the body says in a collection, or to apply it to the object of the path. */
  readonly method: 'POST' | 'PATCH';
  readonly path: RequestPath;
  /** The object as JSON. */
  readonly body: string;
}

const JSON_TYPE = 'application/json';
/** Alone: a server that cannot leave the rest out says so, and does not send a Secret's content. Source: Kubernetes API concepts, PartialObjectMetadata */
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const AT_ONCE = 8;
/** Of the headers of an answer, in bytes. API servers send warnings of 4 KiB at most. */
const MOST_HEADERS = 16_384;

/** What each write is asked with: nothing is stored, and unknown fields are named. Source: Kubernetes API concepts, dry run and field validation */
const CREATE = { dryRun: 'All', fieldValidation: 'Strict' };
const APPLY = { ...CREATE, fieldManager: 'cdk8s-ai', force: 'true' };

/** How a server is asked: it can be read from, and asked what a write would do. No redirect is followed, and no answer is waited for or kept without a limit. */
export class Connection {
  private readonly agent: http.Agent;
  private readonly ends: number;

  constructor(private readonly access: Access, private readonly patience: Patience) {
    const { ca, cert, key, servername, rejectUnauthorized } = access;
    this.agent = access.url.protocol === 'https:'
      ? new https.Agent({ keepAlive: true, maxSockets: AT_ONCE, ca, cert, key, servername, rejectUnauthorized })
      : new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    this.ends = Date.now() + patience.run;
  }

  public close(): void {
    this.agent.destroy();
  }

  /** @param what the whole of it, or an object's metadata alone. */
  public read(path: RequestPath, what: 'all' | 'metadata' = 'all'): Promise<Answer> {
    return this.send('GET', path.toString(), { accept: what === 'metadata' ? METADATA : JSON_TYPE });
  }

  /** What a write would give. There is no other way to write, so none that stores. */
  public dryRun({ method, path, body }: Proposal): Promise<Answer> {
    const [query, type] = method === 'POST' ? [CREATE, JSON_TYPE] : [APPLY, 'application/apply-patch+yaml'];
    return this.send(method, `${path}?${new URLSearchParams(query)}`, { 'accept': JSON_TYPE, 'content-type': type }, body);
  }

  private async send(method: 'GET' | Proposal['method'], target: string, headers: http.OutgoingHttpHeaders, body?: string): Promise<Answer> {
    const { url, authorization } = this.access;
    const patience = Math.min(this.patience.answer, this.ends - Date.now());
    try {
      if (patience <= 0) {
        throw new UnusableInput(`it took more than ${this.patience.run / 1000} s in all`);
      }
      const asked = (url.protocol === 'https:' ? https : http).request({
        ...urlToHttpOptions(url),
        // Put behind the server's own path as it is: nothing is resolved, so nothing leads out of it.
        path: `${url.pathname}${target}`,
        method,
        agent: this.agent,
        maxHeaderSize: MOST_HEADERS,
        headers: { ...headers, 'accept-encoding': 'identity', ...(authorization !== undefined && { authorization }) },
      });
      return await answerTo(asked, body, patience);
    } catch (error) {
      throw new UnusableInput(`${url.origin}: the API server cannot be asked: ${(error as Error).message}`);
    }
  }

  /** What an answer says against going on. */
  public refuse(detail: string): never {
    throw new UnusableInput(`${this.access.url.origin}: ${detail}`);
  }
}
