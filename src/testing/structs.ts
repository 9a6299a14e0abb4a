import { CheckedObject } from '../lint/run/check-finding';

/** A pod that has a number: its place among those that it works with. */
export interface RankedPod {
  /** Name of its workload. */
  readonly workload: string;
  /** Namespace that the manifests say; empty where they say none. */
  readonly namespace: string;
  /** The object that carries it: `StatefulSet ml/llm-0-worker`. */
  readonly carrier: CheckedObject;
  /** What it does there: `leader`, `worker`; `pods` where all are alike. */
  readonly role: string;
  /** Its index or ordinal: its rank, in what counts ranks by it. */
  readonly rank: number;
  /**
   * Its name. Jobs draw letters behind it, which are left out here.
   *
   * @default - groups under an autoscaler are alike, and have no numbers yet
   */
  readonly pod?: string;
  /**
   * The name under which others of its namespace reach it: `llm-0-worker-1.llm-0`.
   *
   * @default - nothing gives it one
   */
  readonly host?: string;
  /**
   * Its group.
   *
   * @default - it is in none
   */
  readonly group?: string;
  /**
   * The one zone that it is bound to.
   *
   * @default - no one zone
   */
  readonly zone?: string;
}

/** An object of which an apply replaces or stops running pods. */
export interface PodRestart {
  /** The object that carries them. */
  readonly subject: CheckedObject;
  /** Paths of what differs in the pod template; empty where the object is no longer made, so that its pods stop. */
  readonly paths: string[];
  /** Whether the object is no longer made. */
  readonly isRemoved: boolean;
  /** Whether the templates say the same in another order or notation, which replaces the pods all the same. */
  readonly saysTheSame: boolean;
  /**
   * Pods that run now and are replaced.
   *
   * @default - an autoscaler or nodes decide how many there are
   */
  readonly pods?: number;
  /**
   * Most of them that are away at the same time.
   *
   * @default - not known
   */
  readonly away?: number;
  /**
   * Accelerators that they hold: `2 x nvidia.com/gpu 8 = 16`.
   *
   * @default - none
   */
  readonly accelerators?: string;
}
