import { Duration } from 'cdk8s';
import { TrainingBackend } from './backend';
import { Checkpoint } from './checkpoint';
import { FailureScope, ExitCodeRules } from './failure-scope';
import { SuccessPolicy } from './success';
import { Rendezvous } from '../../engines/rendezvous';
import { Capacity } from '../../pod/scheduling/capacity';
import { DisruptionBudget } from '../../pod/scheduling/disruption-budget';
import { Placement } from '../../pod/scheduling/placement';
import { PodTemplateProps } from '../../pod/template/pod-template-props';

/**
 * A run that may go on with fewer workers.
 */
export interface ElasticSize {
  /** Fewest workers with which the run goes on: between 1 and `workers`. */
  readonly minWorkers: number;
}

/**
 * A training run: workers that each have an index, and that end.
 */
export interface IndexedTrainingJobProps extends PodTemplateProps {
  /**
   * Name of the Service, the budget and the pods' label; with `runId`, of the Job.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Which run this is; part of the Job's name `<name>-<runId>`. A Job's template is immutable, so a changed image, command or size needs a new
   * run id. Lower-case letters, digits and `-`.
   *
   * @default '1'
   */
  readonly runId?: string;

  /**
   * Pods, each with an index from 0: between 1 and 100,000. All of them run at once (completions = parallelism).
   *
   * @default - `worldSize` / `processesPerPod`; one of the two is required
   */
  readonly workers?: number;

  /**
   * Processes of the whole run. Must be `workers` x `processesPerPod`.
   *
   * @default - `workers` x `processesPerPod`
   */
  readonly worldSize?: number;

  /**
   * Processes in each pod. JAX and TensorFlow have 1; any other value is refused there.
   *
   * @default - one for each accelerator with torchrun and MPI; 1 otherwise
   */
  readonly processesPerPod?: number;

  /**
   * How the workers find each other. Ray is refused: its nodes do not end.
   *
   * @default Rendezvous.plain()
   */
  readonly rendezvous?: Rendezvous;

  /**
   * How long a worker waits until the name of index 0 resolves, in its entry point (torchrun, JAX) or on index 0 for all names (MPI). Longer
   * than scheduling and pulling the image take: a worker that gives up counts as a failure.
   *
   * @default Duration.minutes(30)
   */
  readonly leaderTimeout?: Duration;

  /**
   * How often the whole run may start again after a crash of its own. On a Job, `backoffLimit` = (restarts + tolerated disruptions) x workers, because
   * one crash fails all pods of a run. Refused with `FailureScope.independent`.
   *
   * @default 3
   */
  readonly restarts?: number;

  /**
   * Restarts on top of `restarts`, kept for disruptions: evictions, preemptions, drains, lost nodes. The disrupted pod itself is not counted, but the
   * peers that crash with it are, and nothing tells their crash from a fault of the program. So many disruptions the run survives; the price is that a
   * program that crashes in every start is started again so many times more (`explain()` gives the sum, and how long that takes). 0 keeps none: then
   * disruptions use up `restarts`. May be changed while a Job runs; a JobSet refuses that. Refused with `FailureScope.independent`.
   *
   * @default - on spot nodes 4 for each worker, at least 50; otherwise 2 for each worker, at least 20; none for a single worker that is not on spot
   * nodes, since it has no peers; none in `DefaultSet.V1`
   */
  readonly toleratedDisruptions?: number;

  /**
   * What the failure of one worker means for the others.
   *
   * @default FailureScope.together()
   */
  readonly failureScope?: FailureScope;

  /**
   * What exit codes of the main container mean. Refused with a collective rendezvous without `wrapExit`, where the codes cannot be seen.
   *
   * @default - every code counts against the restarts
   */
  readonly exitCodes?: ExitCodeRules;

  /**
   * Runs the command as a child of a small shell script that passes on SIGTERM and exits with the code that the program wrote to the file named
   * by `EXIT_CODE_FILE`: torchrun itself exits 1 whatever its child did. Needs `container.command` and a shell in the image.
   *
   * @default false
   */
  readonly wrapExit?: boolean;

  /**
   * When the run has succeeded.
   *
   * @default - all indexes; index 0 alone with MPI and with parameter servers, whose other processes never end, and in an elastic run, which may end
   * while an index has no node (all indexes there, too, in `DefaultSet.V1`)
   */
  readonly successPolicy?: SuccessPolicy;

  /**
   * Where checkpoints are kept, and how long saving takes when a pod is told to stop.
   *
   * @default - none
   */
  readonly checkpoint?: Checkpoint;

  /**
   * The kind of nodes to run on. With spot capacity, a grace period above the provider's notice is an error.
   *
   * @default Capacity.onDemand()
   */
  readonly capacity?: Capacity;

  /**
   * Keeps Karpenter from consolidating the nodes under the run (annotation `karpenter.sh/do-not-disrupt`).
   *
   * @default true
   */
  readonly doNotDisrupt?: boolean;

  /**
   * Lets a torchrun run go on with fewer workers (`--nnodes min:max`). Refused with any other rendezvous, with `hostNetwork` and with a JobSet.
   *
   * @default - always all workers
   */
  readonly elastic?: ElasticSize;

  /**
   * Kueue LocalQueue that admits the run. Kueue then owns `spec.suspend` (and `parallelism` of an elastic run), so neither is asserted
   * afterwards; `explain()` prints what GitOps must ignore.
   *
   * @default - no queue
   */
  readonly queueName?: string;

  /**
   * Creates the run suspended (`spec.suspend` of the Job or JobSet), to be started by somebody else: by `suspend: false` in the cluster, or by applying it
   * again without this property. Applied again with it, a started run is stopped: its pods end and their work since the last checkpoint is lost.
   * `explain()` prints the command, and what a GitOps controller must ignore. Refused with `queueName`: Kueue does that itself.
   *
   * @default false
   */
  readonly suspended?: boolean;

  /**
   * When the finished run is deleted. A GitOps controller creates a deleted run again, so leave it unset there.
   *
   * @default - never
   */
  readonly ttlAfterFinished?: Duration;

  /**
   * How long the run may take in all; it fails then. On a JobSet it holds for each start of the gang.
   *
   * @default - no limit
   */
  readonly activeDeadline?: Duration;

  /**
   * What carries the workers.
   *
   * @default TrainingBackend.job()
   */
  readonly backend?: TrainingBackend;

  /**
   * Where the workers run relative to each other. An exclusive domain keeps other runs of the same name out.
   *
   * @default Placement.sameZone(), nothing when the target's nodes have no zones
   */
  readonly placement?: Placement;

  /**
   * How many workers a drain may take at a time. Written as an integer `minAvailable`, which finished pods no longer count for.
   *
   * @default - DisruptionBudget.atMost(1); none for a single worker and for independent indexes, which end one by one and would block drains
   */
  readonly disruptionBudget?: DisruptionBudget;
}
