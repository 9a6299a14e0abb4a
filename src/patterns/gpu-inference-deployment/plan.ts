import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { checkOverride, engineContainer } from './container';
import { DevicePlan, planDevices } from './devices';
import { GpuMetricsPlan, planGpuMetrics } from './gpu-metrics';
import { GpuInferenceDeploymentProps } from './props';
import { ReplicaRollout, planReplicaRollout } from './rollout';
import { ServicePlan, planService } from './service';
import { SpreadPlan, planSpread } from './spread';
import { podCount } from '../../base/count-limits';
import { atField, forbidden, invalid } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { LABEL_NAME, LABEL_ROLE, Labels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { wholeSeconds } from '../../base/seconds';
import { EnginePlan } from '../../engines/engine-plan';
import { collecting } from '../../given/mistakes/collecting';
import { checkLabels } from '../../kubernetes/refused/labels';
import { workloadName } from '../../kubernetes/refused/names';
import { checkPod } from '../../pod/container/container-checks';
import { givenProbe } from '../../pod/container/given-probe';
import { Memory } from '../../pod/container/memory';
import { deviceMemoryMi } from '../../pod/devices/device-memory';
import { DrainPlan, planDrain } from '../../pod/lifecycle/drain';
import { StartupPlan, planStartup } from '../../pod/lifecycle/model-load';
import { adviseOnDownload } from '../../pod/lifecycle/startup-advice';
import { WeightsSource, literalsOf, mountedFolders } from '../../pod/lifecycle/weights-source';
import { CachePlan, CacheUsers, planCache } from '../../pod/model/model-cache';
import { weightsOfModel } from '../../pod/model/model-plan';
import { PreloadPlan, planPreload } from '../../pod/model/model-preload';
import { Capacity, checkCapacity, noticeOf } from '../../pod/scheduling/capacity';
import { BudgetPlan, planBudget } from '../../pod/scheduling/disruption-budget';
import { PodPlan, planPod, sidecarStops } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { InferenceAutoscaling } from '../../surroundings/autoscaler/props';
import { AutoscalingPlan, MeasuredEngine, planAutoscaling } from '../../surroundings/autoscaler/scaling-plan';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';

/** How many replicas there may be. */
export interface ReplicaPlan {
  readonly least: number;
  readonly most: number;
  /** Absent when an autoscaler decides. */
  readonly fixed?: number;
}

/** Replicas that are one of several Deployments with one Service and one budget, which are not theirs. */
export interface PartOfWhole {
  /** Name of the whole: it is on the pods of every part. */
  readonly name: string;
  /** What tells this part from the others. */
  readonly role: string;
  /** Replicas of all parts at most. */
  readonly most: number;
}

/** Everything that will be emitted, with its sums. */
export interface InferencePlan {
  readonly name: string;
  readonly namespace?: string;
  readonly selector: Labels;
  readonly part?: PartOfWhole;
  readonly engine: EnginePlan;
  readonly engineTitle: string;
  readonly devices: DevicePlan;
  readonly replicas: ReplicaPlan;
  readonly cache?: CachePlan;
  readonly preload?: PreloadPlan;
  readonly startup: StartupPlan;
  readonly deadline: DeadlinePlan;
  readonly drain: DrainPlan;
  readonly podProps: PodTemplateProps;
  readonly pod: PodPlan;
  readonly rollout: ReplicaRollout;
  /** Once an autoscaler of the user's decides the replicas, which is known late. */
  readonly scaledRollout: () => ReplicaRollout;
  readonly spareGpus: number;
  readonly autoscaling?: AutoscalingPlan;
  readonly gpuMetrics?: GpuMetricsPlan;
  readonly service: ServicePlan;
  readonly spread: SpreadPlan;
  readonly budget?: BudgetPlan;
  readonly capacity: Capacity;
  readonly advice: readonly Finding[];
  readonly props: GpuInferenceDeploymentProps;
}

/** How long a roll-out may stand still. */
export interface DeadlinePlan {
  readonly seconds: number;
  readonly sum: string;
}

/** What users call the pods of this pattern. */
export const REPLICAS = 'replicas';

/** Pure: all arithmetic of the pattern. Throws what cannot work, with the sum. */
export function planInference(
  id: string, given: GpuInferenceDeploymentProps, target: Target, namespace?: string, part?: PartOfWhole): InferencePlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => part || checkNameBudget(props.name === undefined ? 'id' : 'name', name, [serviceName(name)]));
    const selector = attempt(() => selectorOf(`${name}`, part));
    const replicas = attempt(() => planReplicas(props.replicas, props.autoscaling));
    const users = attempt(() => ({ pods: part?.most ?? replicas.most, called: REPLICAS }));
    const cache = attempt(() => planCache(props.modelCache, users));
    const spread = attempt(() => planSpread(props.spread, selector, target));
    const budget = attempt(() => planBudget(props.disruptionBudget, replicas.most));
    const engine = attempt(() => props.engine._plan({ kind: 'single', deviceMemoryMi: deviceMemoryMi(props.accelerator) }));
    const engineTitle = `${props.engine.name} ${props.engine.version}`;
    const devices = attempt(() => planDevices(props.accelerator, engine, engineTitle));
    const server = attempt(() => planServer(props, { engine, engineTitle, devices, cache, users }, target));
    const service = attempt(() => planService(part?.name ?? name, props.service, engine, containersOf(server.podProps)));
    attempt(() => checkLabels('podMonitor.labels', props.podMonitor?.labels ?? {}));
    attempt(() => checkMonitor(props, engine, server.gpuMetrics));
    const times = attempt(() => ({ startSeconds: server.startup.expectedSeconds, graceSeconds: server.drain.graceSeconds }));
    const measured = attempt(() => measuredEngine(props, engineTitle, engine));
    const autoscaling = attempt(() => props.autoscaling && atField('autoscaling', () =>
      planAutoscaling(props.autoscaling!, measured, times, !target._since(DefaultSet.V2))));
    const supply = { devicesPerPod: devices.count, spareGpus: target.spareGpus, cache, ...times };
    return {
      name,
      namespace,
      selector,
      part,
      engine,
      engineTitle,
      replicas,
      devices,
      cache,
      ...server,
      rollout: planReplicaRollout({ ...replicas, ...supply }),
      scaledRollout: () => planReplicaRollout({ least: replicas.least, most: Infinity, ...supply }),
      spareGpus: target.spareGpus,
      autoscaling,
      service,
      spread,
      budget,
      props,
    };
  }, (props, attempt) => checkPod(props, attempt));
}

function selectorOf(name: string, part: PartOfWhole | undefined): Labels {
  return part ? { [LABEL_NAME]: part.name, [LABEL_ROLE]: part.role } : { [LABEL_NAME]: name };
}

/** An autoscaler follows what the engine says of itself. */
function measuredEngine({ autoscaling }: GpuInferenceDeploymentProps, title: string, { metrics }: EnginePlan): MeasuredEngine {
  if (autoscaling && !metrics) {
    throw forbidden('autoscaling', `it follows the metrics of the engine, and nobody says what ${title} exports`,
      'give the engine metrics: { … }; or leave autoscaling out, and add an autoscaler of your own with toScalingTarget()');
  }
  return { title, metrics: metrics! };
}

/** A monitor of nothing would be a target without a port. */
function checkMonitor({ podMonitor }: GpuInferenceDeploymentProps, engine: EnginePlan, gpuMetrics: GpuMetricsPlan | undefined): void {
  if (podMonitor && !engine.metrics && !gpuMetrics?.sidecar) {
    throw forbidden('podMonitor', 'nobody says what the engine exports, so there is nothing to scrape', 'give the engine metrics: { … }, or leave podMonitor out');
  }
}

/** Those that stay, as far as they are known before anything is added to the pods. */
function containersOf({ container, containers = [], sidecars = [] }: PodTemplateProps): kplus.ContainerProps[] {
  return [container, ...containers, ...sidecars];
}

/** What one replica is made of. */
type ServerPlan = Pick<InferencePlan,
  'preload' | 'startup' | 'deadline' | 'drain' | 'podProps' | 'pod' | 'gpuMetrics' | 'capacity' | 'advice'>;

function planServer(
  props: GpuInferenceDeploymentProps,
  { engine, engineTitle, devices, cache, users }: Pick<InferencePlan, 'engine' | 'engineTitle' | 'devices' | 'cache'> & { readonly users: CacheUsers },
  target: Target,
): ServerPlan {
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

/** A number of replicas, or an autoscaler, never both: each apply would set the number back. */
function planReplicas(replicas: number | undefined, autoscaling: InferenceAutoscaling | undefined): ReplicaPlan {
  if (autoscaling && replicas !== undefined) {
    throw forbidden('replicas', 'an autoscaler decides how many there are, and each apply would set the number back', 'leave it out; autoscaling.minReplicas is what always runs');
  }
  if (autoscaling) {
    return { least: autoscaling.minReplicas, most: autoscaling.maxReplicas };
  }
  const fixed = podCount('replicas', replicas ?? 1, { min: 1, help: 'to run none, leave the construct out' });
  return { least: fixed, most: fixed, fixed };
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
