import { GroupRestart, LeaderWait, LeaderWorkerBackend } from './choices';
import { Parallelism, RoleContainer } from './role-container';
import { InferenceEngine } from '../../engines/inference-engine';
import { Rendezvous } from '../../engines/rendezvous';
import { ModelLoad } from '../../pod/lifecycle/model-load';
import { Capacity } from '../../pod/scheduling/capacity';
import { DisruptionBudget } from '../../pod/scheduling/disruption-budget';
import { Placement } from '../../pod/scheduling/placement';
import { ClaimRetention, PodClaim } from '../../pod/storage/claim';
import { WorkloadPodProps } from '../../pod/template/pod-template-props';
import { Locality } from '../../target-cluster/locality';
import { ServingPort } from '../../workloads/service';
import { Rollout } from '../rollout/rollout';

/**
 * Groups of a leader and its workers that work as one.
 */
export interface LeaderWorkerGroupProps extends WorkloadPodProps {
  /**
   * What serves the model. Commands of leader and workers, port, probes, drain and variables then come from it, and `parallelism` too.
   *
   * With an engine `terminationGracePeriod` is the leader's; workers get more, since they must outlive it.
   *
   * @default - none: `container` says what runs
   */
  readonly engine?: InferenceEngine;

  /**
   * How long the model takes to load, which sizes the startup probe. Only with `engine`.
   *
   * @default - not known: 30 minutes are allowed
   */
  readonly modelLoad?: ModelLoad;

  /**
   * The main container: the one that holds the accelerators, and that failure rules and probes speak of. Without an engine it needs an image; with
   * one it is laid over what the engine gives (image, resources, variables, volumes), and may not say what the engine says (command, port).
   *
   * @default - the engine's
   */
  readonly container?: RoleContainer;

  /**
   * Name in Kubernetes: Services, StatefulSets, DNS and labels come from it. Changing it makes new objects and abandons the claims.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Groups, each a world of its own. At most 2000, each with StatefulSets of its own; of a LeaderWorkerSet as many as a cluster has pods.
   *
   * @default 1
   */
  readonly groups?: number;

  /** Pods in a group, the leader included. All groups together have at most 150000. */
  readonly size: number;

  /**
   * What the leader has differently.
   *
   * @default - nothing
   */
  readonly leader?: RoleContainer;

  /**
   * What workers have differently.
   *
   * @default - nothing
   */
  readonly worker?: RoleContainer;

  /**
   * Processes that each pod runs. The world of a group has `size` x this many, whatever the number of groups.
   *
   * @default - one for each accelerator device; 1 without accelerators and with JAX, where one process drives all devices of its pod
   */
  readonly processesPerPod?: number;

  /**
   * Processes of one group, to be proven: it must be `size` x `processesPerPod`.
   *
   * @default - computed
   */
  readonly worldSize?: number;

  /**
   * How the model is cut; proven against the devices. With an engine it may only repeat what the engine says.
   *
   * @default - the engine's; without one not checked
   */
  readonly parallelism?: Parallelism;

  /**
   * What carries the groups.
   *
   * @default LeaderWorkerBackend.statefulSets()
   */
  readonly backend?: LeaderWorkerBackend;

  /**
   * How the processes of a group find each other.
   *
   * @default - Rendezvous.plain(); with an engine Rendezvous.ray() where its version cannot cut a model over pods by itself
   */
  readonly rendezvous?: Rendezvous;

  /**
   * Allows a rendezvous that runs to completion (torchrun, JAX, MPI, TensorFlow): a StatefulSet starts again what exits with 0.
   *
   * @default false
   */
  readonly restartsAfterSuccess?: boolean;

  /**
   * What workers wait for before they start.
   *
   * @default - the leader's name, with Ray the head's control store, for 5 minutes; 30 where giving up re-creates the group (`recreateGroup`)
   */
  readonly waitForLeader?: LeaderWait;

  /**
   * What happens to a group when one of its pods fails.
   *
   * @default - GroupRestart.recreateGroup() with LeaderWorkerSet; GroupRestart.fateSharing() with an engine, unless workers have a liveness or startup
   * probe of their own (DefaultSet.V1: GroupRestart.none()); else GroupRestart.none()
   */
  readonly restart?: GroupRestart;

  /**
   * How a change of the template reaches the groups.
   *
   * @default Rollout.allAtOnce()
   */
  readonly rollout?: Rollout;

  /**
   * Where the pods of one group run.
   *
   * @default Placement.sameZone()
   */
  readonly placement?: Placement;

  /**
   * The kind of nodes to run on. With spot capacity, a drain (or a grace period) that takes longer than the provider's notice is an error.
   *
   * @default Capacity.onDemand()
   */
  readonly capacity?: Capacity;

  /**
   * How many pods a drain may take at a time, over all groups.
   *
   * @default DisruptionBudget.atMost(1)
   */
  readonly disruptionBudget?: DisruptionBudget;

  /**
   * Volumes that each pod gets for itself.
   *
   * @default - none
   */
  readonly claims?: PodClaim[];

  /**
   * What becomes of the claims.
   *
   * @default - they are retained
   */
  readonly claimRetention?: ClaimRetention;

  /**
   * Ports of the Service that clients use. It selects leaders only.
   *
   * @default - the ports that the leader's container declares; no Service when it declares none
   */
  readonly servingPorts?: ServingPort[];

  /**
   * Which leaders clients of that Service prefer.
   *
   * @default - all alike
   */
  readonly prefer?: Locality;
}

/**
 * A Service on part of the groups.
 */
export interface GroupServiceOptions {
  /** Ports of the Service. */
  readonly ports: ServingPort[];

  /**
   * Name of the Service.
   *
   * @default - the pattern's name, then the id given to `addService`
   */
  readonly name?: string;

  /**
   * Only this group.
   *
   * @default - all groups
   */
  readonly group?: number;

  /**
   * Only this role.
   *
   * @default - leaders and workers
   */
  readonly role?: GroupRole;

  /**
   * Only the pod with this index in its group (0 is the leader). Needs `group`: the same index stands in every group, so a Service on an
   * index alone would mix worlds.
   *
   * @default - every index
   */
  readonly index?: number;

  /**
   * Which endpoints clients prefer.
   *
   * @default - all alike
   */
  readonly prefer?: Locality;
}

/**
 * The part a pod plays in its group.
 */
export enum GroupRole {
  /** Index 0. */
  LEADER = 'leader',

  /** Index 1 and up. */
  WORKER = 'worker',
}
