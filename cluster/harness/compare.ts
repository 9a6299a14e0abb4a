import { isQuantity, keysOf, mayVanish, Path, sameQuantity } from './equal-in-meaning';
import { Manifest } from './manifest';

/**
 * Groups that the API server implements itself. It decodes their objects into Go types and prints those, so that equal values may return
 * in another spelling. Objects of other groups return as sent, except for pruned fields.
 */
const BUILT_IN = new Set([
  '', 'admissionregistration.k8s.io', 'apiextensions.k8s.io', 'apiregistration.k8s.io', 'apps', 'authentication.k8s.io', 'authorization.k8s.io',
  'autoscaling', 'batch', 'certificates.k8s.io', 'coordination.k8s.io', 'discovery.k8s.io', 'events.k8s.io', 'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io', 'networking.k8s.io', 'node.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'resource.k8s.io', 'scheduling.k8s.io',
  'storage.k8s.io', 'storagemigration.k8s.io',
]);

/**
 * Fields of an object that the API server did not keep as sent, one line each, in the order of the sent object.
 * Every sent field must be in the answer with an equal meaning. What the server adds (defaults, status, managed fields) is ignored.
 */
export function differences(sent: Manifest, returned: Manifest): string[] {
  const written = asStored(sent);
  return Object.entries(written).flatMap(([key, value]) => {
    const typed = key === 'metadata' || isBuiltIn(sent);
    return new Comparison(typed).field([key], value, returned);
  });
}

/** Whether an object is of a built-in kind rather than of a CustomResourceDefinition. */
export function isBuiltIn({ apiVersion }: Pick<Manifest, 'apiVersion'>): boolean {
  return BUILT_IN.has(apiVersion.includes('/') ? apiVersion.split('/')[0] : '');
}

/** The object with bytes as the server returns them: `stringData` of a Secret merged into `data`, base64 without line breaks. */
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

/** Removes null values, which mean absence. */
function entries(map: Record<string, string | null> | null | undefined, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(map ?? {}).flatMap(([key, value]) => value === null ? [] : [[key, change(value)]]));
}

/** One comparison. With `typed` the server decodes values into Go types; otherwise values must be identical. */
class Comparison {
  constructor(private readonly typed: boolean) {}

  /** Compares the field that a path ends with. */
  public field(path: Path, sent: unknown, owner: any): string[] {
    // Null means absence: the server sets the default or omits the field.
    if (sent === null || sent === undefined) {
      return [];
    }
    const key = path[path.length - 1];
    // Own keys only, since a label may be called `constructor`.
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
      // Order matters: init containers run in it, and an env variable may refer only to an earlier one.
      ...(ordered ? [] : [`${print(path)}: order changed, sent ${shown(sent)}, returned ${shown(returned)}`]),
    ];
  }

  /** Index in the answer of each item of an associative list; undefined for other lists, which are compared by index. */
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
