import { Duration } from 'cdk8s';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { COSCHEDULING, VOLCANO } from '../../knowledge/gangs';
import { DEFAULT_SCHEDULER } from '../../knowledge/kube-scheduler';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { checkTopologyKey } from '../../pod/scheduling/placement';

/**
 * A gang of Volcano.
 */
export interface VolcanoGangOptions {
  /**
   * Name of a Volcano Queue, which admits by quota: what the gang asks for must fit into it.
   *
   * @default - the queue of the namespace, or `default`
   */
  readonly queue?: string;

  /**
   * Name of a PriorityClass: the order of gangs, and who gives way to whom. Pods keep the priority that they have.
   *
   * @default - none
   */
  readonly priorityClass?: string;

  /**
   * What pods call the scheduler.
   *
   * @default volcano
   */
  readonly schedulerName?: string;
}

/**
 * A gang of the coscheduling plugin of sigs.k8s.io/scheduler-plugins.
 */
export interface CoschedulingGangOptions {
  /**
   * What pods call the scheduler that runs the plugin; `default-scheduler` where it took the place of the default one.
   *
   * @default scheduler-plugins-scheduler
   */
  readonly schedulerName?: string;

  /**
   * How long places are kept for pods that have one while the others have none. Whole seconds.
   *
   * @default - that of the plugin, 60 seconds
   */
  readonly timeout?: Duration;
}

/**
 * A gang of Kubernetes' own scheduler.
 */
export interface NativeGangOptions {
  /**
   * Node label whose value is the domain in which all pods of a gang run.
   *
   * @default - they may be anywhere
   */
  readonly topologyKey?: string;
}

/** What differs between them. */
export type GangSchedulerKind = 'volcano' | 'coscheduling' | 'native';

/**
 * What places the pods of a gang all at once, or none of them.
 */
export class GangScheduler {
  /**
   * Volcano: a PodGroup of `scheduling.volcano.sh/v1beta1`, and pods of its scheduler. Its queue admits by quota, its scheduler by places.
   *
   * @param options The queue and the order in it.
   */
  public static volcano(options: VolcanoGangOptions = {}): GangScheduler {
    const at = (field: string) => `GangScheduler.volcano(${field})`;
    return new GangScheduler('volcano', options.schedulerName === undefined ? VOLCANO.scheduler : checkSubdomain(at('schedulerName'), options.schedulerName), {
      queue: options.queue === undefined ? undefined : checkSubdomain(at('queue'), options.queue),
      priorityClass: options.priorityClass === undefined ? undefined : checkSubdomain(at('priorityClass'), options.priorityClass),
    });
  }

  /**
   * The coscheduling plugin of sigs.k8s.io/scheduler-plugins: a PodGroup of `scheduling.x-k8s.io/v1alpha1`, and pods of the scheduler that runs it. Nothing
   * admits by quota.
   *
   * @param options The scheduler's name, and how long places are kept.
   */
  public static coscheduling(options: CoschedulingGangOptions = {}): GangScheduler {
    const at = (field: string) => `GangScheduler.coscheduling(${field})`;
    return new GangScheduler('coscheduling', options.schedulerName === undefined ? COSCHEDULING.scheduler : checkSubdomain(at('schedulerName'), options.schedulerName), {
      timeoutSeconds: options.timeout && wholeSeconds(at('timeout'), options.timeout, 1),
    });
  }

  /**
   * The default scheduler: a PodGroup of `scheduling.k8s.io/v1alpha2`, which pods name in `spec.schedulingGroup`. Nothing admits by quota.
   *
   * Alpha of Kubernetes 1.36: refused unless the Target declares the feature gates GenericWorkload and GangScheduling, with a domain
   * TopologyAwareWorkloadScheduling too, and lists the API. The API of 1.35 has another shape, which no later release reads.
   *
   * Source: KEP-4671, KEP-5732
   *
   * @param options The domain.
   */
  public static native(options: NativeGangOptions = {}): GangScheduler {
    return new GangScheduler('native', DEFAULT_SCHEDULER, {
      topologyKey: options.topologyKey === undefined ? undefined : checkTopologyKey('GangScheduler.native(topologyKey)', options.topologyKey),
    });
  }

  private constructor(
    /** @internal */ public readonly _kind: GangSchedulerKind,
    /** @internal */ public readonly _schedulerName: string,
    /** @internal */ public readonly _options: {
      readonly queue?: string;
      readonly priorityClass?: string;
      readonly timeoutSeconds?: number;
      readonly topologyKey?: string;
    }) {}
}

carriesMistakes(GangScheduler, () => GangScheduler.volcano());
