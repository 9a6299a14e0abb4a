import { brief, messages } from './asked';

describe('security of a container', () => {
  const security = (securityContext: object) => brief(messages({ containers: [{ name: 'main', image: 'i', securityContext }] }))
    .map(text => text.replace(/^template\.spec\.containers\[0\]\.securityContext\.?/, ''));

  test.each<[object, string[]]>([
    [{ runAsUser: 0 }, []], [{ runAsUser: 2147483647 }, []],
    [{ runAsUser: 2147483648 }, ['runAsUser: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive']],
    [{ runAsUser: -1 }, ['runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive']], [{ runAsGroup: 0 }, []],
    [{ runAsGroup: 2147483647 }, []],
    [{ runAsGroup: 2147483648 }, ['runAsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive']],
    [{ runAsGroup: -1 }, ['runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive']], [{ procMount: 'Default' }, []],
    [{ procMount: 'Unmasked' }, ['procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`']],
    [{ procMount: 'x' }, ['procMount: Unsupported value: "x": supported values: "Default", "Unmasked"']],
    [{ procMount: '' }, ['procMount: Unsupported value: "": supported values: "Default", "Unmasked"']],
    [{ seccompProfile: { type: '' } }, ['seccompProfile.type: Required value: type is required when seccompProfile is set']],
    [{ seccompProfile: { type: 'x' } },
      ['seccompProfile.type: Unsupported value: "x": supported values: "Localhost", "RuntimeDefault", "Unconfined"']],
    [{ seccompProfile: { type: 'Localhost' } }, ['seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost']],
    [{ seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
    [{ seccompProfile: { type: 'Localhost', localhostProfile: '/a' } },
      ['seccompProfile.localhostProfile: Invalid value: "/a": must be a relative path']],
    [{ seccompProfile: { type: 'Localhost', localhostProfile: 'a/../b' } },
      ['seccompProfile.localhostProfile: Invalid value: "a/../b": must not contain \'..\'']],
    [{ seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'a' } },
      [
        'seccompProfile.localhostProfile: Invalid value: {"type":"RuntimeDefault","localhostProfile":"a"}: can only be set when seccomp type is Localhost',
      ]],
    [{ seccompProfile: { type: 'Unconfined' } }, []],
    [{ seccompProfile: { type: 'x', localhostProfile: 'a' } },
      [
        'seccompProfile.type: Unsupported value: "x": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
        'seccompProfile.localhostProfile: Invalid value: {"type":"x","localhostProfile":"a"}: can only be set when seccomp type is Localhost',
      ]],
    [{ seccompProfile: null }, []],
    [{ appArmorProfile: { type: '' } }, ['appArmorProfile.type: Required value: type is required when appArmorProfile is set']],
    [{ appArmorProfile: { type: 'x' } },
      ['appArmorProfile.type: Unsupported value: "x": supported values: "Localhost", "RuntimeDefault", "Unconfined"']],
    [{ appArmorProfile: { type: 'x', localhostProfile: 'a' } },
      ['appArmorProfile.type: Unsupported value: "x": supported values: "Localhost", "RuntimeDefault", "Unconfined"']],
    [{ appArmorProfile: { type: 'Localhost' } }, ['appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost']],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: ' a' } },
      ['appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace']],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: 'a ' } },
      ['appArmorProfile.localhostProfile: Invalid value: "a ": must not be padded with whitespace']],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: ' ' } },
      ['appArmorProfile.localhostProfile: Invalid value: " ": must not be padded with whitespace']],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: 'a'.repeat(4095) } }, []],
    [{ appArmorProfile: { type: 'Localhost', localhostProfile: 'a'.repeat(4096) } },
      ['appArmorProfile.localhostProfile: Too long: may not be more than 4095 bytes']],
    [{ appArmorProfile: { type: 'RuntimeDefault', localhostProfile: 'a' } },
      ['appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost']],
    [{ appArmorProfile: { type: 'Unconfined' } }, []], [{ appArmorProfile: null }, []], [{ allowPrivilegeEscalation: false }, []],
    [{ allowPrivilegeEscalation: false, privileged: true },
      [
        ': Invalid value: {"allowPrivilegeEscalation":false,"privileged":true}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      ]],
    [{ allowPrivilegeEscalation: true, privileged: true, capabilities: { add: ['CAP_SYS_ADMIN'] } }, []],
    [{ allowPrivilegeEscalation: false, capabilities: { add: ['SYS_ADMIN', 'CAP_SYS_ADMIN'] } },
      [
        ': Invalid value: {"allowPrivilegeEscalation":false,"capabilities":{"add":["SYS_ADMIN","CAP_SYS_ADMIN"]}}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
      ]],
    [{ allowPrivilegeEscalation: false, capabilities: { drop: ['CAP_SYS_ADMIN'] } }, []],
    [{ allowPrivilegeEscalation: false, privileged: false }, []], [{ capabilities: { add: ['CAP_SYS_ADMIN'] } }, []],
  ])('%j', (context, expected) => {
    expect(security(context)).toEqual(expected);
  });
});

describe('security of a pod', () => {
  const security = (securityContext: object, spec: object = {}) => brief(messages({ securityContext, ...spec })).map(text => text.replace(/^template\.spec\.securityContext\.?/, ''));
  const sysctls = (...names: string[]) => ({ sysctls: names.map(name => ({ name, value: '1' })) });

  test.each<[object, string[]]>([
    [{ fsGroup: 0 }, []], [{ fsGroup: 2147483647 }, []],
    [{ fsGroup: 2147483648 }, ['fsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive']],
    [{ fsGroup: -1 }, ['fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive']], [{ runAsUser: 0 }, []],
    [{ runAsUser: 2147483647 }, []],
    [{ runAsUser: 2147483648 }, ['runAsUser: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive']],
    [{ runAsUser: -1 }, ['runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive']], [{ runAsGroup: 0 }, []],
    [{ runAsGroup: 2147483647 }, []],
    [{ runAsGroup: 2147483648 }, ['runAsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive']],
    [{ runAsGroup: -1 }, ['runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive']],
    [{ supplementalGroups: [0, 2147483647, 2147483648, -1] },
      [
        'supplementalGroups[2]: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive',
        'supplementalGroups[3]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      ]],
    [{ fsGroupChangePolicy: 'Always' }, []], [{ fsGroupChangePolicy: 'OnRootMismatch' }, []],
    [{ fsGroupChangePolicy: 'x' }, ['fsGroupChangePolicy: Unsupported value: "x": supported values: "Always", "OnRootMismatch"']],
    [{ fsGroupChangePolicy: '' }, ['fsGroupChangePolicy: Unsupported value: "": supported values: "Always", "OnRootMismatch"']],
    [{ supplementalGroupsPolicy: 'Merge' }, []], [{ supplementalGroupsPolicy: 'Strict' }, []],
    [{ supplementalGroupsPolicy: 'x' }, ['supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"']],
    [{ supplementalGroupsPolicy: '' }, ['supplementalGroupsPolicy: Unsupported value: "": supported values: "Merge", "Strict"']],
    [{ seLinuxChangePolicy: 'Recursive' }, []],
    [{ seLinuxChangePolicy: 'MountOption' }, ['seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"']],
    [{ seLinuxChangePolicy: 'x' }, ['seLinuxChangePolicy: Unsupported value: "x": supported values: "Recursive"']],
    [{ seLinuxChangePolicy: '' }, ['seLinuxChangePolicy: Unsupported value: "": supported values: "Recursive"']],
  ])('%j', (context, expected) => {
    expect(security(context)).toEqual(expected);
  });

  test.each<[string[], string[]]>([
    [[''], ['[0].name: Required value']], [['a', 'a', 'b'], ['[1].name: Duplicate value: "a"']],
    [['a/b.c', 'a.b/c', 'A', 'a..b', 'a-b_c', '-a', 'a-'],
      ['[2].name: Invalid value: "A"', '[3].name: Invalid value: "a..b"', '[5].name: Invalid value: "-a"', '[6].name: Invalid value: "a-"']],
    [['a'.repeat(253)], []], [['a'.repeat(254)], [`[0].name: Invalid value: "${'a'.repeat(254)}"`]],
    [['net.a', 'net/a', 'kernel.sem', 'fs.mqueue.a'], []], [['', ''], ['[0].name: Required value', '[1].name: Required value']],
  ])('has the sysctls %j', (names, expected) => {
    expect(security(sysctls(...names)).map(text => text.replace(/^sysctls/, '').replace(/(: Invalid value: "[^"]*"): must have.*/, '$1'))).toEqual(expected);
  });

  test('a wrong name of a sysctl is told with what names are like', () => {
    expect(security(sysctls('A'))).toEqual(['sysctls[0].name: Invalid value: "A": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$']);
  });

  test.each<[string, object]>([
    ['net.a', { hostNetwork: true }],
    ['net/a', { hostNetwork: true }],
    ['net/a.b', { hostNetwork: true }],
    ['net', {}],
    ['netx.a', {}],
    ['a.net.b', {}],
    ['a/net', {}],
    ['kernel.net.a', {}],
    ['kernel.sem', { hostIPC: true }],
    ['kernel.shmall', { hostIPC: true }],
    ['kernel.shmmax', { hostIPC: true }],
    ['kernel.shmmni', { hostIPC: true }],
    ['kernel.shm_rmid_forced', { hostIPC: true }],
    ['kernel.shm', { hostIPC: true }],
    ['kernel.msgmax', { hostIPC: true }],
    ['kernel.msgmnb', { hostIPC: true }],
    ['kernel.msgmni', { hostIPC: true }],
    ['kernel.msg', { hostIPC: true }],
    ['kernel/sem', { hostIPC: true }],
    ['kernel.semx', {}],
    ['kernel.x', {}],
    ['fs.mqueue.a', { hostIPC: true }],
    ['fs/mqueue/a', { hostIPC: true }],
    ['fs.mqueue', {}],
    ['fs.x', {}],
    ['a.fs.mqueue.b', {}],
    ['kernel/shm.x', {}],
    ['vm.x', {}],
  ])('the sysctl %j is not set with %j', (name, flags) => {
    const expected = Object.keys(flags).map(flag => `sysctls[0].name: Invalid value: "${name}": may not be specified when '${flag}' is true`);
    expect(security(sysctls(name), { hostNetwork: true, hostIPC: true })).toEqual(expected);
    expect(security(sysctls(name), flags)).toEqual(expected);
    expect(security(sysctls(name))).toEqual([]);
  });
});
