import { Complaint } from '../../../../kubernetes/complaint';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { preferenceOf } from '../../../facts/locality';
import { selectorOfMap } from '../../../facts/selector';
import { ZoneReach, zoneReach, zonesWithPods } from '../../../facts/zone-reach';
import { Report, Rule } from '../../rule';

/** Zones whose clients have no endpoint of their own. */
export const localityZonesMissed: Rule = {
  id: 'AIW3401',
  title: 'zone without an endpoint',
  class: 'risky',
  reason: 'Clients of a zone without a ready endpoint are sent to all zones, so what the preference was for (latency, traffic that is not billed) is lost there, without a word.',
  source: 'k8s.io/endpointslice trafficdist/trafficdist.go; pkg/proxy/topology.go topologyModeFromHints (v1.36)',
  remedy: 'Run at least as many replicas as there are zones and spread them hard over topology.kubernetes.io/zone, or a workload for each zone.',
  appliesTo: ['Service with trafficDistribution, where zones are declared'],
  check: (facts, report) => facts.ofType('Service').filter(service => preferenceOf(service) !== undefined).forEach(service => checkService(facts, report, service)),
};

function checkService(facts: Facts, report: Report, service: Manifest): void {
  const { zones } = service;
  const selector = selectorOfMap(service.spec.selector);
  if (zones === undefined || zones.length < 2 || selector.equals.length === 0) {
    return;
  }
  const sets = zoneReach(facts, service.place, selector, zones);
  const complaint = sets.length > 0 ? missed(sets, zones) : missedElsewhere(service.origin.podsElsewhere, zones);
  if (complaint) {
    report(service, { field: 'spec.trafficDistribution', ...complaint, message: `Invalid value: ${JSON.stringify(preferenceOf(service))}: ${complaint.message}` });
  }
}

type Missed = Pick<Complaint, 'message' | 'notes' | 'help'>;

function missed(sets: readonly ZoneReach[], zones: readonly string[]): Missed | undefined {
  const unreachable = zones.filter(zone => !sets.some(set => set.zones.includes(zone) && set.count !== 0));
  if (unreachable.length > 0) {
    return {
      message: `${unreachable.length} of ${zones.length} zones (${unreachable.join(', ')}) can have no endpoint: every selected pod is bound to others`,
      notes: sets.map(describe),
      help: 'let pods run there too, or leave the zones out of what the Service is checked for: zones: [\'…\']',
    };
  }
  const missing = zones.length - zonesWithPods(sets, zones).length;
  return missing > 0 ? tooFew(total(sets), missing, zones, sets) : unspread(sets, zones);
}

function missedElsewhere(pods: number | undefined, zones: readonly string[]): Missed | undefined {
  return pods !== undefined && pods < zones.length ? tooFew(pods, zones.length - pods, zones, []) : undefined;
}

function tooFew(pods: number, missing: number, zones: readonly string[], sets: readonly ZoneReach[]): Missed {
  const together = sets.some(set => set.spread === 'together' && set.zones.length > 1);
  return {
    message: `${count(pods, 'endpoint')} cannot stand in ${zones.length} zones: ${zones.length} - ${zones.length - missing} = ${missing} `
      + `${missing === 1 ? 'zone has' : 'zones have'} none, and clients there are sent to all zones`,
    notes: [...sets.map(describe), `zones: ${zones.join(', ')}`],
    help: together
      ? 'pod affinity keeps pods of a workload in one zone: more of them do not reach another; use ZonalDeployments, or drop the affinity'
      : `run at least ${zones.length} replicas, spread over topology.kubernetes.io/zone; or use ZonalDeployments, which has some in every zone`,
  };
}

/** There are enough; but does anything put them into different zones? */
function unspread(sets: readonly ZoneReach[], zones: readonly string[]): Missed | undefined {
  const bound = new Set(sets.filter(set => set.count !== 0 && (set.zones.length === 1 || set.spread === 'everyNode')).flatMap(set => set.zones));
  const loose = zones.filter(zone => !bound.has(zone));
  const spreading = sets.filter(set => (set.spread === 'hard' || set.spread === 'wished') && loose.every(zone => set.zones.includes(zone)));
  // With `maxSkew` m, n pods may leave all but n/m zones empty.
  const filled = spreading.reduce((sum, set) => sum + Math.ceil((set.count ?? Infinity) / set.maxSkew), 0);
  if (filled >= loose.length) {
    return undefined;
  }
  const skewed = spreading.find(set => set.maxSkew > 1);
  return {
    message: skewed
      ? `maxSkew ${skewed.maxSkew} lets ${count(skewed.count!, 'pod')} fill only ${filled} of ${loose.length} zones; clients of the others are sent to all zones`
      : `${count(total(sets), 'endpoint')} would do for ${zones.length} zones, but nothing spreads them over zones: they may all run in one`,
    notes: sets.map(describe),
    help: 'add a topologySpreadConstraint over topology.kubernetes.io/zone with maxSkew 1 to the pods; or use ZonalDeployments, which has some in every zone',
  };
}

function total(sets: readonly ZoneReach[]): number {
  return sets.reduce((sum, set) => sum + (set.count ?? 0), 0);
}

function describe({ pods, count: number, isMinimum, zones, spread }: ZoneReach): string {
  const often = number === undefined ? 'pods by node' : `${count(number, 'pod')}${isMinimum ? ' at its minimum' : ''}`;
  const where = zones.length === 1 ? `in ${zones[0]}` : { everyNode: 'on every node', hard: 'spread over zones', wished: 'spread over zones if possible', none: 'in any zone', together: 'all in one zone' }[spread];
  return `${pods.toString()}: ${often}, ${where}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
