import { Duration } from 'cdk8s';
import { GpuMetrics } from './gpu-metrics';
import { ReplicaSpread } from './spread';
import { InferenceEngine } from '../../engines/inference-engine';
import { ModelLoad } from '../../pod/lifecycle/model-load';
import { Capacity } from '../../pod/scheduling/capacity';
import { DisruptionBudget } from '../../pod/scheduling/disruption-budget';
import { WorkloadPodProps } from '../../pod/template/pod-template-props';
import { EngineMonitorOptions } from '../../surroundings/engine-monitor/props';
import { InferenceAutoscaling } from '../../surroundings/workload-autoscaler/props';
import { Locality } from '../../target-cluster/locality';
import { ServingPort } from '../../workloads/service';
import { RoleContainer } from '../leader-worker-group/role-container';

/**
 * The Service in front of the replicas.
 */
export interface InferenceServiceOptions {
  /**
   * Name of the Service.
   *
   * @default - the name of the deployment
   */
  readonly name?: string;

  /**
   * Ports.
   *
   * @default - the engine's port, by its name
   */
  readonly ports?: ServingPort[];

  /**
   * Sends a client, by its address, to the same replica for this long after its last request: 1 second to 1 day. Behind a gateway the address is the
   * gateway's, so affinity is then void, or sends everything to one replica.
   *
   * @default - none
   */
  readonly clientAffinity?: Duration;

  /**
   * Which replicas clients prefer. Affinity then chooses among those that are left.
   *
   * @default - all alike
   */
  readonly prefer?: Locality;
}

/**
 * Replicas of a model server, each on the devices of one pod: what holds wherever they run, and however many there are. `accelerator` is needed, although the pods
 * of other patterns do without: a device plugin's count must be what the engine is cut over (tensor x pipeline x data), a claim takes its count from there.
 */
export interface ModelReplicasProps extends WorkloadPodProps {
  /**
   * Name in Kubernetes: Deployment, Service, autoscaler, budget and labels. Changing it makes new objects.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** What serves the model, and how it is cut. Command line, port, probes, drain, metrics and device count come from it. */
  readonly engine: InferenceEngine;

  /**
   * Differences from the engine's container: image, resources, variables, mounts. Command line and stop hook are the engine's.
   *
   * @default - the engine's container as it is
   */
  readonly container?: RoleContainer;

  /**
   * Adds and removes replicas by the engine's own metrics, with a HorizontalPodAutoscaler. `replicas` is then left out of the Deployment.
   *
   * @default - a fixed number of replicas
   */
  readonly autoscaling?: InferenceAutoscaling;

  /**
   * How long the model takes to load: it sizes the startup probe, the progress deadline and the autoscaler's windows, and gives the memory where none is
   * asked for.
   *
   * @default - not known: 30 minutes
   */
  readonly modelLoad?: ModelLoad;

  /**
   * How long a roll-out may make no progress. Must be more than the startup budget.
   *
   * @default - startup budget + preload + 10 minutes for scheduling and the image
   */
  readonly progressDeadline?: Duration;

  /**
   * Figures of the GPUs themselves.
   *
   * @default - none
   */
  readonly gpuMetrics?: GpuMetrics;

  /**
   * A PodMonitor that scrapes the engine (and the GPU sidecar): what an autoscaler reads has to be collected first.
   *
   * @default - none: something else scrapes the pods
   */
  readonly podMonitor?: EngineMonitorOptions;

  /**
   * The Service in front of the replicas.
   *
   * @default - one of the deployment's name, on the engine's port
   */
  readonly service?: InferenceServiceOptions;

  /**
   * Where replicas run relative to each other.
   *
   * @default ReplicaSpread.overZones(), nothing when the target's nodes have no zones
   */
  readonly spread?: ReplicaSpread;

  /**
   * How many replicas a node drain may take at a time.
   *
   * @default DisruptionBudget.atMost(1)
   */
  readonly disruptionBudget?: DisruptionBudget;
}

/**
 * Replicas of a model server on one kind of nodes.
 */
export interface GpuInferenceDeploymentProps extends ModelReplicasProps {
  /**
   * Replicas, at most 150000. Refused beside `autoscaling`, which decides them.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * The kind of nodes to run on. With spot capacity, a drain that takes longer than the provider's notice is an error.
   *
   * @default Capacity.onDemand()
   */
  readonly capacity?: Capacity;

  /**
   * Labels by which the pods are selected, in place of `cdk8s-ai-workloads/name`. For a Deployment that runs already: its selector cannot be changed, so
   * another one would need a new Deployment, and devices for both. Deployment, Service, budget, monitors and whatever surrounds the pods then select by
   * these labels, and the pods carry them. No other pods of the namespace may carry all of them.
   *
   * @default - `cdk8s-ai-workloads/name` with the name
   */
  readonly podSelector?: { [key: string]: string };
}
