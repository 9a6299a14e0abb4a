import { withoutOrder } from './order';
import { isObject, PlainObject } from '../../base/plain';
import { asNumber, asObject, asText, objectAt } from '../../base/reading';
import { sameMeaning, valueOf } from '../../kubernetes/validation/kinds/meaning';
import { parseQuantity } from '../../kubernetes/validation/quantities';
import { PodSet } from '../facts/pod-set';

/** How one pod template differs from the one that it takes the place of. */
export interface TemplateChange {
  /** Paths of what differs, in the new object unless they say otherwise. */
  readonly paths: readonly string[];
  /** Whether it says the same in another way (order, notation), and replaces the pods all the same. */
  readonly saysTheSame: boolean;
}

/** Undefined where both are the same to the API server and its controllers, defaults filled in. */
export function templateChange(before: PodSet, after: PodSet): TemplateChange | undefined {
  const [one, other, defaults] = [templateOf(before), templateOf(after), defaultsOf(after)];
  const paths: string[] = [];
  if (sameMeaning(one, other, undefined, undefined, defaults)) {
    compareNotations(before, after, paths);
    return paths.length === 0 ? undefined : { paths, saysTheSame: true };
  }
  for (const part of ['labels', 'annotations']) {
    compare(one.metadata[part], other.metadata[part], { at: after.metadataField(part), key: part, parent: 'metadata', defaults }, paths);
  }
  keysOf(one.spec, other.spec).forEach(key => compareAt(key, one.spec, other.spec, { at: after.at(key), key, parent: 'spec', defaults }, paths));
  return { paths, saysTheSame: sameMeaning({ ...one, spec: withoutOrder(one.spec) }, { ...other, spec: withoutOrder(other.spec) }) };
}

/**
 * A StatefulSet compares its revisions as bytes, and a quantity keeps its notation: `1024Mi` is kept as `1Gi`, `1073741824` is not.
 * Measured on API servers of v1.36: pods of the StatefulSet are replaced, those of a Deployment or DaemonSet are not.
 */
function compareNotations(before: PodSet, after: PodSet, paths: string[]): void {
  if (after.carrier.type !== 'apps/StatefulSet') {
    return;
  }
  after.containers.forEach(({ container, field }, index) => {
    for (const list of ['requests', 'limits']) {
      const [was, will] = [before.containers[index].container, container].map(each => objectAt(each, 'resources', list));
      Object.keys(will).filter(name => parseQuantity(was[name])?.notation !== parseQuantity(will[name])?.notation)
        .forEach(name => paths.push(`${below(`${field}.resources.${list}`, name)} (notation)`));
    }
  });
}

function templateOf(pods: PodSet): { readonly metadata: PlainObject; readonly spec: PlainObject } {
  return { metadata: { labels: pods.labels, annotations: pods.annotations }, spec: pods.spec };
}

/**
 * Measured with LeaderWorkerSet v0.8: a default that is written out replaces the pods, since the API server fills in nothing in an object of an extension,
 * and its controller compares what is written.
 */
function defaultsOf({ carrier }: PodSet): 'filled in' | 'as written' {
  return carrier.group.includes('.') ? 'as written' : 'filled in';
}

interface Place {
  readonly at: string;
  readonly key: string;
  /** The field that holds it, if that is a map. */
  readonly parent?: string;
  readonly defaults: 'filled in' | 'as written';
}

function compare(one: unknown, other: unknown, place: Place, paths: string[]): void {
  if (sameMeaning(one, other, place.key, place.parent, place.defaults)) {
    return;
  }
  if (Array.isArray(one) && Array.isArray(other) && [...one, ...other].every(isObject)) {
    compareLists(one.map(asObject), other.map(asObject), place, paths);
  } else if (isObject(one) && isObject(other)) {
    compareMaps(one, other, place, paths);
  } else {
    paths.push(Array.isArray(one) && Array.isArray(other) && sameWords(one, other) ? `${place.at} (order)` : place.at);
  }
}

function sameWords(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

function compareMaps(one: PlainObject, other: PlainObject, { at, key: parent, defaults }: Place, paths: string[]): void {
  keysOf(one, other).forEach(key => compareAt(key, one, other, { at: below(at, key), key, parent, defaults }, paths));
}

function keysOf(one: PlainObject, other: PlainObject): ReadonlySet<string> {
  return new Set([...Object.keys(one), ...Object.keys(other)]);
}

/** A pull policy that nobody wrote follows the image. */
function compareAt(key: string, one: PlainObject, other: PlainObject, place: Place, paths: string[]): void {
  compare(valueOf(one, key, place.defaults), valueOf(other, key, place.defaults), place, paths);
}

/** Entries with a name are the same entry wherever they stand. */
function compareLists(one: readonly PlainObject[], other: readonly PlainObject[], { at, key, defaults }: Place, paths: string[]): void {
  const before = paths.length;
  const left = new Map(one.map((each, index) => [nameOf(each) ?? `#${index}`, { each, index }]));
  other.forEach((each, index) => {
    const name = nameOf(each) ?? `#${index}`;
    const known = left.get(name);
    left.delete(name);
    compare(known?.each, each, { at: `${at}[${index}]`, key, defaults }, paths);
  });
  left.forEach(({ index }) => paths.push(`${at}[${index}] (removed)`));
  if (paths.length === before) {
    paths.push(`${at} (order)`);
  }
}

function nameOf(entry: PlainObject): string | undefined {
  return asText(entry.name) ?? asText(entry.mountPath) ?? asText(entry.devicePath) ?? asNumber(entry.containerPort)?.toString();
}

function below(at: string, key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? `${at}.${key}` : `${at}[${key}]`;
}
