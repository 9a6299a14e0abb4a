import { countRows, restartDelay } from './count';
import { workerAddress, hostnameOf } from './identity';
import { TrainingPlan } from './plan';
import { DO_NOT_DISRUPT, waitsForLeader } from './pods';
import { LABEL_NAME } from '../../base/labels';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { claimOperation } from '../../pod/devices/claim-spec';
import { capacityText } from '../../pod/scheduling/capacity';
import { explainFallBack } from '../capacity-texts';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { explainModel } from '../model-texts';
import { explainRoom, placementChoice } from '../placement-texts';

/** The default of the admission plugin DefaultTolerationSeconds. */
const DEFAULT_DEAD_NODE_SECONDS = 300;

/** The plan of a run in words. */
export function explainTraining(plan: TrainingPlan): string {
  const explanation = new Explanation(`IndexedTrainingJob ${plan.name}: ${plan.backend === 'jobSet' ? 'JobSet' : 'Job'} ${plan.jobName}`);
  addSums(explanation, plan);
  addChoices(explanation, plan);
  explainFabric(explanation, [{ pods: plan.size.workers, fabric: plan.pod.fabric }]);
  explainModel(explanation, plan.pod.model, 'Never');
  countRows(plan).forEach(({ topic, text }) => explanation.consequence(topic, text));
  explainRoom(explanation, plan.placed);
  explainFallBack(explanation, plan.capacity, plan.props.failureScope?._independent ? undefined : { pods: plan.size.workers, unit: 'run' });
  addLimits(explanation, plan);
  addOperations(explanation, plan);
  return explanation.toString();
}

function addSums(explanation: Explanation, plan: TrainingPlan): void {
  explanation.sum('world', plan.size.sum);
  if (plan.size.devices) {
    explanation.sum('devices', plan.size.devices);
  }
  if (plan.size.minWorkers !== undefined) {
    explanation.sum('elastic', `goes on with ${plan.size.minWorkers} to ${plan.size.workers} workers (--nnodes ${plan.size.minWorkers}:${plan.size.workers})${agentText(plan)}`);
  }
  explanation.sum('retries', plan.failure.sum);
  explanation.sum('grace', plan.pod.graceSum);
  explanation.sum('memory', plan.pod.memory.sum);
  if (plan.pod.sharedMemory) {
    explanation.sum('/dev/shm', plan.pod.sharedMemory);
  }
  explanation.sum('addresses', `${workerAddress(plan, 0)} to ${workerAddress(plan, plan.size.workers - 1)}`);
}

function agentText({ agentRestarts }: TrainingPlan): string {
  return agentRestarts === undefined ? '' : `; each agent starts its processes again ${agentRestarts} times in place (PET_MAX_RESTARTS), then its pod fails`;
}

function addChoices(explanation: Explanation, plan: TrainingPlan): void {
  const { props } = plan;
  explanation.choice('rendezvous', `${plan.rendezvous._kind}${leaderText(plan)}`);
  explanation.choice('success', plan.success.text);
  explanation.choice('failure', props.failureScope?._independent ? 'each index on its own' : 'the workers stand or fall together');
  explanation.choice('exit codes', exitCodeText(plan));
  explanation.choice('placement', placementChoice(plan.placed));
  explanation.choice('budget', plan.budget?.text ?? noBudget(plan));
  explanation.choice('capacity', capacityText(plan.capacity));
  explanation.choice('consolidation', props.doNotDisrupt === false ? 'allowed' : `kept off by ${DO_NOT_DISRUPT}`);
  if (plan.checkpoint) {
    const upload = plan.checkpoint.upload ? `, then ${plan.checkpoint.upload.name} has ${plan.checkpoint.uploadSeconds} s` : '';
    explanation.choice('checkpoint', `claim ${plan.checkpoint.claimName} (access modes: ${plan.checkpoint.accessModes}) at ${plan.checkpoint.mountPath}; ${plan.checkpoint.saveSeconds} s to save after SIGTERM${upload}`);
  }
  if (plan.backend === 'jobSet') {
    explanation.choice('Service', 'our own instead of the JobSet\'s, which would belong to one run and keep its name from the next');
  }
}

function noBudget(plan: TrainingPlan): string {
  if (plan.props.disruptionBudget) {
    return 'none: as asked for';
  }
  return plan.size.workers === 1 ? 'none: for one pod it would block every drain' : 'none: indexes end one by one, and a minimum of pods would then block every drain';
}

function leaderText(plan: TrainingPlan): string {
  const kind = plan.rendezvous._kind;
  if (waitsForLeader(plan)) {
    return `; the entry point waits up to ${plan.times.leaderTimeout} s for the name of index 0`;
  }
  return kind === 'torchrun' || kind === 'jax'
    ? '; nothing waits for the name of index 0, since without container.command the entry point of the image is unknown'
    : '';
}

function exitCodeText(plan: TrainingPlan): string {
  const isLast = (plan.failure.maxRestarts ?? plan.failure.backoffLimit) === 0;
  if (plan.props.wrapExit) {
    return 'the wrapper passes on the code that the program wrote to EXIT_CODE_FILE';
  }
  return plan.rendezvous._isCollective
    ? `not read: with ${plan.rendezvous._kind} the code of the container is not the code of the program${isLast ? '' : '; exit 1 never fails the run at once'}`
    : 'those of the program';
}

function addLimits(explanation: Explanation, plan: TrainingPlan): void {
  explainFabricLimits(explanation, plan.pod.fabric);
  const dead = plan.props.deadNodeTolerance?.toSeconds() ?? DEFAULT_DEAD_NODE_SECONDS;
  explanation.limit('dead node', `its pod is told to stop after ${dead} s and its index then stays empty (podReplacementPolicy Failed): nothing replaces it until the node answers,\nthe node gets the taint node.kubernetes.io/out-of-service, its Node object is deleted, or somebody reports the pod as failed;\na forced deletion alone frees nothing, since the Job's finalizer keeps the pod`);
  if (plan.checkpoint) {
    explanation.limit('exit 0', 'a program that saves on SIGTERM and exits 0 counts as a finished index, also in an eviction: end with another code, like 143');
  }
  if (plan.backend === 'job' && plan.failure.backoffLimit !== 0) {
    explanation.limit('restart delay', restartDelay(plan));
  }
  if (plan.size.minWorkers !== undefined) {
    explanation.limit('elastic', 'index 0 hosts the store: without it the run stops until its replacement is up');
  }
  if (plan.placement._kind !== 'gang') {
    explanation.limit('gang', 'a Job has none: the scheduler places pod by pod. Kueue (queueName) admits the whole run by quota, which is no promise of room on nodes;\n'
      + 'with Placement.queueRequires it looks for the room too');
  }
  explanation.limit('change', 'the template of a Job is immutable: a change needs a new runId; Service and labels stay');
}

function addOperations(explanation: Explanation, plan: TrainingPlan): void {
  const space = inNamespace(plan.namespace);
  const podPattern = `${hostnameOf(plan, 0).replace(/0$/, '')}[0-9]+-.*`;
  explanation.operate('alert', `time() - kube_pod_deletion_timestamp{${plan.namespace ? `namespace="${plan.namespace}", ` : ''}pod=~"${podPattern}"} > 60\n(kube-state-metrics; the timestamp already includes the grace period, so this is a pod that should be gone)`);
  if (plan.failure.backoffLimit) {
    explanation.operate('failures', `kubectl${space} get job ${plan.jobName} -o jsonpath='{.status.failed} of {.spec.backoffLimit}'${failureAlert(plan)}`);
  }
  explanation.operate('dead node', [
    `kubectl${space} get pods -l ${LABEL_NAME}=${plan.name} -o wide   # Terminating, on a node that is NotReady`,
    'kubectl taint node NODE node.kubernetes.io/out-of-service=nodeshutdown:NoExecute   # once the machine is off',
    'kubectl delete node NODE   # the same: its pods then count as failed, and others start, also if the machine only was cut off',
    `kubectl${space} patch pod POD --subresource=status -p '{"status":{"phase":"Failed"}}'   # or, once its process is surely gone`,
  ].join('\n'));
  explanation.operate('roll out', `set runId to a new value and apply; the old ${plan.backend === 'jobSet' ? 'JobSet' : 'Job'} ${plan.jobName} is pruned by GitOps, or by kubectl delete`);
  if (plan.capacity._provisioner === 'karpenter' && plan.props.doNotDisrupt !== false) {
    explanation.operate('Karpenter', `also on a spot notice it evicts no pod with ${DO_NOT_DISRUPT}: set the NodePool's spec.template.spec.terminationGracePeriod to ${plan.capacity._spot!.noticeSeconds}s,\nthen it deletes the pod ${plan.pod.graceSeconds} s before that ends, and the checkpoint is saved`);
  }
  const claims = claimOperation(plan.podProps.accelerator);
  if (claims) {
    explanation.operate('devices', claims);
  }
  addGitOps(explanation, plan, space);
}

/** Restarts that are kept for disruptions also start a program that never works, so somebody should look. */
function failureAlert({ failure, size, namespace, jobName }: TrainingPlan): string {
  const explained = failure.restarts! * size.workers;
  return failure.disruptions.count === 0 ? '' : `\nalert: kube_job_status_failed{${namespace ? `namespace="${namespace}", ` : ''}job_name="${jobName}"} > ${explained}\n`
    + `(kube-state-metrics; more than ${failure.restarts} restarts x ${size.workers} pods: were they disruptions, or is it the program?)`;
}

/** Fields that somebody else changes after creation. */
function addGitOps(explanation: Explanation, plan: TrainingPlan, space: string): void {
  const { props, size } = plan;
  if (props.queueName === undefined && !props.suspended) {
    return;
  }
  const isSet = plan.backend === 'jobSet';
  const pointers = ['/spec/suspend', ...(isSet ? [] : ['/spec/parallelism']), ...(size.minWorkers === undefined ? [] : ['/spec/completions'])];
  explanation.operate('GitOps', [
    props.suspended ? `started by: kubectl${space} patch ${isSet ? 'jobset' : 'job'} ${plan.jobName} --type merge -p '{"spec":{"suspend":false}}'` : `Kueue starts it when the queue ${props.queueName} has room`,
    'Argo CD (with the sync option RespectIgnoreDifferences=true):',
    'ignoreDifferences:',
    `  - group: ${isSet ? 'jobset.x-k8s.io' : 'batch'}`,
    `    kind: ${isSet ? 'JobSet' : 'Job'}`,
    `    name: ${plan.jobName}`,
    `    jsonPointers: [${pointers.join(', ')}]`,
  ].join('\n'));
}
