import { lastIndex } from './controllers';
import { DerivedNames, Family, Numbering, RetriedCodes, WorkloadKind } from './kind';
import { PlainObject } from '../../base/plain';
import { asNumber, asObject } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, exactly, ordinals } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

const KUBEFLOW = 'training.kubeflow.org';

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
function kubeflowPods(object: Manifest): PodSet[] {
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

/** Source: kubeflow/training-operator pkg/controller.v1/common/{pod,service}.go: GenGeneralName, a headless Service for each pod */
function kubeflowNames(object: Manifest, grows: boolean): DerivedNames[] {
  return replicasIn(object).flatMap(({ role, count }) => ['Pod', 'Service'].map(kind => ({
    owner: object,
    kind,
    stem: `${object.name}-${role.toLowerCase()}-`,
    from: 0,
    to: lastIndex(0, count, grows),
    as: `${kind === 'Pod' ? 'a pod' : 'the Service of a pod'} of "${role}"`,
  })));
}

/** The launcher of an MPIJob is a Job, whose pod is named otherwise. */
function numbered({ carrier, role, pods = 0 }: PodSet): Numbering | undefined {
  return carrier.kind === 'MPIJob' && role === 'launcher' ? undefined : { from: 0, count: pods, nameOf: index => `${carrier.name}-${role}-${index}` };
}

/** Source: kubeflow/training-operator pkg/util/train/train_util.go IsRetryableExitCode, pkg/controller.v1/common/pod.go ReconcilePods (v1.9.3) */
function retriesByCode({ carrier, role }: PodSet): RetriedCodes | undefined {
  const replicas = replicasIn(carrier).find(each => each.role.toLowerCase() === role);
  return replicas?.spec.restartPolicy === 'ExitCode' ? { field: `${replicas.field}.restartPolicy`, policy: 'ExitCode', least: 128 } : undefined;
}

/** The kinds without a scale, as one says them. Source: no `+kubebuilder:subresource:scale` in training-operator pkg/apis/kubeflow.org/v1 (v1.9.3), mpi-operator (v0.8.0) */
const UNSCALED: ReadonlyMap<string, string> = new Map([['kubeflow.org/MPIJob', 'an MPIJob'], ['kubeflow.org/TFJob', 'a TFJob'], ['kubeflow.org/XGBoostJob', 'an XGBoostJob']]);

/** Source: kueue pkg/controller/jobs/kubeflow/jobs, pkg/controller/jobs/mpijob (v0.17): labels of all of them */
export const KUBEFLOW_JOBS: Family = {
  kinds: [
    ...[...REPLICA_SPECS].map(([type, field]): WorkloadKind => ({
      type,
      pods: kubeflowPods,
      derivedNames: kubeflowNames,
      numbered,
      retriesByCode,
      ...(UNSCALED.has(type) ? { scale: 'none', unscaledOwner: UNSCALED.get(type) } : { scale: `spec.${field}.Worker.replicas` }),
      together: 'group',
      ends: true,
      queueLabels: 'metadata.labels',
    })),
    // Their templates are found, and no more is known of them: a job of older operators, and somebody's own server.
    { type: 'kubeflow.org/MXJob', together: 'group', ends: true },
    { type: 'kubeflow.org/Notebook', together: 'group', ends: true },
  ],
};
