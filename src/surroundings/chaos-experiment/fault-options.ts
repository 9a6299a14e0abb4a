import { Duration } from 'cdk8s';
import { PodPart } from '../../workloads/handle/pods';

/**
 * Packets that arrive later.
 */
export interface SlowNetworkOptions {
  /** How much later, in whole milliseconds. */
  readonly latency: Duration;

  /**
   * How much that varies, in whole milliseconds.
   *
   * @default - not at all
   */
  readonly jitter?: Duration;

  /** How long it lasts, in whole seconds. */
  readonly duration: Duration;

  /**
   * Packets to this part of the workload alone.
   *
   * @default - to anybody
   */
  readonly towards?: PodPart;
}

/**
 * Packets that are lost.
 */
export interface LossyNetworkOptions {
  /** Share that is lost, 1 to 100 per cent. */
  readonly percent: number;

  /** How long it lasts, in whole seconds. */
  readonly duration: Duration;

  /**
   * Packets to this part of the workload alone.
   *
   * @default - to anybody
   */
  readonly towards?: PodPart;
}

/**
 * Pods that do not hear each other.
 */
export interface PartitionOptions {
  /** The part that the pods of the experiment are cut off from. */
  readonly from: PodPart;

  /** How long it lasts, in whole seconds. */
  readonly duration: Duration;
}
