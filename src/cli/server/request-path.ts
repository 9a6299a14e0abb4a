/*
 * Builds the paths of requests. The constructor is private: a path consists of names from the server's discovery, each validated and escaped, so that
 * no text of a manifest or answer leads to another endpoint (`pods/llm/proxy/…`).
 */

/** Source: apimachinery pkg/util/validation IsDNS1123Subdomain, IsDNS1035Label (v0.36) */
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LETTER_FIRST = /^[a-z]/;
const LONGEST_LABEL = 63;
const LONGEST_SUBDOMAIN = 253;

/** Whether a text is a valid name of an API group (CustomResourceDefinition, APIService). */
export function isGroup(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LONGEST_SUBDOMAIN && text.split('.').every(each => LABEL.test(each));
}

/** Whether a text is a valid version or plural resource name. */
export function isLabel(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LONGEST_LABEL && LETTER_FIRST.test(text) && LABEL.test(text);
}

/** Characters that must not occur in a path segment: separators and escapes that a server or proxy may resolve, control characters, lone surrogates. */
const NOT_IN_SEGMENT = /[/%\\\p{Cc}\p{Cs}]/u;

/**
 * Whether a text may be a path segment: `.` and `..` would be resolved, and an escaped slash may be taken for one.
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

/** The resource of a kind on a server. */
export interface DiscoveredKind extends GroupVersion {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** A path relative to the server's URL, without a leading slash. */
export class RequestPath {
  public static readonly VERSION = new RequestPath(['version']);
  public static readonly CORE_VERSIONS = new RequestPath(['api']);
  public static readonly GROUPS = new RequestPath(['apis']);

  /** The resource list of an API version. */
  public static resources(served: GroupVersion): RequestPath {
    return new RequestPath(rootOf(served));
  }

  /** All objects of a kind; the namespace counts for namespaced kinds only. */
  public static collection(kind: DiscoveredKind, namespace: string): RequestPath {
    const place = kind.isNamespaced ? ['namespaces', checked(namespace, isSegment)] : [];
    return new RequestPath([...rootOf(kind), ...place, checked(kind.plural, isLabel)]);
  }

  /** One object. */
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

/** A last check: callers have validated the text before. */
function checked(text: string, isRight: (text: string) => boolean): string {
  if (!isRight(text)) {
    throw new Error(`${JSON.stringify(text)} is no part of a path`);
  }
  return text;
}
