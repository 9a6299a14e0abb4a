import { ModelVariantsPlan, PlannedVariant } from './plan';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';

/** What `explain()` of a ModelVariants prints. */
export function explainVariants({ name, namespace, variants, gateway, hostnames, pathPrefix, requestSeconds, unrouted }: ModelVariantsPlan): string {
  const total = variants.reduce((sum, { backends, weight }) => sum + weight * backends.length, 0);
  const explanation = new Explanation(`ModelVariants ${name}: HTTPRoute behind Gateway ${gateway.name}`)
    .sum('shares', alignedRows(variants.map(variant => shareOf(variant, total))))
    .choice('requests', `${hostnames?.join(', ') ?? 'every host of the listener'}, paths below ${pathPrefix}`);
  variants.filter(({ matches }) => matches.length > 0).forEach(({ name: variant, matches }) => explanation.choice(
    `always ${variant}`, matches.map(({ name: header, value }) => `${String(header)}: ${String(value)}`).join('\n')));
  if (unrouted.length > 0) {
    explanation.limit('in no variant', `${unrouted.join(', ')}: this route sends them nothing. Add their indexes to a variant, or have fewer pods`);
  }
  return explanation
    .choice('longest request', requestSeconds === undefined ? "the gateway's own limit, which may be shorter than a stream" : requestSeconds === 0 ? 'without end' : `${requestSeconds} s, a stream as a whole`)
    .consequence('a variant is down', 'its share is answered with errors: a route moves nothing to the others. Give it weight 0')
    .consequence('a promotion', 'changes weights only: no pod, no Service, no selector')
    .limit('a conversation', 'each request is decided by itself: without a header or a cookie the next one may reach another variant')
    .operate('accepted', `kubectl${inNamespace(namespace)} get httproute ${name} -o jsonpath='{.status.parents[*].conditions}'`)
    .toString();
}

/** `canary  models-canary-3, models-canary-4  10 of 200 each  10 %`. */
function shareOf({ name, backends, weight }: PlannedVariant, total: number): string[] {
  const of = weight * backends.length;
  return [name, backends.map(({ service }) => service).join(', '), `${weight} of ${total}${backends.length > 1 ? ' each' : ''}`, `${Number((100 * of / total).toFixed(2))} %`];
}
