import * as kplus from 'cdk8s-plus-28';
import { Accelerator, CapabilityProfile, PodTemplateProps, SecurityProfile } from '../../../src';
import { IMAGE, Manifest, carry, chartIn, messageOf } from '../carrier';

/** Every container of a pod, with its place. */
function containersOf(pod: Manifest): [string, Manifest][] {
  return (['containers', 'initContainers'] as const).flatMap(list => (pod[list] ?? []).map((container: Manifest, index: number) => [`${list}[${index}]`, container] as [string, Manifest]));
}

const BASELINE_CAPABILITIES = [
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT',
];
const SAFE_SYSCTLS = [
  'kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range',
  'net.ipv4.ip_local_reserved_ports', 'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes',
];

/** The baseline standard, policy by policy. Source: staging/src/k8s.io/pod-security-admission/policy (v1.36) */
function baselineViolations(pod: Manifest): string[] {
  const violations: string[] = [];
  const refuse = (isWrong: unknown, what: string) => isWrong ? violations.push(what) : undefined;
  refuse(pod.hostNetwork || pod.hostPID || pod.hostIPC, 'host namespaces');
  refuse(pod.volumes?.some((volume: Manifest) => volume.hostPath), 'hostPath volumes');
  refuse(pod.securityContext?.sysctls?.some((sysctl: Manifest) => !SAFE_SYSCTLS.includes(sysctl.name)), 'unsafe sysctls');
  refuse(pod.securityContext?.seccompProfile?.type === 'Unconfined', 'seccomp');
  for (const [place, container] of containersOf(pod)) {
    const context = container.securityContext ?? {};
    refuse(context.privileged, `${place} privileged`);
    refuse(context.capabilities?.add?.some((name: string) => !BASELINE_CAPABILITIES.includes(name)), `${place} capabilities`);
    refuse(container.ports?.some((port: Manifest) => port.hostPort), `${place} host ports`);
    refuse(context.procMount && context.procMount !== 'Default', `${place} procMount`);
    refuse(context.seccompProfile?.type === 'Unconfined', `${place} seccomp`);
  }
  return violations;
}

const RESTRICTED_VOLUMES = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret', 'image'];

/** The restricted standard: baseline and more. Same source. */
function restrictedViolations(pod: Manifest): string[] {
  const violations = baselineViolations(pod);
  const refuse = (isWrong: unknown, what: string) => isWrong ? violations.push(what) : undefined;
  refuse(pod.volumes?.some((volume: Manifest) => !RESTRICTED_VOLUMES.some(source => volume[source])), 'volume types');
  refuse(pod.securityContext?.runAsUser === 0, 'root');
  for (const [place, container] of containersOf(pod)) {
    const context = container.securityContext ?? {};
    refuse(context.allowPrivilegeEscalation !== false, `${place} escalation`);
    refuse((context.runAsNonRoot ?? pod.securityContext?.runAsNonRoot) !== true, `${place} non-root`);
    refuse(context.runAsUser === 0, `${place} root`);
    refuse(!['RuntimeDefault', 'Localhost'].includes(context.seccompProfile?.type ?? pod.securityContext?.seccompProfile?.type), `${place} seccomp`);
    refuse(!context.capabilities?.drop?.includes('ALL') || context.capabilities.add?.some((name: string) => name !== 'NET_BIND_SERVICE'), `${place} capabilities`);
  }
  return violations;
}

/** A pod with everything that the library adds to one. */
function fullPod(props: Partial<PodTemplateProps>): Manifest {
  const sidecar = { name: 'logs', image: 'fluent:1' };
  return carry({
    accelerator: Accelerator.nvidia(8), sidecars: [sidecar], initContainers: [{ name: 'fetch', image: 'x:1' }], containers: [{ name: 'proxy', image: 'envoy:v1', portNumber: 80 }], ...props,
  }, { variation: { sidecars: [{ spec: { name: 'wait', image: IMAGE } }] } }).pod();
}

describe('profiles against the Pod Security Standards', () => {
  test('as published meets baseline, but not restricted, since images keep their user', () => {
    expect(baselineViolations(fullPod({}))).toEqual([]);
    expect(restrictedViolations(fullPod({}))).toContain('containers[0] non-root');
  });

  test('hardened meets restricted', () => {
    expect(restrictedViolations(fullPod({ security: SecurityProfile.hardened({ user: 1000, group: 1000 }) }))).toEqual([]);
    expect(restrictedViolations(fullPod({ security: SecurityProfile.hardened() }))).toEqual([]);
  });

  test.each([
    [CapabilityProfile.PUBLISHED, true], [CapabilityProfile.NONE, true], [CapabilityProfile.SSHD, true],
    [CapabilityProfile.RDMA, false], [CapabilityProfile.SSHD_RDMA, false], [CapabilityProfile.PROFILER, false],
  ])('profile %s under baseline: %s', (capabilityProfile, isAllowed) => {
    expect(baselineViolations(fullPod({ container: { image: IMAGE, capabilityProfile } }))).toEqual(isAllowed ? [] : ['containers[0] capabilities']);
  });
});

describe('a hardened pod', () => {
  test('is not root, has a read-only root with a writable /tmp, and no capabilities', () => {
    const { pod, main } = carry({ security: SecurityProfile.hardened({ user: 1000, group: 2000 }) });
    expect(pod().securityContext).toEqual({ runAsUser: 1000, runAsGroup: 2000, fsGroup: 2000, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(main().securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(main().volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
  });

  test.each([
    ['root', { user: 0 }, 'SecurityProfile.hardened(user): Invalid value: 0: is root'],
    ['a fraction', { user: 1.5 }, 'SecurityProfile.hardened(user): Invalid value: 1.5: must be a whole number between 1 and 2147483647'],
    ['a negative group', { group: -1 }, 'SecurityProfile.hardened(group): Invalid value: -1'],
  ])('refuses %s', (_, options, message) => {
    expect(messageOf(() => SecurityProfile.hardened(options))).toContain(message);
  });

  test('refuses a container that runs as root, unless it says that it may', () => {
    const root = { image: IMAGE, securityContext: { user: 0 } };
    expect(messageOf(() => carry({ security: SecurityProfile.hardened(), container: root })))
      .toContain('prod: container.securityContext.user: Invalid value: 0: is root, and the container must not run as root: the kubelet refuses to start it');
    const knowingly = { ...root, securityContext: { user: 0, ensureNonRoot: false } };
    const { main } = carry({ security: SecurityProfile.hardened(), container: knowingly });
    expect(main().securityContext).toMatchObject({ runAsUser: 0, runAsNonRoot: false });
    expect(carry({ container: root }).main().securityContext.runAsUser).toBe(0);
  });
});

describe('capabilities', () => {
  test.each([
    [CapabilityProfile.PUBLISHED, { drop: ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SYS_CHROOT'] }],
    [CapabilityProfile.NONE, { drop: ['ALL'] }],
    [CapabilityProfile.RDMA, { drop: ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SYS_CHROOT'], add: ['IPC_LOCK'] }],
    [CapabilityProfile.SSHD, { drop: ['MKNOD', 'NET_RAW', 'SETFCAP'], add: ['AUDIT_WRITE', 'SYS_CHROOT'] }],
    [CapabilityProfile.SSHD_RDMA, { drop: ['MKNOD', 'NET_RAW', 'SETFCAP'], add: ['AUDIT_WRITE', 'IPC_LOCK', 'SYS_CHROOT'] }],
    [CapabilityProfile.PROFILER, { drop: ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SYS_CHROOT'], add: ['PERFMON', 'SYS_PTRACE'] }],
  ])('profile %s', (capabilityProfile, capabilities) => {
    expect(carry({ container: { image: IMAGE, capabilityProfile } }).main().securityContext.capabilities).toEqual(capabilities);
    expect(new Set([...capabilities.drop, ...('add' in capabilities ? capabilities.add : [])]).size).toBe(Object.values(capabilities).flat().length);
  });

  test('every profile has its row above', () => {
    expect(Object.values(CapabilityProfile)).toHaveLength(6);
  });

  test('given in cdk8s-plus-28\'s struct they replace the profile, and both together are refused', () => {
    const securityContext = { capabilities: { add: [kplus.Capability.NET_ADMIN], drop: [kplus.Capability.ALL] } };
    expect(carry({ container: { image: IMAGE, securityContext } }).main().securityContext.capabilities).toEqual({ add: ['NET_ADMIN'], drop: ['ALL'] });
    expect(messageOf(() => carry({ container: { image: IMAGE, securityContext, capabilityProfile: CapabilityProfile.RDMA } })))
      .toContain('prod: container.capabilityProfile: Forbidden: securityContext.capabilities says it as well');
  });
});

describe('privilege', () => {
  test('never escalates unless it is asked for', () => {
    expect(carry().main().securityContext.allowPrivilegeEscalation).toBe(false);
    const asked = carry({ container: { image: IMAGE, securityContext: { allowPrivilegeEscalation: true } } });
    expect(asked.main().securityContext.allowPrivilegeEscalation).toBe(true);
  });

  test('a privileged container may escalate, since the API server refuses it otherwise', () => {
    const privileged = carry({ container: { image: IMAGE, securityContext: { privileged: true } } });
    expect(privileged.main().securityContext).toMatchObject({ privileged: true, allowPrivilegeEscalation: true });
    expect(messageOf(() => carry({ sidecars: [{ image: 'x:1', securityContext: { privileged: true, allowPrivilegeEscalation: false } }] })))
      .toContain('prod: sidecars[0].securityContext.allowPrivilegeEscalation: Forbidden: a privileged container always may escalate');
    expect(carry({ container: { image: IMAGE, securityContext: { privileged: false } } }).main().securityContext).not.toHaveProperty('privileged');
  });

  test('a seccomp profile of the container is kept', () => {
    const seccompProfile = { type: kplus.SeccompProfileType.LOCALHOST, localhostProfile: 'nccl.json' };
    expect(carry({ container: { image: IMAGE, securityContext: { seccompProfile } } }).main().securityContext.seccompProfile).toEqual({ type: 'Localhost', localhostProfile: 'nccl.json' });
    const wrong = { type: kplus.SeccompProfileType.UNCONFINED, localhostProfile: 'nccl.json' };
    expect(messageOf(() => carry({ container: { image: IMAGE, securityContext: { seccompProfile: wrong } } }, { chart: chartIn() }))).toContain('prod: container: Invalid value: "main": localhostProfile must only be set');
  });
});
