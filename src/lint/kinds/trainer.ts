import { replicatedJobPods } from './job-set';
import { Family, NO_SCALE } from './kind';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { PodSet } from '../facts/pod-set';

const TRAINER = 'trainer.kubeflow.org';

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
function trainJobPods(object: Manifest, runtime: Manifest | undefined): PodSet[] | undefined {
  if (!runtime) {
    return undefined;
  }
  const trainer = objectAt(object.spec, 'trainer');
  const policy = objectAt(runtime.spec, 'mlPolicy');
  const spec = objectAt(runtime.spec, 'template', 'spec');
  const replicatedJobs = asList(spec.replicatedJobs).map(job => withTrainer(job, trainer, policy));
  return replicatedJobPods(object, { ...spec, replicatedJobs }, () => ({ field: 'spec.runtimeRef', shape: 'elsewhere', open: true, hasAllLabels: true }));
}

/** A job of the runtime, and the container in it, that are the training. */
const NODE = 'node';

/**
 * What a TrainJob says of its trainer counts before what the runtime says. With MPI the label of the trainer is on the launcher, and the nodes are the job "node".
 * Source: kubeflow/trainer pkg/runtime/core/trainingruntime.go, plugins/mpi/mpi.go EnforceMLPolicy, plugins/jobset/builder.go Trainer (v2.2)
 */
function withTrainer(job: PlainObject, trainer: PlainObject, policy: PlainObject): PlainObject {
  const isLabelled = objectAt(job, 'template', 'metadata', 'labels')[`${TRAINER}/trainjob-ancestor-step`] === 'trainer';
  const own = asNumber(trainer.numNodes);
  if (isPresent(policy.mpi)) {
    const isLauncherNode = objectAt(policy, 'mpi').runLauncherAsNode === true;
    const sized = job.name === NODE && own !== undefined ? onNodes(job, isLauncherNode ? Math.max(own - 1, 1) : own) : job;
    const told = isLabelled ? trainer : isLauncherNode && job.name === NODE ? { env: trainer.env, resourcesPerNode: trainer.resourcesPerNode } : {};
    return withContainer(sized, told);
  }
  return isLabelled || job.name === NODE ? withContainer(onNodes(job, own ?? asNumber(policy.numNodes) ?? 1), trainer) : job;
}

function withContainer(job: PlainObject, trainer: PlainObject): PlainObject {
  const pod = objectAt(job, 'template', 'spec', 'template', 'spec');
  const containers = asList(pod.containers).map(container => (container.name === NODE ? ofTrainer(container, trainer) : container));
  return isPresent(pod.containers) ? withPodSpec(job, { ...pod, containers }) : job;
}

/** Its own variables, and those of the runtime under other names. */
function ofTrainer(container: PlainObject, { image, command, args, env, resourcesPerNode }: PlainObject): PlainObject {
  const own = asList(env);
  const names = new Set(own.map(({ name }) => name));
  const variables = own.length === 0 ? {} : { env: [...asList(container.env).filter(({ name }) => !names.has(name)), ...own] };
  return { ...container, ...present({ image, command, args, resources: resourcesPerNode }), ...variables };
}

function withPodSpec(job: PlainObject, pod: PlainObject): PlainObject {
  const template = asObject(job.template);
  const [spec, podTemplate] = [asObject(template.spec), objectAt(template, 'spec', 'template')];
  return { ...job, template: { ...template, spec: { ...spec, template: { ...podTemplate, spec: pod } } } };
}

function present(fields: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isPresent(value)));
}

function onNodes(job: PlainObject, nodes: number): PlainObject {
  const template = asObject(job.template);
  return { ...job, template: { ...template, spec: { ...asObject(template.spec), parallelism: nodes, completions: nodes } } };
}

/** Source: the CRDs of trainer 2.2. What a runtime describes runs under a TrainJob only. */
export const TRAIN_JOBS: Family = {
  kinds: [
    {
      type: `${TRAINER}/TrainJob`,
      pods: (object, facts) => {
        const { type, place, name } = runtimeOf(object);
        return trainJobPods(object, facts.find(type, place, name));
      },
      scale: NO_SCALE,
      ends: true,
      unscaledOwner: 'a Job',
      queueLabels: 'metadata.labels',
    },
    { type: `${TRAINER}/TrainingRuntime`, pods: () => [] },
    { type: `${TRAINER}/ClusterTrainingRuntime`, pods: () => [] },
  ],
};
