import { EngineRole } from './engine-plan';
import { MEMORY_NOT_LOCKED } from './notices';
import { Finding } from '../base/findings/finding';
import { noticed } from '../base/findings/notice';

/** RDMA between the pods of a group, by a container that may not lock memory. */
export function lockAdvice(backend: { readonly name: string; readonly fabric?: string } | undefined, role: EngineRole): Finding[] {
  if (backend?.fabric !== 'RDMA' || role.kind !== 'leader' || role.pods === 1 || role.locksMemory) {
    return [];
  }
  return [{
    ...noticed(MEMORY_NOT_LOCKED),
    field: 'engine',
    message: `Invalid value: "${backend.name}": its kernels go over RDMA between the ${role.pods} pods of a group, and the container may not lock memory: the start ends with "cannot register cq buf" where the runtime limits it`,
    help: 'set capabilityProfile of container to CapabilityProfile.RDMA, and resources of the network device; or leave all2AllBackend out, which takes NCCL over any network',
  }];
}
