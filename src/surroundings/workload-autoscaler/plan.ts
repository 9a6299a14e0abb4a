import { WorkloadAutoscalerProps } from './props';
import { AutoscalingPlan, MeasuredEngine, ReplicaTimes, ScaledObject, planAutoscaling } from './scaling-plan';
import { forbidden, required } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { InferenceEngine } from '../../engines/inference-engine';
import { collecting } from '../../given/mistakes/collecting';
import { workloadName } from '../../kubernetes/refused/names';
import { DEFAULT_GRACE_SECONDS } from '../../pod/lifecycle/drain';
import { UNKNOWN_START_SECONDS } from '../../pod/lifecycle/load-times';
import { Workload } from '../../workloads/handle/workload';

/** An autoscaler with its name, its place, and what it scales. */
export interface WorkloadAutoscalerPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly scaled: ScaledObject;
  readonly scaling: AutoscalingPlan;
  readonly times: ReplicaTimes;
  /** What one more is: `pods`, `groups`. */
  readonly unit: string;
  readonly devicesOfOne: number;
}

/** Pure: what is scaled, by which series, and how fast. */
export function planWorkloadAutoscaler(id: string, given: WorkloadAutoscalerProps): WorkloadAutoscalerPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const name = attempt(() => workloadName(id, props.name));
    const scaled = attempt(() => scaledBy(workload));
    const measured = attempt(() => measuredBy(workload, props.engine));
    const times = attempt(() => timesOf(workload, props));
    const scaling = attempt(() => planAutoscaling(props, measured, times));
    return {
      name,
      namespace: attempt(() => workload.namespace),
      scaled,
      scaling,
      times,
      ...attempt(() => unitOf(workload)),
    };
  });
}

function scaledBy(workload: Workload): ScaledObject {
  const { target, refusal } = workload.scale;
  if (!target) {
    throw forbidden('workload', `nothing may scale ${workload.name}: ${refusal}`, 'leave this autoscaler out, or change the workload so that one object carries its pods');
  }
  if (workload._isScaled) {
    throw forbidden('workload', `${workload.name} has an autoscaler already, and two of one workload undo each other's work`, 'keep one of them');
  }
  return target;
}

function measuredBy({ name, metrics, _series }: Workload, engine: InferenceEngine | undefined): MeasuredEngine {
  const title = engine ? `${engine.name} ${engine.version}` : metrics?.engine ?? `the engine of ${name}`;
  if (_series && engine) {
    throw forbidden('engine', `${name} says by itself what runs in it: ${metrics?.engine ?? 'its own engine'}`, 'leave it out');
  }
  const series = _series ?? engine?._plan({ kind: 'single' }).metrics;
  if (!series) {
    throw required('engine', `nothing says which engine runs in ${name}, so the names of its series are not known`,
      'give the engine; to scale by anything else, use the HorizontalPodAutoscaler of cdk8s-plus-28');
  }
  return { title, metrics: series };
}

/** What one more replica of the scaled object is: a pod, or all pods of a group. */
function unitOf(workload: Workload): Pick<WorkloadAutoscalerPlan, 'unit' | 'devicesOfOne'> {
  const isGroup = workload.groups !== undefined;
  const devices = workload.roles.map(({ name, devicesPerPod }) => devicesPerPod * (isGroup ? workload._select({ role: name, group: 0 }).least : 1));
  return { unit: isGroup ? 'groups' : 'pods', devicesOfOne: devices.reduce((sum, each) => sum + each, 0) };
}

/** Of the role whose engine is read: its start is what an added unit waits for. */
function timesOf({ roles, metrics }: Workload, { startTime }: WorkloadAutoscalerProps): ReplicaTimes {
  const role = roles.find(({ name }) => name === metrics?.role) ?? roles[0];
  return {
    startSeconds: startTime ? wholeSeconds('startTime', startTime, 1) : role?.startSeconds ?? UNKNOWN_START_SECONDS,
    graceSeconds: role?.graceSeconds ?? DEFAULT_GRACE_SECONDS,
  };
}
