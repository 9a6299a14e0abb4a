import { ModelVariant } from './props';
import { invalid } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { quotedPattern } from '../../base/text/pattern';
import { HEADER_NAME, LONGEST_HEADER_VALUE, MOST_HEADERS, headerMatches } from '../route-matches';

/** Source: RFC 6265 section 4.1.1 cookie-octet */
const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]*$/;

/** Headers that choose a variant; none where nothing does. */
export function matchesOf({ headers = {}, cookie }: ModelVariant): PlainObject[] {
  const matches = headerMatches(headers);
  if (cookie === undefined) {
    return matches;
  }
  if (matches.length + 1 > MOST_HEADERS) {
    throw invalid('headers', matches.length + 1, `a match has at most ${MOST_HEADERS} headers, the cookie included`, 'choose by fewer');
  }
  return [...matches, cookieMatch(cookie, Object.keys(headers))];
}

/** Gateways differ in whether a part is enough or the whole header is meant; both come to the same here. */
function cookieMatch(cookie: string, names: readonly string[]): PlainObject {
  const split = cookie.indexOf('=');
  if (split < 1 || !HEADER_NAME.test(cookie.slice(0, split)) || !COOKIE_VALUE.test(cookie.slice(split + 1))) {
    throw invalid('cookie', cookie, 'is no name=value of a cookie', 'for example variant=b');
  }
  if (names.some(name => name.toLowerCase() === 'cookie')) {
    throw invalid('cookie', cookie, 'headers say the header Cookie as well, and only the first would count', 'keep one of them');
  }
  const value = `^(.*;[ ]*)?${quotedPattern(cookie)}([ ]*;.*)?$`;
  if (value.length > LONGEST_HEADER_VALUE) {
    throw invalid('cookie', cookie, `is longer than a match may be (${LONGEST_HEADER_VALUE})`, 'shorten it');
  }
  return { name: 'Cookie', type: 'RegularExpression', value };
}

/** What a match asks, however it is written. */
export function matchKey(matches: readonly PlainObject[]): string {
  return matches.map(({ name, value }) => `${String(name).toLowerCase()}=${value}`).sort().join('\n');
}
