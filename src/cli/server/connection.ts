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

/** Time limits for a server. */
export interface Patience {
  /** Milliseconds until an answer is complete. */
  readonly answer: number;
  /** Milliseconds for all requests together. */
  readonly run: number;
}

/** A write request to be checked by dry run. */
export interface Proposal {
  /** POST creates the object in the collection at the path, PATCH applies it to the object at the path. */
  readonly method: 'POST' | 'PATCH';
  readonly path: RequestPath;
  /** The object as JSON. */
  readonly body: string;
}

/** A request. */
interface Sent {
  readonly method: 'GET' | Proposal['method'];
  /** Path and query, relative to the server's URL. */
  readonly target: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body?: string;
}

const JSON_TYPE = 'application/json';
/** Without an alternative type: a server that cannot return metadata alone must refuse rather than send a Secret's content. Source: Kubernetes API concepts, PartialObjectMetadata */
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const AT_ONCE = 8;
/** How often a request is sent to a busy server. Source: client-go rest/request.go maxRetries (v0.36) */
const MOST_TRIES = 10;
/** Limit in bytes of the headers of an answer. API servers send warnings of 4 KiB at most. */
const MOST_HEADERS = 16_384;

/** Query of every write: nothing is stored, and unknown fields are refused. Source: Kubernetes API concepts, dry run and field validation */
const CREATE = { dryRun: 'All', fieldValidation: 'Strict' };
const APPLY = { ...CREATE, fieldManager: 'cdk8s-ai', force: 'true' };

/** A connection that only reads and makes dry runs. It follows no redirect, and limits the time and size of answers. */
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

  /** @param what the whole object, or its metadata alone. */
  public read(path: RequestPath, what: 'all' | 'metadata' = 'all'): Promise<Answer> {
    return this.send({ method: 'GET', target: path.toString(), headers: { accept: what === 'metadata' ? METADATA : JSON_TYPE } });
  }

  /** The answer to a write that is not stored. There is no other method that writes. */
  public dryRun({ method, path, body }: Proposal): Promise<Answer> {
    const [query, type] = method === 'POST' ? [CREATE, JSON_TYPE] : [APPLY, 'application/apply-patch+yaml'];
    return this.send({ method, target: `${path}?${new URLSearchParams(query)}`, headers: { 'accept': JSON_TYPE, 'content-type': type }, body });
  }

  /** Repeats a request while the server answers with Retry-After, as Kubernetes clients do. */
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
        // Appended to the server's own path without resolving it, so that `..` cannot leave it.
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

  /** Throws an error that names the server. */
  public refuse(detail: string): never {
    throw new UnusableInput(`${this.access.url.origin}: ${detail}`);
  }
}

/** TLS server names are host names, never addresses; the certificate is verified against either. */
function knownAs(servername: string | undefined): Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'> {
  return servername === undefined || isIP(servername) === 0 ? { servername } : { servername: '', checkServerIdentity: (_host, certificate) => checkServerIdentity(servername, certificate) };
}
