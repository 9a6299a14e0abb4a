import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * What happens to requests while the endpoint picker does not answer.
 */
export enum PickerFailure {
  /** They fail: no pod gets more than a picker would give it. */
  CLOSE = 'FailClose',

  /** The gateway takes a pod by itself, without a look at queues and caches. */
  OPEN = 'FailOpen',
}

/**
 * How important requests are that name it in the header `x-gateway-inference-objective`.
 */
export interface PoolObjective {
  /** Its name: of the object, and what clients write into the header. */
  readonly name: string;

  /** The higher one is served first where requests have to wait; requests without an objective have 0. May be negative. */
  readonly priority: number;
}

/**
 * Pods among which an endpoint picker chooses.
 */
export interface InferencePoolProps {
  /**
   * Name of the InferencePool.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make of others. The pool is in its namespace. */
  readonly workload: IWorkload;

  /**
   * Which of its pods.
   *
   * @default - those that answer
   */
  readonly part?: PodPart;

  /**
   * Ports on which each pod answers, 8 at most. Each of them is an engine of its own to the picker.
   *
   * @default - the port behind the Service of the workload
   */
  readonly ports?: number[];

  /** Name of the Service of the endpoint picker, in the namespace of the workload. It is installed by its own chart, and told the name of the pool. */
  readonly picker: string;

  /**
   * Port of that Service.
   *
   * @default 9002
   */
  readonly pickerPort?: number;

  /**
   * What happens to requests while the picker does not answer.
   *
   * @default PickerFailure.CLOSE
   */
  readonly pickerFailure?: PickerFailure;

  /**
   * Priorities of requests. They count where the flow control of the picker is on.
   *
   * @default - all requests are alike
   */
  readonly objectives?: PoolObjective[];
}
