import { PlainObject } from '../base/plain';

/** Group of the kind. Source: kubernetes-sigs/lws api/disaggregatedset/v1/groupversion_info.go (v0.9.0) */
export const DISAGGREGATED_SET_GROUP = 'disaggregatedset.x-k8s.io';

/** Written on the LeaderWorkerSets of a set and on their pods. Source: lws api/disaggregatedset/v1/disaggregatedset_types.go (v0.9.0) */
export const DISAGGREGATED_SET_LABELS = {
  name: `${DISAGGREGATED_SET_GROUP}/name`,
  role: `${DISAGGREGATED_SET_GROUP}/role`,
  revision: `${DISAGGREGATED_SET_GROUP}/revision`,
} as const;

/** Written on the pods of each role besides, over what the template says: `<set>-<role>`. Source: lws pkg/utils/disaggregatedset/utils.go GenerateLabels (v0.9.0) */
export const APP_LABEL = 'app';

/** Characters of the revision in the names of LeaderWorkerSets: `<set>-<revision>-<role>`. Source: lws pkg/utils/disaggregatedset/utils.go (v0.9.0) */
export const REVISION_LENGTH = 8;

/** Roles of one set. Source: lws api/disaggregatedset/v1/disaggregatedset_types.go (v0.9.0): MinItems, MaxItems */
export const MOST_ROLES = 10;

/** One role as its roll-out is planned. */
export interface RolledRole {
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** Replicas of each role after a step, in the order of the roles. */
export interface RolloutStep {
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/** What the steps of a roll-out come to, for each role. */
export interface RolloutBounds {
  /** Old and new replicas together, at most. */
  readonly most: readonly number[];
  /** Replicas that are ready, at least: new ones count when the controller has waited for them. */
  readonly leastReady: readonly number[];
}

/** The controller's default where a role says nothing of its roll-out, or 0 for both. Source: lws pkg/controllers/disaggregatedset/planner.go DefaultRollingUpdateConfig (v0.9.0) */
export const DEFAULT_ROLLOUT = { maxSurge: 1, maxUnavailable: 0 } as const;

/** More is no roll-out that anybody waits for; the controller itself has no bound. */
const MOST_STEPS = 20_000;

/**
 * Numbers and percentages as the controller reads them: a surge is rounded up, what may be away down. Undefined for what is neither.
 *
 * Source: lws pkg/controllers/disaggregatedset/executor.go extractRollingUpdateConfig, config/crd/bases (defaults 0 and 1) (v0.9.0)
 */
export function scaledRollout({ maxSurge = 0, maxUnavailable = 1 }: PlainObject, replicas: number): Omit<RolledRole, 'replicas'> | undefined {
  const [surge, unavailable] = [scaled(maxSurge, replicas, Math.ceil), scaled(maxUnavailable, replicas, Math.floor)];
  return surge === undefined || unavailable === undefined ? undefined : { maxSurge: surge, maxUnavailable: unavailable };
}

function scaled(value: unknown, replicas: number, round: (value: number) => number): number | undefined {
  const percent = typeof value === 'string' ? /^([0-9]{1,6})%$/.exec(value) : null;
  return percent ? round(Number(percent[1]) * replicas / 100) : typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/**
 * How the controller replaces all roles by another revision of the same numbers, beginning with none of the new one. Each step waits until all replicas of the new revision
 * are ready. New replicas follow the role that is furthest behind, old ones the role that is furthest ahead, and no role of a revision goes to 0 before all can.
 *
 * Source: lws pkg/controllers/disaggregatedset/planner.go ComputeNextStep, executor.go extractRollingUpdateConfig (v0.9.0)
 */
export function rolloutSteps(given: readonly RolledRole[]): RolloutStep[] {
  const roles = given.map(asRead);
  const steps: RolloutStep[] = [{ old: roles.map(({ replicas }) => replicas), new: roles.map(() => 0) }];
  for (let next = nextStep(roles, steps[0]); next && steps.length < MOST_STEPS; next = nextStep(roles, next)) {
    steps.push(next);
  }
  return steps;
}

/** What those steps need, and what they leave. */
export function rolloutBounds(steps: readonly RolloutStep[]): RolloutBounds {
  const most = steps[0].old.map((_, role) => steps.reduce((sum, step) => Math.max(sum, step.old[role] + step.new[role]), 0));
  const leastReady = steps[0].old.map((_, role) => steps.reduce((least, step, index) =>
    Math.min(least, step.old[role] + Math.min(step.new[role], steps[Math.max(0, index - 1)].new[role])), Infinity));
  return { most, leastReady };
}

/** A surge alone is as given; without both the default counts. */
function asRead({ replicas, maxSurge, maxUnavailable }: RolledRole): RolledRole {
  return maxSurge > 0 || maxUnavailable > 0 ? { replicas, maxSurge, maxUnavailable } : { replicas, ...DEFAULT_ROLLOUT };
}

function nextStep(roles: readonly RolledRole[], now: RolloutStep): RolloutStep | undefined {
  const total = Math.max(...roles.map(({ replicas, maxSurge, maxUnavailable }) => Math.ceil(replicas / (maxSurge || Math.max(1, maxUnavailable)))));
  const isNewThere = roles.every(({ replicas }, role) => now.new[role] >= replicas);
  if (total === 0 || isNewThere && now.old.every(replicas => replicas === 0)) {
    return undefined;
  }
  if (isNewThere) {
    return { old: roles.map(() => 0), new: now.new };
  }
  const more = nextNew(roles, now, total);
  return scaledUp(roles, now, more) ?? drained(roles, now, total) ?? forced(roles, now, more);
}

/** In step with the role that is furthest behind. */
function nextNew(roles: readonly RolledRole[], now: RolloutStep, total: number): number[] {
  const reached = Math.min(total, ...roles.map(({ replicas }, role) => replicas === 0 ? total : Math.trunc((now.new[role] * total) / replicas)));
  return roles.map(({ replicas }, role) => Math.max(now.new[role], Math.min(replicas, Math.ceil(((reached + 1) * replicas) / total))));
}

/** In step with the role that is furthest ahead. */
function nextOld(roles: readonly RolledRole[], now: RolloutStep, total: number): number[] {
  const reached = Math.max(0, ...roles.map(({ replicas }, role) => replicas === 0 ? 0 : Math.trunc(((replicas - now.old[role]) * total) / replicas)));
  return roles.map(({ replicas }, role) => Math.min(now.old[role], Math.max(0, replicas - Math.floor(((reached + 1) * replicas) / total))));
}

function scaledUp(roles: readonly RolledRole[], now: RolloutStep, more: readonly number[]): RolloutStep | undefined {
  const grows = more.some((replicas, role) => replicas > now.new[role]);
  const fits = roles.every(({ replicas, maxSurge }, role) => replicas === 0 || now.old[role] + more[role] <= replicas + maxSurge);
  return grows && fits ? { old: now.old, new: more } : undefined;
}

function drained(roles: readonly RolledRole[], now: RolloutStep, total: number): RolloutStep | undefined {
  const least = nextOld(roles, now, total).map((replicas, role) => Math.max(replicas, leastOld(roles[role], now.new[role])));
  const old = withoutOrphans(roles, least, now.new);
  return old.some((replicas, role) => replicas < now.old[role]) ? { old, new: now.new } : undefined;
}

/** Where neither is possible both happen at once, whatever `maxSurge` says. */
function forced(roles: readonly RolledRole[], now: RolloutStep, more: readonly number[]): RolloutStep | undefined {
  const old = roles.map((role, index) => {
    const most = Math.max(0, Math.min(now.old[index], role.replicas + role.maxSurge - more[index]));
    return Math.max(most, leastOld(role, more[index]));
  });
  return old.some((replicas, role) => replicas < now.old[role]) ? { old: withoutOrphans(roles, old, more), new: more } : undefined;
}

function leastOld({ replicas, maxUnavailable }: RolledRole, ready: number): number {
  return Math.max(0, replicas - maxUnavailable - ready);
}

/** One role of a revision does not outlive the others: either all can end, or each keeps one. */
function withoutOrphans(roles: readonly RolledRole[], old: readonly number[], ready: readonly number[]): number[] {
  const ends = roles.map(({ replicas }, role) => replicas > 0 && old[role] === 0);
  const stays = roles.some(({ replicas }, role) => replicas > 0 && old[role] > 0);
  if (!ends.includes(true) || !stays) {
    return [...old];
  }
  const allCanEnd = roles.every(({ replicas, maxUnavailable }, role) => ready[role] >= replicas - maxUnavailable);
  return old.map((replicas, role) => allCanEnd ? 0 : ends[role] ? 1 : replicas);
}
