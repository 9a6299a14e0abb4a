import { podSets } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { experimentPods, primaryPods } from './progressive-delivery';
import { Selector, canCarry, isEverything, isUnderAnotherKey, selectorOfMap, selects } from './selector';
import { TooMany } from '../../base/findings/limited-findings';
import { asShown, ownValue } from '../../base/reading';
import { likeness } from '../../base/text/nearest-name';
import { Manifest } from '../../kubernetes/manifest';

/** Enough to find a near miss by, and few enough that many wrong selectors stay cheap. */
const NEAR_CANDIDATES = 200;
const NEAR_PLACES = 50;

/** Selectors that differ and each match most pods of a namespace: what they match is kept, and no cluster has as much of it. */
const MOST_COMPARED = 10_000_000;

/** With how many pods the selectors of a run may still be compared. */
interface Account {
  left: number;
}

const NOBODY: readonly PodSet[] = [];

/** Pods of one namespace, by label. */
class Place {
  public readonly all: PodSet[] = [];
  public readonly open: PodSet[] = [];
  /** By key, then by value: joining the two would make a text for each pair of each pod. */
  private readonly byPair = new Map<string, Map<string, PodSet[]>>();
  private readonly byAddedKey = new Map<string, PodSet[]>();
  private readonly answers = new Map<string, readonly PodSet[]>();

  constructor(private readonly account: Account) {}

  public add(pods: PodSet): void {
    this.all.push(pods);
    if (pods.hasOpenLabels) {
      this.open.push(pods);
    }
    for (const key in pods.labels) {
      let values = this.byPair.get(key);
      if (!values) {
        values = new Map();
        this.byPair.set(key, values);
      }
      push(values, asShown(pods.labels[key]), pods);
    }
    for (const key in pods.added) {
      push(this.byAddedKey, key, pods);
    }
  }

  public select(selector: Selector): readonly PodSet[] {
    const known = this.answers.size === 0 ? undefined : this.answers.get(selector.text);
    if (known) {
      return known;
    }
    const candidates = this.candidates(selector);
    this.account.left -= candidates.length;
    if (this.account.left < 0) {
      throw new TooMany('there are too many pairs of a selector and pods that it may match');
    }
    const selected = candidates.filter(pods => selects(selector, pods));
    // The list that is there already, where it can be: answers are kept.
    const answer = selected.length === candidates.length ? candidates : selected;
    // One is looked at anew whenever the same is asked: an answer that is kept takes more memory than it saves time.
    if (candidates.length > 1) {
      this.answers.set(selector.text, answer);
    }
    return answer;
  }

  /** Pods under the rarest of the labels asked for: only these can match. */
  private candidates(selector: Selector): readonly PodSet[] {
    let own: readonly PodSet[] = this.all;
    let added = NOBODY;
    let open = NOBODY;
    for (const [key, value] of selector.equals) {
      const owners = this.byPair.get(key)?.get(value) ?? NOBODY;
      const adding = this.byAddedKey.get(key) ?? NOBODY;
      if (owners.length + adding.length + this.open.length < own.length + added.length + open.length) {
        own = owners;
        added = adding;
        open = this.open;
      }
    }
    return added.length + open.length === 0 ? own : [...new Set([...own, ...added, ...open])];
  }
}

function push(index: Map<string, PodSet[]>, key: string, pods: PodSet): void {
  const list = index.get(key);
  if (list) {
    list.push(pods);
  } else {
    index.set(key, [pods]);
  }
}

/** Answers selectors without going through all pods: each looks only at those that carry its rarest label. */
export class PodIndex {
  private readonly places = new Map<string, Place>();
  /** Namespaces in which a selector is looked for that finds nothing in its own. */
  private near?: readonly string[];
  /** Many rules ask about the same Service. */
  private readonly ofServices = new Map<Manifest, readonly PodSet[]>();

  constructor(all: readonly PodSet[], most: number = MOST_COMPARED) {
    const account = { left: most };
    for (const pods of all) {
      let place = this.places.get(pods.place);
      if (!place) {
        place = new Place(account);
        this.places.set(pods.place, place);
      }
      place.add(pods);
    }
  }

  /** Every set of pods in the namespace of which some pod can be selected. */
  public select(place: string, selector: Selector): readonly PodSet[] {
    return this.places.get(place)?.select(selector) ?? NOBODY;
  }

  /** Every set that a Service sends to; none where it has no selector. */
  public selectedBy(service: Manifest): readonly PodSet[] {
    let selected = this.ofServices.get(service);
    if (!selected) {
      const selector = selectorOfMap(service.spec.selector);
      selected = isEverything(selector) ? NOBODY : this.select(service.place, selector);
      this.ofServices.set(service, selected);
    }
    return selected;
  }

  /** A set of another namespace that can be selected, among the first namespaces. */
  public elsewhere(place: string, selector: Selector): PodSet | undefined {
    if (isEverything(selector)) {
      return undefined;
    }
    this.near ??= [...this.places.keys()].slice(0, NEAR_PLACES);
    for (const each of this.near) {
      const found = each === place ? undefined : this.select(each, selector).find(pods => !pods.hasOpenLabels);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  /** The set that carries most of what is asked for, and at least one of its keys. */
  public nearest(place: string, selector: Selector): PodSet | undefined {
    if (isEverything(selector)) {
      return undefined;
    }
    let best: { readonly pods: PodSet; readonly score: number } | undefined;
    for (const pods of this.places.get(place)?.all.slice(0, NEAR_CANDIDATES) ?? []) {
      const score = closeness(selector, pods);
      if (score > (best?.score ?? 0)) {
        best = { pods, score };
      }
    }
    return best?.pods;
  }
}

/**
 * An equal label counts more than any number of labels of the same key, and of those the value that was nearly written (`grop` is `group`) or stands
 * under another key.
 */
function closeness(selector: Selector, pods: PodSet): number {
  const equal = selector.equals.filter(([key, value]) => !pods.hasOpenLabels && canCarry(pods, key, value)).length;
  const known = selector.equals.filter(([key]) => Object.hasOwn(pods.labels, key) || Object.hasOwn(pods.added, key));
  const alike = known.reduce((sum, [key, value]) => sum + likeness(value, asShown(ownValue(pods.labels, key) ?? '')), 0);
  const misplaced = selector.equals.filter(([key, value]) => isUnderAnotherKey(pods, key, value)).length;
  return equal * 1000 + alike * 100 + misplaced * 100 + known.length;
}

/** All pods, to be selected. */
export function podIndex(facts: Facts): PodIndex {
  const passing = [...facts.get(primaryPods), ...facts.get(experimentPods)];
  return new PodIndex(passing.length === 0 ? facts.get(podSets) : [...facts.get(podSets), ...passing]);
}
