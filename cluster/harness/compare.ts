import { isQuantity, keysOf, mayVanish, Path, sameQuantity } from './equal-in-meaning';
import { Manifest } from './manifest';

/**
 * Groups that the API server itself implements. It decodes their objects into Go types and prints those, so that equal values may come back in
 * another spelling. Objects of all other groups come back as they were sent, less what their definition prunes.
 */
const BUILT_IN = new Set([
  '', 'admissionregistration.k8s.io', 'apiextensions.k8s.io', 'apiregistration.k8s.io', 'apps', 'authentication.k8s.io', 'authorization.k8s.io',
  'autoscaling', 'batch', 'certificates.k8s.io', 'coordination.k8s.io', 'discovery.k8s.io', 'events.k8s.io', 'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io', 'networking.k8s.io', 'node.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'resource.k8s.io', 'scheduling.k8s.io',
  'storage.k8s.io', 'storagemigration.k8s.io',
]);

/**
 * What an API server did not take over from an object that was sent to it: one line a field, in the order of the object that was sent.
 * Everything sent must be in what came back and be equal in meaning. What the server adds (defaults, status, managed fields) is not reported.
 */
export function differences(sent: Manifest, returned: Manifest): string[] {
  const written = asStored(sent);
  return Object.entries(written).flatMap(([key, value]) => {
    const typed = key === 'metadata' || isBuiltIn(sent);
    return new Comparison(typed).field([key], value, returned);
  });
}

/** Whether an object's kind is the server's own rather than that of a CustomResourceDefinition. */
export function isBuiltIn({ apiVersion }: Pick<Manifest, 'apiVersion'>): boolean {
  return BUILT_IN.has(apiVersion.includes('/') ? apiVersion.split('/')[0] : '');
}

/** Bytes as the server prints them: `stringData` of a Secret is written over `data` and not returned; base64 comes back without line breaks. */
export function asStored(sent: Manifest): Manifest {
  if (sent.apiVersion !== 'v1' || (sent.kind !== 'Secret' && sent.kind !== 'ConfigMap')) {
    return sent;
  }
  const { stringData, ...rest } = sent;
  const field = sent.kind === 'Secret' ? 'data' : 'binaryData';
  const bytes = {
    ...entries(sent[field], base64 => base64.replace(/[\r\n]/g, '')),
    ...entries(stringData, text => Buffer.from(text, 'utf8').toString('base64')),
  };
  return { ...rest, ...(Object.keys(bytes).length > 0 ? { [field]: bytes } : {}) } as Manifest;
}

/** Nothing of values that are null, which say that there is none. */
function entries(map: Record<string, string | null> | null | undefined, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(map ?? {}).flatMap(([key, value]) => value === null ? [] : [[key, change(value)]]));
}

/** One comparison. `typed` says that the server decodes the values into Go types; otherwise only the very same value is equal. */
class Comparison {
  constructor(private readonly typed: boolean) {}

  /** Compares the field that a path ends with. */
  public field(path: Path, sent: unknown, owner: any): string[] {
    // Null is how JSON says that there is no value: the server then defaults the field or leaves it out.
    if (sent === null || sent === undefined) {
      return [];
    }
    const key = path[path.length - 1];
    // Own keys only: a label may be called `constructor`.
    if (!Object.hasOwn(owner, key) || owner[key] === null) {
      return this.typed && mayVanish(path, sent) ? [] : [`${print(path)}: dropped ${shown(sent)}`];
    }
    return this.value(path, sent, owner[key]);
  }

  private value(path: Path, sent: unknown, returned: unknown): string[] {
    if (Array.isArray(sent) && Array.isArray(returned)) {
      return this.list(path, sent, returned);
    }
    if (isObject(sent) && isObject(returned)) {
      return Object.entries(sent).flatMap(([key, value]) => this.field([...path, key], value, returned));
    }
    return this.equal(path, sent, returned) ? [] : [changed(path, sent, returned)];
  }

  private equal(path: Path, sent: unknown, returned: unknown): boolean {
    return sent === returned || (this.typed && isQuantity(path) && sameQuantity(sent, returned));
  }

  private list(path: Path, sent: unknown[], returned: unknown[]): string[] {
    const places = this.places(path, sent, returned);
    if (!places) {
      return sent.length === returned.length
        ? sent.flatMap((item, index) => this.value([...path, index], item, returned[index]))
        : [changed(path, sent, returned)];
    }
    const found = places.filter(place => place >= 0);
    const ordered = found.every((place, index) => index === 0 || place > found[index - 1]);
    return [
      ...sent.flatMap((item, index) => places[index] < 0
        ? [`${print([...path, index])}: dropped ${shown(item)}`]
        : this.value([...path, index], item, returned[places[index]])),
      // The order counts: init containers run in it, and an env variable may only refer to an earlier one.
      ...(ordered ? [] : [`${print(path)}: order changed, sent ${shown(sent)}, returned ${shown(returned)}`]),
    ];
  }

  /** Where each item of an associative list came back; undefined for other lists, whose items have only their index. */
  private places(path: Path, sent: unknown[], returned: unknown[]): number[] | undefined {
    const keyed = this.typed ? keysOf(path, sent) : undefined;
    const back = keyed && keysOf(path, returned);
    return keyed && back && keyed.map(key => back.indexOf(key));
  }
}

function changed(path: Path, sent: unknown, returned: unknown): string {
  return `${print(path)}: sent ${shown(sent)}, returned ${shown(returned)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `spec.ports[0].name`; a key that is not a plain word in brackets and quotes. */
export function print(path: Path): string {
  return path.map((segment, index) => {
    if (typeof segment === 'number') {
      return `[${segment}]`;
    }
    return /^\w+$/.test(segment) ? `${index > 0 ? '.' : ''}${segment}` : `[${JSON.stringify(segment)}]`;
  }).join('');
}

const LONGEST = 300;

export function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
