import { asObject, asText, isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { absenceOfPods } from '../../../facts/absence';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { poolsOf, selectorOfPool } from '../../../facts/pools';
import { Report, Rule } from '../../rule';
import { BUT_UNSELECTED, reportMissing } from '../../wording';

/** A pool of model servers: its pods, and the Service that picks one of them for each request. */
export const inferencePool: Rule = {
  id: 'AIW2134',
  title: 'inference pool without model servers or endpoint picker',
  class: 'broken',
  reason: 'A gateway sends requests to the pods that the pool selects, as its endpoint picker says; without either every request fails.',
  source: 'gateway-api-inference-extension api/v1/inferencepool_types.go, apix/v1alpha2/inferencepool_types.go (v1.3)',
  remedy: 'Select labels that the pods of the model server carry, and name the Service of the endpoint picker.',
  appliesTo: ['InferencePool'],
  but: 'a picker that is missing: info where the files hold no Service; model servers that are missing: info where the files hold no other pods than the picker; ' + BUT_UNSELECTED,
  check: (facts, report) => poolsOf(facts).forEach(pool => {
    checkSelector(facts, report, pool);
    checkPicker(facts, report, pool);
  }),
};

function checkSelector(facts: Facts, report: Report, pool: Manifest): void {
  const selector = selectorOfPool(pool);
  // Whoever says how many pods there are elsewhere knows that they are not here.
  if (selector.equals.length > 0 && pool.origin.podsElsewhere === undefined && facts.get(podIndex).select(pool.place, selector).length === 0) {
    const absence = hasOtherPods(facts, pool) ? absenceOfPods(facts, { subject: pool, selector, sure: 'broken' }) : { class: 'advice' as const, notes: ['no model server is among what was checked'] };
    report(pool, {
      field: 'spec.selector',
      message: `Invalid value: ${selector.text}: matches no pod template in namespace "${pool.place}"`,
      ...absence,
      help: 'take the labels from the pod template of the model server',
    });
  }
}

/** The chart of a pool has its endpoint picker and no model server, which comes from elsewhere. */
function hasOtherPods(facts: Facts, pool: Manifest): boolean {
  const picker = asText(asObject(pool.spec[referenceOf(pool)]).name);
  const service = picker === undefined ? undefined : facts.find('Service', pool.place, picker);
  const pickers = new Set(service ? facts.get(podIndex).selectedBy(service) : []);
  return !facts.isWhole || facts.get(podSets).some(pods => pods.place === pool.place && !pickers.has(pods));
}

function referenceOf(pool: Manifest): 'extensionRef' | 'endpointPickerRef' {
  return isPresent(pool.spec.extensionRef) ? 'extensionRef' : 'endpointPickerRef';
}

function checkPicker(facts: Facts, report: Report, pool: Manifest): void {
  const key = referenceOf(pool);
  const reference = asObject(pool.spec[key]);
  const name = asText(reference.name);
  if (name !== undefined && (asText(reference.kind) ?? 'Service') === 'Service') {
    reportMissing(facts, report, { subject: pool, field: `spec.${key}.name`, type: 'Service', place: pool.place, name, isOurs: pool.isOurs });
  }
}
