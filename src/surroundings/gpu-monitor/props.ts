import { IWorkload } from '../../workloads/handle/workload';

/**
 * The exporter that runs on each node already: the GPU operator's, or the chart's.
 */
export interface NodeGpuExporterOptions {
  /**
   * Namespace of the exporter's pods.
   *
   * @default gpu-operator
   */
  readonly namespace?: string;

  /**
   * Labels of the exporter's pods.
   *
   * @default - app: nvidia-dcgm-exporter, as the GPU operator has them
   */
  readonly podLabels?: { [key: string]: string };

  /**
   * Name of the exporter's port.
   *
   * @default metrics
   */
  readonly portName?: string;

  /**
   * Labels of the PodMonitor, for the selector of the Prometheus that has to find it.
   *
   * @default - none
   */
  readonly monitorLabels?: { [key: string]: string };
}

/**
 * Whose GPUs are watched, and by which exporter.
 */
export interface GpuMonitorProps extends NodeGpuExporterOptions {
  /**
   * Name of the PodMonitor.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` makes of one of cdk8s-plus-28. It must be known in which namespace it is. */
  readonly workload: IWorkload;
}
