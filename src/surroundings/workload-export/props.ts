import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * A workload that other clusters may reach.
 */
export interface WorkloadExportProps {
  /**
   * Name of the Service that is made, and of the export with it, where the workload has no Service; refused where it has one, whose name the export must have.
   *
   * @default - the construct id in kebab case, or the name of the workload's Service
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make of others. Every cluster must have it in a namespace of one name. */
  readonly workload: IWorkload;

  /**
   * Which of its pods. They get a Service of their own.
   *
   * @default - what the workload's own Service reaches; all its pods where it has none
   */
  readonly part?: PodPart;

  /**
   * Port on which its containers listen. Needed where the workload has no Service, refused where that says it.
   *
   * @default - that of the workload's Service
   */
  readonly port?: number;

  /**
   * Whether clients get the addresses of the pods instead of one address for all of them. Of StatefulSets whose pods are alike, the headless Service that gives pods their names is exported:
   * `db-0.<cluster>.db.prod.svc.clusterset.local`. Others get a Service without address, and their pods have no names. No route leads to it.
   *
   * @default false
   */
  readonly headless?: boolean;
}
