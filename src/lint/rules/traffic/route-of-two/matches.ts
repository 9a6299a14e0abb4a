import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asText, objectAt } from '../../../../base/reading';

/** What a rule matches, in one spelling. */
export interface RouteMatch {
  readonly key: string;
  /** For messages. */
  readonly text: string;
  /** Where it stands in the rule. */
  readonly field: string;
}

/** Without matches a rule has every request. Source: gateway-api apis/v1/httproute_types.go HTTPRouteRule.Matches, its default (v1.7) */
export function matchesOf(kind: string, rule: PlainObject): RouteMatch[] {
  const given = asList(rule.matches);
  const read = kind === 'HTTPRoute' ? httpMatch : grpcMatch;
  return given.length === 0 ? [{ ...read({}), field: '' }] : given.map((match, index) => ({ ...read(match), field: `.matches[${index}]` }));
}

function httpMatch(match: PlainObject): Omit<RouteMatch, 'field'> {
  const path = objectAt(match, 'path');
  const type = asText(path.type) ?? 'PathPrefix';
  const value = asText(path.value) ?? '/';
  // The last slash of a prefix is not looked at. Source: apis/v1/httproute_types.go PathMatchPathPrefix (v1.7)
  const own = type === 'PathPrefix' && value.length > 1 && value.endsWith('/') ? value.slice(0, -1) : value;
  const key = JSON.stringify([type, own, named(match.headers, name => name.toLowerCase()), named(match.queryParams, name => name), asShown(match.method ?? '')]);
  return { key, text: `${type} ${JSON.stringify(value)}` };
}

function grpcMatch(match: PlainObject): Omit<RouteMatch, 'field'> {
  const { type, service, method } = objectAt(match, 'method');
  const called = [service, method].map(each => asText(each) ?? '');
  const key = JSON.stringify([asText(type) ?? 'Exact', ...called, named(match.headers, name => name.toLowerCase())]);
  return { key, text: called.every(each => each === '') ? 'every method' : JSON.stringify(called.join('/')) };
}

/** In any order; the first of one name counts, and others of it are left in, so that nothing is taken for the same that is not. */
function named(list: PlainObject[string], spelt: (name: string) => string): string[] {
  return asList(list).map(({ type, name, value }) => JSON.stringify([asText(type) ?? 'Exact', spelt(asShown(name)), asShown(value)])).sort();
}
