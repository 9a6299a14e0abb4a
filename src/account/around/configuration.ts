import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../../lint/facts/facts';
import { fieldOf, PodReference, podReferences } from '../../lint/facts/pod-references';
import { PodSet } from '../../lint/facts/pod-set';
import { named, Said } from '../said';

/** What pods read. Who may do what, and how they are isolated, is not said here. */
const READ = ['ConfigMap', 'Secret'] as const;

/** ConfigMaps and Secrets of a set. */
export function configurationOf(facts: Facts, set: PodSet): Said[] {
  return READ.flatMap(kind => {
    const references = facts.get(referencesBySet).get(set)?.get(kind) ?? [];
    const names = [...new Set(references.map(({ name }) => name))];
    return names.length === 0 ? [] : [{ topic: kind === 'Secret' ? 'secrets' : 'configuration', text: `reads ${kind}${names.length > 1 ? 's' : ''} ${named(names)}`, subject: set.carrier, field: fieldOf(references[0]) }];
  });
}

/** Those of them that are here. */
export function configurationObjects(facts: Facts, set: PodSet): Manifest[] {
  return READ.flatMap(kind => (facts.get(referencesBySet).get(set)?.get(kind) ?? []).flatMap(({ name }) => facts.find(kind, set.place, name) ?? []));
}

function referencesBySet(facts: Facts): ReadonlyMap<PodSet, ReadonlyMap<string, readonly PodReference[]>> {
  const found = new Map<PodSet, Map<string, PodReference[]>>();
  for (const kind of READ) {
    for (const reference of facts.get(podReferences).get(kind) ?? []) {
      const kinds = found.get(reference.pods) ?? new Map<string, PodReference[]>();
      found.set(reference.pods, kinds);
      const list = kinds.get(kind) ?? [];
      kinds.set(kind, list);
      list.push(reference);
    }
  }
  return found;
}
