import { checkMetrics } from './metric-checks';
import { ZonalAutoscaling, ZonalDeploymentsProps } from './props';
import { podCount, setCount } from '../../../base/count-limits';
import { InvalidInput, duplicate, forbidden, invalid, required } from '../../../base/errors/invalid-input';
import { LABEL_ZONE_TOPOLOGY } from '../../../base/labels';
import { checkNameBudget } from '../../../base/names';
import { PlainObject } from '../../../base/plain';
import { wholeSeconds } from '../../../base/seconds';
import { collecting } from '../../../given/mistakes/collecting';
import { isNamePart, workloadName } from '../../../kubernetes/refused/names';
import { checkPod } from '../../../pod/container/container-checks';
import { ModelUse } from '../../../pod/model/model-plan';
import { BudgetPlan, DisruptionBudget, planBudget } from '../../../pod/scheduling/disruption-budget';
import { PodPlan, planPod } from '../../../pod/template/pod-plan';
import { Target } from '../../../target-cluster/target';

/** One zone: a Deployment, and an autoscaler where asked for. */
export interface PlannedZone {
  readonly zone: string;
  /** Name of the Deployment and of what belongs to it. */
  readonly name: string;
  readonly budget?: BudgetPlan;
}

/** Everything that the Deployments of all zones will be. */
export interface ZonalPlan {
  readonly name: string;
  /** By name, so that the order of the list shows nowhere. */
  readonly zones: readonly PlannedZone[];
  /** Pods in each zone; under autoscaling the least. */
  readonly replicas: number;
  readonly autoscaling?: ZonalAutoscaling & { readonly scaleDownSeconds?: number };
  readonly strategy?: PlainObject;
  readonly strategyText: string;
  /** Whether each zone stops a pod before it starts another. */
  readonly stopsFirst?: boolean;
  /** Accelerators of a pod. */
  readonly devices: number;
  readonly budget?: BudgetPlan;
  readonly budgetText: string;
  readonly pod: PodPlan;
}

/** The variable that every container gets. */
export const ZONE_VARIABLE = 'ZONE';

/** Source: pkg/apis/autoscaling/validation/validation.go MaxStabilizationWindowSeconds (v1.36) */
const LONGEST_WINDOW = 3600;

/** Pure: zones, names, numbers. */
export function planZonalDeployments(id: string, given: ZonalDeploymentsProps, target: Target): ZonalPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => checkNameBudget(props.name === undefined ? 'id' : 'name', props.name ?? id, [
      { carrier: 'label cdk8s-ai-workloads/name', name, max: 63, source: 'a label value has at most 63 characters' },
    ]));
    const names = attempt(() => planZones(props, target));
    const autoscaling = attempt(() => planAutoscaling(props));
    const replicas = attempt(() => autoscaling?.minReplicas ?? podCount('replicas', props.replicas ?? 1,
      { min: 1, help: 'a zone without pods sends its clients to the others: leave it out of zones' }));
    const zones = attempt(() => names.map(zone => ({ zone, name: `${name}-${zone}`, budget: zoneBudget(props.disruptionBudget, zone, replicas) })));
    const strategy = attempt(() => planStrategy(props, target, names.length));
    const budget = attempt(() => planWholeBudget(props.disruptionBudget, replicas, names.length));
    const pod = attempt(() => planPod(props, target, [], modelUse(names.length * (autoscaling?.maxReplicas ?? replicas))));
    return { name, zones, replicas, devices: props.accelerator?.count ?? 0, autoscaling, ...strategy, ...budget, pod };
  }, checkPod);
}

/** A roll-out may start a pod beside the old ones. */
function modelUse(pods: number): ModelUse {
  return { pods: pods + 1, called: 'pods, one of them new in a roll-out' };
}

function planZones(props: ZonalDeploymentsProps, target: Target): string[] {
  const zones = props.zones ?? target._givenZones ?? [];
  if (zones.length === 0) {
    throw required('zones', 'each zone gets a Deployment, and neither zones nor the Target names any', 'list them in zones, such as eu-1a and eu-1b, or in zones of the Target');
  }
  setCount('zones', zones.length, 'zone', 'use fewer zones');
  zones.forEach((_, index) => checkZone(zones, index, target));
  if (props.nodeLabels && LABEL_ZONE_TOPOLOGY in props.nodeLabels) {
    throw forbidden(`nodeLabels[${LABEL_ZONE_TOPOLOGY}]`, 'would bind the pods of every zone to one; each zone is bound to its own', 'remove it');
  }
  return [...zones].sort();
}

function checkZone(zones: readonly string[], index: number, target: Target): void {
  const zone = zones[index];
  target._requireZone(zone, `zones[${index}]`);
  if (zones.indexOf(zone) !== index) {
    throw duplicate(`zones[${index}]`, zone, 'a zone has one Deployment', 'name each zone once');
  }
  // The name of a Deployment is a DNS subdomain; the zone is its end.
  if (!isNamePart(zone)) {
    throw invalid(`zones[${index}]`, zone, "cannot stand in a name: lower-case letters, digits and '-', starting and ending with a letter or digit, at most 63",
      'label the nodes otherwise, or write a Deployment for this zone by hand');
  }
}

function planAutoscaling({ autoscaling, replicas }: ZonalDeploymentsProps): ZonalPlan['autoscaling'] & { readonly minReplicas: number } | undefined {
  if (!autoscaling) {
    return undefined;
  }
  if (replicas !== undefined) {
    throw forbidden('replicas', 'each apply would set the pods of a zone back to this number, which its autoscaler decides', 'leave it out, or give autoscaling.minReplicas');
  }
  const minReplicas = podCount('autoscaling.minReplicas', autoscaling.minReplicas ?? 1, { min: 1, help: 'a zone without pods sends its clients to the others' });
  podCount('autoscaling.maxReplicas', autoscaling.maxReplicas, { min: 1 });
  if (minReplicas > autoscaling.maxReplicas) {
    throw invalid('autoscaling.minReplicas', minReplicas, `is more than maxReplicas ${autoscaling.maxReplicas}`, 'lower minReplicas, or raise maxReplicas');
  }
  if (autoscaling.metrics.length === 0) {
    throw required('autoscaling.metrics', 'without a metric Kubernetes takes the CPU, which says little of a GPU that waits', 'give kplus.Metric.pods with the name and a target of one that the pods export');
  }
  checkMetrics('autoscaling.metrics', autoscaling.metrics);
  const scaleDownSeconds = autoscaling.scaleDownWindow && wholeSeconds('autoscaling.scaleDownWindow', autoscaling.scaleDownWindow);
  if (scaleDownSeconds !== undefined && scaleDownSeconds > LONGEST_WINDOW) {
    throw invalid('autoscaling.scaleDownWindow', `${scaleDownSeconds}s`, `must be at most ${LONGEST_WINDOW} s (1 hour)`, `give at most ${LONGEST_WINDOW} s`);
  }
  return { ...autoscaling, minReplicas, scaleDownSeconds };
}

/** One apply updates all zones at once, so that spare devices must do for one more pod in each. */
function planStrategy(props: ZonalDeploymentsProps, target: Target, zones: number): Pick<ZonalPlan, 'strategy' | 'strategyText' | 'stopsFirst'> {
  if (!props.accelerator) {
    return { strategyText: "Kubernetes' own: a quarter more, a quarter fewer" };
  }
  const { count } = props.accelerator;
  const surge = Math.floor(target.spareGpus / (count * zones));
  return surge > 0
    ? { strategy: rolling(surge, 0), strategyText: `maxSurge ${surge}: ${target.spareGpus} spare devices / (${count} of a pod x ${zones} zones)` }
    : {
      strategy: rolling(0, 1),
      stopsFirst: true,
      strategyText: `maxSurge 0, maxUnavailable 1: no devices for one more pod in each zone (${count} x ${zones} = ${count * zones}, spare ${target.spareGpus}); `
        + 'all zones at once, so that a zone with one pod is empty meanwhile, and with one in each nothing serves',
    };
}

function rolling(maxSurge: number, maxUnavailable: number): PlainObject {
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
}

function zoneBudget(budget: DisruptionBudget | undefined, zone: string, replicas: number): BudgetPlan | undefined {
  if (!budget?._perZone) {
    return undefined;
  }
  if (budget._pods! >= replicas) {
    throw new InvalidInput({
      field: 'disruptionBudget',
      reason: 'Invalid value',
      value: `perZone(${budget._pods})`,
      detail: `a zone has ${replicas} ${replicas === 1 ? 'pod' : 'pods'}, so drains could empty ${zone} and every other zone at the same time`,
      help: `use DisruptionBudget.atMost(n), which counts all zones together, or at least ${budget._pods! + 1} pods in each zone`,
    });
  }
  return planBudget(DisruptionBudget.atMost(budget._pods!), replicas);
}

function planWholeBudget(budget: DisruptionBudget | undefined, replicas: number, zones: number): Pick<ZonalPlan, 'budget' | 'budgetText'> {
  if (budget?._perZone) {
    return { budgetText: `each zone on its own: drains may take ${zones} x ${budget._pods} = ${zones * budget._pods!} of ${replicas * zones} pods at the same time` };
  }
  const plan = planBudget(budget, replicas * zones);
  return { budget: plan, budgetText: plan ? `at most ${plan.maxUnavailable} of ${replicas * zones} pods at a time, all zones counted together` : 'none: a drain may take all pods at once' };
}
