import { Facts } from './facts';
import { Selector, matchesLabels } from './selector';
import { PlainObject } from '../../base/plain';
import { asObject, asShown } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** Finds Services by labels, without going through all of them. */
export class ServiceIndex {
  private readonly places = new Map<string, Manifest[]>();
  private readonly pairs = new Map<string, Manifest[]>();

  private readonly known = new Map<string, readonly Manifest[]>();

  /** @param labelsOf those by which a Service is found. @default its own */
  constructor(services: readonly Manifest[], private readonly labelsOf: (service: Manifest) => PlainObject = ({ labels }) => labels) {
    for (const service of services) {
      push(this.places, service.place, service);
      for (const [key, value] of Object.entries(labelsOf(service))) {
        push(this.pairs, `${service.place} ${key}=${asShown(value)}`, service);
      }
    }
  }

  /** Namespaces that have Services. */
  public get namespaces(): readonly string[] {
    return [...this.places.keys()];
  }

  public in(place: string): readonly Manifest[] {
    return this.places.get(place) ?? [];
  }

  /** Services of a namespace that the selector takes; an empty selector takes all. The same list for the same selector. */
  public select(place: string, selector: Selector): readonly Manifest[] {
    const key = JSON.stringify([place, selector.text]);
    const list = this.known.get(key) ?? this.selected(place, selector);
    this.known.set(key, list);
    return list;
  }

  private selected(place: string, selector: Selector): readonly Manifest[] {
    let candidates = this.in(place);
    for (const [key, value] of selector.equals) {
      const labelled = this.pairs.get(`${place} ${key}=${value}`) ?? [];
      candidates = labelled.length < candidates.length ? labelled : candidates;
    }
    return candidates.filter(service => matchesLabels(selector, this.labelsOf(service)));
  }
}

function push(index: Map<string, Manifest[]>, key: string, service: Manifest): void {
  const list = index.get(key);
  if (list) {
    list.push(service);
  } else {
    index.set(key, [service]);
  }
}

/** Services by their own labels, as a ServiceMonitor finds them. */
export function servicesByLabel(facts: Facts): ServiceIndex {
  return new ServiceIndex(facts.ofType('Service'));
}

/** Services by the labels of the pods that they select. */
export function servicesBySelector(facts: Facts): ServiceIndex {
  return new ServiceIndex(facts.ofType('Service'), ({ spec }) => asObject(spec.selector));
}
