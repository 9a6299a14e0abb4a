import { templateChange } from './template-change';
import { Manifest } from '../../kubernetes/manifest';
import { isScaled } from '../facts/autoscaling';
import { podSetsOf } from '../facts/carried-pods';
import { Facts } from '../facts/facts';
import { PodSet } from '../facts/pod-set';
import { workloadKindOf } from '../kinds';
import { Change } from '../kinds/kind';
import { changedFields } from '../kinds/revision-fields';

/** Pods of one object that an apply replaces. */
export interface Restart extends Change {
  /** Paths of what differs in the pod templates. */
  readonly paths: readonly string[];
  /** Whether the templates say the same in another way: order, notation. */
  readonly saysTheSame: boolean;
  /** Its pods by role: where there are several, controllers replace all of them when the template of one changes. */
  readonly sets: readonly PodSet[];
  /** Pods of each of them that are there before and stay, in the same order; undefined where nobody knows. */
  readonly kept: readonly (number | undefined)[];
  /** Pods that run now and are replaced; undefined where an autoscaler or nodes decide how many there are. */
  readonly pods?: number;
  /** Most of them that are away at the same time; undefined where nobody knows. */
  readonly away?: number;
}

/** Whether the controller replaces running pods by itself when their template changes. */
export function isReplacing(object: Manifest): boolean {
  return workloadKindOf(object).pace !== undefined;
}

/** Every object of which an apply replaces running pods. */
export function restartsOf(changed: readonly Change[], before: Facts, after: Facts): Restart[] {
  return changed.filter(({ next }) => isReplacing(next)).flatMap(change => {
    const { sets, kept, paths, saysTheSame } = templatesOf(change, before, after);
    const pace = paths.length === 0 ? undefined : workloadKindOf(change.next).pace!(change, runningPods(change, before, after));
    return pace === undefined || pace.pods === 0 ? [] : [{ ...change, sets, kept, paths, saysTheSame, ...pace }];
  });
}

function templatesOf({ previous, next }: Change, before: Facts, after: Facts): Pick<Restart, 'sets' | 'kept' | 'paths' | 'saysTheSame'> {
  const [old, sets] = [podSetsOf(before, previous), podSetsOf(after, next)];
  // Roles of a name are the same wherever they stand; the rest goes by its place.
  const earlier = sets.map((set, index) => old.find(each => each.role === set.role) ?? old[index]);
  const isAutoscaled = isScaled(before, previous) || isScaled(after, next);
  const kept = sets.map(({ pods }, index) => (isAutoscaled ? undefined : smaller(pods, earlier[index]?.pods)));
  const found = sets.flatMap((set, index) => (earlier[index] && templateChange(earlier[index], set)) ?? []);
  const others = otherFields(previous, next);
  const paths = [...new Set([...found.flatMap(each => each.paths), ...others])];
  return { sets, kept, paths, saysTheSame: others.length === 0 && found.every(each => each.saysTheSame) };
}

function otherFields(previous: Manifest, next: Manifest): string[] {
  const { ofRevision = [], changesRevision } = workloadKindOf(next);
  return [...changedFields(ofRevision, previous.spec, next.spec, 'spec'), ...changesRevision?.({ previous, next }) ?? []];
}

/** Pods that are there before and stay: what a smaller workload loses is no roll-out. */
function runningPods({ previous, next }: Change, before: Facts, after: Facts): number | undefined {
  const [was, will] = ([[before, previous], [after, next]] as const).map(([facts, object]) => podsOf(facts, object));
  return smaller(was, will);
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.min(one, other);
}

function podsOf(facts: Facts, object: Change['next']): number | undefined {
  const sets = podSetsOf(facts, object);
  const isKnown = !isScaled(facts, object) && sets.every(set => set.pods !== undefined);
  return isKnown ? sets.reduce((sum, set) => sum + set.pods!, 0) : undefined;
}
