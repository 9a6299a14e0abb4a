import { RolledRole, RolloutBounds, RolloutStep, rolloutBounds, rolloutSteps } from '../../knowledge/disaggregated-set';

/** Groups of a role, and the devices of one. */
export interface CutRole {
  readonly groups: number;
  readonly devicesOfOne: number;
}

/** How all roles are replaced together. */
export interface RolloutCut {
  readonly roles: readonly RolledRole[];
  readonly steps: readonly RolloutStep[];
  readonly bounds: RolloutBounds;
  /** Devices that new groups hold before old ones have given theirs back, at most. */
  readonly extraDevices: number;
}

/** Parts into which a roll-out is cut, at most: more are more steps, each of which waits for a model to load. */
const MOST_PARTS = 32;

/**
 * Pure. With spare devices new groups come first, as many at a time as they do for: nothing is away. Without, old ones go first, each role by the same share, so that
 * no role waits for devices while another one goes on; of those shares the one that leaves the most ready at every step, and of equals the one with the fewest steps.
 */
export function cutRollout(roles: readonly CutRole[], spareDevices: number): RolloutCut {
  const fitting = spareDevices > 0 ? cutsAhead(roles).find(({ extraDevices }) => extraDevices <= spareDevices) : undefined;
  return fitting ?? partsOf(roles)
    .map(parts => cutAs(roles, roles.map(({ groups }) => ({ replicas: groups, maxSurge: 0, maxUnavailable: Math.ceil(groups / parts) }))))
    .filter(({ extraDevices }) => extraDevices === 0)
    .reduce((best, cut) => (leastShare(cut) > leastShare(best) ? cut : best));
}

/** Spare devices with which no group is away, at the least. */
export function spareForAll(roles: readonly CutRole[]): number {
  return Math.min(...cutsAhead(roles).map(({ extraDevices }) => extraDevices));
}

/** New groups first, in ever more parts. */
function cutsAhead(roles: readonly CutRole[]): RolloutCut[] {
  return partsOf(roles)
    .map(parts => cutAs(roles, roles.map(({ groups }) => ({ replicas: groups, maxSurge: Math.ceil(groups / parts), maxUnavailable: 0 }))))
    .filter(cut => leastShare(cut) === 1);
}

function partsOf(roles: readonly CutRole[]): number[] {
  return Array.from({ length: Math.min(MOST_PARTS, Math.max(...roles.map(({ groups }) => groups))) }, (_, index) => index + 1);
}

/** As the controller would go about it. */
export function cutAs(roles: readonly CutRole[], each: readonly RolledRole[]): RolloutCut {
  const steps = rolloutSteps(each);
  const extraDevices = Math.max(...steps.map(step => roles.reduce((sum, { devicesOfOne }, role) =>
    sum + Math.max(0, step.old[role] + step.new[role] - each[role].replicas) * devicesOfOne, 0)));
  return { roles: each, steps, bounds: rolloutBounds(steps), extraDevices };
}

/** Of the role that has the least left, the share that is ready in its worst step. */
export function leastShare({ roles, bounds }: RolloutCut): number {
  return Math.min(...roles.map(({ replicas }, role) => bounds.leastReady[role] / replicas));
}
