import { Facts } from './facts';
import { Selector, matchesLabels } from './selector';
import { asShown } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** Finds Services by labels of their own, as a ServiceMonitor does, without going through all of them. */
export class ServiceIndex {
  private readonly places = new Map<string, Manifest[]>();
  private readonly pairs = new Map<string, Manifest[]>();

  constructor(services: readonly Manifest[]) {
    for (const service of services) {
      push(this.places, service.place, service);
      for (const [key, value] of Object.entries(service.labels)) {
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

  /** Services of a namespace that the selector takes; an empty selector takes all. */
  public select(place: string, selector: Selector): readonly Manifest[] {
    let candidates = this.in(place);
    for (const [key, value] of selector.equals) {
      const labelled = this.pairs.get(`${place} ${key}=${value}`) ?? [];
      candidates = labelled.length < candidates.length ? labelled : candidates;
    }
    return candidates.filter(service => matchesLabels(selector, service.labels));
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

/** Services by their labels. */
export function servicesByLabel(facts: Facts): ServiceIndex {
  return new ServiceIndex(facts.ofType('Service'));
}
