import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { countRows } from './count';
import { elasticAnnotations } from './job-metadata';
import { TrainingPlan } from './plan';
import { LABEL_COMPLETION_INDEX } from '../../base/labels';
import { PodTemplate } from '../../pod/template/pod-template';
import { roleOf } from '../../workloads/handle/role';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, StartFacts, StartsAlone, WorkloadPurpose } from '../../workloads/handle/workload-facts';

const WORKER = 'worker';

/** What the handle needs of the pattern besides its plan. */
interface RunObjects extends Construct {
  readonly pods: PodTemplate;
  readonly apiObject: ApiObject;
}

/** Workers of one run. Their names end in letters that each start chooses anew; their index stays. */
export function trainingWorkload(pattern: RunObjects, plan: TrainingPlan): Workload {
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.RUN,
    roles: [roleOf({ name: WORKER, template: pattern.pods, props: plan.podProps, pod: plan.pod, capacity: plan.capacity })],
    pods: {
      zones: [],
      members: () => Array.from({ length: plan.size.workers }, (_, index) => ({ role: WORKER, index })),
      labels: ({ index }) => ({ ...plan.runLabels, ...(index === undefined ? {} : { [LABEL_COMPLETION_INDEX]: String(index) }) }),
    },
    scale: () => ({ unit: ScaleUnit.POD, refusal: 'the number of workers is part of the run: its world was made for it' }),
    lost: () => countRows(plan).filter(({ topic }) => topic === 'a disruption'),
    carriers: () => [pattern.apiObject],
    objectLabels: [plan.selector],
    templates: () => [pattern.pods],
    starts: () => startsOf(pattern, plan),
    placement: plan.placement,
    queueAnnotations: elasticAnnotations(plan.props),
  });
}

function startsOf({ apiObject }: RunObjects, { size: { workers, minWorkers = workers } }: TrainingPlan): StartFacts | StartsAlone {
  if (workers === 1) {
    return { refusal: 'a run of one worker waits for nobody', help: 'leave it out' };
  }
  const because = minWorkers < workers ? `torchrun begins with ${minWorkers} (elastic.minWorkers), and takes more as they come` : 'each worker waits for all others';
  return { unit: 'run', because, units: [{ name: apiObject.name, pods: workers, least: minWorkers, objects: [apiObject] }] };
}
