import { RolledSet, changedSets } from './rolled-set';
import { RolloutPlan, RolloutStep } from './rollout-plan';

const NOBODY = 'no pod';

const HERE = '  <- these manifests';

/** What an apply does at every point of a roll-out: the parts that move to the new template there, and which of their pods its templates replace. */
export function rolloutText(plan: RolloutPlan, sets: readonly RolledSet[]): string {
  if (plan.steps.length === 0) {
    return plan.text;
  }
  const isKnown = sets.every(({ before }) => before);
  const changed = changedSets(sets);
  const replaces = (parts: readonly string[]) => replaced(plan, parts, sets, changed.filter(({ replicas }) => replicas > 0));
  const lines = plan.steps.map((step, index) => {
    const moved = step.onNew.filter(part => !plan.steps[index - 1]?.onNew.includes(part));
    return `${step.title}: ${placesOf(plan, step)}${isKnown ? `; replaces ${replaces(moved)}` : ''}${step.isHere ? HERE : ''}`;
  });
  return [...lines, endOf(plan, replaces), ...premiseOf(plan, changed)].join('\n');
}

function placesOf({ noun, parts }: RolloutPlan, { title, onNew }: RolloutStep): string {
  if (onNew.length === 0) {
    return `every ${noun} on the previous template`;
  }
  const others = parts.filter(part => !onNew.includes(part));
  return `${noun} ${onNew.join(', ')} on the new template${title === 'canary' ? `, ${others.join(', ') || 'none'} on the previous one` : ''}`;
}

/** By the templates as they are rendered: a part whose templates do not differ keeps its pods, and so does a role. */
function replaced({ noun }: RolloutPlan, parts: readonly string[], sets: readonly RolledSet[], changed: readonly RolledSet[]): string {
  const groups = new Map<string, string[]>();
  for (const part of parts) {
    const [all, own] = [sets, changed].map(each => each.filter(set => set.part === part));
    if (own.length > 0) {
      const roles = own.length === all.length ? '' : `the ${own.map(set => set.role).join(', ')} of `;
      groups.set(roles, [...groups.get(roles) ?? [], part]);
    }
  }
  return [...groups].map(([roles, own]) => `${roles}${noun} ${own.join(', ')}`).join(' and ') || NOBODY;
}

function endOf(plan: RolloutPlan, replaces: (parts: readonly string[]) => string): string {
  const together = (parts: readonly string[]) => `${replaces(parts)}${parts.filter(part => replaces([part]) !== NOBODY).length > 1 ? ' at the same time' : ''}`;
  const left = plan.parts.filter(part => !plan.steps.at(-1)!.onNew.includes(part));
  if (left.length === 0) {
    const kept = [...plan.previousParts];
    return `then remove rollout: replaces no pod${kept.length > 0 ? `; before the last stage it replaces ${together(kept)}` : ''}`;
  }
  return `then remove rollout: replaces ${together(left)}; or go on with Rollout.staged, whose order begins with ${plan.steps.at(-1)!.onNew.join(', ')}`;
}

function premiseOf(plan: RolloutPlan, changed: readonly RolledSet[]): string[] {
  if (plan.previousParts.size === 0) {
    return [];
  }
  return [changed.length === 0
    ? 'both templates are the same: name in rollout.previous what was different before'
    : 'true where rollout.previous is what is deployed: cdk8s-ai lint --against compares the two'];
}
