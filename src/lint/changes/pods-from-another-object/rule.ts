import { Manifest } from '../../../kubernetes/manifest';
import { Facts } from '../../facts/facts';
import { podIndex } from '../../facts/pod-index';
import { ChangeRule, Changes } from '../changes';
import { firstOf } from '../wording';

/** A Service all of whose pods go with their object, and come with another one. */
export const podsFromAnotherObject: ChangeRule = {
  id: 'AIW4013',
  title: 'pods of a service come from another object',
  class: 'risky',
  reason: 'The old object and the new one know nothing of each other: whoever prunes deletes all old pods at once, while the new ones start. The Service has no endpoint until the first of them is ready, which for a large model is minutes.',
  source: 'staging/src/k8s.io/endpointslice/reconciler.go (v1.36); measured with LeaderWorkerSets that become a DisaggregatedSet (lws v0.9.0): both serve until the old ones are deleted',
  remedy: 'Apply without pruning, wait until the new pods are ready, then delete the old object. Devices for both are needed meanwhile.',
  appliesTo: ['every carrier of pods that a Service selects'],
  check: (changes, report) => {
    for (const [carrier, { services, from }] of movesOf(changes)) {
      report(carrier, {
        field: 'metadata.name',
        message: `Invalid value: ${JSON.stringify(carrier.name)}: its pods take the place of those of ${firstOf([...from])}, which ${from.size === 1 ? 'goes' : 'go'}: nothing waits for them, and ${firstOf(services)} ${services.length === 1 ? 'has' : 'have'} no endpoint until they are ready`,
        help: 'apply without pruning, wait until the new pods are ready, then delete what goes; without devices for both, plan for the gap',
      });
    }
  },
};

interface Move {
  readonly services: string[];
  readonly from: Set<string>;
}

/** By the first of the new carriers, with the Services and what their pods came from. */
function movesOf({ changed, removed, added, before, after }: Changes): Map<Manifest, Move> {
  const [goes, comes] = [new Set(removed), new Set(added)];
  const moves = new Map<Manifest, Move>();
  for (const { previous, next } of changed.filter(change => change.next.type === 'Service')) {
    const [was, will] = [carriersOf(before, previous), carriersOf(after, next)];
    if (was.length > 0 && will.length > 0 && was.every(each => goes.has(each)) && will.every(each => comes.has(each))) {
      const move = moves.get(will[0]) ?? { services: [], from: new Set() };
      moves.set(will[0], move);
      move.services.push(next.toString());
      was.forEach(each => move.from.add(each.toString()));
    }
  }
  return moves;
}

function carriersOf(facts: Facts, service: Manifest): Manifest[] {
  return [...new Set(facts.get(podIndex).selectedBy(service).filter(({ pods }) => pods !== 0).map(({ carrier }) => carrier))];
}
