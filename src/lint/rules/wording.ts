import { Report } from './rule';
import { FindingClass } from '../../base/findings/finding';
import { Complaint } from '../../kubernetes/complaint';
import { Manifest } from '../../kubernetes/manifest';
import { dns1035Label } from '../../kubernetes/validation/names';
import { absenceOf, inPlace, lighter, Wanted } from '../facts/absence';
import { Facts } from '../facts/facts';
import { isOutside } from '../facts/made';
import { PodSet } from '../facts/pod-set';

/** How sure references to missing objects are (`absenceOf`), in words. */
export const BUT_MISSING = 'in an app, warning for objects that no pattern of this library made; in files, warning unless a slip can be seen (another namespace, a letter or two, the one object of the file that nobody names), and info where '
  + 'the namespace has no other object of the kind or something of an unknown kind may make it';

/** How sure it is that nothing is selected (`absenceOfPods`), in words. */
export const BUT_UNSELECTED = 'in files, warning unless a slip can be seen (a letter or two, another key, another namespace, the one workload of the file), and info where they hold no pods of the namespace; info where something of an unknown kind may start the pods';

/** How sure a rule is that goes by `sureIfOurs`, in words. */
export const BUT_OURS = 'warning for objects that no pattern of this library made';

/** What becomes of pods that the API server refuses: built-in workloads are refused with their template, of others only the pods are, when they are made. */
export function refusalOf(pods: PodSet): FindingClass {
  return pods.carrier.group.includes('.') ? 'broken' : 'rejected';
}

/** The same in words. */
export const BUT_EXTENSION = 'where the controller of an extension makes the pods: broken, since the API server refuses only them';

/** A reference to an object that is not here. */
export interface MissingReference extends Wanted {
  readonly field: string;
  /** Administrators and other tools make such objects: an app that has none of the kind says nothing about them. */
  readonly usuallyElsewhere?: boolean;
  /** Where a missing object is no error: it is usually made by hand, or things go on without it. */
  readonly atMost?: FindingClass;
  readonly notes?: readonly string[];
  /** @default to create the object, correct the name, or declare it */
  readonly help?: string;
}

/** How sure references to objects are that are usually made elsewhere, in words. */
export const BUT_ELSEWHERE = 'in an app, warning, and nothing where it has no object of the kind; in files, warning unless a slip can be seen (another namespace, a letter or two, the one object of the file that nobody names), and info where '
  + 'the namespace has no other object of the kind or something of an unknown kind may make it';

/**
 * Reports a reference to nothing: as surely as can be known, with the name that was probably meant. Says nothing when the object is here or declared,
 * and says only once of an object that it is probably made elsewhere.
 */
export function reportMissing(facts: Facts, report: Report, reference: MissingReference): void {
  const { subject, field, type, place, name, atMost = 'broken', usuallyElsewhere = false, notes = [] } = reference;
  const kind = type.slice(type.indexOf('/') + 1);
  const isKnown = facts.find(type, place, name) !== undefined || isOutside(facts, kind, place, name);
  if (isKnown || (usuallyElsewhere && !facts.isWhole && facts.ofType(type).length === 0)) {
    return;
  }
  const absence = absenceOf(facts, reference);
  const sure = lighter(absence.class, usuallyElsewhere && !facts.isWhole ? 'risky' : atMost);
  if (sure === 'advice' && !isFirstMention(facts, type, place, name)) {
    return;
  }
  report(subject, {
    field,
    message: `Not found: ${JSON.stringify(name)}: no ${kind} of this name${place === '' ? '' : ` in ${inPlace(place)}`}`,
    class: sure,
    notes: [...notes, ...absence.notes],
    help: reference.help ?? `create the ${kind}, correct the name, or declare that it exists outside`,
  });
}

/** What our own patterns refer to is a mistake when it is missing; what others refer to may be made elsewhere. */
export function sureIfOurs(pods: PodSet): FindingClass {
  return pods.isOurs ? 'broken' : 'risky';
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

/** A name that Services are called after. One that the server completes is not looked at. */
export function refusedAsServiceName({ name }: Manifest, why: string): Complaint[] {
  return name === '' || dns1035Label(name).length === 0 ? [] : [{
    field: 'metadata.name',
    message: `Invalid value: ${JSON.stringify(name)}: ${why}: a DNS label that starts with a letter`,
    help: "use lower-case letters, digits and '-', starting with a letter",
  }];
}
