import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { LocalityServicePlan } from './plan';
import { ZoneCount } from './routing';
import { PlainObject } from '../../base/plain';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../../lint/facts/facts';
import { selectorOfMap } from '../../lint/facts/selector';
import { ZoneReach, zoneReach } from '../../lint/facts/zone-reach';

/** Where endpoints are expected, for the walk-through. */
export interface ExpectedEndpoints {
  /** By zone, in the order of the zones; absent where nobody says. */
  readonly counts?: readonly ZoneCount[];
  /** How they came about, with what was assumed; or why nobody knows. */
  readonly sum: string;
}

/** What the app says now of the pods that a Service selects. Every object that may carry pods is rendered. */
export function expectedEndpoints(root: IConstruct, plan: LocalityServicePlan): ExpectedEndpoints {
  const zones = plan.zones ?? [];
  const facts = new Facts(root.node.findAll().flatMap(rendered));
  const sets = zoneReach(facts, plan.namespace ?? 'default', selectorOfMap(plan.selector), zones);
  if (sets.length > 0 && sets.every(set => set.spread === 'everyNode')) {
    return { sum: `one on each node that takes ${sets.map(set => set.pods.toString()).join(', ')}` };
  }
  if (zones.length === 0) {
    return { sum: 'by zone unknown: nobody lists the zones (zones of the Target, or zones)' };
  }
  return sets.length > 0 ? fromSets(sets, zones) : fromNumber(plan.replicas, zones);
}

/** Whoever explains asks for a picture, not for a verdict: what cannot be rendered is reported at synth. */
function rendered(construct: IConstruct): Manifest[] {
  if (!ApiObject.isApiObject(construct) || construct.kind === 'Service') {
    return [];
  }
  try {
    return [new Manifest(construct.toJson() as PlainObject)];
  } catch {
    return [];
  }
}

function fromNumber(replicas: number | undefined, zones: readonly string[]): ExpectedEndpoints {
  return replicas === undefined ? { sum: 'unknown: the app has no such pods, and replicas does not say how many there are' } : { counts: spread(new Map(), replicas, zones, zones), sum: `${replicas} as given, taken to be spread over zones` };
}

function fromSets(sets: readonly ZoneReach[], zones: readonly string[]): ExpectedEndpoints {
  const unknown = sets.find(set => set.count === undefined);
  if (unknown) {
    return { sum: `unknown: the manifests do not say how many pods ${unknown.pods.toString()} has` };
  }
  const counts = sets.reduce((known, set) => placed(toMap(known), set, zones), [] as ZoneCount[]);
  const parts = sets.map(set => `${set.count}${set.isMinimum ? ' (minimum)' : ''} of ${set.pods.toString()}${set.zones.length === 1 ? ` in ${set.zones[0]}` : ''}`);
  const total = counts.reduce((sum, each) => sum + each.endpoints, 0);
  return { counts, sum: `${parts.join(' + ')}${parts.length > 1 ? ` = ${total}` : ''}${assumption(sets)}` };
}

function assumption(sets: readonly ZoneReach[]): string {
  const free = sets.filter(set => set.zones.length > 1);
  if (free.length === 0) {
    return '';
  }
  if (free.some(set => set.spread === 'together')) {
    return '; each workload in one zone, of which nobody knows which';
  }
  return free.some(set => set.spread === 'none') ? '; taken to be spread over zones, though nothing makes them' : '; spread over zones';
}

function toMap(counts: readonly ZoneCount[]): Map<string, number> {
  return new Map(counts.map(each => [each.zone, each.endpoints]));
}

/** Pods that must be together are where one of them is. */
function placed(known: Map<string, number>, set: ZoneReach, zones: readonly string[]): ZoneCount[] {
  const isTogether = set.spread === 'together' && set.zones.length > 0;
  return spread(known, set.count!, isTogether ? [emptiest(known, set.zones)] : set.zones, zones);
}

function emptiest(known: ReadonlyMap<string, number>, zones: readonly string[]): string {
  return zones.reduce((least, each) => ((known.get(each) ?? 0) < (known.get(least) ?? 0) ? each : least));
}

/** One pod after the other to the zone that has fewest, the first of them in the order of the zones. */
function spread(known: Map<string, number>, pods: number, allowed: readonly string[], zones: readonly string[]): ZoneCount[] {
  for (let pod = 0; pod < pods && allowed.length > 0; pod++) {
    const zone = emptiest(known, allowed);
    known.set(zone, (known.get(zone) ?? 0) + 1);
  }
  return zones.map(zone => ({ zone, endpoints: known.get(zone) ?? 0 }));
}
