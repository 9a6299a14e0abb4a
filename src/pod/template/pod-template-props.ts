import { ApiObjectMetadata, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ContainerSpec, SidecarSpec } from '../container/container';
import { Accelerator } from '../devices/accelerator';
import { ModelCache } from '../model/model-cache';
import { ModelPreload } from '../model/model-preload';
import { Fabric } from '../network/fabric';
import { PodToleration } from '../scheduling/toleration';
import { SecurityProfile } from '../security/security';
import { SharedClaim } from '../storage/shared-claim';
import { SharedMemory } from '../storage/shared-memory';

/**
 * What the pods of a pattern have besides their main container: cdk8s-plus-28's pod properties, and what AI workloads need on top.
 *
 * cdk8s-plus-28's pod defaults that break published images do not hold: a pod is not forced to run as a non-root user.
 */
export interface WorkloadPodProps extends kplus.AbstractPodProps {
  /**
   * Native sidecars, in start order. They start before `initContainers`, and stop after the main container in reverse order.
   *
   * @default - none
   */
  readonly sidecars?: SidecarSpec[];

  /**
   * Claims that all pods share and only read, mounted in the main container: weights, a dataset.
   *
   * @default - none
   */
  readonly sharedClaims?: SharedClaim[];

  /**
   * Volume that keeps the weights, mounted in the main container: each pod reads its model there, and `HF_HOME` says so.
   *
   * @default - none: each start of a container downloads them
   */
  readonly modelCache?: ModelCache;

  /**
   * Fills the cache before the main container starts.
   *
   * @default - none: the program downloads by itself
   */
  readonly preload?: ModelPreload;

  /**
   * Devices of each pod, given to the main container.
   *
   * @default - none
   */
  readonly accelerator?: Accelerator;

  /**
   * The network over which the processes of a group or a run speak to each other: devices, secondary networks, variables of NCCL, Gloo and UCX, locked memory.
   *
   * @default - whatever the image finds: TCP over the network of the pod
   */
  readonly fabric?: Fabric;

  /**
   * Size of `/dev/shm` of the main container.
   *
   * @default - 2 GiB for each accelerator device; none without accelerators
   */
  readonly sharedMemory?: SharedMemory;

  /**
   * How far the pods are confined.
   *
   * @default SecurityProfile.published()
   */
  readonly security?: SecurityProfile;

  /**
   * Labels that nodes must carry, on top of the accelerator's.
   *
   * @default - none
   */
  readonly nodeLabels?: { [key: string]: string };

  /**
   * Taints to tolerate, on top of the accelerator's.
   *
   * @default - none
   */
  readonly tolerations?: PodToleration[];

  /**
   * How long pods stay bound to a node that stopped answering.
   *
   * @default - Kubernetes' own 300 seconds
   */
  readonly deadNodeTolerance?: Duration;

  /**
   * Name of the PriorityClass.
   *
   * @default - the cluster's default class
   */
  readonly priorityClassName?: string;

  /**
   * Name of the RuntimeClass: `nvidia` where the NVIDIA runtime is not the default one.
   *
   * @default - the node's default runtime
   */
  readonly runtimeClassName?: string;

  /**
   * Scheduler that places the pods.
   *
   * @default - the default scheduler
   */
  readonly schedulerName?: string;

  /**
   * `false` gives each pod a user namespace of its own: root inside is nobody outside. Refused together with `hostNetwork`; warned
   * about with NVIDIA GPUs, whose container toolkit does not support it.
   *
   * @default - the host's user namespace
   */
  readonly hostUsers?: boolean;

  /**
   * Secrets with registry credentials, by name, on top of `dockerRegistryAuth`.
   *
   * @default - none
   */
  readonly imagePullSecretNames?: string[];

  /**
   * Registry that images are pulled from instead of their own: host with an optional path, `mirror.example:5000/hub`.
   *
   * @default - images as written
   */
  readonly registryMirror?: string;

  /**
   * Labels and annotations of the pods.
   *
   * @default - none
   */
  readonly podMetadata?: ApiObjectMetadata;
}

/**
 * What the pods of a pattern are made of.
 */
export interface PodTemplateProps extends WorkloadPodProps {
  /**
   * The main container: the one that holds the accelerators, and that failure rules and probes speak of.
   */
  readonly container: ContainerSpec;
}
