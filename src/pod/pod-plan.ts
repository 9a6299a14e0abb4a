import { PodTemplateProps } from './pod-template-props';
import { MemoryPlan, planMemory } from './memory';
import { planSharedMemory } from './shared-memory';
import { forbidden, invalid } from '../checks/invalid-input';
import { Target } from '../target/target';

/** The numbers of one pod that every pattern needs, each with its sum. */
export interface PodPlan {
  /** Size of /dev/shm; absent without a volume. */
  readonly sharedMemory?: string;
  readonly memory: MemoryPlan;
  readonly graceSeconds: number;
  readonly graceSum: string;
}

/** Kubernetes' own default. Source: pkg/apis/core/v1/defaults.go (v1.36) */
const DEFAULT_GRACE = 30;

/** Pure: what one pod asks for. `stopSeconds` is what the pattern itself needs of the grace period (a checkpoint, a drain). */
export function planPod(props: PodTemplateProps, target: Target, stopSeconds: readonly { readonly what: string; readonly seconds: number }[] = []): PodPlan {
  const sharedMemory = planSharedMemory(props.sharedMemory, props.accelerator);
  checkUserNamespace(props, target);
  if (props.metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'the pattern names several objects, all from its own name', 'use name');
  }
  return {
    sharedMemory,
    memory: planMemory('container.memory', props.container.memory, sharedMemory),
    ...planGrace(props, stopSeconds),
  };
}

/** Main containers stop first, then sidecars one after the other, all inside one grace period. Source: KEP-753. */
function planGrace(props: PodTemplateProps, stopSeconds: readonly { readonly what: string; readonly seconds: number }[]): { graceSeconds: number; graceSum: string } {
  const preStop = props.container.preStopSleep?.toSeconds() ?? 0;
  const terms = [
    ...(preStop > 0 ? [{ what: 'preStop', seconds: preStop }] : []),
    ...stopSeconds,
    ...(props.sidecars ?? []).map((sidecar, index) => ({ what: `sidecar ${sidecar.name ?? index}`, seconds: sidecar.stopTime?.toSeconds() ?? 0 }))
      .filter(term => term.seconds > 0),
  ];
  const needed = terms.reduce((total, term) => total + term.seconds, 0);
  const sum = terms.map(term => `${term.what} ${term.seconds} s`).join(' + ');
  const given = props.terminationGracePeriod?.toSeconds();
  if (given === undefined) {
    const floor = stopSeconds.length > 0 ? 5 : DEFAULT_GRACE;
    const floorName = stopSeconds.length > 0 ? 'margin' : 'main container';
    return needed === 0
      ? { graceSeconds: DEFAULT_GRACE, graceSum: `${DEFAULT_GRACE} s, Kubernetes' default` }
      : { graceSeconds: Math.max(DEFAULT_GRACE, needed + floor), graceSum: `${sum} + ${floorName} ${floor} s = ${needed + floor} s${needed + floor < DEFAULT_GRACE ? `, raised to ${DEFAULT_GRACE} s` : ''}` };
  }
  if (needed > 0 && given <= needed) {
    throw invalid('terminationGracePeriod', `${given}s`, `must be more than ${sum} = ${needed} s, or the kubelet kills what is still stopping`,
      `give at least ${needed + 5} s, or leave it out to have it computed`);
  }
  return { graceSeconds: given, graceSum: needed > 0 ? `given ${given} s >= ${sum} = ${needed} s` : `given ${given} s` };
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
