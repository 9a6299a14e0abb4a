import { Restart, isReplacing } from './restarts';
import { LABEL_GROUP, LABEL_NAME } from '../../base/labels';
import { asText, ownValue } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { podSetsOf } from '../facts/carried-pods';
import { Facts } from '../facts/facts';
import { guardedPods } from '../facts/guarded-pods';
import { podIndex } from '../facts/pod-index';
import { PodSet, repositoriesOf } from '../facts/pod-set';
import { isEverything, labelSelector } from '../facts/selector';
import { zonesOf } from '../facts/zone-reach';

/** Workloads that carry parts of one thing, of which one apply restarts some. */
export interface Together {
  readonly restarts: readonly Restart[];
  /** All of them that were there before, with those that keep their pods. */
  readonly members: readonly Manifest[];
  /** Why they belong together, in words. */
  readonly bonds: readonly string[];
  /** Whether so many parts restart that those which are left are no majority. */
  readonly isMost: boolean;
}

/** Something that several workloads have in common. */
interface Bond {
  readonly key: string;
  readonly text: string;
}

/** Restarted workloads, those that belong together as one. */
export function togetherOf(restarts: readonly Restart[], stayed: readonly Manifest[], after: Facts): Together[] {
  const byObject = new Map(restarts.map(restart => [restart.next, restart]));
  const members = [...byObject.keys(), ...stayed.filter(object => isReplacing(object) && !byObject.has(object) && hasPods(object, after))];
  const bonds = restarts.length < 2 ? [] : bondsOf(members, after).filter(({ objects }) => objects.length > 1);
  const groups = joined(members, bonds);
  const texts = new Map<readonly Manifest[], Set<string>>();
  bonds.forEach(({ text, objects }) => {
    const group = groups.get(objects[0])!;
    texts.set(group, (texts.get(group) ?? new Set()).add(text));
  });
  return [...new Set(groups.values())].flatMap(group => {
    const restarted = group.flatMap(object => byObject.get(object) ?? []);
    return restarted.length === 0 ? [] : [{
      restarts: restarted, members: group, bonds: [...texts.get(group) ?? []], isMost: isMost(restarted.map(({ next }) => next), group),
    }];
  });
}

function hasPods(object: Manifest, after: Facts): boolean {
  return podSetsOf(after, object).some(set => set.pods !== 0);
}

/** Leader and workers of one group are one part: they work or fail together anyhow. */
function isMost(restarted: readonly Manifest[], members: readonly Manifest[]): boolean {
  const [some, all] = [restarted, members].map(objects => new Set(objects.map(object => ownValue(object.labels, LABEL_GROUP) ?? object)));
  return some.size > 1 && some.size * 2 > all.size;
}

interface Shared {
  readonly text: string;
  readonly objects: Manifest[];
}

function bondsOf(members: readonly Manifest[], after: Facts): Shared[] {
  const shared = new Map<string, Shared>();
  for (const object of members) {
    for (const { key, text } of ownBonds(object, podSetsOf(after, object))) {
      const place = `${object.type} ${object.place} ${key}`;
      const known = shared.get(place) ?? { text, objects: [] };
      shared.set(place, known);
      known.objects.push(object);
    }
  }
  return [...selectedTogether(members, after), ...shared.values()];
}

/** Services and budgets over several of them. One over everything in its namespace says nothing. */
function selectedTogether(members: readonly Manifest[], after: Facts): Shared[] {
  const known = new Set(members);
  const carriers = (sets: readonly PodSet[]) => [...new Set(sets.map(({ carrier }) => carrier))].filter(carrier => known.has(carrier));
  const services = after.ofType('Service').map(service => (
    { text: `all of them serve ${service.toString()}, and nothing waits for one before the next`, objects: carriers(after.get(podIndex).selectedBy(service)) }));
  const narrow = after.get(guardedPods).filter(({ budget }) => !isEverything(labelSelector(budget.spec.selector)));
  const budgets = narrow.map(({ budget, sets, rule, value }) => (
    { text: `${budget.toString()} covers all of them with ${rule}: ${value}, and roll-outs do not ask it`, objects: carriers(sets) }));
  return [...budgets, ...services];
}

const [APP_NAME, APP_INSTANCE, APP_COMPONENT, APP_PART_OF] = ['name', 'instance', 'component', 'part-of'].map(each => `app.kubernetes.io/${each}`);

/** What says that an object is a part of something. Labels that charts share bind only what runs the same images. */
function ownBonds(object: Manifest, sets: readonly PodSet[]): Bond[] {
  const label = (key: string) => asText(ownValue(object.labels, key)) ?? asText(ownValue(sets[0].labels, key));
  const images = repositoriesOf(sets).join();
  const labelled = [[APP_NAME, APP_INSTANCE, APP_COMPONENT], [APP_PART_OF]]
    .filter(([first]) => label(first) !== undefined)
    .map(keys => keys.filter(key => label(key) !== undefined).map(key => `${key}: ${label(key)}`).join(', '));
  const governing = object.kind === 'StatefulSet' ? asText(object.spec.serviceName) : undefined;
  const [ours, stem] = [label(LABEL_NAME), stemOf(object, sets)];
  return [
    ...(ours === undefined ? [] : [{ key: `${LABEL_NAME}=${ours}`, text: `they are parts of ${ours}` }]),
    ...(governing === undefined ? [] : [{ key: `serviceName ${governing}`, text: `their governing Service is ${governing}` }]),
    ...labelled.map(text => ({ key: `${text} ${images}`, text: `they have the label${text.includes(',') ? 's' : ''} ${text}, and the same images` })),
    ...(stem === undefined ? [] : [{ key: `stem ${stem} ${images}`, text: `their names (${stem}) and images are the same but for a zone or number` }]),
  ];
}

/** The name without what tells zones and numbers apart: `db-eu-*` of `db-eu-1a`; undefined where there is nothing of that kind. */
function stemOf({ name }: Manifest, sets: readonly PodSet[]): string | undefined {
  const zones = zonesOf(sets[0]);
  const bound = zones?.length === 1 ? name.replace(zones[0].toLowerCase(), '*') : name;
  // `eu-west-1a` is a zone, `llm-8b` is a model.
  const stem = bound.replace(/((?:^|-)[a-z]{2}-(?:[a-z]+-)?)\d[a-z](?=-|$)/g, '$1*').replace(/(?<!\d)\d+(?=-|$)/g, '*').replace(/(^|-)[a-z](?=-|$)/g, '$1*');
  return stem === name || /^[-*]*$/.test(stem) ? undefined : stem;
}

/** By each member, all that is bound to it, directly or through others, in the order of the members. */
function joined(members: readonly Manifest[], bonds: readonly Shared[]): Map<Manifest, readonly Manifest[]> {
  const groups = new Map(members.map(object => [object, [object]]));
  for (const { objects } of bonds) {
    const [largest, ...others] = [...new Set(objects.map(object => groups.get(object)!))].sort((one, other) => other.length - one.length);
    // Few are moved to many, so that long chains of bonds stay cheap.
    others.flat().forEach(object => {
      groups.set(object, largest);
      largest.push(object);
    });
  }
  const order = new Map(members.map((object, index) => [object, index]));
  new Set(groups.values()).forEach(group => group.sort((one, other) => order.get(one)! - order.get(other)!));
  return groups;
}
