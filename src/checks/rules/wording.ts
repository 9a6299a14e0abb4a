import { Facts } from '../facts/facts';
import { PodSet } from '../facts/pod-set';
import { Selector, differences } from '../facts/selector';
import { FindingClass } from '../finding';

/** Names the set that a selector of nothing nearly selects, and what keeps them apart. */
export function nearMiss(facts: Facts, place: string, selector: Selector): string[] {
  const nearest = facts.nearest(place, selector);
  return nearest ? [`nearest is ${nearest.toString()}: ${differences(selector, nearest).join('; ')}`] : [];
}

/** Where an object of an unknown kind may start the pods in question, nobody can be sure that there are none. */
export function unlessOpaque(facts: Facts, place: string, sure: FindingClass): { class: FindingClass; notes: string[] } {
  const opaque = facts.opaqueIn(place);
  return opaque
    ? { class: 'risky', notes: [`${opaque.toString()} is of a kind these checks cannot read; if it starts such pods, acknowledge this`] }
    : { class: sure, notes: [] };
}

/** What our own patterns refer to is a mistake when it is missing; what others refer to may be made elsewhere. */
export function sureIfOurs(pods: PodSet): FindingClass {
  return pods.isOurs ? 'broken' : 'risky';
}

/** `namespace "ml"`. */
export function inPlace(place: string): string {
  return `namespace "${place}"`;
}
