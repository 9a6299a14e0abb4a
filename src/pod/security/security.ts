import * as kplus from 'cdk8s-plus-28';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * Linux capabilities a container keeps, by the role that needs them.
 */
export enum CapabilityProfile {
  /**
   * What published vLLM, PyTorch and Ray images run with: the runtime's set without raw sockets, device nodes, chroot, audit
   * writes and file capabilities. File-permission capabilities stay, since these images run as root on volumes of other users.
   */
  PUBLISHED = 'published',

  /** None at all: everything is dropped. */
  NONE = 'none',

  /**
   * As PUBLISHED, with IPC_LOCK, which RDMA needs to pin memory (InfiniBand, RoCE, EFA). A namespace that enforces the *baseline* Pod
   * Security Standard refuses it.
   */
  RDMA = 'rdma',

  /** As PUBLISHED, with what sshd's privilege separation needs (SYS_CHROOT, AUDIT_WRITE): MPI workers. */
  SSHD = 'sshd',

  /** SSHD and RDMA together: MPI over InfiniBand. Refused under *baseline*, as RDMA is. */
  SSHD_RDMA = 'sshd-rdma',

  /** As PUBLISHED, with SYS_PTRACE and PERFMON: profilers and debuggers such as Nsight or py-spy. Refused under *baseline*. */
  PROFILER = 'profiler',
}

/** Capabilities of the runtime's default set that no training or serving process here needs. */
const UNNEEDED = ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SYS_CHROOT'];

/** Locks memory beyond the limit of the process. */
const IPC_LOCK = 'IPC_LOCK';

/** Data behind the profiles: what is dropped of the runtime's default set, and what is added to it. */
const CAPABILITIES: { [profile in CapabilityProfile]: { readonly drop: readonly string[]; readonly add: readonly string[] } } = {
  [CapabilityProfile.PUBLISHED]: { drop: UNNEEDED, add: [] },
  [CapabilityProfile.NONE]: { drop: ['ALL'], add: [] },
  [CapabilityProfile.RDMA]: { drop: UNNEEDED, add: [IPC_LOCK] },
  [CapabilityProfile.SSHD]: { drop: ['MKNOD', 'NET_RAW', 'SETFCAP'], add: ['AUDIT_WRITE', 'SYS_CHROOT'] },
  [CapabilityProfile.SSHD_RDMA]: { drop: ['MKNOD', 'NET_RAW', 'SETFCAP'], add: ['AUDIT_WRITE', IPC_LOCK, 'SYS_CHROOT'] },
  [CapabilityProfile.PROFILER]: { drop: UNNEEDED, add: ['PERFMON', 'SYS_PTRACE'] },
};

/**
 * The user a hardened pod runs as.
 */
export interface HardenedOptions {
  /**
   * Numeric user of every container. Needed when the image names a user by name or runs as root: the kubelet refuses to start those.
   *
   * @default - the image's own user, which must be numeric and not 0
   */
  readonly user?: number;

  /**
   * Numeric group of every container, and of files on volumes.
   *
   * @default - the image's own group
   */
  readonly group?: number;
}

/**
 * How far a pod is confined.
 *
 * Every profile forbids privilege escalation and uses the runtime's seccomp profile; none mounts a service account token.
 */
export class SecurityProfile {
  /**
   * For images as they are published: their own user, a writable root file system, `CapabilityProfile.PUBLISHED`. Meets the
   * *baseline* Pod Security Standard.
   */
  public static published(): SecurityProfile {
    return new SecurityProfile(false);
  }

  /**
   * Not root, a read-only root file system (with a writable `/tmp`), no capabilities. Meets the *restricted* Pod Security Standard.
   *
   * @param options The user and group to run as.
   */
  public static hardened(options: HardenedOptions = {}): SecurityProfile {
    if (options.user === 0) {
      throw invalid('SecurityProfile.hardened(user)', 0, 'is root, which a hardened pod may not be', 'give another user id, like 1000');
    }
    checkId('SecurityProfile.hardened(user)', options.user, 1);
    checkId('SecurityProfile.hardened(group)', options.group, 0);
    return new SecurityProfile(true, options);
  }

  private constructor(
    /** @internal */ public readonly _isHardened: boolean,
    /** @internal */ public readonly _options: HardenedOptions = {}) {}
}

/** Source: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsValidUserID (v1.36) */
function checkId(field: string, id: number | undefined, min: number): void {
  if (id !== undefined) {
    wholeNumber(field, id, { min, max: 2 ** 31 - 1 });
  }
}

/** Name of the writable volume that a hardened container gets. */
export const TMP_VOLUME = 'tmp';

export const TMP_PATH = '/tmp';

/** `securityContext` of the pod. What the user gave in cdk8s-plus-28's struct wins; what it would have defaulted does not appear. */
export function podSecurityContext(profile: SecurityProfile, given: kplus.PodSecurityContextProps | undefined): PlainObject {
  const hardened = profile._isHardened;
  return compact({
    fsGroup: given?.fsGroup ?? profile._options.group,
    fsGroupChangePolicy: given?.fsGroupChangePolicy,
    runAsUser: given?.user ?? profile._options.user,
    runAsGroup: given?.group ?? profile._options.group,
    runAsNonRoot: given?.ensureNonRoot ?? (hardened ? true : undefined),
    seccompProfile: { type: 'RuntimeDefault' },
    sysctls: given?.sysctls?.map(sysctl => ({ name: sysctl.name, value: sysctl.value })),
  });
}

/** `securityContext` of a container. */
export function containerSecurityContext(
  field: string,
  profile: SecurityProfile,
  capabilities: CapabilityProfile | undefined,
  given: kplus.ContainerSecurityContextProps | undefined,
  locksMemory = false,
): PlainObject {
  const hardened = profile._isHardened;
  const escalates = given?.allowPrivilegeEscalation ?? (given?.privileged ? true : false);
  if (given?.privileged && given.allowPrivilegeEscalation === false) {
    throw forbidden(`${field}.securityContext.allowPrivilegeEscalation`, 'a privileged container always may escalate; the API server refuses both together', 'drop privileged, or use a capability profile');
  }
  if (given?.capabilities && capabilities !== undefined) {
    throw forbidden(`${field}.capabilityProfile`, 'securityContext.capabilities says it as well', 'keep one of them');
  }
  if (given?.user === 0 && (given.ensureNonRoot ?? hardened)) {
    throw invalid(`${field}.securityContext.user`, 0, 'is root, and the container must not run as root: the kubelet refuses to start it', 'give another user id, or set ensureNonRoot: false');
  }
  checkSeccomp(`${field}.securityContext.seccompProfile`, given?.seccompProfile);
  return compact({
    allowPrivilegeEscalation: escalates,
    privileged: given?.privileged ? true : undefined,
    readOnlyRootFilesystem: given?.readOnlyRootFilesystem ?? (hardened ? true : undefined),
    runAsUser: given?.user,
    runAsGroup: given?.group,
    runAsNonRoot: given?.ensureNonRoot,
    capabilities: given?.capabilities
      ? compact({ add: given.capabilities.add?.map(String), drop: given.capabilities.drop?.map(String) })
      : renderCapabilities(capabilities ?? (hardened ? CapabilityProfile.NONE : CapabilityProfile.PUBLISHED), locksMemory),
    seccompProfile: given?.seccompProfile && compact({ ...given.seccompProfile }),
  });
}

/** cdk8s-plus-28 refuses a file with any other type. Source: pkg/apis/core/validation/validation.go validateSeccompProfileField (v1.36) */
function checkSeccomp(field: string, given: kplus.SeccompProfile | undefined): void {
  if (given?.type !== kplus.SeccompProfileType.LOCALHOST) {
    return;
  }
  const path = given.localhostProfile;
  if (!path) {
    throw required(`${field}.localhostProfile`, 'a profile of the type Localhost is a file of the node', 'give its path below the seccomp folder of the kubelet');
  }
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw invalid(`${field}.localhostProfile`, path, 'must lead from the seccomp folder of the kubelet into it: without a slash at its beginning, and without ".."', 'give a path like profiles/audit.json');
  }
}

function renderCapabilities(profile: CapabilityProfile, locksMemory: boolean): PlainObject {
  const { drop, add } = CAPABILITIES[profile];
  return compact({ drop: [...drop], add: locksMemory ? [...new Set([...add, IPC_LOCK])].sort() : [...add] });
}

carriesMistakes(SecurityProfile, () => SecurityProfile.published());
