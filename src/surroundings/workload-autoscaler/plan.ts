import { BackendPlan, checkOthersLabels, planBackend } from './backend-plan';
import { WorkloadAutoscalerProps } from './props';
import { ScalingBackend } from './scaling-backend';
import { AutoscalingPlan, ReplicaTimes, ScaleTarget, ScalingContext, planAutoscaling } from './scaling-plan';
import { engineTarget } from './targets';
import { podCount } from '../../base/count-limits';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { collecting } from '../../given/mistakes/collecting';
import { KEDA_HPA_PREFIX, KEDA_LONGEST_NAME } from '../../knowledge/keda';
import { workloadName } from '../../kubernetes/refused/names';
import { DEFAULT_GRACE_SECONDS } from '../../pod/lifecycle/drain';
import { UNKNOWN_START_SECONDS } from '../../pod/lifecycle/load-times';
import { Target } from '../../target-cluster/target';
import { Workload } from '../../workloads/handle/workload';
import { MeasuredEngine, measuredEngine, unmeasured } from '../measured-engine';

/** An autoscaler with its name, its place, and what it scales. */
export interface WorkloadAutoscalerPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly scaled: ScaleTarget;
  readonly scaling: AutoscalingPlan;
  readonly backend: BackendPlan;
  readonly times: ReplicaTimes;
  /** What one more is: `pods`, `groups`. */
  readonly unit: string;
  readonly devicesOfOne: number;
}

/** Pure: what is scaled, by which series, who reads them, and how fast. */
export function planWorkloadAutoscaler(
  id: string, given: WorkloadAutoscalerProps, target: Target, ownNamespace: string | undefined): WorkloadAutoscalerPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._plannedIn(ownNamespace));
    const choice = attempt(() => (props.backend ?? ScalingBackend.podMetrics())._choice);
    const name = attempt(() => checkName(workloadName(id, props.name), choice.kind));
    const scaled = attempt(() => scaledBy(workload));
    const engine = attempt(() => measuredBy(workload, props));
    const backend = attempt(() => planBackend(choice, workload, scaled));
    attempt(() => checkSeries(props, backend));
    attempt(() => checkFallback(props, backend));
    const times = attempt(() => timesOf(workload, props));
    const scrapeSeconds = attempt(() => props.scrapeInterval && wholeSeconds('scrapeInterval', props.scrapeInterval, 1));
    const mayBeZero = attempt(() => props.minReplicas === 0 && wakes(props, backend, target));
    const scaling = attempt(() => planAutoscaling(props, contextOf({ engine, times, scrapeSeconds, mayBeZero }, props)));
    return { name, namespace: attempt(() => workload.namespace), scaled, scaling, backend, times, ...attempt(() => unitOf(workload)) };
  });
}

function contextOf(context: ScalingContext, { series = [] }: WorkloadAutoscalerProps): ScalingContext {
  return { ...context, others: series.map(({ _asking }) => _asking) };
}

/** The HorizontalPodAutoscaler of KEDA has a longer name, which becomes the value of a label. */
function checkName(name: string, kind: string): string {
  const longest = KEDA_LONGEST_NAME - KEDA_HPA_PREFIX.length;
  if (kind === 'ScaledObject' && name.length > longest) {
    throw invalid('name', name, `KEDA calls its HorizontalPodAutoscaler ${KEDA_HPA_PREFIX}${name}: ${KEDA_HPA_PREFIX.length} + ${name.length} = ${KEDA_HPA_PREFIX.length + name.length} characters, of ${KEDA_LONGEST_NAME}`,
      `shorten it to ${longest}`);
  }
  return name;
}

function scaledBy(workload: Workload): ScaleTarget {
  const { target, refusal } = workload.scale;
  if (!target) {
    throw forbidden('workload', `nothing may scale ${workload.name}: ${refusal}`, 'leave this autoscaler out, or change the workload so that one object carries its pods');
  }
  if (workload._isScaled) {
    throw forbidden('workload', `${workload.name} has an autoscaler already, and two of one workload undo each other's work`, 'keep one of them');
  }
  return target;
}

/** Nobody needs the engine where only series of others are followed. */
function measuredBy(workload: Workload, props: WorkloadAutoscalerProps): MeasuredEngine | undefined {
  const { engine, series: others = [] } = props;
  const measured = measuredEngine(workload, engine);
  if (!measured && (others.length === 0 || engineTarget(props) !== undefined)) {
    throw unmeasured(workload, engine, 'so the names of its series are not known', 'or series of others; to scale by anything else, use the HorizontalPodAutoscaler of cdk8s-plus-28');
  }
  return measured;
}

/** What a HorizontalPodAutoscaler cannot ask for. */
function checkSeries({ series = [] }: WorkloadAutoscalerProps, { kind }: BackendPlan): void {
  if (kind === 'ScaledObject') {
    return;
  }
  series.forEach(({ _asking: { others } }, index) => {
    if (others.query !== undefined) {
      throw forbidden(`series[${index}]`, 'a HorizontalPodAutoscaler asks an adapter for a metric by its name, not by a query',
        'make a recording rule of it and give its name: ScalingSeries.gauge; or use ScalingBackend.keda');
    }
    checkOthersLabels(`series[${index}]`, others.labels);
  });
}

function checkFallback({ maxReplicas }: WorkloadAutoscalerProps, { fallbackReplicas }: BackendPlan): void {
  if (fallbackReplicas !== undefined) {
    podCount('backend.fallbackReplicas', fallbackReplicas, { min: 1 });
    if (fallbackReplicas > maxReplicas) {
      throw invalid('backend.fallbackReplicas', fallbackReplicas, `is more than maxReplicas ${maxReplicas}, and is never reached`, `give at most ${maxReplicas}`);
    }
  }
}

/** Whether a first replica would ever start again; refuses what would end the workload for good. */
function wakes({ series = [] }: WorkloadAutoscalerProps, { kind }: BackendPlan, target: Target): boolean {
  if (series.some(({ _asking }) => _asking.others.survivesZero) && kind !== 'ScaledObject' && !target._keeps('hpaScaleToZero')) {
    throw forbidden('minReplicas', 'a HorizontalPodAutoscaler goes to zero in clusters with the feature gate HPAScaleToZero alone, which 1.37 is the first to have by itself',
      'use ScalingBackend.keda, target KubernetesVersion.V1_37, or say that the cluster has the gate: Target.define(app, { featureGates: { HPAScaleToZero: true } })');
  }
  if (series.length > 0 && !series.some(({ _asking }) => _asking.others.survivesZero)) {
    throw invalid('minReplicas', 0, 'none of the series says that it is there while no replica runs, so nothing would ever start one',
      'keep at least 1, or follow what waits elsewhere: ScalingSeries.endpointPickerQueue, or survivesZero: true of a queue');
  }
  return series.length > 0;
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
