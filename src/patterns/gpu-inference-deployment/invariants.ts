import { InferencePlan } from './plan';
import { outageOf } from './rollout';
import { Invariant } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { PlainObject } from '../../base/plain';
import { CUT_OFF, DEADLINE_TOO_SHORT, DEVICES_UNLIKE_PARALLELISM, OUTAGE, ROLLOUT_WAITS } from '../notices';

/*
 * What must hold of the Deployment however it was patched: each is a number that the plan proved, and that a patch, or a probe of the user's, can
 * contradict.
 */

/** The parts of a Deployment that the plan speaks of. */
interface Patched {
  readonly spec: PlainObject;
  readonly pod: PlainObject;
  readonly main: PlainObject;
  readonly mainField: string;
}

/** Holds the final Deployment against its plan. */
export function keepsPlan(plan: InferencePlan, mainContainer: string): Invariant {
  return manifest => {
    const patched = read(manifest, mainContainer);
    return patched === undefined ? [] : [
      ...rollsOut(plan, patched), ...waitsLongEnough(plan, patched), ...drains(plan, patched), ...hasDevices(plan, patched),
      ...goesOnServing(plan, patched),
    ];
  };
}

function read(manifest: PlainObject, mainContainer: string): Patched | undefined {
  const spec = manifest.spec as PlainObject | undefined;
  const pod = (spec?.template as PlainObject | undefined)?.spec as PlainObject | undefined;
  const containers = (pod?.containers ?? []) as PlainObject[];
  const index = containers.findIndex(container => container.name === mainContainer);
  return spec && pod && index >= 0 ? { spec, pod, main: containers[index], mainField: `spec.template.spec.containers[${index}]` } : undefined;
}

/** Kubernetes' defaults are 25 %, the surge rounded up and the unavailable rounded down. Source: pkg/controller/deployment/util/deployment_util.go (v1.36) */
function rollsOut(plan: InferencePlan, { spec }: Patched): Finding[] {
  const strategy = strategyOf(spec);
  const { maxSurge, maxUnavailable } = strategy;
  const replicas = plan.replicas.least;
  if (strategy.type === 'Recreate' || resolved(maxUnavailable, replicas, Math.floor) >= 1 || canSurge(plan, spec)) {
    return [];
  }
  return [{
    ...noticed(ROLLOUT_WAITS),
    field: 'spec.strategy.rollingUpdate',
    message: `Invalid value: ${JSON.stringify({ maxSurge, maxUnavailable })}: no old pod may go, and a new one needs ${plan.devices.count} devices of which ${plan.spareGpus} are spare: it stays Pending for ever`,
    help: 'remove the patch; or declare free devices: set spareGpus of the Target',
  }];
}

interface Strategy {
  readonly type?: string;
  readonly maxSurge: number | string;
  readonly maxUnavailable: number | string;
}

function strategyOf(spec: PlainObject): Strategy {
  const { type, rollingUpdate } = (spec.strategy ?? {}) as { type?: string; rollingUpdate?: Partial<Strategy> };
  return { type, maxSurge: '25%', maxUnavailable: '25%', ...rollingUpdate };
}

/** Whether a new pod may start, and finds devices. */
function canSurge(plan: InferencePlan, spec: PlainObject): boolean {
  const { type, maxSurge } = strategyOf(spec);
  return type !== 'Recreate' && resolved(maxSurge, plan.replicas.least, Math.ceil) >= 1 && plan.spareGpus >= plan.devices.count;
}

/** Not said where an autoscaler of the user's decides, since its least is not known here, nor where others serve the same Service. */
function goesOnServing(plan: InferencePlan, { spec }: Patched): Finding[] {
  const replicas = spec.replicas ?? plan.autoscaling?.minReplicas;
  if (replicas !== 1 || plan.part || canSurge(plan, spec)) {
    return [];
  }
  const outage = outageOf({ graceSeconds: plan.drain.graceSeconds, startSeconds: plan.startup.expectedSeconds });
  return [{
    ...noticed(OUTAGE),
    field: 'spec.strategy',
    message: `Invalid value: 1 replica: each roll-out and each drain of its node is an outage of ${outage.sum}`,
    help: `run 2 replicas, or declare devices that a second pod may use meanwhile: set spareGpus of the Target to ${plan.devices.count}`,
  }];
}

function resolved(value: number | string, replicas: number, round: (value: number) => number): number {
  return typeof value === 'string' ? round(parseFloat(value) / 100 * replicas) : value;
}

function waitsLongEnough(plan: InferencePlan, { spec }: Patched): Finding[] {
  // Kubernetes' default. Source: pkg/apis/apps/v1/defaults.go (v1.36)
  const deadline = typeof spec.progressDeadlineSeconds === 'number' ? spec.progressDeadlineSeconds : 600;
  const needed = plan.startup.seconds + (plan.preload?.seconds ?? 0);
  return deadline > needed ? [] : [{
    ...noticed(DEADLINE_TOO_SHORT),
    field: 'spec.progressDeadlineSeconds',
    message: `Invalid value: ${deadline}: must be more than the ${needed} s that a pod has to start (${plan.startup.sum})`,
    help: 'remove the patch, or set progressDeadline',
  }];
}

function drains(plan: InferencePlan, { pod }: Patched): Finding[] {
  const grace = typeof pod.terminationGracePeriodSeconds === 'number' ? pod.terminationGracePeriodSeconds : 30;
  return grace >= plan.drain.graceSeconds ? [] : [{
    ...noticed(CUT_OFF),
    field: 'spec.template.spec.terminationGracePeriodSeconds',
    message: `Invalid value: ${grace}: the drain takes ${plan.drain.sum}, and the kubelet kills what is still running`,
    help: 'remove the patch, or shorten longestStream of the engine',
  }];
}

function hasDevices(plan: InferencePlan, { main, mainField }: Patched): Finding[] {
  const { accelerator, count, sum } = plan.devices;
  if (accelerator._request !== undefined) {
    return [];
  }
  const limits = ((main.resources as PlainObject | undefined)?.limits ?? {}) as PlainObject;
  const given = limits[accelerator.resourceName];
  return Number(given) === count ? [] : [{
    ...noticed(DEVICES_UNLIKE_PARALLELISM),
    field: `${mainField}.resources.limits[${accelerator.resourceName}]`,
    message: `Invalid value: ${JSON.stringify(given ?? null)}: the engine is cut over ${sum}`,
    help: 'change the accelerator and the parallelism together',
  }];
}
