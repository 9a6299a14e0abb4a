import { replicatedJobPods } from './group-carriers';
import { ANY_VALUE, AddedLabels, exactly, ordinals } from './labels';
import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

const KUBEFLOW = 'training.kubeflow.org';
const VOLCANO = 'volcano.sh';
const TRAINER = 'trainer.kubeflow.org';

/** Kinds of Kubeflow's training operator, with the field that holds their roles. Source: kubeflow/training-operator pkg/apis/kubeflow.org/v1 */
export const REPLICA_SPECS: ReadonlyMap<string, string> = new Map([
  ['kubeflow.org/JAXJob', 'jaxReplicaSpecs'],
  ['kubeflow.org/MPIJob', 'mpiReplicaSpecs'],
  ['kubeflow.org/PaddleJob', 'paddleReplicaSpecs'],
  ['kubeflow.org/PyTorchJob', 'pytorchReplicaSpecs'],
  ['kubeflow.org/TFJob', 'tfReplicaSpecs'],
  ['kubeflow.org/XGBoostJob', 'xgbReplicaSpecs'],
]);

/** One role of a training job. */
export interface Replicas {
  /** `Master`, `Worker`. */
  readonly role: string;
  readonly spec: PlainObject;
  readonly field: string;
  /** The default is one. */
  readonly count: number;
}

/** The roles of a job of the training operator. */
export function replicasIn(object: Manifest): Replicas[] {
  const field = REPLICA_SPECS.get(object.type) ?? '';
  return Object.entries(asObject(object.spec[field])).map(([role, value]) => {
    const spec = asObject(value);
    return { role, spec, field: `spec.${field}.${role}`, count: asNumber(spec.replicas) ?? 1 };
  });
}

/** Source: kubeflow/training-operator pkg/controller.v1/common/pod.go createNewPod. Open, because the operator also adds ports and variables. */
export function kubeflowPods(object: Manifest): PodSet[] {
  return replicasIn(object).map(({ role, spec, field, count }) => new PodSet({
    carrier: object,
    role: role.toLowerCase(),
    template: asObject(spec.template),
    field: `${field}.template`,
    pods: count,
    open: true,
    hasAllLabels: object.kind !== 'MPIJob', // The launcher of one is a Job, with the labels of a Job.
    added: {
      [`${KUBEFLOW}/job-name`]: exactly(object.name),
      [`${KUBEFLOW}/replica-type`]: exactly(role.toLowerCase()),
      [`${KUBEFLOW}/replica-index`]: ordinals(0, count),
      [`${KUBEFLOW}/operator-name`]: ANY_VALUE,
      [`${KUBEFLOW}/job-role`]: ANY_VALUE,
    },
  }));
}

/** Source: volcano pkg/controllers/job/job_controller_util.go createJobPod, pkg/webhooks/admission/jobs/mutate (v1.14). Plugins add ports and volumes. */
export function volcanoPods(object: Manifest): PodSet[] {
  const open = Object.keys(asObject(object.spec.plugins)).length > 0;
  return asList(object.spec.tasks).map((task, index) => {
    const name = taskName(task, index);
    const count = asNumber(task.replicas) ?? 1;
    return new PodSet({
      carrier: object,
      role: name,
      template: asObject(task.template),
      field: `spec.tasks[${index}].template`,
      pods: count,
      open,
      hasAllLabels: true,
      added: volcanoLabels(object, name, count),
    });
  });
}

/** A task without a name is given one by its place. */
export function taskName(task: PlainObject, index: number): string {
  return asText(task.name) ?? `default${index}`;
}

function volcanoLabels(object: Manifest, task: string, count: number): AddedLabels {
  return {
    [`${VOLCANO}/job-name`]: exactly(object.name),
    [`${VOLCANO}/job-namespace`]: exactly(object.place),
    [`${VOLCANO}/task-spec`]: exactly(task),
    [`${VOLCANO}/task-index`]: ordinals(0, count),
    [`${VOLCANO}/queue-name`]: ANY_VALUE,
    [`${VOLCANO}/partition-id`]: ANY_VALUE,
  };
}

/** The object in which the pods of a TrainJob are written. */
export interface RuntimeReference {
  readonly kind: string;
  readonly type: string;
  readonly name: string;
  /** Empty for a runtime of the whole cluster. */
  readonly place: string;
}

/** Source: kubeflow/trainer pkg/apis/trainer/v1alpha1/trainjob_types.go (v2.2): kind defaults to ClusterTrainingRuntime */
export function runtimeOf(trainJob: Manifest): RuntimeReference {
  const reference = asObject(trainJob.spec.runtimeRef);
  const kind = asText(reference.kind) ?? 'ClusterTrainingRuntime';
  return {
    kind,
    type: `${asText(reference.apiGroup) ?? TRAINER}/${kind}`,
    name: asText(reference.name) ?? '',
    place: kind === 'ClusterTrainingRuntime' ? '' : trainJob.place,
  };
}

/**
 * Pods of a TrainJob: the JobSet that its runtime describes, under the name of the TrainJob. Nobody can say without the runtime.
 * Source: kubeflow/trainer pkg/runtime/framework/plugins/jobset (v2.2)
 */
export function trainJobPods(object: Manifest, runtime: Manifest | undefined): PodSet[] | undefined {
  if (!runtime) {
    return undefined;
  }
  const nodes = asNumber(objectAt(object.spec, 'trainer').numNodes) ?? asNumber(objectAt(runtime.spec, 'mlPolicy').numNodes) ?? 1;
  const spec = objectAt(runtime.spec, 'template', 'spec');
  const replicatedJobs = asList(spec.replicatedJobs).map(job => (isTrainer(job) ? onNodes(job, nodes) : job));
  return replicatedJobPods(object, { ...spec, replicatedJobs }, () => ({ field: 'spec.runtimeRef', shape: 'elsewhere', open: true, hasAllLabels: true }));
}

function isTrainer(job: PlainObject): boolean {
  return job.name === 'node' || objectAt(job, 'template', 'metadata', 'labels')[`${TRAINER}/trainjob-ancestor-step`] === 'trainer';
}

function onNodes(job: PlainObject, nodes: number): PlainObject {
  const template = asObject(job.template);
  return { ...job, template: { ...template, spec: { ...asObject(template.spec), parallelism: nodes, completions: nodes } } };
}
