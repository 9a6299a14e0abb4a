import { asObject, asTexts, isPresent } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../../lint/facts/facts';
import { podIndex } from '../../lint/facts/pod-index';
import { PodSet } from '../../lint/facts/pod-set';
import { isEverything, labelSelector, Selector, selectorOfMap } from '../../lint/facts/selector';

/** An object that takes pods by their labels. */
export interface Selecting {
  readonly object: Manifest;
  readonly selector: Selector;
  readonly field: string;
}

/** Kinds that select pods, where their selector stands, and whether it is a bare map. */
interface SelectingKind {
  readonly type: string;
  readonly field: string;
  readonly isMap?: boolean;
  /** Whether without labels it takes every pod of the namespace. */
  readonly takesAll?: boolean;
}

const KINDS: readonly SelectingKind[] = [
  { type: 'Service', field: 'selector', isMap: true },
  { type: 'inference.networking.k8s.io/InferencePool', field: 'selector' },
  { type: 'inference.networking.x-k8s.io/InferencePool', field: 'selector', isMap: true },
  { type: 'policy/PodDisruptionBudget', field: 'selector', takesAll: true },
  { type: 'networking.k8s.io/NetworkPolicy', field: 'podSelector', takesAll: true },
  { type: 'monitoring.coreos.com/PodMonitor', field: 'selector', takesAll: true },
];

/** What selects the pods of each set. */
export function selecting(facts: Facts): ReadonlyMap<PodSet, readonly Selecting[]> {
  const found = new Map<PodSet, Selecting[]>();
  for (const kind of KINDS) {
    for (const object of facts.ofType(kind.type)) {
      const written = object.spec[kind.field];
      const selector = kind.isMap && !isPresent(asObject(written).matchLabels) ? selectorOfMap(written) : labelSelector(written);
      if (!isPresent(written) || (isEverything(selector) && !kind.takesAll)) {
        continue;
      }
      for (const pods of placesOf(object).flatMap(place => facts.get(podIndex).select(place, selector))) {
        const list = found.get(pods) ?? [];
        found.set(pods, list);
        list.push({ object, selector, field: `spec.${kind.field}` });
      }
    }
  }
  return found;
}

/** A monitor may look at other namespaces; one that looks at all of them is taken for its own. Source: prometheus-operator pkg/apis/monitoring/v1/types.go NamespaceSelector */
function placesOf(object: Manifest): readonly string[] {
  const named = object.kind === 'PodMonitor' ? asTexts(asObject(object.spec.namespaceSelector).matchNames) : [];
  return named.length > 0 ? named : [object.place];
}

/** What selects some of these pods, each object once, in the order of the manifests. */
export function selectingAny(facts: Facts, sets: readonly PodSet[]): Map<Manifest, { readonly by: Selecting; readonly sets: PodSet[] }> {
  const result = new Map<Manifest, { readonly by: Selecting; readonly sets: PodSet[] }>();
  for (const set of sets) {
    for (const by of facts.get(selecting).get(set) ?? []) {
      const known = result.get(by.object) ?? { by, sets: [] };
      result.set(by.object, known);
      known.sets.push(set);
    }
  }
  return result;
}
