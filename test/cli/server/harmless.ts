/** A request as a server saw it. */
export interface Seen {
  readonly method: string;
  /** As it was sent: path and query. */
  readonly url: string;
  readonly accept?: string;
}

const SUBDOMAIN = /^[a-z0-9][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)*$/;
const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
/** One name, escaped: nothing in it that a server or something in front of it takes for a way elsewhere. */
const NAME = /^(?!\.\.?$)[-A-Za-z0-9_.!~*'()]+$/;
const READING = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const WRITING: { readonly [method: string]: string } = {
  POST: 'dryRun=All&fieldValidation=Strict',
  PATCH: 'dryRun=All&fieldManager=cdk8s-ai&fieldValidation=Strict&force=true',
};

/**
 * What a request does beside asking: undefined where it is discovery, a look at one object's metadata, or a dry run; all of them below the path of the
 * kubeconfig's server. Knows nothing of the sources that build requests.
 */
export function harmIn({ method, url, accept }: Seen, prefix = ''): string | undefined {
  if (!url.startsWith(`${prefix}/`)) {
    return `leaves ${prefix}/`;
  }
  const [path, query, ...rest] = url.slice(prefix.length + 1).split('?');
  const segments = path.split('/');
  if (rest.length > 0 || segments.some(each => !isOneName(each))) {
    return 'its path is no path of names';
  }
  const what = placeOf(segments);
  if (method === 'GET') {
    return query === undefined && (what === 'discovery' || (what === 'object' && accept === READING)) ? undefined : `reads ${what}`;
  }
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString() === WRITING[method] && what === (method === 'POST' ? 'collection' : 'object') ? undefined : `${method} of ${what} with ${query}`;
}

export function isHarmless(request: Seen, prefix = ''): boolean {
  return harmIn(request, prefix) === undefined;
}

function isOneName(segment: string): boolean {
  const bytes = segment.replace(/%(?!2[EFef]|25|5[Cc]|[01]|7F)[0-9A-F]{2}/g, 'x');
  return NAME.test(bytes);
}

function placeOf(segments: readonly string[]): string {
  if (['version', 'api', 'apis'].includes(segments.join('/'))) {
    return 'discovery';
  }
  const [root, ...rest] = segments;
  const [version, ...place] = root === 'apis' && SUBDOMAIN.test(rest[0] ?? '') ? rest.slice(1) : root === 'api' ? rest : [];
  if (version === undefined || !LABEL.test(version)) {
    return 'something else';
  }
  const inner = place[0] === 'namespaces' && place.length > 2 ? place.slice(2) : place;
  if (inner.length > 0 && !LABEL.test(inner[0])) {
    return 'something else';
  }
  return ['discovery', 'collection', 'object'][inner.length] ?? 'a part of an object';
}
