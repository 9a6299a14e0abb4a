import { Report } from './rule';
import { FindingClass } from '../../base/findings/finding';
import { nearestName } from '../../base/text/nearest-name';
import { Manifest } from '../../kubernetes/manifest';
import { isWithoutPods, opaqueIn } from '../facts/carried-pods';
import { Facts } from '../facts/facts';
import { isOutside } from '../facts/made';
import { podIndex } from '../facts/pod-index';
import { PodSet } from '../facts/pod-set';
import { Selector, differences } from '../facts/selector';

/** Names the set that a selector of nothing nearly selects, and what keeps them apart. */
export function nearMiss(facts: Facts, place: string, selector: Selector): string[] {
  const nearest = facts.get(podIndex).nearest(place, selector);
  return nearest ? [`nearest is ${nearest.toString()}: ${differences(selector, nearest).join('; ')}`] : [];
}

/** How sure references to missing objects are (`Facts.missing`), in words. */
export const BUT_MISSING = 'in an app, warning for objects that no pattern of this library made; in files, info where they hold no other object of the kind';

/** How sure a rule is that goes by `sureIfOurs`, in words. */
export const BUT_OURS = 'warning for objects that no pattern of this library made';

/** What becomes of pods that the API server refuses: built-in workloads are refused with their template, of others only the pods are, when they are made. */
export function refusalOf(pods: PodSet): FindingClass {
  return pods.carrier.group.includes('.') ? 'broken' : 'rejected';
}

/** The same in words. */
export const BUT_EXTENSION = 'where the controller of an extension makes the pods: broken, since the API server refuses only them';

/** Where an object of an unknown kind may start the pods in question, nobody can be sure that there are none; nor in files without any pods. */
export function unlessOpaque(facts: Facts, place: string, sure: FindingClass): { class: FindingClass; notes: string[] } {
  if (isWithoutPods(facts)) {
    return { class: 'advice', notes: ['no workload is among what was checked'] };
  }
  const opaque = opaqueIn(facts, place);
  return opaque
    ? { class: 'risky', notes: [`${opaque.toString()} is of a kind these checks cannot read; if it starts such pods, acknowledge this`] }
    : { class: sure, notes: [] };
}

/** A reference to an object that is not here. */
export interface MissingReference {
  /** Whose manifest refers. */
  readonly subject: Manifest;
  readonly field: string;
  /** Type of the object, with its API group: `ConfigMap`, `resource.k8s.io/DeviceClass`. */
  readonly type: string;
  /** Namespace; empty for a kind that lives in none. */
  readonly place: string;
  readonly name: string;
  /** Whether a pattern of this library made the reference: then the object is missing in an app, too, unless it is usually elsewhere. */
  readonly isOurs?: boolean;
  /** Administrators and other tools make such objects: an app that has none of the kind says nothing about them. */
  readonly usuallyElsewhere?: boolean;
  /** Where a missing object is no error: it is usually made by hand, or things go on without it. */
  readonly atMost?: FindingClass;
  readonly notes?: readonly string[];
}

/** From what can never work to what is good to know. */
const BY_WEIGHT: readonly FindingClass[] = ['rejected', 'dropped', 'broken', 'lossy', 'risky', 'advice'];

/** The lighter of two classes. */
export function lighter(one: FindingClass, other: FindingClass): FindingClass {
  return BY_WEIGHT.indexOf(one) > BY_WEIGHT.indexOf(other) ? one : other;
}

function surenessOf(facts: Facts, { type, place, name, isOurs = false, usuallyElsewhere, atMost = 'broken' }: MissingReference): FindingClass | undefined {
  if (usuallyElsewhere && !facts.isWhole) {
    return facts.ofType(type).length > 0 ? 'risky' : undefined;
  }
  return lighter(missingHere(facts, { type, place, name, isOurs }), atMost);
}

/**
 * How sure it is that an object does not exist. Files that hold its kind for other namespaces only may leave this one to others, unless the very name is in
 * another namespace.
 */
export function missingHere(facts: Facts, { type, place, name, isOurs }: Required<Pick<MissingReference, 'type' | 'place' | 'name' | 'isOurs'>>): FindingClass {
  const index = facts.named(type);
  const isForOthers = facts.isWhole && place !== '' && index.namesIn(place).length === 0 && index.placeOf(name) === undefined;
  return lighter(facts.missing(type, isOurs), isForOthers ? 'risky' : 'broken');
}

/** How sure references to objects are that are usually made elsewhere, in words. */
export const BUT_ELSEWHERE = 'in an app, warning, and nothing where it has no object of the kind; in files, info where they hold no other object of the kind';

/**
 * Reports a reference to nothing: as surely as can be known, with the name that was probably meant. Says nothing when the object is here or declared,
 * and says only once of an object that it is probably made elsewhere.
 */
export function reportMissing(facts: Facts, report: Report, reference: MissingReference): void {
  const { subject, field, type, place, name, notes = [] } = reference;
  const kind = type.slice(type.indexOf('/') + 1);
  const sure = facts.find(type, place, name) || isOutside(facts, kind, place, name) ? undefined : surenessOf(facts, reference);
  if (sure === undefined || (sure === 'advice' && !isFirstMention(facts, type, place, name))) {
    return;
  }
  const near = nearestName(name, facts.named(type).namesIn(place));
  const elsewhere = place === '' ? undefined : facts.named(type).placeOf(name);
  report(subject, {
    field,
    message: `Not found: ${JSON.stringify(name)}: no ${kind} of this name${place === '' ? '' : ` in ${inPlace(place)}`}`,
    class: sure,
    notes: [...notes, ...(elsewhere ? [`there is one in ${inPlace(elsewhere)}`] : near ? [`did you mean ${near}?`] : [])],
    help: `create the ${kind}, correct the name, or declare that it exists outside`,
  });
}

/** What our own patterns refer to is a mistake when it is missing; what others refer to may be made elsewhere. */
export function sureIfOurs(pods: PodSet): FindingClass {
  return pods.isOurs ? 'broken' : 'risky';
}

/** `namespace "ml"`. */
export function inPlace(place: string): string {
  return `namespace "${place}"`;
}

/** What to do in a file, or in the app that makes the object. */
export function helpFor(subject: Manifest, inFile: string, inApp: string): string {
  return subject.origin.file === undefined ? inApp : inFile;
}

/** Objects that somebody asked about and that are probably made elsewhere. */
function mentioned(): Set<string> {
  return new Set();
}

/** Whether nobody has asked about this object yet: that it is probably made elsewhere needs to be said once. */
function isFirstMention(facts: Facts, type: string, place: string, name: string): boolean {
  const known = facts.get(mentioned);
  const { size } = known;
  return known.add(`${type} ${place}/${name}`).size > size;
}
