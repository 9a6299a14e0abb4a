import { SidePlan, Stage } from './stage';
import { PodTemplate } from '../../pod/template/pod-template';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { ServiceHandle } from '../../workloads/service';
import { GpuInferenceDeployment } from '../gpu-inference-deployment/gpu-inference-deployment';
import { LeaderWorkerGroup } from '../leader-worker-group/leader-worker-group';

/**
 * One role of a disaggregated model: what scales, monitors or protects it alone takes this.
 */
export class DisaggregatedRole implements IWorkload {
  /**
   * @internal
   */
  public static _of({ stage, pool }: Pick<SidePlan, 'stage' | 'pool'>, pattern: GpuInferenceDeployment | LeaderWorkerGroup): DisaggregatedRole {
    return pattern instanceof GpuInferenceDeployment ? new DisaggregatedRole(stage, pool, pattern)
      : new DisaggregatedRole(stage, pool, undefined, pattern);
  }

  /** `prefill` or `decode`. */
  public readonly role: string;

  /** Name of a further pool of that role; undefined for the first one. */
  public readonly pool?: string;

  /** The pattern behind it, where its replicas are one pod each. */
  public readonly deployment?: GpuInferenceDeployment;

  /** The pattern behind it, where it is groups. */
  public readonly groups?: LeaderWorkerGroup;

  private constructor(role: Stage, pool: string | undefined, deployment?: GpuInferenceDeployment, groups?: LeaderWorkerGroup) {
    this.role = role;
    this.pool = pool;
    this.deployment = deployment;
    this.groups = groups;
  }

  /** Name in Kubernetes. */
  public get name(): string {
    return this.pattern.name;
  }

  /** What surrounds this role alone asks here. */
  public get workload(): Workload {
    return this.pattern.workload;
  }

  /** The pods that answer: replicas, or leaders of groups. */
  public get pods(): PodTemplate {
    return this.deployment?.pods ?? this.groups!.leader;
  }

  /** The Service in front of them. */
  public get service(): ServiceHandle {
    return this.deployment?.service ?? this.groups!.servingService!;
  }

  /**
   * All templates of its pods.
   *
   * @internal
   */
  public get _templates(): PodTemplate[] {
    const { groups } = this;
    return groups ? [groups.leader, ...(groups.worker && groups.worker !== groups.leader ? [groups.worker] : [])] : [this.pods];
  }

  /**
   * Those that answer: of groups the leader's, unless each pod takes requests for its own ranks.
   *
   * @internal
   */
  public get _answeringTemplates(): PodTemplate[] {
    return this.groups && this.workload.serving?.role === undefined ? this._templates : [this.pods];
  }

  /**
   * `decode`, `decode-long`.
   *
   * @internal
   */
  public get _part(): string {
    return this.pool === undefined ? this.role : `${this.role}-${this.pool}`;
  }

  /**
   * Labels of the pods that answer.
   *
   * @internal
   */
  public get _answering(): { [key: string]: string } {
    return this.groups ? this.workload.pods({ role: this.workload.serving?.role }).labels : this.workload.pods().labels;
  }

  private get pattern(): GpuInferenceDeployment | LeaderWorkerGroup {
    return this.deployment ?? this.groups!;
  }
}
