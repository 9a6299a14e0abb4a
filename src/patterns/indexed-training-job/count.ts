import { TrainingPlan } from './plan';
import { JAX, TORCH } from '../../engines/frameworks';

/** How long the Job controller waits after a failure, and at most. Source: pkg/controller/job/job_controller.go DefaultJobPodFailureBackOff (v1.36) */
const FIRST_DELAY_SECONDS = 10;
const LONGEST_DELAY_SECONDS = 600;

/** One row of `explain()`. */
export interface Row {
  readonly topic: string;
  readonly text: string;
}

/** Pure: what this run's disruptions and crashes cost, and what happens at the last one. */
export function countRows(plan: TrainingPlan): Row[] {
  if (plan.props.failureScope?._independent) {
    return indexRows(plan);
  }
  return plan.backend === 'jobSet' ? gangRows(plan) : jobRows(plan);
}

/** Source: pkg/controller/job/job_controller.go FailedIndexes, MaxFailedIndexesExceeded (v1.36) */
function indexRows(plan: TrainingPlan): Row[] {
  const { backoffLimitPerIndex: retries = 0, maxFailedIndexes: most } = plan.failure;
  const waits = retries === 0 ? '' : `, with ${duration(totalDelay(1, retries))} of delays between`;
  const end = most === undefined
    ? 'when all have ended, the Job fails with FailedIndexes'
    : `index failure ${most + 1} ends the Job with MaxFailedIndexesExceeded, and all its pods are stopped; with fewer it fails with FailedIndexes when all have ended`;
  return [
    {
      topic: 'a disruption',
      text: `an evicted, preempted or shut down pod is not counted against its index, and the others go on;\none that is deleted otherwise (${deleters(plan)}) is counted: ${retries === 0 ? 'its index fails' : `1 of ${retries}`}`,
    },
    { topic: 'a crash', text: `${retries === 0 ? 'fails its index: nothing starts it again' : `is 1 of the ${retries} retries of its index, also by OOMKilled: one that crashes in every start is started again ${retries} times${waits}`}` },
    { topic: 'the last one', text: `failure ${retries + 1} of an index is its last, and the others go on; ${end}` },
  ];
}

function jobRows(plan: TrainingPlan): Row[] {
  const limit = plan.failure.backoffLimit!;
  return [
    { topic: 'a disruption', text: disruptionText(plan, limit) },
    { topic: 'a crash', text: crashText(plan, limit) },
    ...waitRows(plan, limit),
    { topic: 'the last one', text: `failure ${limit + 1} ends the Job with BackoffLimitExceeded, and all its pods are stopped; ${limit === 0 ? '' : 'toleratedDisruptions may be raised before, while the run goes on; '}${afterwards(plan)}` },
  ];
}

/** How many of a kind the run survives that each use up so much. */
function survived(cost: number, limit: number, isMost: boolean, so = ''): string {
  const times = Math.floor(limit / cost);
  return times === 0
    ? `${isMost ? 'up to ' : ''}${cost}, more than ${limit}, so the first one ${isMost ? 'may end' : 'ends'} the run`
    : `${isMost ? 'up to ' : ''}${cost} of ${limit} each time, ${so}${isMost ? 'at least ' : ''}${limit} / ${cost} = ${times} of them`;
}

/**
 * The condition DisruptionTarget is written by evictions, preemption, the taint manager, pod garbage collection and the kubelet, and by no plain
 * deletion. Source: pkg/apis/core/types.go DisruptionTarget; KEP-3329; karpenter pkg/controllers/node/termination, DeleteExpiringPods
 */
function disruptionText(plan: TrainingPlan, limit: number): string {
  const { workers } = plan.size;
  const peers = workers - 1;
  const others = `deleted otherwise (${deleters(plan)}) it is counted too: `;
  const isMost = !losesAll(plan);
  if (peers === 0) {
    return `an evicted, preempted or shut down pod is not counted, and there are no peers;\n${others}${survived(1, limit, false, 'so the run survives ')}`;
  }
  const when = limit < peers ? '' : ' when nothing else fails';
  return `an evicted, preempted or shut down pod is not counted; ${peerText(plan)}, and nothing tells that from a fault of the program${toldApart(plan)}:\n`
    + `${survived(peers, limit, isMost, 'so the run survives ')}${when};\n${others}${survived(workers, limit, isMost)}`;
}

/** A program may end with a code of its own when a peer is lost. */
function toldApart({ props }: TrainingPlan): string {
  const codes = props.exitCodes?.ignore ?? [];
  return codes.length === 0 ? '' : ` unless they end with ${codes.length === 1 ? 'the code' : 'a code'} that is not counted (${codes.join(', ')})`;
}

/** Whether every process of the run ends when one is lost; of others only the most is known. */
function losesAll({ rendezvous, size, props }: TrainingPlan): boolean {
  return size.minWorkers === undefined && !props.exitCodes?.ignore?.length && (rendezvous._kind === 'torchrun' || rendezvous._kind === 'jax');
}

/** What a lost worker does to the others. */
function peerText(plan: TrainingPlan): string {
  const { rendezvous, size, agentRestarts } = plan;
  if (rendezvous._kind === 'mpi') {
    return 'mpirun on index 0 ends with it, and the sshd of the others may stay';
  }
  if (size.minWorkers === undefined) {
    return `its peers ${losesAll(plan) ? 'crash' : 'may crash'} with it`;
  }
  const starts = agentRestarts === undefined ? 'as often as --max-restarts allows (0 unless said)' : `${agentRestarts} time${agentRestarts === 1 ? '' : 's'} in the life of its pod`;
  const [goOn, fewer] = size.minWorkers === size.workers
    ? [`the others wait up to ${TORCH.joinSeconds} s for its replacement and go on`, '']
    : [`while ${size.minWorkers} are left the others go on`, `fewer wait up to ${TORCH.joinSeconds} s for a replacement; `];
  return `${goOn}, each agent with new processes, ${starts};\n${fewer}after that, without index 0, which hosts the store, and when an agent has no start left, they crash`;
}

/** Peers of a worker for which there is no room do not wait for ever, and their crash is one more. */
function waitRows(plan: TrainingPlan, limit: number): Row[] {
  const waits = { torchrun: TORCH.joinSeconds, jax: JAX.joinSeconds }[plan.rendezvous._kind as string];
  const peers = plan.size.workers - 1;
  return waits === undefined || peers === 0 || plan.size.minWorkers !== undefined ? [] : [{
    topic: 'no node',
    text: `while one worker waits for a node, the others give up after ${waits} s (${plan.rendezvous._kind}, unless told otherwise): ${peers} of ${limit} each time`,
  }];
}

/** What deletes pods without an eviction. Karpenter does where it may not evict: under do-not-disrupt. */
function deleters(plan: TrainingPlan): string {
  const evictsAll = plan.props.doNotDisrupt === false || (plan.capacity._spot !== undefined && plan.capacity._provisioner !== 'karpenter');
  return evictsAll ? 'kubectl delete pod' : "kubectl delete pod, Karpenter at the end of a NodePool's terminationGracePeriod";
}

function crashText(plan: TrainingPlan, limit: number): string {
  const { workers } = plan.size;
  const restarts = Math.floor(limit / workers);
  const inPlace = plan.agentRestarts === undefined ? '' : `, each time with ${plan.agentRestarts} more start${plan.agentRestarts === 1 ? '' : 's'} in place`;
  if (restarts === 0) {
    return `counts each pod that fails, also by OOMKilled: the first one ends the run${plan.agentRestarts === undefined ? '' : `, after ${plan.agentRestarts} more start${plan.agentRestarts === 1 ? '' : 's'} in place`}`;
  }
  const started = `counts each pod that fails, also by OOMKilled: a program that crashes in every start is started again ${limit} / ${workers} = ${restarts} times`;
  const waits = `, with ${duration(totalDelay(workers, restarts))} of delays between`;
  return plan.failure.disruptions.count === 0 ? started + inPlace + waits : `${started}${inPlace}${waits};\n${bounds(plan)}`;
}

/** What ends a program that never works sooner. */
function bounds(plan: TrainingPlan): string {
  const codes = plan.props.exitCodes?.fail ? 'a code of exitCodes.fail' : 'exitCodes.fail with wrapExit';
  const deadline = plan.times.activeDeadline === undefined ? 'activeDeadline' : `activeDeadline (${plan.times.activeDeadline} s)`;
  return `${codes} or ${deadline} ends it sooner; toleratedDisruptions 0 leaves ${restartsText(plan)}, for crashes and disruptions alike`;
}

function restartsText({ failure: { restarts } }: TrainingPlan): string {
  return restarts === 0 ? 'no restart' : restarts === 1 ? '1 restart' : `${restarts} restarts`;
}

function afterwards(plan: TrainingPlan): string {
  return plan.checkpoint ? `a new runId goes on from what is in ${plan.checkpoint.mountPath}` : 'a new runId starts over, unless the program keeps a checkpoint of its own';
}

function gangRows(plan: TrainingPlan): Row[] {
  const { maxRestarts, disruptions } = plan.failure;
  const [workers, isLast] = [plan.size.workers === 1 ? 'the worker' : `all ${plan.size.workers} workers`, maxRestarts === 0];
  const kept = disruptions.count === 0 ? '' : `;\nexitCodes.fail with wrapExit ends it sooner; toleratedDisruptions 0 leaves ${restartsText(plan)}, for crashes and disruptions alike`;
  return [
    {
      topic: 'a disruption',
      text: `restarts ${workers}. Not counted when the disrupted pod is the first that the Job sees fail; it has ${plan.pod.graceSeconds} s to end,\n`
        + `and where ${plan.size.workers === 1 ? 'it' : 'a peer crashes before it has, or where it'} is deleted otherwise (${deleters(plan)}), ${isLast ? 'the run ends' : `the restart is 1 of ${maxRestarts}`}`,
    },
    { topic: 'a crash', text: isLast ? 'ends the run' : `restarts ${workers}: a program that crashes in every start is started again ${maxRestarts} times, without delays${kept}` },
    {
      topic: 'the last one',
      text: `${isLast ? 'the first counted failure' : `a failure after ${maxRestarts} counted restarts`} ends the JobSet with ReachedMaxRestarts; its failure policy is immutable, so it cannot be raised before; `
        + afterwards(plan),
    },
  ];
}

/** Every failed pod doubles the delay, also one that no rule counts. Source: pkg/controller/job/backoff_utils.go newBackoffRecord (v1.36) */
export function restartDelay({ props, size }: TrainingPlan): string {
  const rule = `${FIRST_DELAY_SECONDS} s x 2^(failures - 1), at most ${LONGEST_DELAY_SECONDS} s`;
  return props.failureScope?._independent
    ? `an index is started again ${rule}, after it failed; disruptions are failures here`
    : `failed pods are replaced ${rule}, after the last one; disrupted pods are failures here, and all since a pod succeeded are added up:\n`
      + `after a crash${size.workers === 1 ? '' : ` of all ${size.workers} pods`} ${delayAfter(size.workers)} s, after a second one ${delayAfter(2 * size.workers)} s; `
      + `a disruption${size.workers === 1 ? '' : ' that takes the peers with it'} is such a crash.\n`
      + 'A JobSet makes a new Job instead, at once';
}

function delayAfter(failures: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - 1), LONGEST_DELAY_SECONDS);
}

/** Delays of so many restarts in a row, each after the crash of all pods. */
function totalDelay(workers: number, restarts: number): number {
  let total = 0;
  let crash = 1;
  for (; crash <= restarts && delayAfter(crash * workers) < LONGEST_DELAY_SECONDS; crash++) {
    total += delayAfter(crash * workers);
  }
  return total + Math.max(0, restarts - crash + 1) * LONGEST_DELAY_SECONDS;
}

function duration(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [[86400, 'days'], [3600, 'h'], [60, 'min'], [1, 's']];
  const [size, unit] = units.find(([each]) => seconds >= 2 * each) ?? [1, 's'];
  return `${Math.round(seconds / size * 10) / 10} ${unit}`;
}
