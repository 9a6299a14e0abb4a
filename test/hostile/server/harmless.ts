import { IncomingHttpHeaders } from 'http';

/** One request as a server saw it. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

const NAME = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const GROUP = `${NAME}(\\.${NAME})*`;
const ROOT = `(api/v[0-9][a-z0-9]*|apis/${GROUP}/v[0-9][a-z0-9]*)`;
/** One part of a path: nothing that a server or a proxy could take for two. */
const SEGMENT = '(?!\\.{1,2}(/|$))(?![^/]*%2[fF])[^/?#]+';
const OBJECT = `${ROOT}/(namespaces/${SEGMENT}/)?[a-z0-9.-]+`;

const DISCOVERY = new RegExp(`^(version|api|apis|${ROOT})$`);
const LOOKUP = new RegExp(`^${OBJECT}/${SEGMENT}$`);
const WRITE = new RegExp(`^${OBJECT}(/${SEGMENT})?$`);

/** Whether a request changes nothing and reads nothing but metadata: discovery, a look for one object, or a dry run, below the path of the server. */
export function isHarmless({ method, url, headers }: Asked, prefix: string): boolean {
  const [path, query = ''] = url.split('?');
  if (!path.startsWith(prefix) || url.includes('#')) {
    return false;
  }
  const rest = path.slice(prefix.length);
  const asked = new URLSearchParams(query);
  if (method === 'GET') {
    return query === '' && (DISCOVERY.test(rest) || (LOOKUP.test(rest) && String(headers.accept).includes('as=PartialObjectMetadata')));
  }
  return ['POST', 'PATCH'].includes(method) && WRITE.test(rest) && asked.getAll('dryRun').join() === 'All';
}
