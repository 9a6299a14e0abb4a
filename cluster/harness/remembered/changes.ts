import { createHash } from 'crypto';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly contentType: string;
}

/** Kinds of which an API server reads objects when it is asked about objects of other kinds, as plural names. */
const READ_FOR_OTHERS = new Set([
  'customresourcedefinitions', 'apiservices', 'validatingadmissionpolicies', 'validatingadmissionpolicybindings', 'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings', 'validatingwebhookconfigurations', 'mutatingwebhookconfigurations', 'priorityclasses', 'runtimeclasses', 'storageclasses',
  'ingressclasses', 'clusterroles', 'clusterrolebindings', 'limitranges', 'resourcequotas', 'serviceaccounts', 'roles', 'rolebindings',
]);

/** What a request is about, taken from its address. */
export interface Subject {
  readonly namespace?: string;
  /** Plural name. */
  readonly resource: string;
  /** Path of the object without a subresource, or of the collection. */
  readonly object: string;
}

/** A creation names its object in the body. */
export function subjectOf({ method, path, text }: Sent): Subject {
  const parts = path.split('/').filter(Boolean);
  const root = parts.slice(0, parts[0] === 'api' ? 2 : 3);
  const inNamespace = parts[root.length] === 'namespaces' && parts.length > root.length + 2;
  const scope = parts.slice(0, root.length + (inNamespace ? 2 : 0));
  const [resource = '', name = method === 'POST' ? nameIn(text) : undefined] = parts.slice(scope.length);
  return { namespace: inNamespace ? scope.at(-1) : undefined, resource, object: [...scope, resource, ...(name === undefined ? [] : [name])].join('/') };
}

function nameIn(text = ''): string | undefined {
  try {
    const name: unknown = JSON.parse(text)?.metadata?.name;
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

export function isChange({ method, query }: Sent): boolean {
  return method !== 'GET' && query.dryRun !== 'All';
}

/** What was changed on a server since it started, as far as answers depend on it. */
export class Changes {
  /** By object; the changes of one in their order. */
  private readonly made = new Map<string, { readonly subject: Subject; readonly digests: string[] }>();

  add(sent: Sent): void {
    const subject = subjectOf(sent);
    const all = this.made.get(subject.object) ?? { subject, digests: [] };
    const digest = digestOf(sent);
    // The same once more, as labels of a namespace that many objects share, changes nothing.
    if (all.digests.at(-1) !== digest) {
      all.digests.push(digest);
    }
    this.made.set(subject.object, all);
  }

  /** The key of the answer to a request: what is sent, after which changes that the server reads for it. */
  keyOf(sent: Sent): string {
    const asked = subjectOf(sent);
    const before = [...this.made.values()].filter(({ subject }) => isReadFor(asked, subject)).map(({ subject, digests }) => [subject.object, ...digests].join(' '));
    return digestOf({ ...sent, before: before.sort() });
  }
}

function isReadFor(asked: Subject, changed: Subject): boolean {
  if (changed.object === asked.object || changed.object.startsWith(`${asked.object}/`)) {
    return true;
  }
  if (asked.namespace !== undefined && changed.object === `api/v1/namespaces/${asked.namespace}`) {
    return true;
  }
  const isAbove = changed.namespace === undefined || changed.namespace === asked.namespace;
  return isAbove && changed.resource !== asked.resource && READ_FOR_OTHERS.has(changed.resource);
}

function digestOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url');
}
