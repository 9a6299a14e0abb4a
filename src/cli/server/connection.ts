import * as http from 'http';
import * as https from 'https';
import { isIP } from 'net';
import { setTimeout as pause } from 'timers/promises';
import { checkServerIdentity, ConnectionOptions } from 'tls';
import { urlToHttpOptions } from 'url';
import { Access } from './access';
import { Answer, answerTo } from './answer';
import { RequestPath } from './request-path';
import { UnusableInput } from '../../lint/input/paths';
import { version } from '../../lint/report/release';

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

/** What is sent. */
interface Sent {
  readonly method: 'GET' | Proposal['method'];
  /** Path and query behind the server's own path. */
  readonly target: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body?: string;
}

const JSON_TYPE = 'application/json';
/** Alone: a server that cannot leave the rest out says so, and does not send a Secret's content. Source: Kubernetes API concepts, PartialObjectMetadata */
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const AT_ONCE = 8;
/** How often one thing is asked of a server that has no time. Source: client-go rest/request.go maxRetries (v0.36) */
const MOST_TRIES = 10;
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
      ? new https.Agent({ keepAlive: true, maxSockets: AT_ONCE, ca, cert, key, rejectUnauthorized, ...knownAs(servername) })
      : new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    this.ends = Date.now() + patience.run;
  }

  public close(): void {
    this.agent.destroy();
  }

  /** @param what the whole of it, or an object's metadata alone. */
  public read(path: RequestPath, what: 'all' | 'metadata' = 'all'): Promise<Answer> {
    return this.send({ method: 'GET', target: path.toString(), headers: { accept: what === 'metadata' ? METADATA : JSON_TYPE } });
  }

  /** What a write would give. There is no other way to write, so none that stores. */
  public dryRun({ method, path, body }: Proposal): Promise<Answer> {
    const [query, type] = method === 'POST' ? [CREATE, JSON_TYPE] : [APPLY, 'application/apply-patch+yaml'];
    return this.send({ method, target: `${path}?${new URLSearchParams(query)}`, headers: { 'accept': JSON_TYPE, 'content-type': type }, body });
  }

  /** Asks again while the server says when it has time, as clients of Kubernetes do. */
  private async send(sent: Sent): Promise<Answer> {
    const ends = Math.min(Date.now() + this.patience.answer, this.ends);
    for (let tries = 1; ; tries++) {
      const answer = await this.once(sent, ends - Date.now());
      if (answer.retryAfter === undefined || tries === MOST_TRIES || Date.now() + answer.retryAfter >= ends) {
        return answer;
      }
      await pause(answer.retryAfter);
    }
  }

  private async once({ method, target, headers, body }: Sent, patience: number): Promise<Answer> {
    const { url, authorization } = this.access;
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
        headers: { ...headers, 'user-agent': `cdk8s-ai/${version()}`, 'accept-encoding': 'identity', ...(authorization !== undefined && { authorization }) },
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

/** A server is called by a name in the handshake, never by an address; its certificate is looked at for either. */
function knownAs(servername: string | undefined): Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'> {
  return servername === undefined || isIP(servername) === 0 ? { servername } : { servername: '', checkServerIdentity: (_host, certificate) => checkServerIdentity(servername, certificate) };
}
