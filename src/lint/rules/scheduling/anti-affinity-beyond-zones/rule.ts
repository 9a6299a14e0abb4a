import { LABEL_ZONE_TOPOLOGY } from '../../../../base/labels';
import { templates } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { apartTerms, countsOldPods, leastPods } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { zonesOf } from '../../../facts/zone-reach';
import { deploymentUpdate } from '../../../kinds/deployment';
import { Report, Rule } from '../../rule';

/** One pod a zone, and more pods than zones. */
export const antiAffinityBeyondZones: Rule = {
  id: 'AIW2623',
  title: 'anti-affinity leaves no zone for a pod',
  class: 'broken',
  reason: 'Required anti-affinity over zones allows one pod in each. Every further one stays Pending, and so does the new pod of a roll-out that takes no old one away first.',
  source: 'pkg/scheduler/framework/plugins/interpodaffinity/filtering.go (v1.36); KEP-3633 (matchLabelKeys)',
  remedy: 'Use a spread constraint with maxSkew 1 instead, or as many replicas as zones with maxSurge: 0 and maxUnavailable: 1.',
  appliesTo: ['every carrier of pods'],
  but: 'warning when all pods run and only a roll-out would wait; silent when nobody declared zones',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const known = pods.carrier.zones;
      if (known && known.length > 0 && pods.spec.affinity !== undefined) {
        checkPods(facts, pods, zonesOf(pods, known).length, report);
      }
    }
  },
};

function checkPods(facts: Facts, pods: PodSet, zones: number, report: Report): void {
  const [apart] = apartTerms(pods, LABEL_ZONE_TOPOLOGY);
  const replicas = leastPods(facts, pods);
  if (!apart || replicas === undefined) {
    return;
  }
  const field = `${apart.field}.topologyKey`;
  if (replicas > zones) {
    report(pods.carrier, {
      field,
      message: `Invalid value: "${LABEL_ZONE_TOPOLOGY}": ${replicas} pods, each alone in its zone, and ${zones} zone${zones === 1 ? '' : 's'}`,
      help: `run at most ${zones}, or use topologySpreadConstraints`,
    });
    return;
  }
  const update = pods.carrier.kind === 'Deployment' && replicas === zones && countsOldPods(apart) ? deploymentUpdate(pods.carrier.spec, replicas) : undefined;
  if (update?.unavailable === 0) {
    report(pods.carrier, {
      field,
      class: 'risky',
      message: `Invalid value: "${LABEL_ZONE_TOPOLOGY}": ${replicas} pods fill ${zones} zones, and a roll-out starts a new one first: ${update.text}`,
      help: 'set maxSurge: 0 and maxUnavailable: 1, or matchLabelKeys: [pod-template-hash]',
    });
  }
}
