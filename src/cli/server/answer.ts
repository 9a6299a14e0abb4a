import { isUtf8 } from 'buffer';
import type { ClientRequest, IncomingMessage } from 'http';
import { cutAnswer } from './cut';
import { isObject, PlainObject } from '../../base/plain';
import { UnusableInput } from '../../lint/input/paths';

/** The answer of a server: always a JSON object. */
export interface Answer {
  readonly status: number;
  readonly body: PlainObject;
  /** Texts of its warning headers. */
  readonly warnings: readonly string[];
  /** Milliseconds after which a busy server wants to be asked again. */
  readonly retryAfter?: number;
}

/** Limit in bytes of an answer. An object has at most 1.5 MiB in etcd, and its managed fields come on top. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;
/** Characters of an answer that is no JSON object, shown so that the user can recognise it. */
const GLIMPSE = 100;

/** Sends a request and waits for the complete answer, within limits of size and time. Fails if the answer cannot come from an API server. */
export function answerTo(asked: ClientRequest, body: string | undefined, patience: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(alarm);
      settle();
    };
    const fail = (why: string) => end(() => {
      reject(new UnusableInput(cutAnswer(why)));
      asked.destroy();
    });
    const alarm = setTimeout(() => fail(`no whole answer within ${Math.ceil(patience / 1000)} s`), patience);
    asked.on('error', error => fail(error.message));
    asked.on('response', response => {
      const problem = problemOf(response);
      return problem === undefined ? collect(response, fail, bytes => end(() => settleWith(response, bytes, resolve, fail))) : fail(problem);
    });
    // The only event if the server hangs up, or switches protocols (`101 Switching Protocols`). Has no effect on a complete answer.
    asked.on('close', () => fail('the connection ended before the whole answer was there'));
    asked.end(body);
  });
}

function problemOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (statusCode >= 300 && statusCode < 400) {
    return `it answers ${statusCode}, a redirect${headers.location === undefined ? '' : ` to ${headers.location}`}; none is followed`;
  }
  const coding = headers['content-encoding'];
  return coding === undefined || coding === 'identity' ? undefined : `its answer is packed as ${coding}, which nobody asked for`;
}

function collect(response: IncomingMessage, fail: (why: string) => void, done: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LARGEST_ANSWER) {
      chunks.length = 0;
      fail(`its answer has more than ${LARGEST_ANSWER / 1024 / 1024} MiB`);
    } else {
      chunks.push(chunk);
    }
  });
  response.on('error', error => fail(error.message));
  response.on('end', () => done(Buffer.concat(chunks)));
}

function settleWith(response: IncomingMessage, bytes: Buffer, resolve: (answer: Answer) => void, fail: (why: string) => void): void {
  const status = response.statusCode!;
  const body = parsed(bytes);
  if (body === undefined) {
    fail(`it answers ${status} with what is no JSON object: ${JSON.stringify(cutAnswer(bytes.toString('utf8', 0, GLIMPSE * 4), GLIMPSE))}`);
  } else {
    resolve({ status, body, warnings: warningsIn(response.headers.warning), retryAfter: retryAfter(response) });
  }
}

function parsed(bytes: Buffer): PlainObject | undefined {
  try {
    const body: unknown = isUtf8(bytes) ? JSON.parse(bytes.toString('utf8')) : undefined;
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Source: client-go rest/with_retry.go checkWait (v0.36) */
function retryAfter({ statusCode = 0, headers }: IncomingMessage): number | undefined {
  const seconds = headers['retry-after'] ?? '';
  return (statusCode === 429 || statusCode >= 500) && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** `299 - "text"`, several of them joined by commas. Source: apimachinery pkg/util/net/http.go (v0.36) ParseWarningHeaders */
function warningsIn(header: string | undefined): string[] {
  return [...(header ?? '').matchAll(/299 [^ ]+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted]) => quoted.replace(/\\(.)/g, '$1'));
}
