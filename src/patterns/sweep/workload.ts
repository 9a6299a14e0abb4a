import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { rowFailed } from './explain';
import { ROLE, SweepPlan } from './plan';
import { LABEL_COMPLETION_INDEX, LABEL_ROLE } from '../../base/labels';
import { PodTemplate } from '../../pod/template/pod-template';
import { roleOf } from '../../workloads/handle/role';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose } from '../../workloads/handle/workload-facts';

/** What the handle needs of the pattern besides its plan. */
interface SweepObjects extends Construct {
  readonly pods: PodTemplate;
  readonly summaryPods?: PodTemplate;
  readonly apiObject: ApiObject;
  readonly summaryObject?: ApiObject;
}

/** A pod for each row of one run, and that of the summary, which somebody starts. Their names end in letters that each start chooses anew. */
export function sweepWorkload(pattern: SweepObjects, plan: SweepPlan): Workload {
  const { capacity, rows, summary, runLabels } = plan;
  const { summaryPods, summaryObject } = pattern;
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.RUN,
    roles: [
      roleOf({ name: ROLE.row, template: pattern.pods, props: plan.podProps, pod: plan.pod, capacity }),
      ...(summary && summaryPods ? [roleOf({ name: ROLE.summary, template: summaryPods, props: summary.podProps, pod: summary.pod, capacity })] : []),
    ],
    pods: {
      zones: [],
      members: () => [
        ...rows.rows.map((_, index) => ({ role: ROLE.row, index })),
        ...(summary ? [{ role: ROLE.summary, isStartedLater: true }] : []),
      ],
      labels: ({ role, index }) => ({
        ...runLabels,
        ...(role === undefined ? {} : { [LABEL_ROLE]: role }),
        ...(index === undefined ? {} : { [LABEL_COMPLETION_INDEX]: String(index) }),
      }),
    },
    scale: () => ({ unit: ScaleUnit.POD, refusal: 'how many rows run at once is part of the Job: parallelism' }),
    speaksWithin: false,
    lost: role => (role === ROLE.summary ? [] : [{ topic: 'a deleted row', text: rowFailed(plan) }]),
    carriers: () => [pattern.apiObject, ...(summaryObject ? [summaryObject] : [])],
    objectLabels: [plan.selector],
    templates: () => [pattern.pods, ...(summaryPods ? [summaryPods] : [])],
    starts: () => ({ refusal: 'each row is a run of its own, and needs no other', help: 'leave it out' }),
    queued: () => [pattern.apiObject],
  });
}
