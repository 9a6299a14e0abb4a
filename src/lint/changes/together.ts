import { Restart, isReplacing } from './restarts';
import { LABEL_GROUP } from '../../base/labels';
import { ownValue } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { Bond, bondsOf, boundTogether } from '../facts/bonds';
import { podSetsOf } from '../facts/carried-pods';
import { Facts } from '../facts/facts';

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

/** Restarted workloads, those that belong together as one. */
export function togetherOf(restarts: readonly Restart[], stayed: readonly Manifest[], after: Facts): Together[] {
  const byObject = new Map(restarts.map(restart => [restart.next, restart]));
  const members = [...byObject.keys(), ...stayed.filter(object => isReplacing(object) && !byObject.has(object) && hasPods(object, after))];
  const bonds = restarts.length < 2 ? [] : bondsOf(members, after);
  const groups = boundTogether(members, bonds);
  const texts = new Map<readonly Manifest[], Set<string>>();
  bonds.forEach(bond => {
    const group = groups.get(bond.objects[0])!;
    texts.set(group, (texts.get(group) ?? new Set()).add(consequenceOf(bond)));
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

/** The bond, with what it means for restarts at the same time. */
function consequenceOf({ text, service, guard }: Bond): string {
  if (service !== undefined) {
    return `all of them serve ${service.toString()}, and nothing waits for one before the next`;
  }
  return guard === undefined ? text : `${guard.budget.toString()} covers all of them with ${guard.rule}: ${guard.value}, and roll-outs do not ask it`;
}
