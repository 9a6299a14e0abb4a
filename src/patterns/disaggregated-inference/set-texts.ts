import { RolloutCut, leastShare } from './rollout-cut';
import { SetPlan } from './set-plan';

/** How a change reaches the roles, in one line. */
export function rolloutText({ cut, spareDevices }: SetPlan): string {
  const how = cut.roles.some(({ maxSurge }) => maxSurge > 0)
    ? `new groups first: ${cut.extraDevices} of ${spareDevices} spare devices`
    : `old groups first: ${spareDevices === 0 ? 'no devices are spare' : `${spareDevices} spare devices are too few`}`;
  return `all roles together, in ${cut.steps.length - 1} steps, each when the new groups of the one before are ready; ${how}`;
}

/** The steps, one a line: what there is of each role, old and new. */
export function stepRows({ steps }: RolloutCut, parts: readonly string[]): string[][] {
  const rows = steps.map((step, index) => [String(index), ...parts.map((_, role) => `${step.old[role]} + ${step.new[role]}`)]);
  return [['step', ...parts.map(part => `${part}: old + new`)], ...rows];
}

/** Roles of which none is ready at some step. */
export function goneRoles(cut: RolloutCut, parts: readonly string[]): string[] {
  return leastShare(cut) > 0 ? [] : parts.filter((_, role) => cut.bounds.leastReady[role] === 0);
}
