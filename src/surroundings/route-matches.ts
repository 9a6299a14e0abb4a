import { invalid, required } from '../base/errors/invalid-input';
import { PlainObject } from '../base/plain';
import { checkSubdomain } from '../kubernetes/refused/names';

/*
 * What a route asks of a request: its host, its path, its headers.
 */

/** Source: gateway-api apis/v1/httproute_types.go HTTPRouteSpec, HTTPHeaderMatch, shared_types.go HeaderName (v1.7) */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
export const LONGEST_HEADER_VALUE = 4096;
export const MOST_HEADERS = 16;
const LONGEST_NAME = 256;
const MOST_HOSTNAMES = 16;
const LONGEST_PATH = 1024;

/** Headers with exactly these values, all of them. */
export function headerMatches(headers: { readonly [name: string]: string } = {}): PlainObject[] {
  const names = Object.keys(headers);
  if (names.length > MOST_HEADERS) {
    throw invalid('headers', names.length, `a match has at most ${MOST_HEADERS} headers`, 'choose by fewer');
  }
  names.forEach((name, index) => checkHeader(name, headers[name], names.slice(0, index)));
  return names.map(name => ({ name, type: 'Exact', value: headers[name] }));
}

function checkHeader(name: string, value: string, before: readonly string[]): void {
  const field = `headers[${name}]`;
  if (!HEADER_NAME.test(name) || name.length > LONGEST_NAME) {
    throw invalid(field, name, `is no name of a header: letters, digits and hyphens, ${LONGEST_NAME} at most`, 'for example x-model-variant');
  }
  if (before.some(other => other.toLowerCase() === name.toLowerCase())) {
    throw invalid(field, name, 'stands here in another case, and only the first would count', 'keep one of them');
  }
  if (value.length === 0 || value.length > LONGEST_HEADER_VALUE) {
    throw invalid(field, value, `must have 1 to ${LONGEST_HEADER_VALUE} characters`, 'give the value that clients send');
  }
}

export function checkedHostnames(hostnames: readonly string[] | undefined): readonly string[] | undefined {
  if (hostnames?.length === 0) {
    throw required('hostnames', 'an empty list would mean every host', 'leave it out, or name a host');
  }
  if (hostnames !== undefined && hostnames.length > MOST_HOSTNAMES) {
    throw invalid('hostnames', hostnames.length, `a route has at most ${MOST_HOSTNAMES}`, 'use a wildcard, or a second route');
  }
  hostnames?.forEach((hostname, index) => checkSubdomain(`hostnames[${index}]`, hostname.replace(/^\*\./, '')));
  return hostnames;
}

export function checkedPath(path: string = '/'): string {
  if (!/^(?:\/[-A-Za-z0-9._~!$&'()*+,;=:@%]*)+$/.test(path) || path.length > LONGEST_PATH || /\/\/|\/\.\.?(?:\/|$)|%2[fF]/.test(path)) {
    throw invalid('pathPrefix', path, 'is no path: it begins with a slash, and has no //, ., .. or %2F', 'for example /v1');
  }
  return path;
}
