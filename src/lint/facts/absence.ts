import { foreignMaker, isWithoutPods, podSets } from './carried-pods';
import { Facts } from './facts';
import { isNamedByNobody } from './named-objects';
import { podIndex } from './pod-index';
import { PodSet } from './pod-set';
import { canCarry, differences, isUnderAnotherKey, Selector } from './selector';
import { FindingClass } from '../../base/findings/finding';
import { asShown, ownValue } from '../../base/reading';
import { nearestName, slipOf } from '../../base/text/nearest-name';
import { unfilledPlace } from '../../knowledge/unfilled-places';
import { Manifest } from '../../kubernetes/manifest';
import { kindOfType } from '../kinds';

/*
 * How sure it is that what a reference or a selector asks for is nowhere. Nobody writes everything into the files that are checked: an earlier step, an operator or another
 * repository makes the rest. So a mistake is certain only where it can be seen what was meant: a letter too many, another namespace, or the one thing that nobody else uses.
 */

/** How sure it is that something is nowhere, and what speaks for it. */
export interface Absence {
  readonly class: FindingClass;
  readonly notes: readonly string[];
}

/** An object that is asked for by its name. */
export interface Wanted {
  /** Whose manifest asks. */
  readonly subject: Manifest;
  /** Type of the object, with its API group: `ConfigMap`, `resource.k8s.io/DeviceClass`. */
  readonly type: string;
  /** Namespace; empty for a kind that lives in none. */
  readonly place: string;
  readonly name: string;
  /** Whether a pattern of this library asks: what it refers to is in the app, so it is a mistake when it is missing there. */
  readonly isOurs?: boolean;
}

/** From what can never work to what is good to know. */
const BY_WEIGHT: readonly FindingClass[] = ['rejected', 'dropped', 'broken', 'lossy', 'risky', 'advice'];

/** The lighter of two classes. */
export function lighter(one: FindingClass, other: FindingClass): FindingClass {
  return BY_WEIGHT.indexOf(one) > BY_WEIGHT.indexOf(other) ? one : other;
}

/** Of an object that is not here. */
export function absenceOf(facts: Facts, wanted: Wanted): Absence {
  const { type, place, name, isOurs = false } = wanted;
  const names = facts.named(type).namesIn(place);
  const elsewhere = place === '' ? undefined : facts.named(type).placeOf(name);
  const near = elsewhere === undefined ? nearestName(name, names) : undefined;
  const notes = elsewhere !== undefined ? [`there is one in ${inPlace(elsewhere)}`] : near !== undefined ? [`did you mean ${near}?`] : [];
  if (!facts.isWhole) {
    return { class: isOurs ? 'broken' : 'risky', notes };
  }
  if (facts.get(unfilledParts).has(`${type} ${place}`)) {
    return { class: 'advice', notes: [...notes, 'a name of this kind is not filled in, and may be the one'] };
  }
  const maker = foreignMaker(facts, type.slice(type.indexOf('/') + 1), place);
  if (maker !== undefined) {
    return { class: 'advice', notes: [...notes, `${maker.toString()} is of a kind these checks cannot read, and may make it`] };
  }
  const isSeen = elsewhere !== undefined
    ? isAnotherPlace(wanted, facts.find(type, elsewhere, name)!)
    : slipOf(name, names) !== undefined || isOnlyOne(facts, wanted, names);
  return { class: isSeen ? 'broken' : names.length > 0 || elsewhere !== undefined ? 'risky' : 'advice', notes };
}

/** What is not filled in, so that it may be anything: types of objects with such a name by namespace, and keys of such labels of pods. */
function unfilledParts(facts: Facts): ReadonlySet<string> {
  const names = facts.objects.filter(({ name }) => unfilledPlace(name) !== undefined).map(({ type, place }) => `${type} ${place}`);
  const labels = facts.get(podSets).flatMap(({ place, labels: own }) => Object.entries(own)
    .filter(([, value]) => typeof value === 'string' && unfilledPlace(value) !== undefined).map(([key]) => `${place} ${key}`));
  return new Set([...names, ...labels]);
}

/** Whether one other object stands in the same file, which nobody else names: a workload to be scaled, or something that is called nearly so. */
function isOnlyOne(facts: Facts, { subject, type, place, name }: Wanted, names: readonly string[]): boolean {
  const [only] = names.length === 1 ? names.map(each => facts.find(type, place, each)!) : [];
  const isTarget = kindOfType(type).scale !== undefined;
  return only !== undefined && only.origin.file === subject.origin.file
    && (isTarget || nearestName(name, names) !== undefined) && isNamedByNobody(facts, only, isTarget);
}

/** Whether both namespaces are written: one that is not is chosen when the file is applied. */
function isAnotherPlace({ subject, place }: Pick<Wanted, 'subject' | 'place'>, { namespace }: Manifest): boolean {
  return namespace !== '' && (subject.namespace !== '' || place !== subject.place);
}

/** Its workloads come with the cluster, and nobody writes all of them. */
const SYSTEM = 'kube-system';

/**
 * Of pods that a selector asks for, in the namespace of the subject or another one.
 *
 * @param sure how bad it is when there are none.
 */
export function absenceOfPods(facts: Facts, { subject, place = subject.place, selector, sure }: WantedPods): Absence {
  const nearest = facts.get(podIndex).nearest(place, selector);
  const near = missOf(nearest, selector);
  if (selector.equals.some(([key]) => facts.get(unfilledParts).has(`${place} ${key}`))) {
    return { class: 'advice', notes: [...near, 'labels of pods are not filled in, and may be these'] };
  }
  const maker = foreignMaker(facts, 'Pod', place);
  if (maker !== undefined) {
    return { class: 'advice', notes: [...near, `${maker.toString()} is of a kind these checks cannot read, and may start such pods`] };
  }
  if (!facts.isWhole) {
    return { class: sure, notes: near };
  }
  const elsewhere = place === SYSTEM ? undefined : facts.get(podIndex).elsewhere(place, selector);
  if (elsewhere !== undefined) {
    return { class: isAnotherPlace({ subject, place }, elsewhere.carrier) ? sure : lighter(sure, 'risky'), notes: [`${elsewhere.toString()} in ${inPlace(elsewhere.place)} has these labels`] };
  }
  if (place === SYSTEM || isWithoutPods(facts, place)) {
    return { class: 'advice', notes: [place === SYSTEM ? `pods of ${SYSTEM} come with the cluster` : `no workload of ${inPlace(place)} is among what was checked`] };
  }
  return { class: nearest !== undefined && (isSlipOf(selector, nearest) || isMeant(facts, subject, place, selector)) ? sure : lighter(sure, 'risky'), notes: near };
}

/** Whether another input of the run has the pods: of files that are alternatives, one may have a Service and another one its pods. */
export function selectedElsewhere({ context }: Facts, place: string, selector: Selector): boolean {
  return context.outside?.selects?.(place, selector) === true;
}

/** Names the set that a selector of nothing nearly selects, and what keeps them apart. */
export function nearMiss(facts: Facts, place: string, selector: Selector): string[] {
  return missOf(facts.get(podIndex).nearest(place, selector), selector);
}

function missOf(nearest: PodSet | undefined, selector: Selector): string[] {
  return nearest ? [`nearest is ${nearest.toString()}: ${differences(selector, nearest).join('; ')}`] : [];
}

/** Pods that a selector asks for. */
export interface WantedPods {
  readonly subject: Manifest;
  /** @default the namespace of the subject */
  readonly place?: string;
  readonly selector: Selector;
  readonly sure: FindingClass;
}

/**
 * Whether a selector was written for a set of pods and misses it: each label that it lacks stands there under another usual key, with a slip in its value, or is all that is
 * missing of several.
 */
function isSlipOf({ equals, expressions }: Selector, pods: PodSet): boolean {
  const missed = equals.filter(([key, value]) => !canCarry(pods, key, value));
  const isNearly = ([key, value]: readonly [string, string]) => {
    const own = ownValue(pods.labels, key);
    return own === undefined ? missed.length < equals.length || isUnderAnotherKey(pods, key, value) : slipOf(value, [asShown(own)]) !== undefined;
  };
  return expressions.length === 0 && !pods.hasOpenLabels && missed.length > 0 && missed.every(isNearly);
}

/** Workloads that a Service sends to. */
function served(facts: Facts): ReadonlySet<Manifest> {
  return new Set(facts.ofType('Service').flatMap(service => facts.get(podIndex).selectedBy(service).map(({ carrier }) => carrier)));
}

/** Files with one workload in a namespace, by the two: its sets of pods. Most have none or many. */
function loneWorkloads(facts: Facts): ReadonlyMap<string, readonly PodSet[]> {
  const found = new Map<string, PodSet[]>();
  for (const pods of facts.get(podSets)) {
    const key = fileKey(pods.place, pods.carrier);
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, [pods]);
    } else if (known.length > 0 && known[0].carrier === pods.carrier) {
      known.push(pods);
    } else {
      known.length = 0;
    }
  }
  return found;
}

function fileKey(place: string, { origin }: Manifest): string {
  return `${place} ${origin.file ?? ''}`;
}

/** Whether the one workload of its file has all labels that are asked for, with other values, and no Service of its own. */
function isMeant(facts: Facts, subject: Manifest, place: string, { equals, expressions }: Selector): boolean {
  const beside = facts.get(loneWorkloads).get(fileKey(place, subject)) ?? [];
  const isTaken = subject.kind === 'Service' && beside.some(({ carrier }) => facts.get(served).has(carrier));
  return expressions.length === 0 && !isTaken && beside.some(pods => !pods.hasOpenLabels && equals.every(([key]) => Object.hasOwn(pods.labels, key)));
}

/** `namespace "ml"`. */
export function inPlace(place: string): string {
  return `namespace "${place}"`;
}
