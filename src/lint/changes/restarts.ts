import { Change } from './pairs';
import { templateChange } from './template-change';
import { asNumber, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { isScaled } from '../facts/autoscaling';
import { podSetsOf } from '../facts/carried-pods';
import { Facts } from '../facts/facts';
import { deploymentUpdate } from '../facts/placement';
import { PodSet } from '../facts/pod-set';

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

/** How many pods an apply replaces of those that run, and how many of them at a time. */
interface Pace {
  readonly pods?: number;
  readonly away?: number;
}

/** What the controller of a kind does with running pods when the template changes; undefined where it leaves them alone. */
type PaceOf = (change: Change, running: number | undefined) => Pace | undefined;

/**
 * Kinds whose controller replaces running pods by itself. Others leave them (ReplicaSet, CronJob, a RayCluster without upgradeStrategy), or refuse the
 * change (Job, JobSet). Source: pkg/controller/{deployment,statefulset,daemon} (v1.36); lws pkg/controllers (v0.8.0); kuberay
 * ray-operator/controllers/ray (v1.6): shouldRecreatePodsForUpgrade, RayService NewCluster; argo-rollouts v1.8 spec.strategy
 */
const PACES: ReadonlyMap<string, PaceOf> = new Map<string, PaceOf>([
  ['apps/Deployment', ofDeployment],
  ['apps/StatefulSet', ofStatefulSet],
  ['apps/DaemonSet', ({ next }) => (strategyOf(next.spec.updateStrategy) === 'OnDelete' ? undefined : {})],
  ['leaderworkerset.x-k8s.io/LeaderWorkerSet', ofLeaderWorkerSet],
  ['disaggregatedset.x-k8s.io/DisaggregatedSet', (_, running) => ({ pods: running })],
  ['argoproj.io/Rollout', ({ next }, running) => (next.spec.paused === true ? undefined : { pods: running })],
  ['ray.io/RayCluster', ({ next }, running) => (strategyOf(next.spec.upgradeStrategy) === 'Recreate' ? { pods: running, away: running } : undefined)],
  ['ray.io/RayService', ({ next }, running) => (strategyOf(next.spec.upgradeStrategy) === 'None' ? undefined : { pods: running })],
  ['serving.kserve.io/LLMInferenceService', (_, running) => ({ pods: running })],
]);

/** Kinds whose controller replaces running pods when their template changes. */
export const REPLACING: ReadonlySet<string> = new Set(PACES.keys());

/** Every object of which an apply replaces running pods. */
export function restartsOf(changed: readonly Change[], before: Facts, after: Facts): Restart[] {
  return changed.filter(({ next }) => PACES.has(next.type)).flatMap(change => {
    const { sets, kept, paths, saysTheSame } = templatesOf(change, before, after);
    const pace = paths.length === 0 ? undefined : PACES.get(change.next.type)!(change, runningPods(change, before, after));
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

/**
 * Fields beside the pod templates of which a LeaderWorkerSet makes a revision, with what is filled in.
 * Source: lws pkg/utils/revision/revision_utils.go getPatch, pkg/webhooks/leaderworkerset_webhook.go Default (v0.8.0); measured: each replaces every group
 */
const OF_REVISION: readonly (readonly [parent: readonly string[], key: string, filledIn: unknown])[] = [
  [['leaderWorkerTemplate'], 'size', 1],
  [['leaderWorkerTemplate'], 'restartPolicy', 'RecreateGroupOnPodRestart'],
  [['networkConfig'], 'subdomainPolicy', 'Shared'],
];

function otherFields(previous: Manifest, next: Manifest): string[] {
  return next.type !== 'leaderworkerset.x-k8s.io/LeaderWorkerSet' ? [] : OF_REVISION.filter(([parent, key, filledIn]) => {
    const [was, will] = [previous, next].map(({ spec }) => objectAt(spec, ...parent)[key] ?? filledIn);
    // The older name of None.
    return was !== will && ![was, will].every(each => each === 'None' || each === 'Default');
  }).map(([parent, key]) => ['spec', ...parent, key].join('.'));
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

/** Also where the strategy stands in a field of its own. */
function strategyOf(strategy: unknown): string | undefined {
  return asText(objectAt(strategy).type);
}

function ofDeployment({ next }: Change, running: number | undefined): Pace | undefined {
  if (next.spec.paused === true) {
    return undefined;
  }
  const isRecreated = strategyOf(next.spec.strategy) === 'Recreate';
  return { pods: running, away: running === undefined || isRecreated ? running : deploymentUpdate(next.spec, running)?.unavailable };
}

/** A partition counts replicas from the first ordinal. `maxUnavailable` is behind a gate that no minor up to 1.36 switches on. */
function ofStatefulSet({ next }: Change, running: number | undefined): Pace | undefined {
  if (strategyOf(next.spec.updateStrategy) === 'OnDelete') {
    return undefined;
  }
  const { partition, maxUnavailable } = objectAt(next.spec, 'updateStrategy', 'rollingUpdate');
  const pods = running === undefined ? undefined : Math.max(0, running - (asNumber(partition) ?? 0));
  const atOnce = next.cluster.featureGates.MaxUnavailableStatefulSet ? asNumber(maxUnavailable) : undefined;
  return { pods, away: pods === undefined ? atOnce ?? 1 : Math.min(pods, atOnce ?? 1) };
}

/** In groups; a partition keeps the first ones as they are. Source: lws api/leaderworkerset/v1/leaderworkerset_types.go RollingUpdateConfiguration (v0.8.0) */
function ofLeaderWorkerSet({ next }: Change, running: number | undefined): Pace | undefined {
  const size = asNumber(objectAt(next.spec, 'leaderWorkerTemplate').size) ?? 1;
  const { partition, maxUnavailable } = objectAt(next.spec, 'rolloutStrategy', 'rollingUpdateConfiguration');
  const pods = running === undefined ? undefined : Math.max(0, running - (asNumber(partition) ?? 0) * size);
  const groups = maxUnavailable === undefined ? 1 : asNumber(maxUnavailable);
  return { pods, away: groups === undefined || pods === undefined ? undefined : Math.min(pods, groups * size) };
}
