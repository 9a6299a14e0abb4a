import { ModelVariant } from './props';
import { invalid } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { quotedPattern } from '../../base/text/pattern';

/** Source: gateway-api apis/v1/httproute_types.go HTTPHeaderMatch, shared_types.go HeaderName (v1.7) */
const TOKEN = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
const LONGEST_NAME = 256;
const LONGEST_VALUE = 4096;
const MOST_HEADERS = 16;
/** Source: RFC 6265 section 4.1.1 cookie-octet */
const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]*$/;

/** Headers that choose a variant; none where nothing does. */
export function matchesOf({ headers = {}, cookie }: ModelVariant): PlainObject[] {
  const names = Object.keys(headers);
  names.forEach((name, index) => checkHeader(name, headers[name], names.slice(0, index)));
  if (names.length + (cookie === undefined ? 0 : 1) > MOST_HEADERS) {
    throw invalid('headers', names.length, `a match has at most ${MOST_HEADERS} headers, the cookie included`, 'choose by fewer');
  }
  return [...names.map(name => ({ name, type: 'Exact', value: headers[name] })), ...(cookie === undefined ? [] : [cookieMatch(cookie, names)])];
}

function checkHeader(name: string, value: string, before: readonly string[]): void {
  const field = `headers[${name}]`;
  if (!TOKEN.test(name) || name.length > LONGEST_NAME) {
    throw invalid(field, name, `is no name of a header: letters, digits and hyphens, ${LONGEST_NAME} at most`, 'for example x-model-variant');
  }
  if (before.some(other => other.toLowerCase() === name.toLowerCase())) {
    throw invalid(field, name, 'stands here in another case, and only the first would count', 'keep one of them');
  }
  if (value.length === 0 || value.length > LONGEST_VALUE) {
    throw invalid(field, value, `must have 1 to ${LONGEST_VALUE} characters`, 'give the value that clients send');
  }
}

/** Gateways differ in whether a part is enough or the whole header is meant; both come to the same here. */
function cookieMatch(cookie: string, names: readonly string[]): PlainObject {
  const split = cookie.indexOf('=');
  if (split < 1 || !TOKEN.test(cookie.slice(0, split)) || !COOKIE_VALUE.test(cookie.slice(split + 1))) {
    throw invalid('cookie', cookie, 'is no name=value of a cookie', 'for example variant=b');
  }
  if (names.some(name => name.toLowerCase() === 'cookie')) {
    throw invalid('cookie', cookie, 'headers say the header Cookie as well, and only the first would count', 'keep one of them');
  }
  const value = `^(.*;[ ]*)?${quotedPattern(cookie)}([ ]*;.*)?$`;
  if (value.length > LONGEST_VALUE) {
    throw invalid('cookie', cookie, `is longer than a match may be (${LONGEST_VALUE})`, 'shorten it');
  }
  return { name: 'Cookie', type: 'RegularExpression', value };
}

/** What a match asks, however it is written. */
export function matchKey(matches: readonly PlainObject[]): string {
  return matches.map(({ name, value }) => `${String(name).toLowerCase()}=${value}`).sort().join('\n');
}
