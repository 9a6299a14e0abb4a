import { asList } from '../../../../base/reading';
import { routesOf } from '../../../facts/routes';
import { Rule } from '../../rule';

/** A variant that is switched off by its weight, where there is no other to take its requests. */
export const routeWithoutWeight: Rule = {
  id: 'AIW2809',
  title: 'no backend of a route rule has weight',
  class: 'risky',
  reason: 'A weight of 0 takes a backend out of its rule, not the rule out of the route. Requests that match the rule get an error; they do not go on to the next rule. Some gateways refuse the configuration instead.',
  source: 'gateway-api apis/v1/shared_types.go BackendRef.weight (v1.7): "no traffic should be forwarded for this entry"; kgateway-dev/kgateway#11548: "Sum of weights in the weighted_cluster must be greater than 0"',
  remedy: 'Give one backend of the rule a weight, or remove the rule, so that its requests match the next one.',
  appliesTo: ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  check: (facts, report) => routesOf(facts).forEach(route => asList(route.spec.rules).forEach((rule, index) => {
    const weights = asList(rule.backendRefs).map(backend => backend.weight);
    if (weights.length > 0 && weights.every(weight => weight === 0)) {
      report(route, {
        field: `spec.rules[${index}].backendRefs`,
        message: `Invalid value: 0: the sum of the weights of its backends (${weights.length}): what matches this rule gets no answer`,
        notes: ['the rule still takes its requests: they do not go on to a rule that is less specific'],
        help: 'give one of them a weight, or remove the rule',
      });
    }
  })),
};
