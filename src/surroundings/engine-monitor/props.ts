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
 * What Prometheus finds pods by.
 */
export enum MonitorKind {
  /** A PodMonitor: the pods themselves, by their labels, whether they answer requests or not. */
  POD_MONITOR = 'PodMonitor',

  /** A ServiceMonitor: the pods behind the Service of the workload. The Service gets a label of its own, by which it alone is found. */
  SERVICE_MONITOR = 'ServiceMonitor',
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
   * Name of the monitor.
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

  /**
   * What the pods are found by. With a ServiceMonitor `part` is refused, since the Service chooses the pods, and so is a workload without a Service.
   *
   * @default MonitorKind.POD_MONITOR
   */
  readonly kind?: MonitorKind;

  /**
   * Whether series get the zone of the pod's node as label `zone`, for patterns whose pods the scheduler spreads. Prometheus must be 2.37 or newer, and its account may list
   * and watch nodes; without that the label is missing.
   *
   * @default false
   */
  readonly nodeZone?: boolean;
}
