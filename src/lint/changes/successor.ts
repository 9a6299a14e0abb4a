import { Changes } from './changes';
import { CLAIMED, ordinalsOf, templatesOf } from './sets';
import { Manifest } from '../../kubernetes/manifest';
import { podSetsOf } from '../facts/carried-pods';
import { Facts } from '../facts/facts';
import { repositoriesOf } from '../facts/pod-set';

/** A new object that takes the place of one that goes: the same name in another namespace, or the same thing by another name. */
export function successorOf(removed: Manifest, { added, before, after }: Pick<Changes, 'added' | 'before' | 'after'>): Manifest | undefined {
  const candidates = added.filter(({ type }) => type === removed.type);
  const moved = candidates.find(({ name }) => name === removed.name);
  if (moved || !CLAIMED.has(removed.type)) {
    return moved;
  }
  const alike = candidates.filter(other => other.place === removed.place && isAlike(removed, before, other, after));
  // Of several (zones), the one that has its ordinals.
  return alike.find(other => ordinalsOf(other).from === ordinalsOf(removed).from) ?? alike[0];
}

/** Sets of the same images and claim templates are the same thing. */
function isAlike(removed: Manifest, before: Facts, other: Manifest, after: Facts): boolean {
  return templatesOf(removed).join() === templatesOf(other).join()
    && repositoriesOf(podSetsOf(before, removed)).join() === repositoriesOf(podSetsOf(after, other)).join();
}
