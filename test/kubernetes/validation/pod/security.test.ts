import { container, pod, template } from './asked';

describe('security of a container', () => {
  const security = (securityContext: object, asked = {}, rest: object = {}) => container({ securityContext }, asked, rest).map(text => text.replace('securityContext.', ''));

  test.each<[object, string[]]>([
    [{ runAsUser: -1, runAsGroup: 2 ** 31 }, ['runAsUser: Invalid', 'runAsGroup: Invalid']], [{ procMount: 'x' }, ['procMount: NotSupported']], [{ procMount: 'Unmasked' }, ['procMount: Invalid']],
    [{ allowPrivilegeEscalation: false, privileged: true }, ['securityContext: Invalid']], [{ allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } }, ['securityContext: Invalid']],
    [{ allowPrivilegeEscalation: false, capabilities: { add: ['SYS_ADMIN'] } }, []], [{ seccompProfile: {} }, ['seccompProfile.type: Required']],
    [{ seccompProfile: { type: 'x', localhostProfile: 'a' } }, ['seccompProfile.type: NotSupported', 'seccompProfile.localhostProfile: Invalid']],
    [{ seccompProfile: { type: 'Localhost' } }, ['seccompProfile.localhostProfile: Required']], [{ seccompProfile: { type: 'Localhost', localhostProfile: '/a' } }, ['seccompProfile.localhostProfile: Invalid']],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: ' a' } }, ['appArmorProfile.localhostProfile: Invalid']], [{ appArmorProfile: { type: 'Localhost' } }, ['appArmorProfile.localhostProfile: Required']],
    [{ appArmorProfile: { type: 'RuntimeDefault', localhostProfile: 'a' } }, ['appArmorProfile.localhostProfile: Invalid']], [{ appArmorProfile: {} }, ['appArmorProfile.type: Required']],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: 'a'.repeat(4096) } }, ['appArmorProfile.localhostProfile: TooLong']],
    [{ windowsOptions: { runAsUserName: '' } }, ['windowsOptions.runAsUserName: Invalid']], [{ windowsOptions: { runAsUserName: 'a\\b\\c' } }, ['windowsOptions.runAsUserName: Invalid']],
    [{ windowsOptions: { runAsUserName: 'DOMAIN\\user' } }, []], [{ windowsOptions: { runAsUserName: 'a|b' } }, ['windowsOptions.runAsUserName: Invalid']],
    [{ windowsOptions: { gmsaCredentialSpec: '', gmsaCredentialSpecName: 'A' } }, ['windowsOptions.gmsaCredentialSpecName: Invalid', 'windowsOptions.gmsaCredentialSpec: Invalid']],
  ])('%j', (context, expected) => {
    expect(security(context)).toEqual(expected);
  });

  test('an unmasked /proc needs a user namespace', () => {
    expect(security({ procMount: 'Unmasked' }, {}, { hostUsers: false, volumes: [] })).toEqual([]);
  });
});

describe('security of a pod', () => {
  test.each<[object, string[]]>([
    [{ fsGroup: -1, supplementalGroups: [1, -1] }, ['fsGroup: Invalid', 'supplementalGroups[1]: Invalid']], [{ fsGroupChangePolicy: 'x' }, ['fsGroupChangePolicy: NotSupported']],
    [{ supplementalGroupsPolicy: 'x' }, ['supplementalGroupsPolicy: NotSupported']], [{ seLinuxChangePolicy: 'MountOption' }, ['seLinuxChangePolicy: NotSupported']],
    [{ sysctls: [{ name: '' }, { name: 'A' }, { name: 'a.b' }, { name: 'a.b' }, { name: 'net/x' }] }, ['sysctls[0].name: Required', 'sysctls[1].name: Invalid', 'sysctls[3].name: Duplicate']],
  ])('%j', (securityContext, expected) => {
    expect(template({ securityContext }).map(text => text.replace('securityContext.', ''))).toEqual(expected);
  });

  test('kernel settings of a namespace are not set in the host’s', () => {
    const securityContext = { sysctls: [{ name: 'net.a' }, { name: 'net/b' }, { name: 'kernel.shmmax' }, { name: 'fs.mqueue.x' }] };
    expect(template({ securityContext, hostNetwork: true })).toEqual(['securityContext.sysctls[0].name: Invalid', 'securityContext.sysctls[1].name: Invalid']);
    expect(template({ securityContext, hostIPC: true })).toEqual(['securityContext.sysctls[2].name: Invalid', 'securityContext.sysctls[3].name: Invalid']);
  });

  test('the gates of policies', () => {
    expect(template({ securityContext: { seLinuxChangePolicy: 'MountOption' } }, { gates: { SELinuxMount: true } })).toEqual([]);
    expect(template({ securityContext: { seLinuxChangePolicy: 'x' } }, { gates: { SELinuxChangePolicy: false }, minor: '1.33' })).toEqual([]);
  });
});

describe('namespaces of the host', () => {
  test('a user namespace goes with none of them, nor with block devices', () => {
    expect(template({ hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true })).toEqual(['hostNetwork: Forbidden', 'HostPID: Forbidden', 'HostIPC: Forbidden']);
    expect(template({ hostUsers: false, hostNetwork: true }, { gates: { UserNamespacesHostNetworkSupport: true } })).toEqual([]);
    expect(container({ volumeDevices: [{ name: 'disk', devicePath: '/a' }] }, {}, { hostUsers: false })).toEqual(['volumeDevices: Forbidden']);
    expect(template({ shareProcessNamespace: true, hostPID: true })).toEqual(['securityContext.shareProcessNamespace: Invalid']);
  });

  const ports = (...list: object[]) => ({ hostNetwork: true, containers: [{ name: 'a', image: 'i', ports: list }] });

  test('a host port is the container’s port', () => {
    expect(template(ports({ containerPort: 1, hostPort: 2 }))).toEqual(['containers[0].ports[0].hostPort: Invalid']);
    expect(template(ports({ containerPort: 1, hostPort: 1 }))).toEqual([]);
  });

  test('a pod takes the ports of its containers', () => {
    const twice = ports({ containerPort: 1 }, { containerPort: 1, name: 'b' });
    expect([template(twice), pod(twice)]).toEqual([[], ['containers[0].ports[1].hostPort: Duplicate']]);
  });
});

describe('operating systems', () => {
  test('a pod of Linux has no options of Windows', () => {
    const securityContext = { windowsOptions: {} };
    expect(template({ os: { name: 'linux' }, securityContext, containers: [{ name: 'a', image: 'i', securityContext }] }))
      .toEqual(['securityContext.windowsOptions: Forbidden', 'containers[0].securityContext.windowsOptions: Forbidden']);
  });

  test('a pod of Windows has nothing of Linux', () => {
    const securityContext = { runAsUser: 1, fsGroup: 1, sysctls: [], seccompProfile: { type: 'Unconfined' } };
    const containers = [{ name: 'a', image: 'i', securityContext: { privileged: false, capabilities: {} } }];
    expect(template({ os: { name: 'windows' }, hostPID: true, shareProcessNamespace: false, securityContext, containers })).toEqual(['hostPID: Forbidden', 'shareProcessNamespace: Forbidden',
      'securityContext.seccompProfile: Forbidden', 'securityContext.fsGroup: Forbidden', 'securityContext.runAsUser: Forbidden',
      'containers[0].securityContext.capabilities: Forbidden', 'containers[0].securityContext.privileged: Forbidden']);
  });

  test('host processes are all or none, and in the host’s network', () => {
    const host = { securityContext: { windowsOptions: { hostProcess: true } } };
    expect(template({ containers: [{ name: 'a', image: 'i', ...host }, { name: 'b', image: 'i' }] })).toEqual([': Invalid', 'hostNetwork: Invalid'].map(text => text.startsWith(':') ? `template.spec${text}` : text));
    expect(template({ ...host, hostNetwork: true, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: false } } }] }))
      .toEqual(['containers[0].securityContext.windowsOptions.hostProcess: Invalid']);
  });
});

describe('annotations that were fields', () => {
  const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/main';
  const annotated = (annotations: object, spec: object = {}, ask = template) => ask({ ...spec }, { metadata: { name: 'a', annotations } }).map(text => text.replace(/^(template|metadata)\./, ''));

  test.each<[object, string[]]>([
    [{ 'controller.kubernetes.io/pod-deletion-cost': '-10' }, []], [{ 'controller.kubernetes.io/pod-deletion-cost': '+1' }, ['annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid']],
    [{ 'controller.kubernetes.io/pod-deletion-cost': '2147483648' }, ['annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid']],
    [{ 'seccomp.security.alpha.kubernetes.io/pod': 'x' }, ['annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid']],
    [{ [APP_ARMOR]: 'x' }, [`annotations[${APP_ARMOR}]: Invalid`]], [{ 'container.apparmor.security.beta.kubernetes.io/none': 'unconfined' }, ['annotations[container.apparmor.security.beta.kubernetes.io/none]: Invalid']],
    [{ 'scheduler.alpha.kubernetes.io/tolerations': '{' }, ['annotations: Invalid']], [{ 'scheduler.alpha.kubernetes.io/tolerations': '[{}]' }, ['annotations.scheduler.alpha.kubernetes.io/tolerations[0].operator: Invalid']],
    [{ 'kubernetes.io/config.mirror': 'x' }, ['annotations[kubernetes.io/config.mirror]: Invalid']],
  ])('%j', (annotations, expected) => {
    expect(annotated(annotations)).toEqual(expected);
  });

  test('say what the fields say', () => {
    const profile = { securityContext: { seccompProfile: { type: 'RuntimeDefault' }, appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } } };
    expect(annotated({ 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' }, profile)).toEqual(['securityContext.seccompProfile.type: Forbidden']);
    expect(annotated({ 'seccomp.security.alpha.kubernetes.io/pod': 'docker/default' }, profile)).toEqual([]);
    expect(annotated({ [APP_ARMOR]: 'localhost/b' }, profile)).toEqual(['containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden']);
    // The annotation of a pod becomes the field of its container.
    expect(annotated({ [APP_ARMOR]: 'localhost/b' }, profile, pod)).toEqual([]);
    expect(annotated({ [APP_ARMOR]: 'localhost/a' }, profile)).toEqual([]);
  });
});
