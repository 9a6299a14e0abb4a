import { ParameterServerPlan, RUN_VARIABLES, RolePlan, labelsOfRole, listens } from './plan';
import { LABEL_COMPLETION_INDEX, standardLabels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { fieldVariable, labelPath } from '../../pod/container/environment';
import { PodVariation } from '../../pod/template/pod-spec';
import { IndexedJobSpec } from '../../workloads/indexed-job';

const DISRUPTED = [{ type: 'DisruptionTarget', status: 'True' }];

/** A lost parameter server takes parameters along and a lost chief the plan, so both end their Job, which starts the whole run again. */
export const UNCOUNTED: PlainObject = { name: 'notCounted', action: 'RestartJobSetAndIgnoreMaxRestarts', onJobFailureReasons: ['PodFailurePolicy'] };

/** What the plan adds to the pods of a role. */
export function podsOfRole(plan: ParameterServerPlan, role: RolePlan): PodVariation {
  return {
    labels: { ...standardLabels(plan.name, 'training'), ...labelsOfRole(plan, role.name) },
    env: [fieldVariable(RUN_VARIABLES.index, labelPath(LABEL_COMPLETION_INDEX)), { name: RUN_VARIABLES.runId, value: plan.runId }, ...role.variables],
    subdomain: plan.name,
    capacity: role.capacity,
    main: { extraPorts: listens(role.name, plan.framework) ? [{ name: plan.framework._kind, containerPort: plan.framework._port }] : undefined },
  };
}

/** Workers are replaced alone where the framework takes them back. */
export function jobOfRole(plan: ParameterServerPlan, role: RolePlan, template: () => PlainObject): IndexedJobSpec {
  const isReplaced = role.name === 'worker' && plan.workerRestarts > 0;
  return {
    workers: role.pods,
    backoffLimit: isReplaced ? plan.workerRestarts : 0,
    podFailureRules: [{ action: isReplaced ? 'Ignore' : 'FailJob', onPodConditions: DISRUPTED }],
    template,
  };
}
