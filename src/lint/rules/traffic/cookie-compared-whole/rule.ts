import { PlainObject } from '../../../../base/plain';
import { asList, asShown } from '../../../../base/reading';
import { GATEWAY_GROUP } from '../../../../knowledge/gateway';
import { Complaint } from '../../../../kubernetes/complaint';
import { Rule } from '../../rule';

/** A variant chosen by a cookie, as long as the client has no other. */
export const cookieComparedWhole: Rule = {
  id: 'AIW2810',
  title: 'a cookie is compared with all cookies of the client',
  class: 'risky',
  reason: 'Clients send all cookies of a site in one header, in an order of their own. An exact match compares the whole of it, so the variant loses its clients when a login or a session adds a second cookie, and a test by hand does not show it.',
  source: 'RFC 6265 section 5.4 (one Cookie header with all pairs); gateway-api apis/v1/httproute_types.go HTTPHeaderMatch (v1.7): Exact is the default; gateway-api#2891 (GEP-2891)',
  remedy: 'Match one cookie by a regular expression that lets others stand beside it, if the gateway has them (support is specific to the implementation), or choose the variant by a header of its own.',
  appliesTo: ['HTTPRoute'],
  check: (facts, report) => facts.ofType(`${GATEWAY_GROUP}/HTTPRoute`).forEach(route => asList(route.spec.rules).forEach((rule, index) => (
    asList(rule.matches).forEach((match, place) => checkHeaders(match, `spec.rules[${index}].matches[${place}]`, complaint => report(route, complaint)))))),
};

function checkHeaders(match: PlainObject, field: string, report: (complaint: Complaint) => void): void {
  asList(match.headers).forEach(({ name, type, value }, index) => {
    if (asShown(name).toLowerCase() === 'cookie' && (type ?? 'Exact') === 'Exact') {
      report({
        field: `${field}.headers[${index}].value`,
        message: `Invalid value: ${JSON.stringify(value)}: it matches only clients that send no other cookie`,
        help: 'write type: RegularExpression and (.*; ?)?NAME=VALUE(;.*)? if the gateway has it, or match a header of its own',
      });
    }
  });
}
