import { CheckpointPlan, planCheckpoint } from './checkpoint';
import { withDevicesOfWorker } from './devices';
import { FailurePlan, planFailure } from './failure';
import { FailureScope } from './failure-scope';
import { planGracefulPod } from './grace';
import { RunIdentity, workerAddress, planIdentity } from './identity';
import { checkMpirunFlags, checkTorchrunFlags, saysAgentRestarts } from './launcher-flags';
import { IndexedTrainingJobProps } from './props';
import { planRunPlacement } from './run-placement';
import { SizePlan, planSize } from './size';
import { SuccessPlan, planSuccess } from './success';
import { forbidden } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { Rendezvous } from '../../engines/rendezvous';
import { World, requireCommand, reservedVariables } from '../../engines/world';
import { collecting } from '../../given/mistakes/collecting';
import { checkNamePart, workloadName } from '../../kubernetes/refused/names';
import { checkPod } from '../../pod/container/container-checks';
import { ModelUse } from '../../pod/model/model-plan';
import { Capacity, checkCapacity } from '../../pod/scheduling/capacity';
import { BudgetPlan, DisruptionBudget, planJobBudget } from '../../pod/scheduling/disruption-budget';
import { Placement, isOneNode } from '../../pod/scheduling/placement';
import { CapabilityProfile } from '../../pod/security/security';
import { PodPlan } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { PlacedPods } from '../placement-texts';

/** Variables of this pattern, in every container. */
export const JOB_VARIABLES = {
  /** Set by Kubernetes too, but after the others; set first, later variables may refer to it. */
  index: 'JOB_COMPLETION_INDEX',
  leaderAddress: 'LEADER_ADDRESS',
  workerCount: 'WORKER_COUNT',
  runId: 'RUN_ID',
  checkpointFolder: 'CHECKPOINT_DIR',
  exitCodeFile: 'EXIT_CODE_FILE',
} as const;

/** Everything that will be emitted, with its sums. */
export interface TrainingPlan extends RunIdentity {
  readonly size: SizePlan;
  readonly rendezvous: Rendezvous;
  readonly failure: FailurePlan;
  /** How often torchrun's agent starts its processes again in place; absent where the user or torchrun says it. */
  readonly agentRestarts?: number;
  readonly success: SuccessPlan;
  readonly checkpoint?: CheckpointPlan;
  readonly capacity: Capacity;
  readonly pod: PodPlan;
  /** The pods' properties with what the plan adds: the upload sidecar, sshd's capabilities. */
  readonly podProps: PodTemplateProps;
  readonly placement: Placement;
  readonly placed: PlacedPods;
  readonly budget?: BudgetPlan;
  readonly reserved: readonly string[];
  readonly times: TimePlan;
  readonly props: IndexedTrainingJobProps;
}

/** Bounds in seconds. */
export interface TimePlan {
  readonly leaderTimeout: number;
  readonly activeDeadline?: number;
  readonly ttl?: number;
}

const DEFAULT_LEADER_TIMEOUT_SECONDS = 1800;

/** Pure: what the run consists of. */
export function planTraining(id: string, run: IndexedTrainingJobProps, target: Target, namespace?: string): TrainingPlan {
  return collecting(run, (given, attempt) => {
    attempt(() => workloadName(id, given.name));
    attempt(() => checkNamePart('runId', given.runId ?? '1'));
    const props = attempt(() => withDevicesOfWorker(given), given);
    const rendezvous = props.rendezvous ?? Rendezvous.plain();
    attempt(() => checkChoices(props, rendezvous));
    const size = attempt(() => planSize(props, rendezvous));
    attempt(() => checkLauncher(props, rendezvous, size));
    const identity = attempt(() => planIdentity(id, props, size.workers, namespace));
    const capacity = props.capacity ?? Capacity.onDemand();
    const checkpoint = attempt(() => planCheckpoint(props.checkpoint, props, size.workers, rendezvous, capacity));
    const podProps = attempt(() => completePod(props, rendezvous, checkpoint));
    const failure = attempt(() => planFailures(props, rendezvous, size.workers, target));
    const agentRestarts = attempt(() => (size.minWorkers === undefined ? undefined : planAgentRestarts(props, failure, target)));
    const success = attempt(() => planSuccess(props.successPolicy, rendezvous, size.workers, mayLack(size, target)));
    attempt(() => checkCapacity(capacity, { ...props.accelerator?.nodeLabels, ...props.nodeLabels }));
    const placement = attempt(() => planRunPlacement(props, size.workers, target));
    const budget = attempt(() => planJobBudget(props.disruptionBudget ?? defaultBudget(props), size.workers));
    const times = attempt(() => planTimes(props));
    const pod = attempt(() => planGracefulPod(props, podProps, target, { checkpoint, capacity, use: modelUse(size, times, placement.placement) }));
    return {
      ...identity,
      size,
      rendezvous,
      failure,
      agentRestarts,
      success,
      checkpoint,
      capacity,
      pod,
      podProps,
      ...placement,
      budget,
      reserved: [...Object.values(JOB_VARIABLES).filter(variable => isInjected(variable, props)), ...reservedVariables(rendezvous)],
      times,
      props,
    };
  }, checkPod);
}

function modelUse({ workers }: SizePlan, { activeDeadline }: TimePlan, placement: Placement): ModelUse {
  return {
    pods: workers,
    called: 'workers',
    areOnOneNode: isOneNode(placement),
    deadline: activeDeadline === undefined ? undefined : { field: 'activeDeadline', seconds: activeDeadline },
  };
}

/** Whether the run may be over before every index had a pod. */
function mayLack({ workers, minWorkers = workers }: SizePlan, target: Target): boolean {
  return minWorkers < workers && target._since(DefaultSet.V2);
}

/** The world of the run, as rendezvous code sees it. */
export function worldOfRun(plan: TrainingPlan): World {
  const listsHosts = plan.rendezvous._kind === 'mpi' || plan.rendezvous._kind === 'tensorflow';
  return {
    pods: plan.size.workers,
    processesPerPod: plan.size.processesPerPod,
    leaderAddress: `$(${JOB_VARIABLES.leaderAddress})`,
    leaderInShell: `$${JOB_VARIABLES.leaderAddress}`,
    indexVariable: JOB_VARIABLES.index,
    hosts: listsHosts ? Array.from({ length: plan.size.workers }, (_, index) => workerAddress(plan, index)) : undefined,
    minPods: plan.size.minWorkers,
    agentRestarts: plan.agentRestarts,
    id: plan.jobName,
  };
}

function isInjected(variable: string, props: IndexedTrainingJobProps): boolean {
  return (variable !== JOB_VARIABLES.checkpointFolder || props.checkpoint !== undefined)
    && (variable !== JOB_VARIABLES.exitCodeFile || props.wrapExit === true);
}

function checkChoices(props: IndexedTrainingJobProps, rendezvous: Rendezvous): void {
  if (rendezvous._kind === 'ray') {
    throw forbidden('rendezvous', 'a Ray node does not end, so the Job would never complete', "use LeaderWorkerGroup for a standing Ray cluster, or KubeRay's RayJob");
  }
  if (props.queueName !== undefined) {
    checkNamePart('queueName', props.queueName);
    if (props.suspended) {
      throw forbidden('suspended', 'Kueue suspends what has a queue name, and starts it', 'leave it out');
    }
  }
  if (props.metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'the name of the Job is made of name and runId', 'set name and runId');
  }
  if (rendezvous._kind === 'mpi' && props.security?._isHardened) {
    throw forbidden('security', 'sshd writes host keys, runs as root and needs SYS_CHROOT, which a hardened pod has not', 'use SecurityProfile.published() with MPI');
  }
}

function checkLauncher(props: IndexedTrainingJobProps, rendezvous: Rendezvous, size: SizePlan): void {
  const { command, args } = props.container;
  if (props.wrapExit) {
    requireCommand(command, 'wrapExit runs it as a child');
  }
  if (rendezvous._kind === 'mpi') {
    requireCommand(command, 'mpirun starts on index 0 only');
    checkMpirunFlags(size, command, args);
  }
  if (rendezvous._kind === 'tensorflow') {
    requireCommand(command, 'TF_CONFIG is written before it starts');
  }
  if (rendezvous._kind === 'torchrun') {
    checkTorchrunFlags(size, command, args);
  }
}

function planTimes(props: IndexedTrainingJobProps): TimePlan {
  return {
    leaderTimeout: props.leaderTimeout ? wholeSeconds('leaderTimeout', props.leaderTimeout, 1) : DEFAULT_LEADER_TIMEOUT_SECONDS,
    activeDeadline: props.activeDeadline && wholeSeconds('activeDeadline', props.activeDeadline, 1),
    ttl: props.ttlAfterFinished && wholeSeconds('ttlAfterFinished', props.ttlAfterFinished),
  };
}

function planFailures(props: IndexedTrainingJobProps, rendezvous: Rendezvous, workers: number, target: Target): FailurePlan {
  return planFailure({
    workers,
    rendezvous,
    restarts: props.restarts,
    disruptions: props.toleratedDisruptions,
    isSpot: props.capacity?._spot !== undefined,
    keepsNone: !target._since(DefaultSet.V2),
    scope: props.failureScope ?? FailureScope.together(),
    exitCodes: props.exitCodes,
    wrapExit: props.wrapExit ?? false,
    mainContainer: props.container.name ?? 'main',
    hasDeadline: props.activeDeadline !== undefined,
    isGang: props.backend?._kind === 'jobSet',
  });
}

/**
 * The processes of the agents that stay crash with a lost peer. By default an agent fails with them, so that the run would not go on with fewer.
 * Source: torch 2.9 distributed/elastic/agent/server/api.py _invoke_run; distributed/run.py --max-restarts (0)
 */
function planAgentRestarts({ container }: IndexedTrainingJobProps, { restarts = 0 }: FailurePlan, target: Target): number | undefined {
  return saysAgentRestarts(container) || !target._since(DefaultSet.V2) ? undefined : Math.max(1, restarts);
}

function completePod(props: IndexedTrainingJobProps, rendezvous: Rendezvous, checkpoint: CheckpointPlan | undefined): PodTemplateProps {
  const profile = props.container.capabilityProfile;
  const capabilityProfile = profile === CapabilityProfile.RDMA ? CapabilityProfile.SSHD_RDMA : profile ?? CapabilityProfile.SSHD;
  return {
    ...props,
    container: rendezvous._kind === 'mpi' ? { ...props.container, capabilityProfile } : props.container,
    // Last in start order, so first to stop after the main container: what it needs (a proxy, credentials) is still there.
    sidecars: checkpoint?.upload ? [...props.sidecars ?? [], checkpoint.upload] : props.sidecars,
  };
}

/**
 * Indexes that end one by one would fall below the minimum, and from then on no node under the rest could be drained. Those of one world end together.
 * Source: pkg/controller/disruption/disruption.go countHealthyPods (v1.36): a finished pod is not a healthy one
 */
function defaultBudget(props: IndexedTrainingJobProps): DisruptionBudget | undefined {
  return props.failureScope?._independent ? DisruptionBudget.none() : undefined;
}
