import { FaultParts } from './chaos-fault';
import { ChaosReach } from './chaos-reach';
import { ChaosExperimentProps } from './props';
import { atField, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { collecting } from '../../given/mistakes/collecting';
import { SCHEDULED_FIELD } from '../../knowledge/chaos-mesh';
import { workloadName } from '../../kubernetes/refused/names';
import { shortestPeriod } from '../../kubernetes/validation/kinds/cron-period';
import { scheduleProblem } from '../../kubernetes/validation/kinds/cron-schedule';
import { PodCount, PodPart, SelectedPods } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { PodLoss } from '../../workloads/handle/workload-facts';

/** When it happens again. */
export interface ChaosSchedule {
  readonly schedule: string;
  /** Seconds between two starts at least. */
  readonly periodSeconds: number;
  readonly deadlineSeconds: number;
  readonly historyLimit: number;
}

/** One experiment. */
export interface ChaosPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly workload: string;
  readonly fault: FaultParts;
  readonly mode: string;
  readonly value?: number;
  readonly selector: Labels;
  readonly target?: Labels;
  readonly container?: string;
  readonly schedule?: ChaosSchedule;
  /** The pods that there are when it is asked: an autoscaler may come later. */
  readonly pods: () => PodCount;
  readonly lost: readonly PodLoss[];
  /** Seconds that a start takes, where somebody says. */
  readonly startSeconds?: number;
  readonly graceSeconds?: number;
  /** What passes the kernel by, where the workload says that it does. */
  readonly bypass?: string;
}

/** Chaos Mesh puts a hyphen and five characters behind it, and names pods' experiments by it; labels hold 63. Source: controllers/schedule/cron/controller.go */
const LONGEST_NAME = 57;
const DEFAULT_DEADLINE = 300;
const DEFAULT_HISTORY = 3;

/** Pure: which pods may be hit, how, and when. */
export function planChaos(id: string, given: ChaosExperimentProps, ownNamespace: string | undefined): ChaosPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const { _parts: fault } = attempt(() => props.fault);
    const pods = attempt(() => atField('part', () => workload._select(props.part ?? {})));
    attempt(() => checkGrace(fault, pods, workload));
    attempt(() => checkNetwork(fault, workload, props.part));
    const reach = attempt(() => checkReach(props.reach ?? ChaosReach.one(), pods));
    const roles = attempt(() => workload.roles.filter(({ name }) => props.part?.role === undefined || props.part.role === name));
    return {
      name: attempt(() => nameOf(id, props.name)),
      namespace: attempt(() => pods.namespace ?? ownNamespace),
      workload: attempt(() => workload.name),
      fault,
      mode: reach._mode,
      value: reach._value,
      selector: attempt(() => pods.labels),
      target: attempt(() => targetOf(fault, workload, pods)),
      container: attempt(() => containerOf(fault, workload, props.part)),
      schedule: attempt(() => planSchedule(props, fault)),
      pods: () => workload._select(props.part ?? {}),
      lost: attempt(() => workload._lost(props.part?.role)),
      startSeconds: roles.find(({ startSeconds }) => startSeconds !== undefined)?.startSeconds,
      graceSeconds: roles[0]?.graceSeconds,
      bypass: roles.find(({ fabric }) => fabric?._hasDevices)?.fabric!._parts.title,
    };
  });
}

function nameOf(id: string, given: string | undefined): string {
  const name = workloadName(id, given);
  if (name.length > LONGEST_NAME) {
    throw invalid(given === undefined ? 'id' : 'name', name, `has ${name.length} characters; Chaos Mesh puts 6 behind it, and a label holds 63`, `give at most ${LONGEST_NAME}`);
  }
  return name;
}

/**
 * Without a grace period the pod is gone from the API server at once, and its controller starts another one of the same name, with the same volume, while
 * processes of the first may still run.
 *
 * Source: kubernetes.io/docs/tasks/run-application/force-delete-stateful-set-pod
 */
function checkGrace({ graceSeconds }: FaultParts, { names }: SelectedPods, { name }: Workload): void {
  if (graceSeconds === 0 && names.length > 0) {
    throw invalid('fault', 'ChaosFault.killPod(0 s)', `pods of ${name} keep their names: without a grace period a second ${names[0]} starts while the first one may still run, with the same identity and volumes`,
      'leave it out: after 1 second they are killed, and the kubelet says when they are gone');
  }
}

/**
 * The network of such a pod is that of its node. Chaos Mesh leaves it alone, unless its controller was told `ALLOW_HOST_NETWORK_TESTING`: then all pods of the node are hit.
 *
 * Source: chaos-mesh controllers/podnetworkchaos/controller.go (2026-09)
 */
function checkNetwork({ kind, action, target }: FaultParts, { roles, name }: Workload, part: PodPart | undefined): void {
  const sides: readonly [field: string, part: PodPart | undefined][] = [['part', part ?? {}], [otherSideOf(action), target]];
  for (const [field, side] of kind === 'NetworkChaos' ? sides : []) {
    const role = side && roles.find(each => each.hostNetwork && (side.role ?? each.name) === each.name);
    if (role) {
      throw forbidden(field, `pods of ${name} (${role.name}) have hostNetwork: their network is that of the node, and Chaos Mesh refuses to touch it`, 'kill pods or containers instead, or give the pods a network of their own');
    }
  }
}

function otherSideOf(action: FaultParts['action']): string {
  return action === 'partition' ? 'fault.from' : 'fault.towards';
}

function checkReach(reach: ChaosReach, { least, most }: SelectedPods): ChaosReach {
  if (reach._mode === 'fixed' && most !== undefined && reach._value! > most) {
    throw invalid('reach', `ChaosReach.pods(${reach._value})`, `${most === least ? 'there are' : 'there are at most'} ${most} of these pods`, 'use ChaosReach.all(), or give at most that many');
  }
  return reach;
}

function targetOf({ target, action }: FaultParts, workload: Workload, { labels }: SelectedPods): Labels | undefined {
  if (target === undefined) {
    return undefined;
  }
  const field = otherSideOf(action);
  const other = atField(field, () => workload._select(target)).labels;
  if (action === 'partition' && JSON.stringify(other) === JSON.stringify(labels)) {
    throw invalid(field, target, 'are the same pods as those of part', 'name another role, group, zone or index');
  }
  return other;
}

function containerOf({ action, container }: FaultParts, { roles, name }: Workload, part: PodPart | undefined): string | undefined {
  if (action !== 'container-kill' || container !== undefined) {
    return container;
  }
  const names = new Set(roles.filter(role => part?.role === undefined || role.name === part.role).map(role => role.container));
  if (names.size !== 1) {
    throw required('fault', names.size === 0 ? `nothing says what containers pods of ${name} have` : `main containers of these pods are called ${[...names].join(', ')}`,
      names.size === 0 ? 'name one: ChaosFault.killContainer(name)' : 'name one, or the role: part: { role }');
  }
  return [...names][0];
}

function planSchedule({ schedule, startingDeadline, historyLimit }: ChaosExperimentProps, { seconds }: FaultParts): ChaosSchedule | undefined {
  if (schedule === undefined) {
    const alone = startingDeadline !== undefined ? 'startingDeadline' : historyLimit !== undefined ? 'historyLimit' : undefined;
    if (alone) {
      throw forbidden(alone, 'the experiment happens once, when it is applied', 'leave it out, or set schedule');
    }
    return undefined;
  }
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) {
    throw invalid('schedule', schedule, `Chaos Mesh reads it as cron does: ${problem}`, "give minute, hour, day, month and day of the week: '0 10 * * 1-5'");
  }
  const periodSeconds = shortestPeriod(schedule)!;
  if (seconds !== undefined && seconds >= periodSeconds) {
    throw invalid('schedule', schedule, `starts again after ${periodSeconds} s, while the fault lasts ${seconds} s: the next one is skipped, or pods are never without it`, 'let more time pass, or shorten the fault');
  }
  return {
    schedule,
    periodSeconds,
    deadlineSeconds: startingDeadline ? wholeSeconds('startingDeadline', startingDeadline, 1) : DEFAULT_DEADLINE,
    historyLimit: wholeNumber('historyLimit', historyLimit ?? DEFAULT_HISTORY, { min: 1, help: 'give at least 1' }),
  };
}

/** `spec` of the experiment itself. Only pods that run are chosen: one that is done or waits for a node would be a blow into the air. */
export function renderFault(plan: ChaosPlan): PlainObject {
  const { fault, mode, value, container } = plan;
  const { action, seconds, graceSeconds, latency, jitter, percent, target } = fault;
  return compact({
    action,
    mode,
    value: value === undefined ? undefined : String(value),
    selector: selectorOf(plan, plan.selector),
    containerNames: container === undefined ? undefined : [container],
    gracePeriod: graceSeconds,
    duration: seconds === undefined ? undefined : `${seconds}s`,
    delay: latency === undefined ? undefined : compact({ latency, jitter }),
    loss: percent === undefined ? undefined : { loss: String(percent) },
    direction: target === undefined ? undefined : action === 'partition' ? 'both' : 'to',
    target: plan.target && { mode: 'all', selector: selectorOf(plan, plan.target) },
  });
}

/** Without a namespace it is that of the experiment, which the webhook of Chaos Mesh writes. Source: chaos-mesh api/v1alpha1/common_webhook.go (2026-09) */
function selectorOf({ namespace }: ChaosPlan, labels: Labels): PlainObject {
  return compact({ namespaces: namespace === undefined ? undefined : [namespace], labelSelectors: { ...labels }, podPhaseSelectors: ['Running'] });
}

/** Of a Schedule: the next one waits for the one before, and one that is late by more than the deadline is left out; without a deadline 100 missed ones stop it for ever. */
export function renderSchedule({ schedule, deadlineSeconds, historyLimit }: ChaosSchedule, kind: string, spec: PlainObject): PlainObject {
  return { schedule, startingDeadlineSeconds: deadlineSeconds, concurrencyPolicy: 'Forbid', historyLimit, type: kind, [SCHEDULED_FIELD[kind]]: spec };
}
