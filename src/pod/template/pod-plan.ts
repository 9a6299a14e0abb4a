import { PodTemplateProps } from './pod-template-props';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { Target } from '../../target-cluster/target';
import { ContainerSpec, SidecarSpec } from '../container/container';
import { MemoryPlan, planGivenMemory, planMemory } from '../container/memory';
import { checkAcceleratorClaim } from '../devices/claim-spec';
import { ModelPlan, ModelUse, planModel } from '../model/model-plan';
import { planFabric } from '../network/fabric-plan';
import { FabricPlan } from '../network/planned-fabric';
import { planSharedMemory } from '../storage/shared-memory';

/** The numbers of one pod that every pattern needs, each with its sum. */
export interface PodPlan {
  /** Size of /dev/shm; absent without a volume. */
  readonly sharedMemory?: string;
  readonly memory: MemoryPlan;
  readonly graceSeconds: number;
  readonly graceSum: string;
  /** What of the grace period is already spoken for: sidecars added later must fit beside it. */
  readonly stopping?: readonly StopTerm[];
  /** Where the main container finds its model; absent without a cache. */
  readonly model?: ModelPlan;
  /** What the network between the pods asks for; absent where nobody said which it is. */
  readonly fabric?: FabricPlan;
}

/** A share of the grace period. */
export interface StopTerm {
  readonly what: string;
  readonly seconds: number;
}

/** Kubernetes' own default. Source: pkg/apis/core/v1/defaults.go (v1.36) */
const DEFAULT_GRACE = 30;

/**
 * Pure: what one pod asks for.
 *
 * @param stopSeconds what the pattern itself needs of the grace period (a checkpoint, a drain).
 * @param use what the pattern knows of the pods that read a model.
 */
export function planPod(props: PodTemplateProps, target: Target, stopSeconds: readonly StopTerm[] = [], use: ModelUse = {}): PodPlan {
  const sharedMemory = planSharedMemory(props.sharedMemory, props.accelerator);
  checkUserNamespace(props, target);
  checkAcceleratorClaim('accelerator', props.accelerator, target);
  if (props.container.preStopSleep) {
    target._require('preStopSleep', 'container.preStopSleep');
  }
  if (props.metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'the pattern names several objects, all from its own name', 'use name');
  }
  return {
    sharedMemory,
    memory: planContainerMemory(props.container, sharedMemory),
    ...planGrace(props, stopSeconds),
    model: planModel(props, use),
    fabric: planFabric(props),
  };
}

function planContainerMemory(container: ContainerSpec, sharedMemory: string | undefined): MemoryPlan {
  const given = container.resources?.memory;
  return given && !container.memory
    ? planGivenMemory('container.resources.memory', given, sharedMemory)
    : planMemory('container.memory', container.memory, sharedMemory);
}

/** Main containers stop first, then sidecars one after the other, all inside one grace period. Source: KEP-753. */
function planGrace(props: PodTemplateProps, stopSeconds: readonly StopTerm[]): Pick<PodPlan, 'graceSeconds' | 'graceSum' | 'stopping'> {
  const stopping = stopTerms(props, stopSeconds);
  const needed = totalSeconds(stopping);
  const sum = sumOf(stopping);
  if (props.terminationGracePeriod !== undefined) {
    const given = wholeSeconds('terminationGracePeriod', props.terminationGracePeriod);
    checkGrace('terminationGracePeriod', `${given}s`, given, stopping);
    return { graceSeconds: given, graceSum: needed > 0 ? `given ${given} s >= ${sum} = ${needed} s` : `given ${given} s`, stopping };
  }
  if (needed === 0) {
    return { graceSeconds: DEFAULT_GRACE, graceSum: `${DEFAULT_GRACE} s, Kubernetes' default`, stopping };
  }
  const floor = stopSeconds.length > 0 ? { what: 'margin', seconds: 5 } : { what: 'main container', seconds: DEFAULT_GRACE };
  const computed = needed + floor.seconds;
  const raised = computed < DEFAULT_GRACE ? `, raised to ${DEFAULT_GRACE} s` : '';
  return { graceSeconds: Math.max(DEFAULT_GRACE, computed), graceSum: `${sumOf([...stopping, floor])} = ${computed} s${raised}`, stopping };
}

function stopTerms(props: PodTemplateProps, stopSeconds: readonly StopTerm[]): StopTerm[] {
  const { preStopSleep } = props.container;
  return [
    ...(preStopSleep ? [{ what: 'preStop', seconds: wholeSeconds('container.preStopSleep', preStopSleep, 1) }] : []),
    ...stopSeconds,
    ...sidecarStops(props.sidecars),
  ].filter(term => term.seconds > 0);
}

/** What the sidecars given as properties need to stop. */
export function sidecarStops(sidecars: readonly SidecarSpec[] | undefined): StopTerm[] {
  return (sidecars ?? []).map((sidecar, index) => sidecarStop(index, sidecar));
}

/** What one sidecar needs to stop. */
export function sidecarStop(index: number, { name, stopTime }: SidecarSpec): StopTerm {
  return { what: `sidecar ${name ?? index}`, seconds: stopTime ? wholeSeconds(`sidecars[${index}].stopTime`, stopTime) : 0 };
}

/** All shares must fit, with something left: what is still stopping when the period ends is killed. */
export function checkGrace(field: string, value: string, graceSeconds: number, stopping: readonly StopTerm[]): void {
  const needed = totalSeconds(stopping);
  if (needed > 0 && graceSeconds <= needed) {
    throw invalid(field, value, `the grace period of ${graceSeconds} s must be more than ${sumOf(stopping)} = ${needed} s, or the kubelet kills what is still stopping`,
      `set terminationGracePeriod to at least ${needed + 5} s, or leave it out and give sidecars as a property to have it computed`);
  }
}

/** Hooks of all containers start together, so each must fit by itself. Source: pkg/apis/core/validation/validation.go validateSleepAction (v1.36) */
export function checkSleep(field: string, { preStopSleep }: Pick<ContainerSpec, 'preStopSleep'>, { graceSeconds, graceSum }: PodPlan): void {
  const sleep = preStopSleep ? wholeSeconds(`${field}.preStopSleep`, preStopSleep, 1) : 0;
  if (sleep > graceSeconds) {
    throw invalid(`${field}.preStopSleep`, `${sleep}s`, `is longer than the grace period of ${graceSeconds} s (${graceSum})`, 'set terminationGracePeriod');
  }
}

/** The seconds of all terms. */
export function totalSeconds(terms: readonly StopTerm[]): number {
  return terms.reduce((sum, term) => sum + term.seconds, 0);
}

/** The terms as the left side of a sum. */
export function sumOf(terms: readonly StopTerm[]): string {
  return terms.map(term => `${term.what} ${term.seconds} s`).join(' + ');
}

/** Source: pkg/apis/core/validation/validation.go validateHostUsers (v1.36). Raw block volumes are checked on the final object. */
function checkUserNamespace(props: PodTemplateProps, target: Target): void {
  if (props.hostUsers !== false) {
    return;
  }
  target._require('userNamespaces', 'hostUsers');
  if (props.hostNetwork) {
    throw forbidden('hostUsers', 'a pod with its own user namespace may not use the network of the host (hostNetwork: true)', 'drop one of them');
  }
}
