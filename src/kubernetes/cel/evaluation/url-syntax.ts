/* URLs as Go reads them. Source: Go net/url url.go Parse, ParseRequestURI, EscapedPath, ParseQuery (1.26) */

export interface ParsedUrl {
  readonly scheme: string;
  readonly host: string;
  /** As `EscapedPath()` gives it. */
  readonly path: string;
  readonly query: string;
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const PORT = /^(?::[0-9]*)?$/;
const USER = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;
const HOST = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]|%25|%[89A-Fa-f][0-9A-Fa-f]|[^\x00-\x7f])*$/;
const ESCAPES = /^(?:[^%]|%[0-9A-Fa-f]{2})*$/;
/** Characters of a path that Go leaves as they were written. */
const WRITTEN_PATH = /^[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]%]*$/;

/** Whether `url.ParseRequestURI` takes it: an absolute URI or an absolute path. */
export function isRequestUri(text: string): boolean {
  return text === '*' || parsed(text, true) !== undefined;
}

/** `url.Parse`, for what ParseRequestURI takes; undefined for anything else. */
export function parseUrl(text: string): ParsedUrl | undefined {
  const hash = text.indexOf('#');
  return isRequestUri(text) && ESCAPES.test(hash < 0 ? '' : text.slice(hash + 1)) ? parsed(hash < 0 ? text : text.slice(0, hash), false) : undefined;
}

function parsed(text: string, isRequest: boolean): ParsedUrl | undefined {
  if (CONTROL.test(text) || text === '' || text.startsWith(':')) {
    return undefined;
  }
  const scheme = SCHEME.exec(text)?.[1] ?? '';
  const rest = scheme === '' ? text : text.slice(scheme.length + 1);
  const mark = rest.indexOf('?');
  const [place, query] = mark < 0 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)];
  if (!place.startsWith('/') && text !== '*') {
    // An opaque URI, such as mailto:a@b.
    return scheme === '' ? undefined : { scheme: scheme.toLowerCase(), host: '', path: '', query };
  }
  const hasAuthority = (scheme !== '' || (!isRequest && !place.startsWith('///'))) && place.startsWith('//');
  const slash = hasAuthority ? place.indexOf('/', 2) : 0;
  const [authority, path] = !hasAuthority ? ['', place] : slash < 0 ? [place.slice(2), ''] : [place.slice(2, slash), place.slice(slash)];
  const host = hostOf(authority);
  return host === undefined || !ESCAPES.test(path) ? undefined : { scheme: scheme.toLowerCase(), host, path: escapedPath(path), query };
}

function hostOf(authority: string): string | undefined {
  const at = authority.lastIndexOf('@');
  const [user, host] = [authority.slice(0, Math.max(0, at)), authority.slice(at + 1)];
  if (at >= 0 && !(USER.test(user) && ESCAPES.test(user))) {
    return undefined;
  }
  if (host.startsWith('[')) {
    const end = host.lastIndexOf(']');
    return end > 0 && PORT.test(host.slice(end + 1)) && HOST.test(host) ? unescaped(host) : undefined;
  }
  const colon = host.lastIndexOf(':');
  return (colon < 0 || PORT.test(host.slice(colon))) && HOST.test(host) ? unescaped(host) : undefined;
}

/** Percent escapes put back, by bytes. */
export function unescaped(text: string): string {
  return text.includes('%') ? Buffer.from(text.replace(/%([0-9A-Fa-f]{2})|[^%]+/g, (part, code: string | undefined) =>
    code === undefined ? Buffer.from(part, 'utf8').toString('latin1') : String.fromCharCode(parseInt(code, 16))), 'latin1').toString('utf8') : text;
}

function escapedPath(path: string): string {
  return WRITTEN_PATH.test(path) ? path : unescaped(path).replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]/gu, character =>
    [...Buffer.from(character, 'utf8')].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''));
}

/** The host without brackets and port. */
export function hostnameOf(host: string): string {
  const colon = host.lastIndexOf(':');
  const bare = colon >= 0 && PORT.test(host.slice(colon)) ? host.slice(0, colon) : host;
  return bare.startsWith('[') && bare.endsWith(']') ? bare.slice(1, -1) : bare;
}

export function portOf(host: string): string {
  const colon = host.lastIndexOf(':');
  return colon >= 0 && PORT.test(host.slice(colon)) ? host.slice(colon + 1) : '';
}

/** Values by their key, in the order of the query. */
export function queryOf(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const part of query.split('&').filter(each => each !== '' && !each.includes(';') && ESCAPES.test(each))) {
    const equals = part.indexOf('=');
    const [key, value] = [equals < 0 ? part : part.slice(0, equals), equals < 0 ? '' : part.slice(equals + 1)].map(each => unescaped(each.replaceAll('+', ' ')));
    found.set(key, [...found.get(key) ?? [], value]);
  }
  return found;
}
