import { InferenceEngine } from '../../engines/inference-engine';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * Whose dashboard, and how Grafana finds it.
 */
export interface WorkloadDashboardProps {
  /**
   * Name of the ConfigMap.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make. It must be known in which namespace it is. */
  readonly workload: IWorkload;

  /**
   * Title of the dashboard.
   *
   * @default - the name of the workload
   */
  readonly title?: string;

  /**
   * Labels of the ConfigMap, for the sidecar of Grafana that has to find it.
   *
   * @default - grafana_dashboard: "1", as Grafana's Helm chart looks for
   */
  readonly labels?: { [key: string]: string };

  /**
   * Folder of Grafana, as annotation `grafana_folder`; the sidecar has to be told to read it (`sidecar.dashboards.folderAnnotation`).
   *
   * @default - none
   */
  readonly folder?: string;

  /**
   * The engine that runs in it. Refused where the workload says it by itself.
   *
   * @default - the engine of the pattern; without one no panel is about requests
   */
  readonly engine?: InferenceEngine;

  /**
   * Names of its pods, as a regular expression of Prometheus. Needed for a workload that is not part of the app.
   *
   * @default - as the controllers of its objects call them
   */
  readonly podNames?: string;

  /**
   * Label of series that names the zone of the node: `zone` with `nodeZone` of an EngineMonitor. With it there is a panel by zone.
   *
   * @default - none
   */
  readonly zoneLabel?: string;
}
