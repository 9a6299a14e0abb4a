import { Duration } from 'cdk8s';
import { checkOverride, engineContainer } from './container';
import { DevicePlan } from './devices';
import { GpuMetricsPlan, planGpuMetrics } from './gpu-metrics';
import { GpuInferenceDeploymentProps } from './props';
import { invalid } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { wholeSeconds } from '../../base/seconds';
import { EnginePlan } from '../../engines/engine-plan';
import { givenProbe } from '../../pod/container/given-probe';
import { Memory } from '../../pod/container/memory';
import { DrainPlan, planDrain } from '../../pod/lifecycle/drain';
import { StartupPlan, planStartup } from '../../pod/lifecycle/model-load';
import { noticeOf } from '../../pod/lifecycle/notice';
import { adviseOnDownload } from '../../pod/lifecycle/startup-advice';
import { WeightsSource, literalsOf, mountedFolders } from '../../pod/lifecycle/weights-source';
import { CachePlan, CacheUsers } from '../../pod/model/model-cache';
import { weightsOfModel } from '../../pod/model/model-plan';
import { PreloadPlan, planPreload } from '../../pod/model/model-preload';
import { Capacity, checkCapacity } from '../../pod/scheduling/capacity';
import { PodPlan, planPod, sidecarStops } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';

/** How long a roll-out may stand still. */
export interface DeadlinePlan {
  readonly seconds: number;
  readonly sum: string;
}

/** What is served, on which devices. */
export interface ServedModel {
  readonly engine: EnginePlan;
  readonly engineTitle: string;
  readonly devices: DevicePlan;
  readonly cache?: CachePlan;
}

/** What one replica is made of. */
export interface ServerPlan {
  readonly preload?: PreloadPlan;
  readonly startup: StartupPlan;
  readonly deadline: DeadlinePlan;
  readonly drain: DrainPlan;
  readonly podProps: PodTemplateProps;
  readonly pod: PodPlan;
  readonly gpuMetrics?: GpuMetricsPlan;
  readonly capacity: Capacity;
  readonly advice: readonly Finding[];
}

/** What one replica shares with others, and where it runs. */
interface ServerContext {
  readonly users: CacheUsers;
  readonly target: Target;
}

/** Pure: the pod of one replica. */
export function planServer(
  props: GpuInferenceDeploymentProps, { engine, engineTitle, devices, cache }: ServedModel, { users, target }: ServerContext): ServerPlan {
  const override = props.container ?? {};
  const preload = planPreload(props.preload, cache, { ...engine, image: override.image ?? engine.image });
  checkOverride(override, engine, props.engine._factory);
  const gpuMetrics = planGpuMetrics(props.gpuMetrics, devices.accelerator);
  const sidecars = [...props.sidecars ?? [], ...(gpuMetrics?.sidecar ? [gpuMetrics.sidecar] : [])];
  const capacity = props.capacity ?? Capacity.onDemand();
  checkCapacity(capacity, { ...devices.accelerator.nodeLabels, ...props.nodeLabels });
  const drain = planEngineDrain(props, engine, engineTitle, capacity);
  const memory = props.modelLoad?._weights === undefined ? undefined : Memory.derived({ weights: props.modelLoad._weights });
  // Liveness is held back by the startup probe, ours or theirs.
  const startup = planStartup(props.modelLoad, {
    field: 'container',
    startup: givenProbe('container', { ...override, image: engine.image }, override.startup),
    weights: target._since(DefaultSet.V2) ? weightsOf(props, engine) : undefined,
    weightsInMemory: override.memory?._parts?.weights,
  });
  const container = engineContainer(override, engine, { preStopSeconds: drain.preStopSeconds, memory, startup: startup.probe });
  const podProps: PodTemplateProps = {
    ...props,
    container,
    accelerator: devices.accelerator,
    sidecars,
    terminationGracePeriod: Duration.seconds(drain.graceSeconds),
  };
  return {
    preload,
    gpuMetrics,
    drain,
    startup,
    capacity,
    podProps,
    deadline: planDeadline(props.progressDeadline, startup, preload),
    pod: planPod(podProps, target, drain.stopping, { ...users, engine, weights: props.modelLoad?._weights }),
    advice: [
      ...engine.advice,
      ...adviseOnDownload(startup, 'keep them on a volume: modelCache, and preload to fill it before the engine starts'),
      ...props.engine._checkContainer('container', { image: override.image, variables: Object.keys({ ...override.envVariables, ...override.secretEnv }) }),
    ],
  };
}

function weightsOf(props: GpuInferenceDeploymentProps, { model, args }: EnginePlan): WeightsSource {
  return weightsOfModel(props, { model, args, variables: literalsOf(props.container), mounts: mountedFolders(props.container) });
}

function planEngineDrain(props: GpuInferenceDeploymentProps, engine: EnginePlan, engineTitle: string, capacity: Capacity): DrainPlan {
  return planDrain({
    engine: engineTitle,
    longestStreamSeconds: engine.longestStreamSeconds,
    drain: engine.drain,
    noDrainReason: engine.noDrainReason,
    preStopSleep: props.container?.preStopSleep,
    sidecars: sidecarStops(props.sidecars),
    gracePeriod: props.terminationGracePeriod,
    notice: noticeOf(capacity),
  });
}

/** A download comes before the startup probe, and counts for the roll-out all the same. */
function planDeadline(given: Duration | undefined, startup: StartupPlan, preload: PreloadPlan | undefined): DeadlinePlan {
  const download = preload?.seconds ?? 0;
  const needed = startup.seconds + download;
  const parts = `startup ${startup.seconds} s${download > 0 ? ` + preload ${download} s = ${needed} s` : ''}`;
  if (given === undefined) {
    const seconds = startup.progressDeadlineSeconds + download;
    return { seconds, sum: download > 0 ? `${startup.progressDeadlineSum} + preload ${download} s = ${seconds} s` : startup.progressDeadlineSum };
  }
  const seconds = wholeSeconds('progressDeadline', given, 1);
  if (seconds <= needed) {
    throw invalid('progressDeadline', `${seconds}s`, `must be more than the startup budget: ${parts}; a roll-out that works would be reported as failed`,
      `give at least ${startup.progressDeadlineSeconds + download} s, or leave it out`);
  }
  return { seconds, sum: `given ${seconds} s > ${parts}` };
}
