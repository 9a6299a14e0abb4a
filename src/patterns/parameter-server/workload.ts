import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { rolesLost } from './explain';
import { ParameterServerPlan, RoleName, labelsOfRole } from './plan';
import { LABEL_COMPLETION_INDEX } from '../../base/labels';
import { PodTemplate } from '../../pod/template/pod-template';
import { roleOf } from '../../workloads/handle/role';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, StartFacts, WorkloadPurpose } from '../../workloads/handle/workload-facts';

/** What the handle needs of the pattern besides its plan. */
interface RunObjects extends Construct {
  readonly apiObject: ApiObject;
}

/** Pods of one run by role; the index counts inside the role. */
export function parameterServerWorkload(pattern: RunObjects, plan: ParameterServerPlan, templates: ReadonlyMap<RoleName, PodTemplate>): Workload {
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.RUN,
    roles: plan.roles.map(({ name, podProps, pod, capacity }) => roleOf({ name, template: templates.get(name)!, props: podProps, pod, capacity })),
    pods: {
      zones: [],
      members: () => plan.roles.flatMap(({ name, pods }) => Array.from({ length: pods }, (_, index) => ({ role: name, index }))),
      labels: ({ role, index }) => ({ ...labelsOfRole(plan, role), ...(index === undefined ? {} : { [LABEL_COMPLETION_INDEX]: String(index) }) }),
    },
    scale: () => ({ unit: ScaleUnit.POD, refusal: 'the numbers of servers and workers are part of the run: its tasks know each other by them' }),
    lost: role => rolesLost(plan, role),
    carriers: () => [pattern.apiObject],
    objectLabels: [plan.selector],
    templates: () => plan.roles.map(({ name }) => templates.get(name)!),
    starts: () => startsOf(pattern, plan),
  });
}

function startsOf({ apiObject }: RunObjects, { roles }: ParameterServerPlan): StartFacts {
  const pods = roles.reduce((sum, role) => sum + role.pods, 0);
  return { unit: 'run', because: 'servers and workers wait for each other', units: [{ name: apiObject.name, pods, least: pods, objects: [apiObject] }] };
}
