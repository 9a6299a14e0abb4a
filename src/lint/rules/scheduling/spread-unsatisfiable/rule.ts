import { LABEL_ZONE_TOPOLOGY } from '../../../../base/labels';
import { asNumber } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PlacedTerm, hardSpreads, leastPods } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { zonesOf } from '../../../facts/zone-reach';
import { Report, Rule } from '../../rule';

/** A spread over more zones than there are. */
export const spreadUnsatisfiable: Rule = {
  id: 'AIW2622',
  title: 'spread that cannot be met',
  class: 'broken',
  reason: 'With fewer zones than minDomains the least-loaded one counts as empty, so each zone takes maxSkew pods and the rest stays Pending. Nodes without the zone label take none at all.',
  source: 'pkg/scheduler/framework/plugins/podtopologyspread/filtering.go minMatchNum, Filter (v1.36)',
  remedy: 'Make minDomains the number of zones that the pods may use, or whenUnsatisfiable: ScheduleAnyway.',
  appliesTo: ['every carrier of pods'],
  but: 'silent when nobody declared zones',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const known = pods.carrier.zones;
      if (known) {
        const zones = zonesOf(pods, known)!;
        hardSpreads(pods, LABEL_ZONE_TOPOLOGY).forEach(spread => checkSpread(facts, pods, { spread, zones: zones.length }, report));
      }
    }
  },
};

function checkSpread(facts: Facts, pods: PodSet, { spread, zones }: { readonly spread: PlacedTerm; readonly zones: number }, report: Report): void {
  const replicas = leastPods(facts, pods);
  const [minDomains, maxSkew] = [asNumber(spread.term.minDomains) ?? 1, asNumber(spread.term.maxSkew) ?? 1];
  if (replicas === undefined || minDomains <= zones || replicas <= zones * maxSkew) {
    return;
  }
  report(pods.carrier, {
    field: zones === 0 ? `${spread.field}.topologyKey` : `${spread.field}.minDomains`,
    message: zones === 0
      ? `Invalid value: "${LABEL_ZONE_TOPOLOGY}": no node that may take the pods is in a zone`
      : `Invalid value: ${minDomains}: there are ${zones} zones, so ${zones} x maxSkew ${maxSkew} = ${zones * maxSkew} of ${replicas} pods find a place`,
    help: zones === 0 ? 'spread over kubernetes.io/hostname, or with ScheduleAnyway' : `use minDomains: ${zones}, or declare the other zones`,
  });
}
