import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { GuardedPods, guardedPods } from './guarded-pods';
import { podIndex } from './pod-index';
import { PodSet, repositoriesOf } from './pod-set';
import { isEverything, labelSelector } from './selector';
import { zonesOf } from './zone-reach';
import { LABEL_NAME } from '../../base/labels';
import { asText, ownValue } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** Something that several workloads have in common, by which they are parts of one thing. */
export interface Bond {
  /** In words: `they are parts of llm`. Of a Service or a budget what that is. */
  readonly text: string;
  readonly objects: readonly Manifest[];
  /** The Service that sends to all of them. */
  readonly service?: Manifest;
  /** The budget over all of them. */
  readonly guard?: GuardedPods;
}

/** What binds some workloads to each other: what is over them first, then what they say of themselves. One alone is bound to nothing. */
export function bondsOf(members: readonly Manifest[], facts: Facts): Bond[] {
  const shared = new Map<string, Bond & { readonly objects: Manifest[] }>();
  for (const object of members) {
    for (const { key, text } of ownBonds(object, podSetsOf(facts, object))) {
      const place = `${object.type} ${object.place} ${key}`;
      const known = shared.get(place) ?? { text, objects: [] };
      shared.set(place, known);
      known.objects.push(object);
    }
  }
  return [...selectedTogether(members, facts), ...shared.values()].filter(({ objects }) => objects.length > 1);
}

/** Services and budgets over several of them. One over everything in its namespace says nothing. */
function selectedTogether(members: readonly Manifest[], facts: Facts): Bond[] {
  const known = new Set(members);
  const carriers = (sets: readonly PodSet[]) => [...new Set(sets.map(({ carrier }) => carrier))].filter(carrier => known.has(carrier));
  const services = facts.ofType('Service').map(service => (
    { text: `${service.toString()} sends to all of them`, objects: carriers(facts.get(podIndex).selectedBy(service)), service }));
  const narrow = facts.get(guardedPods).filter(({ budget }) => !isEverything(labelSelector(budget.spec.selector)));
  const budgets = narrow.map(guard => ({ text: `${guard.budget.toString()} covers all of them`, objects: carriers(guard.sets), guard }));
  return [...budgets, ...services];
}

const [APP_NAME, APP_INSTANCE, APP_COMPONENT, APP_PART_OF] = ['name', 'instance', 'component', 'part-of'].map(each => `app.kubernetes.io/${each}`);

interface OwnBond {
  readonly key: string;
  readonly text: string;
}

/** What says that an object is a part of something. Labels that charts share bind only what runs the same images. */
function ownBonds(object: Manifest, sets: readonly PodSet[]): OwnBond[] {
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
export function stemOf({ name }: Manifest, sets: readonly PodSet[]): string | undefined {
  const zones = zonesOf(sets[0]);
  const bound = zones?.length === 1 ? name.replace(zones[0].toLowerCase(), '*') : name;
  // `eu-west-1a` is a zone, `llm-8b` is a model.
  const stem = bound.replace(/((?:^|-)[a-z]{2}-(?:[a-z]+-)?)\d[a-z](?=-|$)/g, '$1*').replace(/(?<!\d)\d+(?=-|$)/g, '*').replace(/(^|-)[a-z](?=-|$)/g, '$1*');
  return stem === name || /^[-*]*$/.test(stem) ? undefined : stem;
}

/** By each member, all that is bound to it, directly or through others, in the order of the members. */
export function boundTogether(members: readonly Manifest[], bonds: readonly Bond[]): Map<Manifest, readonly Manifest[]> {
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
