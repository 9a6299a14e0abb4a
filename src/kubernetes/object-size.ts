import { ReportProblem } from './problem';
import { byteLength } from './validation/values';
import { PlainObject } from '../base/plain';

/*
 * Objects too large for the API server or etcd, judged by a lower bound of the stored size. Measured with 1.36 and etcd 3.6: a StatefulSet with one
 * argument is taken up to 1,572,326 characters of it, a LeaderWorkerSet up to 1,572,494 bytes of JSON, and 3,145,693 bytes of JSON are read.
 */

/** What etcd takes in one request, unless it is started with another `--max-request-bytes`. Source: etcd server/embed/config.go DefaultMaxRequestBytes (3.6) */
const MOST_STORED = 1536 * 1024;

/** What the API server reads of a request. Source: staging/src/k8s.io/apiserver/pkg/server/config.go MaxRequestBodyBytes (v1.36) */
const MOST_SENT = 3 * 1024 * 1024;

/** Kinds with a lower limit in their own validation; their stored form has no base64. */
const LIMITED: readonly unknown[] = ['ConfigMap', 'Secret'];

/** Bytes of a value in two encodings. */
interface Size {
  /** As JSON: every request is sent so, and custom resources are stored so. */
  readonly json: number;
  /** Strings alone, each with its tag and length, as in protobuf, which built-in kinds are stored in. Numbers and tags of fields would add a few bytes each. */
  readonly texts: number;
}

/** Reports an object that is too large to be sent or stored, at the field that holds most of it. */
export function checkSize(body: PlainObject, isBuiltIn: boolean, report: ReportProblem): void {
  // Fast path: nearly all objects are far from the limit.
  if (leftOf(MOST_STORED, body) >= 0) {
    return;
  }
  const sizes = new Sizes();
  // The server resets the status of a new object.
  const { status: _status, ...kept } = body;
  const { json, texts } = sizes.of(kept);
  const stored = isBuiltIn ? LIMITED.includes(body.kind) ? 0 : texts : json;
  const sent = sizes.of(body).json;
  const tell = (heavy: PlainObject, message: string) => report({ id: 'AIW1205', class: 'rejected', field: sizes.heaviest(heavy), message: `Too long: ${message}` });
  if (sent > MOST_SENT) {
    tell(body, `the object has ${shown(sent)} bytes as JSON, and the API server reads at most ${shown(MOST_SENT)}`);
  } else if (stored > MOST_STORED) {
    tell(kept, `${isBuiltIn ? 'the texts of the object have' : 'the object has'} ${shown(stored)} bytes, and etcd stores at most ${shown(MOST_STORED)}, unless it was set up with more`);
  }
}

/** How many of `bytes` remain after a value as JSON, at three bytes for each UTF-16 unit, which is the most. Stops early when negative. */
function leftOf(bytes: number, value: unknown): number {
  if (typeof value === 'string') {
    return bytes - 3 * value.length - 2;
  }
  let left = bytes - 1;
  if (typeof value !== 'object' || value === null) {
    return left;
  }
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    if (left < 0) {
      return left;
    }
    left = leftOf(left - 1 - (isList ? 0 : 3 * key.length + 3), (value as PlainObject)[key]);
  }
  return left;
}

function shown(bytes: number): string {
  return bytes.toLocaleString('en');
}

/** Sizes of values, computed once for each object and list. */
class Sizes {
  private readonly known = new Map<object, Size>();

  public of(value: unknown): Size {
    if (typeof value === 'string') {
      const bytes = byteLength(value) + 2;
      return { json: bytes, texts: bytes };
    }
    if (typeof value !== 'object' || value === null) {
      return { json: 1, texts: 0 };
    }
    const size = this.known.get(value) ?? this.inside(value);
    this.known.set(value, size);
    return size;
  }

  /** The path of the deepest value that has more than half of the bytes. */
  public heaviest(value: unknown, path: string = ''): string {
    if (typeof value !== 'object' || value === null) {
      return path;
    }
    const half = this.of(value).json / 2;
    const [key, inner] = Object.entries(value).find(([, each]) => this.of(each).json > half) ?? [];
    return key === undefined ? path : this.heaviest(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
  }

  private inside(value: object): Size {
    const isList = Array.isArray(value);
    let [json, texts] = [1, 0];
    for (const key of Object.keys(value)) {
      const size = this.of((value as PlainObject)[key]);
      json += size.json + 1 + (isList ? 0 : byteLength(key) + 3);
      texts += size.texts;
    }
    return { json, texts };
  }
}
