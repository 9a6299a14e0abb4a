import { replicatedJobPods } from './job-set';
import { Family, NO_SCALE } from './kind';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
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
