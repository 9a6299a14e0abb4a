import { Duration } from 'cdk8s';
import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * A PodMonitor for the Prometheus operator.
 */
export interface EngineMonitorOptions {
  /**
   * Time between two scrapes.
   *
   * @default - Prometheus' own
   */
  readonly interval?: Duration;

  /**
   * Labels of the PodMonitor, for the selector of the Prometheus that has to find it.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };
}

/**
 * A container port that exports series for Prometheus.
 */
export interface MonitoredPort {
  /** Name of the container port. */
  readonly name: string;

  /**
   * Path on that port, from its slash on.
   *
   * @default /metrics
   */
  readonly path?: string;
}

/**
 * What is scraped, and how often.
 */
export interface EngineMonitorProps extends EngineMonitorOptions {
  /**
   * Name of the PodMonitor.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload whose pods are scraped: a pattern, or what `Workload.of` and `Workload.named` make. */
  readonly workload: IWorkload;

  /**
   * Which of its pods. Without `ports` they must be of the role whose engine exports.
   *
   * @default - pods of the role whose engine exports; all pods where no engine does
   */
  readonly part?: PodPart;

  /**
   * Ports besides the engine's. Needed where no engine of the library runs in the pods.
   *
   * @default - the engine's port alone
   */
  readonly ports?: MonitoredPort[];
}
