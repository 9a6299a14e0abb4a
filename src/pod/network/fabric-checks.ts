import * as kplus from 'cdk8s-plus-28';
import { FabricPlan } from './planned-fabric';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { CapabilityProfile } from '../security/security';
import { PodTemplateProps } from '../template/pod-template-props';

/** What in the pod contradicts its fabric. */
export function checkFabric(plan: FabricPlan, props: PodTemplateProps): void {
  checkAskedOnce(plan, props);
  checkAnnotations(plan, props);
  checkSwitchedOff(plan, props);
  if (props.hostNetwork && Object.keys(plan.annotations).length > 0) {
    throw forbidden('hostNetwork', 'secondary networks are plugged into a network of the pod, and this one has that of the node, with all its interfaces', 'leave it out, or the networks of the fabric');
  }
  if (plan.locksMemory) {
    checkLocks(plan.title, props);
  }
}

function checkAskedOnce({ resources, hugePages }: FabricPlan, { container, accelerator }: PodTemplateProps): void {
  for (const name of Object.keys(resources)) {
    if (Object.hasOwn(container.extendedResources ?? {}, name)) {
      throw duplicate('container.extendedResources', name, 'is a device of the fabric as well', 'give its count in fabric, and leave it out here');
    }
    if (accelerator && !accelerator._request && accelerator.resourceName === name) {
      throw duplicate('fabric', name, 'is the accelerator of the pod as well', 'give the device of the network, or leave the accelerator out');
    }
  }
  const size = Object.keys(hugePages).find(each => Object.hasOwn(container.hugePages ?? {}, each));
  if (size !== undefined) {
    throw duplicate('container.hugePages', size, `the fabric asks for ${hugePages[size]} of them as well`, "give all of them in the fabric: Fabric.efa({ hugePages: '6Gi' })");
  }
}

function checkAnnotations({ annotations }: FabricPlan, { podMetadata }: PodTemplateProps): void {
  const key = Object.keys(annotations).find(each => Object.hasOwn(podMetadata?.annotations ?? {}, each));
  if (key !== undefined) {
    throw duplicate(`podMetadata.annotations[${key}]`, podMetadata!.annotations![key], 'is written by the fabric', 'name all networks in the fabric');
  }
}

/** Values that take the fabric away again. */
const OFF: readonly (readonly [string, (value: string) => boolean, string])[] = [
  ['NCCL_IB_DISABLE', value => value !== '' && value !== '0', 'switches InfiniBand and RoCE off, and NCCL goes over sockets'],
  ['NCCL_NET', value => value.toLowerCase() === 'socket', 'makes NCCL go over sockets'],
];

function checkSwitchedOff({ bypassesKernel, title }: FabricPlan, { container }: PodTemplateProps): void {
  for (const [name, isOff, effect] of bypassesKernel ? OFF : []) {
    const value: unknown = container.envVariables?.[name]?.value;
    if (typeof value === 'string' && isOff(value)) {
      throw invalid(`container.envVariables[${name}]`, value, `it ${effect}: the devices of ${title} are held and not used`, 'leave it out, or use Fabric.socket()');
    }
  }
}

/**
 * Capabilities reach processes of root alone, and memory may be locked beyond the limit by root of the node's user namespace.
 *
 * Source: linux drivers/infiniband/core/umem.c (capable(CAP_IPC_LOCK)); kernel.org capabilities(7), execve; KEP-2763 (ambient capabilities, not implemented)
 */
function checkLocks(title: string, { container, security, securityContext, hostUsers }: PodTemplateProps): void {
  const { capabilities, privileged, user, ensureNonRoot } = container.securityContext ?? {};
  if (privileged) {
    return;
  }
  const help = 'lift the limit of the container runtime on the nodes, and say so with lockMemory: false';
  if (capabilities && !(capabilities.add ?? []).includes(kplus.Capability.IPC_LOCK) && !(capabilities.add ?? []).includes(kplus.Capability.ALL)) {
    throw invalid('container.securityContext.capabilities', capabilities.add ?? [], `${title} needs IPC_LOCK, since devices read locked memory`, `add it, or ${help}`);
  }
  if (container.capabilityProfile === CapabilityProfile.NONE) {
    throw invalid('container.capabilityProfile', container.capabilityProfile, `${title} needs IPC_LOCK, since devices read locked memory`, `leave it out, or ${help}`);
  }
  const runsAs = user ?? securityContext?.user;
  if (runsAs === undefined ? security?._isHardened || (ensureNonRoot ?? securityContext?.ensureNonRoot) : runsAs !== 0) {
    throw forbidden('fabric', `${title} needs IPC_LOCK, and no capability reaches a process that is not root`, help);
  }
  if (hostUsers === false) {
    throw forbidden('hostUsers', `${title} needs IPC_LOCK, which counts for nothing in a user namespace of the pod's own`, `leave it out, or ${help}`);
  }
}
