import { isMadeAnew } from './gitops';
import { Manifest } from '../../kubernetes/manifest';
import { Change } from '../kinds/kind';

/**
 * Objects are the same when group, kind, namespace and name are. Where a folder holds several of one identity (the manifests of several clusters), the one of
 * the same file is the same; which file that is, the ends of the paths tell, since the two sides stand in different folders.
 */
export function pairsOf(before: readonly Manifest[], after: readonly Manifest[]): Change[] {
  const known = byIdentity(before);
  const order = new Map(after.map((object, index) => [object, index]));
  return [...byIdentity(after)]
    .flatMap(([identity, objects]) => matched(known.get(identity) ?? [], objects))
    .filter(({ previous, next }) => !(isMadeAnew(previous) && isMadeAnew(next)))
    .sort((one, other) => order.get(one.next)! - order.get(other.next)!);
}

function byIdentity(objects: readonly Manifest[]): Map<string, Manifest[]> {
  const known = new Map<string, Manifest[]>();
  for (const object of objects) {
    if (object.name !== '') {
      const identity = `${object.type} ${object.place}/${object.name}`;
      const others = known.get(identity);
      if (others) {
        others.push(object);
      } else {
        known.set(identity, [object]);
      }
    }
  }
  return known;
}

/** More copies of one object than clusters that anybody has are paired as they stand: each with each would take for ever. */
const MOST_COPIES = 100;

/** The closest files first; of files that are as close, those that stand first. */
function matched(before: readonly Manifest[], after: readonly Manifest[]): Change[] {
  if (Math.max(before.length, after.length) > MOST_COPIES) {
    return after.slice(0, before.length).map((next, index) => ({ previous: before[index], next }));
  }
  const closest = before.flatMap(previous => after.map(next => ({ previous, next, shared: sharedEnd(previous.origin.file, next.origin.file) })))
    .sort((one, other) => other.shared - one.shared);
  const used = new Set<Manifest>();
  return closest.filter(({ previous, next }) => !used.has(previous) && !used.has(next) && used.add(previous) && used.add(next));
}

/** How many names at the ends of two paths are the same. */
function sharedEnd(one = '', other = ''): number {
  const [first, second] = [one, other].map(path => path.split(/[\\/]/).reverse());
  const differs = first.findIndex((name, index) => name !== second[index]);
  return differs < 0 ? first.length : differs;
}
