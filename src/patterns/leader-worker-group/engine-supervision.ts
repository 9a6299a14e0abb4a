import { IConstruct } from 'constructs';
import { Backend } from './backends/backend';
import { LeaderWorkerGroupPlan } from './group-plan';
import { planOfGroup } from './previous';
import { advise, mustHold } from '../../base/findings/construct-checks';
import { startupHolds } from '../../pod/lifecycle/startup-invariant';

/** Leaves what the engine has to say, and sees to it that nothing kills a leader while its model loads, however the objects are patched. */
export function superviseEngine(scope: IConstruct, plan: LeaderWorkerGroupPlan, backend: Backend, mainContainer: string): void {
  plan.engine?.advice.forEach(finding => advise(scope, finding));
  const isLws = plan.backend === 'leaderWorkerSet';
  const templatePath = isLws ? `${plan.set ? `spec.roles[${plan.set.index}].` : ''}spec.leaderWorkerTemplate.leaderTemplate` : 'spec.template';
  // The leader's set is the first of its group; a LeaderWorkerSet carries all groups.
  const groups = isLws ? [0] : Array.from({ length: plan.groups }, (_, group) => group);
  for (const group of groups) {
    const { engine } = planOfGroup(plan, group);
    if (engine) {
      mustHold(backend.objectsOfGroup(group)[0], startupHolds(templatePath, mainContainer, engine.startup));
    }
  }
}
