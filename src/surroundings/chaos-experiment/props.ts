import { Duration } from 'cdk8s';
import { ChaosFault } from './chaos-fault';
import { ChaosReach } from './chaos-reach';
import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * What goes wrong with which pods, and when.
 */
export interface ChaosExperimentProps {
  /**
   * Name of the experiment, or of its Schedule: at most 57 characters, since Chaos Mesh puts six behind it and the whole is the value of a label.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make. */
  readonly workload: IWorkload;

  /**
   * Which of its pods may be hit: a role, group, zone or index.
   *
   * @default - any of them
   */
  readonly part?: PodPart;

  /** What goes wrong. */
  readonly fault: ChaosFault;

  /**
   * How many of them are hit.
   *
   * @default ChaosReach.one()
   */
  readonly reach?: ChaosReach;

  /**
   * When it happens, again and again: minute, hour, day, month, day of the week, in the time zone of Chaos Mesh's controller. `0 10 * * 1-5` is every working
   * day at ten.
   *
   * @default - once, when it is applied
   */
  readonly schedule?: string;

  /**
   * How much later than scheduled it may still begin, in whole seconds. Goes with `schedule`.
   *
   * @default - 5 minutes
   */
  readonly startingDeadline?: Duration;

  /**
   * Experiments of the past that are kept, for reports: at least 1. Goes with `schedule`.
   *
   * @default 3
   */
  readonly historyLimit?: number;
}
