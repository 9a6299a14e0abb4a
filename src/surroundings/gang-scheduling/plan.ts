import { ApiObject } from 'cdk8s';
import { GangSchedulingProps } from './props';
import { GangScheduler } from './scheduler';
import { unitsOf } from './units';
import { PlainObject, compact } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { QUEUE_NAME } from '../../knowledge/queue';
import { Workload } from '../../workloads/handle/workload';
import { StartFacts } from '../../workloads/handle/workload-facts';
import { GangPlan as NativeGang, nativeGang } from '../../workloads/pod-group';

/** One gang: pods that are placed together, and what stands for them. */
export interface GangPlan {
  /** Name of the PodGroup. */
  readonly name: string;
  readonly least: number;
  readonly pods: number;
  readonly objects: readonly ApiObject[];
  /** Of the default scheduler. */
  readonly native?: NativeGang;
}

/** Which pods are placed together, and by whom. */
export interface GangSchedulingPlan {
  readonly workload: Workload;
  readonly namespace?: string;
  readonly scheduler: GangScheduler;
  readonly starts: StartFacts;
  readonly gangs: readonly GangPlan[];
  /** Objects of the workload, once each. */
  readonly objects: readonly ApiObject[];
  /** Whether somebody admits its pods by quota, as it stands when it is asked. */
  readonly queue: () => string | undefined;
}

/** Pure: the gangs of a workload, each with its least number of pods. */
export function planGangScheduling(given: GangSchedulingProps): GangSchedulingPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const scheduler = attempt(() => props.scheduler);
    const starts = attempt(() => unitsOf(workload, props));
    const gangs = attempt(() => starts.units.map(unit => gangOf(unit, scheduler)));
    const objects = attempt(() => [...new Set(starts.units.flatMap(unit => unit.objects))]);
    return {
      workload,
      namespace: attempt(() => workload.namespace),
      scheduler,
      starts,
      gangs,
      objects,
      queue: () => workload._queued.objects.map(({ metadata }) => metadata.getLabel(QUEUE_NAME)).find(name => name !== undefined),
    };
  });
}

function gangOf({ name, least, pods, objects }: StartFacts['units'][number], { _kind: kind, _options: { topologyKey } }: GangScheduler): GangPlan {
  const native = kind === 'native' ? nativeGang(name, least, topologyKey) : undefined;
  return { name: native?.name ?? name, least, pods, objects, native };
}

/** What a PodGroup of an extension says; what its pods ask for is read when it is written. */
export function renderPodGroup({ scheduler }: GangSchedulingPlan, { least }: GangPlan, resources: PlainObject): PlainObject {
  const { _kind: kind, _options: options } = scheduler;
  return kind === 'volcano'
    ? compact({ minMember: least, minResources: resources, queue: options.queue, priorityClassName: options.priorityClass })
    : compact({ minMember: least, scheduleTimeoutSeconds: options.timeoutSeconds });
}
