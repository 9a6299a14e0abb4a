import * as kplus from 'cdk8s-plus-28';
import { planDevices } from './devices';
import { GpuMetricsPlan } from './gpu-metrics';
import { GpuInferenceDeploymentProps } from './props';
import { ReplicaRollout, SurgePlan, planReplicaRollout, planSurge } from './rollout';
import { existingSelector } from './selector';
import { ServedModel, ServerPlan, planServer } from './server';
import { ServicePlan, planService } from './service';
import { SpreadPlan, planSpread } from './spread';
import { podCount } from '../../base/count-limits';
import { atField, forbidden } from '../../base/errors/invalid-input';
import { LABEL_NAME, LABEL_ROLE, Labels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { EnginePlan, EngineSingleRole } from '../../engines/engine-plan';
import { Attempt, collecting } from '../../given/mistakes/collecting';
import { checkLabels } from '../../kubernetes/refused/labels';
import { workloadName } from '../../kubernetes/refused/names';
import { checkPod } from '../../pod/container/container-checks';
import { deviceMemoryMi } from '../../pod/devices/device-memory';
import { CacheUsers, planCache } from '../../pod/model/model-cache';
import { BudgetPlan, planBudget } from '../../pod/scheduling/disruption-budget';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { MeasuredEngine } from '../../surroundings/measured-engine';
import { InferenceAutoscaling } from '../../surroundings/workload-autoscaler/props';
import { AutoscalingPlan, ReplicaTimes, planAutoscaling } from '../../surroundings/workload-autoscaler/scaling-plan';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { checkOwnLabels } from '../own-labels';

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
  /** Why nothing may scale this part. */
  readonly fixed?: string;
  /** How many of so many new pods are this part's: one apply rolls all parts out. */
  surgeOf(fitting: number): number;
}

/** For what, and as a part of what, replicas are planned. */
export interface InferenceContext {
  readonly target: Target;
  readonly namespace?: string;
  readonly part?: PartOfWhole;
}

/** Everything that will be emitted, with its sums. */
export interface InferencePlan extends ServedModel, ServerPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly selector: Labels;
  readonly part?: PartOfWhole;
  readonly replicas: ReplicaPlan;
  readonly surge: SurgePlan;
  readonly rollout: ReplicaRollout;
  /** Once an autoscaler of the user's decides the replicas, which is known late. */
  readonly scaledRollout: () => ReplicaRollout;
  readonly spareGpus: number;
  readonly autoscaling?: AutoscalingPlan;
  readonly service: ServicePlan;
  readonly spread: SpreadPlan;
  readonly budget?: BudgetPlan;
  readonly props: GpuInferenceDeploymentProps;
}

/** What users call the pods of this pattern. */
export const REPLICAS = 'replicas';

/** Pure: all arithmetic of the pattern. Throws what cannot work, with the sum. */
export function planInference(id: string, given: GpuInferenceDeploymentProps, context: InferenceContext): InferencePlan {
  return collecting(given, (props, attempt) => {
    const fleet = planFleet(id, props, context, attempt);
    const engine = attempt(() => props.engine._plan({ kind: 'single', ...roleDevices(props) }));
    const engineTitle = `${props.engine.name} ${props.engine.version}`;
    const devices = attempt(() => planDevices(props.accelerator, engine, engineTitle));
    const model = { engine, engineTitle, devices, cache: fleet.cache };
    const server = attempt(() => planServer(props, model, { users: fleet.users, target: context.target }));
    const surroundings = planSurroundings(props, { name: fleet.name, model, server }, context, attempt);
    return {
      ...fleet,
      ...model,
      ...server,
      ...surroundings,
      ...planRollouts({ ...fleet, ...model, ...server }, context),
      namespace: context.namespace,
      part: context.part,
      props,
    };
  }, (props, attempt) => checkPod(props, attempt));
}

/** What the engine follows of the devices. */
function roleDevices({ accelerator, container }: GpuInferenceDeploymentProps): Pick<EngineSingleRole, 'deviceMemoryMi' | 'vendor'> {
  return { deviceMemoryMi: deviceMemoryMi(accelerator), vendor: container?.image === undefined ? accelerator?._vendor : undefined };
}

/** What is true of all replicas together. */
interface FleetPlan extends Pick<InferencePlan, 'name' | 'selector' | 'replicas' | 'cache' | 'spread' | 'budget'> {
  readonly users: CacheUsers;
}

function planFleet(id: string, props: GpuInferenceDeploymentProps, { target, part }: InferenceContext, attempt: Attempt): FleetPlan {
  const name = attempt(() => workloadName(id, props.name));
  attempt(() => part || checkNameBudget(props.name === undefined ? 'id' : 'name', name, [serviceName(name)]));
  attempt(() => part || checkOwnLabels(props.metadata?.labels));
  const selector = attempt(() => selectorOf(`${name}`, props, part));
  const replicas = attempt(() => planReplicas(props.replicas, props.autoscaling));
  const users = attempt(() => ({ pods: part?.most ?? replicas.most, called: REPLICAS }));
  const cache = attempt(() => planCache(props.modelCache, users));
  const spread = attempt(() => planSpread(props.spread, selector, target));
  const budget = attempt(() => planBudget(props.disruptionBudget, replicas.most));
  return { name, selector, replicas, users, cache, spread, budget };
}

/** What surrounds the replicas is made from. */
interface PlannedReplicas {
  readonly name: string;
  readonly model: ServedModel;
  readonly server: ServerPlan;
}

function planSurroundings(props: GpuInferenceDeploymentProps, { name, model, server }: PlannedReplicas, { target, part }: InferenceContext, attempt: Attempt): Pick<InferencePlan, 'service' | 'autoscaling'> {
  const { engine, engineTitle } = model;
  const service = attempt(() => planService(part?.name ?? name, props.service, engine, containersOf(server.podProps)));
  attempt(() => checkLabels('podMonitor.labels', props.podMonitor?.labels ?? {}));
  attempt(() => checkMonitor(props, engine, server.gpuMetrics));
  const times = attempt(() => timesOf(server));
  const measured = attempt(() => measuredEngine(props, engineTitle, engine));
  const scrapeSeconds = attempt(() => props.podMonitor?.interval?.toSeconds({ integral: false }));
  const autoscaling = attempt(() => props.autoscaling && atField('autoscaling', () =>
    planAutoscaling(props.autoscaling!, { engine: measured, times, countsRunning: !target._since(DefaultSet.V2), scrapeSeconds })));
  return { service, autoscaling };
}

/** How replicas come and go. */
function planRollouts(
  { replicas, devices, ...rest }: Pick<InferencePlan, 'replicas' | 'devices' | 'cache' | 'startup' | 'drain'>,
  { target: { spareGpus }, part }: InferenceContext,
): Pick<InferencePlan, 'surge' | 'rollout' | 'scaledRollout' | 'spareGpus'> {
  const surge = planSurge(spareGpus, devices.count, part && (fitting => part.surgeOf(fitting)));
  const supply = { surge, isPart: part !== undefined, cache: rest.cache, ...timesOf(rest) };
  return {
    surge,
    spareGpus,
    rollout: planReplicaRollout({ ...replicas, ...supply }),
    scaledRollout: () => planReplicaRollout({ least: replicas.least, most: Infinity, ...supply }),
  };
}

/** How long a replica takes to come and to go. */
export function timesOf({ startup, drain }: Pick<InferencePlan, 'startup' | 'drain'>): ReplicaTimes {
  return { startSeconds: startup.expectedSeconds, graceSeconds: drain.graceSeconds };
}

function selectorOf(name: string, { podSelector, podMetadata }: GpuInferenceDeploymentProps, part: PartOfWhole | undefined): Labels {
  if (podSelector && part) {
    throw forbidden('podSelector', `the Service of ${part.name} selects the pods of all its parts by labels of its own`, 'leave it out; a Deployment that runs already is a GpuInferenceDeployment');
  }
  if (podSelector) {
    return existingSelector(podSelector, podMetadata?.labels);
  }
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
