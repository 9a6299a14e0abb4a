/*
 * What of a server may be asked for. A path can be made here alone, out of what the server's own discovery named, with each part checked and escaped:
 * no text of a manifest, and none of a discovery answer, leads to anything else that the server has (`pods/llm/proxy/…`).
 */

/** Source: apimachinery pkg/util/validation IsDNS1123Subdomain, IsDNS1035Label (v0.36) */
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LETTER_FIRST = /^[a-z]/;
const LONGEST_LABEL = 63;
const LONGEST_SUBDOMAIN = 253;

/** A name of an API group, as custom resource definitions and API services may have. */
export function isGroup(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LONGEST_SUBDOMAIN && text.split('.').every(each => LABEL.test(each));
}

/** A version, or a resource in the plural. */
export function isLabel(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LONGEST_LABEL && LETTER_FIRST.test(text) && LABEL.test(text);
}

/** What a name in a path must not have: ways elsewhere for a server or something in front of it, and what no text can hold. */
const NOT_IN_SEGMENT = /[/%\\\p{Cc}\p{Cs}]/u;

/**
 * What may be a name within a path: a URL takes `.` and `..` for a way up, and a server takes an escaped slash for one.
 * Source: apimachinery pkg/api/validate/content IsPathSegmentName (v0.36), and a little stricter
 */
export function isSegment(text: string): boolean {
  return text !== '' && text.length <= LONGEST_SUBDOMAIN && text !== '.' && text !== '..' && !NOT_IN_SEGMENT.test(text);
}

/** A version of an API group; the group of the core API is empty. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Where objects of a kind live on a server. */
export interface DiscoveredKind extends GroupVersion {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** What stands behind the server's URL, without a slash in front. */
export class RequestPath {
  public static readonly VERSION = new RequestPath(['version']);
  public static readonly CORE_VERSIONS = new RequestPath(['api']);
  public static readonly GROUPS = new RequestPath(['apis']);

  /** What a version serves. */
  public static resources(served: GroupVersion): RequestPath {
    return new RequestPath(rootOf(served));
  }

  /** All objects of a kind in a namespace, which counts where the kind lives in one. */
  public static collection(kind: DiscoveredKind, namespace: string): RequestPath {
    const place = kind.isNamespaced ? ['namespaces', checked(namespace, isSegment)] : [];
    return new RequestPath([...rootOf(kind), ...place, checked(kind.plural, isLabel)]);
  }

  /** One object of a collection. */
  public static object(kind: DiscoveredKind, namespace: string, name: string): RequestPath {
    return new RequestPath([...RequestPath.collection(kind, namespace).segments, checked(name, isSegment)]);
  }

  private constructor(private readonly segments: readonly string[]) {}

  public toString(): string {
    return this.segments.map(encodeURIComponent).join('/');
  }
}

function rootOf({ group, version }: GroupVersion): string[] {
  const checkedVersion = checked(version, isLabel);
  return group === '' ? ['api', checkedVersion] : ['apis', checked(group, isGroup), checkedVersion];
}

/** Whoever comes here has looked before; this is the last door. */
function checked(text: string, isRight: (text: string) => boolean): string {
  if (!isRight(text)) {
    throw new Error(`${JSON.stringify(text)} is no part of a path`);
  }
  return text;
}
