import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, isPresent, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { Complaint } from '../../../../kubernetes/complaint';
import { Manifest } from '../../../../kubernetes/manifest';
import { REPLICA_SPECS, Replicas, replicasIn } from '../../../kinds/kubeflow';
import { Rule } from '../../rule';
import { refusedAsServiceName } from '../../wording';

/** What the webhook asks of the jobs of a kind. */
interface Framework {
  /** The container that the operator tells where the other pods are. */
  readonly container: string;
  /** @default - any */
  readonly roles?: readonly string[];
  /** Its Master is one pod, and the field says so. @default false */
  readonly oneMaster?: boolean;
  /** A job without a Master is refused. @default false */
  readonly needsMaster?: boolean;
  /** The least pods of other roles. @default 0 */
  readonly least?: number;
}

const ROLES = ['Master', 'Worker'];

const FRAMEWORKS: ReadonlyMap<string, Framework> = new Map([
  ['kubeflow.org/JAXJob', { container: 'jax', roles: ['Worker'] }],
  ['kubeflow.org/PaddleJob', { container: 'paddle', roles: ROLES }],
  ['kubeflow.org/PyTorchJob', { container: 'pytorch', roles: ROLES, oneMaster: true, least: 1 }],
  ['kubeflow.org/TFJob', { container: 'tensorflow' }],
  ['kubeflow.org/XGBoostJob', { container: 'xgboost', roles: ROLES, oneMaster: true, needsMaster: true }],
]);

/** Two words for one role of a TFJob. Source: training-operator pkg/apis/kubeflow.org/v1/tensorflow_types.go IsChiefOrMaster (v1.9.3) */
const CHIEFS: ReadonlySet<string> = new Set(['Chief', 'Master']);

/** The definition lets it pass, and the webhook does not. */
export const trainingJobRefused: Rule = {
  id: 'AIW2162',
  title: 'training job that its operator refuses',
  class: 'rejected',
  reason: 'The operator writes the rendezvous into the container that is called after the framework, counts on one master, and gives each pod a Service of its name. Its webhook refuses jobs that have them otherwise.',
  source: 'kubeflow/training-operator pkg/webhooks/{pytorch,tensorflow,jax,xgboost,paddlepaddle}, pkg/apis/kubeflow.org/v1 (v1.9.3)',
  remedy: 'Correct the field. The container that trains is called pytorch, tensorflow, jax, xgboost or paddle.',
  appliesTo: ['JAXJob', 'PaddleJob', 'PyTorchJob', 'TFJob', 'XGBoostJob'],
  check: (facts, report) => FRAMEWORKS.forEach((framework, type) => {
    for (const job of facts.ofType(type)) {
      refusals(job, framework).forEach(refusal => report(job, refusal));
    }
  }),
};

function refusals(job: Manifest, framework: Framework): Complaint[] {
  const field = REPLICA_SPECS.get(job.type)!;
  return [
    ...refusedAsServiceName(job, 'the Services of its pods are called after it'), ...refusedRoles(job, field, framework), ...refusedElastic(job, field),
    ...replicasIn(job).flatMap(role => refusedRole(role, framework)),
  ];
}

/** Which roles there are and must be. */
function refusedRoles(job: Manifest, field: string, { roles, needsMaster }: Framework): Complaint[] {
  const at = `spec.${field}`;
  if (!isPresent(job.spec[field])) {
    return [{ field: at, message: 'Required value: the roles of the job, and their pods', help: `add ${at}.${roles?.[0] ?? 'Worker'}` }];
  }
  const there = Object.keys(asObject(job.spec[field]));
  return [
    ...there.filter(role => roles && !roles.includes(role)).map((role): Complaint => ({
      field: `${at}.${role}`,
      message: `Unsupported value: ${JSON.stringify(role)}: a ${job.kind} has ${listed(roles!)}`,
      help: `write ${roles!.find(each => each.toLowerCase() === role.toLowerCase()) ?? 'one of these'}`,
    })),
    ...(needsMaster && !there.includes('Master') ? [{ field: `${at}.Master`, message: `Required value: a ${job.kind} has one`, help: `add ${at}.Master with replicas: 1` }] : []),
    ...(job.kind === 'TFJob' && there.filter(role => CHIEFS.has(role)).length > 1 ? [{ field: at, message: 'Forbidden: Chief and Master are two words for one role', help: 'leave one of them out' }] : []),
  ];
}

/** Of PyTorchJobs alone. */
function refusedElastic({ kind, spec }: Manifest, field: string): Complaint[] {
  if (kind !== 'PyTorchJob' || !isPresent(spec.elasticPolicy)) {
    return [];
  }
  const hasWorkers = Object.hasOwn(asObject(spec[field]), 'Worker');
  const saidTwice = isPresent(asObject(spec.elasticPolicy).nProcPerNode) && isPresent(spec.nprocPerNode);
  return [
    ...(hasWorkers ? [] : [{ field: `spec.${field}.Worker`, message: 'Required value: elasticPolicy is about the number of workers', help: 'add workers, or leave spec.elasticPolicy out' }]),
    ...(saidTwice ? [{ field: 'spec.elasticPolicy.nProcPerNode', message: 'Forbidden: spec.nprocPerNode says it too', help: 'leave this one out, which is deprecated' }] : []),
  ];
}

function refusedRole({ role, spec, field }: Replicas, { container, oneMaster, least = 0 }: Framework): Complaint[] {
  const containers = asList(objectAt(spec, 'template', 'spec').containers);
  return [
    ...(oneMaster && role === 'Master' ? refusedMaster(spec, field) : refusedNumber(spec, field, least)),
    ...refusedContainers(containers, `${field}.template.spec.containers`, container),
  ];
}

function refusedMaster({ replicas }: PlainObject, field: string): Complaint[] {
  return replicas === 1 ? [] : [{
    field: `${field}.replicas`,
    message: isPresent(replicas) ? `Invalid value: ${JSON.stringify(replicas)}: there is one Master` : 'Required value: there is one Master, and that must be written',
    help: 'write replicas: 1',
  }];
}

function refusedNumber({ replicas }: PlainObject, field: string, least: number): Complaint[] {
  return (asNumber(replicas) ?? least) >= least ? [] : [{ field: `${field}.replicas`, message: `Invalid value: ${replicas}: must be at least ${least}`, help: 'leave this role out, or give it pods' }];
}

function refusedContainers(containers: readonly PlainObject[], field: string, name: string): Complaint[] {
  const names = containers.map(container => container.name);
  const withoutImage = containers.flatMap(({ image }, index) => isPresent(image) && image !== '' ? [] : [{ field: `${field}[${index}].image`, message: 'Required value', help: 'name an image' }]);
  if (names.includes(name)) {
    return withoutImage;
  }
  const looked = `the operator looks for a container with the name ${JSON.stringify(name)}`;
  return [...withoutImage, {
    // One container can only be the one that is meant.
    field: names.length === 1 ? `${field}[0].name` : field,
    message: names.length === 0 ? `Required value: ${looked}` : `Invalid value: ${listed(names.map(each => JSON.stringify(each) ?? 'no name'))}: ${looked}`,
    help: `call the container that trains ${name}`,
  }];
}
