import { ApiObject } from 'cdk8s';
import { ZonePlan } from './partition-plan';
import { ServiceHandle } from '../../workloads/service';

/**
 * One pod of a workload partitioned by zone.
 */
export class PodHandle {
  /**
   * @internal
   */
  public static _of(ordinal: number, zone: ZonePlan, headless: ServiceHandle): PodHandle {
    return new PodHandle(ordinal, zone, headless);
  }

  /** Its number, unique over all zones: `105`. The pod reads it as `POD_INDEX`. */
  public readonly ordinal: number;

  /** Name of the pod: `<name>-<zone>-<ordinal>`. */
  public readonly name: string;

  /** Name that resolves to the pod, ready or not: with the namespace where it is known, else valid inside the namespace. */
  public readonly dns: string;

  /** Zone that it runs in. */
  public readonly zone: string;

  private constructor(ordinal: number, zone: ZonePlan, headless: ServiceHandle) {
    this.ordinal = ordinal;
    this.name = `${zone.setName}-${ordinal}`;
    this.dns = `${this.name}.${headless.dns}`;
    this.zone = zone.zone;
  }
}

/**
 * One zone of a workload: its StatefulSet, its Service and its range.
 */
export class ZoneHandle {
  /**
   * @internal
   */
  public static _of(plan: ZonePlan, apiObject: ApiObject, service: ServiceHandle, headless: ServiceHandle): ZoneHandle {
    return new ZoneHandle(plan, apiObject, service, headless);
  }

  /** Value of the node label `topology.kubernetes.io/zone`. */
  public readonly zone: string;

  /** Name of the StatefulSet. */
  public readonly name: string;

  /** First ordinal of the range, and of the pods. */
  public readonly firstOrdinal: number;

  /** Last ordinal of the range, whether or not a pod has it. */
  public readonly lastOrdinal: number;

  /** Pods in the zone. */
  public readonly replicas: number;

  /** Service over the ready pods of the zone. An empty zone has one as well, without endpoints. */
  public readonly service: ServiceHandle;

  /** The StatefulSet, for patches. */
  public readonly apiObject: ApiObject;

  private readonly plan: ZonePlan;
  private readonly headless: ServiceHandle;

  private constructor(plan: ZonePlan, apiObject: ApiObject, service: ServiceHandle, headless: ServiceHandle) {
    this.zone = plan.zone;
    this.name = plan.setName;
    this.firstOrdinal = plan.first;
    this.lastOrdinal = plan.last;
    this.replicas = plan.replicas;
    this.service = service;
    this.apiObject = apiObject;
    this.plan = plan;
    this.headless = headless;
  }

  /** The pods of the zone, by ordinal; a copy. */
  public get pods(): PodHandle[] {
    return Array.from({ length: this.replicas }, (_, index) => PodHandle._of(this.firstOrdinal + index, this.plan, this.headless));
  }
}
