import { MEMORY_NOT_LOCKED, NEWER_ENGINE, NO_RAY_IN_IMAGE } from './notices';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { All2AllBackend } from '../../knowledge/engines/vllm-experts';
import { IMAGE_WITHOUT_RAY, NEWEST_RELEASE, OLDEST, Release, compareMinor, isAtLeast } from '../../knowledge/engines/vllm-releases';
import { EngineRole } from '../engine-plan';

/** A version that nobody compared the data with. */
export function newerAdvice(release: Release): Finding[] {
  return compareMinor(release, NEWEST_RELEASE) <= 0 ? [] : [{
    ...noticed(NEWER_ENGINE),
    field: 'engine',
    message: `vLLM ${release.text} is newer than ${NEWEST_RELEASE}, the newest version that flags and metrics were checked against (the oldest is ${OLDEST})`,
    help: 'flags and metrics are those of ' + NEWEST_RELEASE + '; read the release notes for what was renamed, or use a newer version of this library',
  }];
}

/** Ray on an image that has none. */
export function rayAdvice(release: Release, role: EngineRole, isOwnImage: boolean): Finding[] {
  if (role.kind !== 'leader' || !role.ray || isOwnImage || !isAtLeast(release, IMAGE_WITHOUT_RAY)) {
    return [];
  }
  return [{
    ...noticed(NO_RAY_IN_IMAGE),
    field: 'rendezvous',
    message: `Invalid value: "ray": the published image of vLLM has no \`ray\` from 0.19.1 on, so \`ray start\` ends with "command not found" (version ${release.text})`,
    help: 'leave rendezvous out: this version spans nodes by itself; or give an image with Ray',
  }];
}

/** RDMA between the pods of a group, by a container that may not lock memory. */
export function lockAdvice(backend: All2AllBackend | undefined, role: EngineRole): Finding[] {
  if (backend?.fabric !== 'RDMA' || role.kind !== 'leader' || role.pods === 1 || role.locksMemory) {
    return [];
  }
  return [{
    ...noticed(MEMORY_NOT_LOCKED),
    field: 'engine',
    message: `Invalid value: "${backend.name}": its kernels go over RDMA between the ${role.pods} pods of a group, and the container may not lock memory: the start ends with "cannot register cq buf" where the runtime limits it`,
    help: 'container: { capabilityProfile: CapabilityProfile.RDMA, resources of the network device }; or leave all2AllBackend out, which takes NCCL over any network',
  }];
}
