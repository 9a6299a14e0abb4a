import { brief, messages } from './asked';

const inSpec = (spec: object) => brief(messages(spec)).map(text => text.replace(/^template\.spec\./, ''));
const options = (windowsOptions: object) => inSpec({ securityContext: { windowsOptions } }).map(text => text.replace('securityContext.windowsOptions.', ''));

describe('options of Windows', () => {
  test.each<[object, string[]]>([
    [{ gmsaCredentialSpec: '' }, ['gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string']],
    [{ gmsaCredentialSpec: 'a'.repeat(65536) }, []],
    [{ gmsaCredentialSpec: 'a'.repeat(65537) },
      [`gmsaCredentialSpec: Invalid value: "${'a'.repeat(299)}… (65,537 characters): gmsaCredentialSpec size must be under 64 KiB`]],
    [{ gmsaCredentialSpecName: 'a' }, []],
    [{ gmsaCredentialSpecName: 'A' }, ['gmsaCredentialSpecName: Invalid value: "A": a lowercase RFC 1123 subdomain']],
    [{ gmsaCredentialSpecName: '' }, ['gmsaCredentialSpecName: Invalid value: "": a lowercase RFC 1123 subdomain']],
  ])('%j', (given, expected) => {
    expect(options(given)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['', [' cannot be an empty string']], ['a\u0000', [' cannot contain control characters']], ['a\u001f', [' cannot contain control characters']],
    ['a\u007f', [' cannot contain control characters']], ['a b', []], ['a\\b', []], ['a\\b\\c', [' cannot contain more than one backslash']],
    ['\\a', ["'s Domain doesn't match the NetBios nor the DNS format"]], ['a\\', ["'s User cannot be empty"]],
    [`${'a'.repeat(255)}\\b`, ["'s Domain doesn't match the NetBios nor the DNS format"]],
    [`${'a'.repeat(256)}\\b`, ["'s Domain length must be under 256 characters", "'s Domain doesn't match the NetBios nor the DNS format"]],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}\\b`, []],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(64)}\\b`,
      ["'s Domain length must be under 256 characters", "'s Domain doesn't match the NetBios nor the DNS format"]],
    ['a'.repeat(104), []], ['a'.repeat(105), ["'s User length must not be longer than 104 characters"]],
    ['.', ["'s User cannot contain only periods or spaces"]], ['. .', ["'s User cannot contain only periods or spaces"]], ['a.', []],
    ['a"b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a/b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a:b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a;b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a|b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a=b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a,b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a+b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a*b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a?b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a<b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a>b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a@b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a[b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']],
    ['a]b', ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']], ['A!B\\c', []],
    ['.a\\b', ["'s Domain doesn't match the NetBios nor the DNS format"]], ['a.b.c\\d', []], ['aaaaaaaaaaaaaaa\\b', []], ['!!!!!!!!!!!!!!!\\b', []],
    ['!!!!!!!!!!!!!!!!\\b', ["'s Domain doesn't match the NetBios nor the DNS format"]],
    [`${'a'.repeat(64)}.b\\c`, ["'s Domain doesn't match the NetBios nor the DNS format"]],
    ['-a.b.c.d.e.f.g.h\\x', ["'s Domain doesn't match the NetBios nor the DNS format"]],
    ['a|b\\c', ["'s Domain doesn't match the NetBios nor the DNS format"]],
  ])('of the user %j', (runAsUserName, expected) => {
    expect(options({ runAsUserName }).map(text => text.replace(/^runAsUserName: Invalid value: ".*": runAsUserName/, ''))).toEqual(expected);
  });
});

describe('a pod of Windows has nothing of Linux', () => {
  test.each<[object, string[]]>([
    [{ hostPID: true }, ['hostPID']], [{ hostPID: false }, []], [{ hostIPC: true }, ['hostIPC']], [{ hostIPC: false }, []],
    [{ shareProcessNamespace: true }, ['shareProcessNamespace']], [{ shareProcessNamespace: false }, ['shareProcessNamespace']],
    [{ hostUsers: true }, ['hostUsers']], [{ hostUsers: false }, ['hostUsers']],
    [{ securityContext: { appArmorProfile: { type: 'Unconfined' } } }, ['securityContext.appArmorProfile']],
    [{ securityContext: { seLinuxOptions: {} } }, ['securityContext.seLinuxOptions']],
    [{ securityContext: { seccompProfile: { type: 'Unconfined' } } }, ['securityContext.seccompProfile']],
    [{ securityContext: { fsGroup: 1 } }, ['securityContext.fsGroup']],
    [{ securityContext: { fsGroupChangePolicy: 'Always' } }, ['securityContext.fsGroupChangePolicy']],
    [{ securityContext: { sysctls: [{ name: 'a', value: '1' }] } }, ['securityContext.sysctls']], [{ securityContext: { sysctls: [] } }, []],
    [{ securityContext: { runAsUser: 1 } }, ['securityContext.runAsUser']],
    [{ securityContext: { runAsGroup: 1 } }, ['securityContext.runAsGroup']],
    [{ securityContext: { supplementalGroups: [1] } }, ['securityContext.supplementalGroups']],
    [{ securityContext: { supplementalGroups: [] } }, ['securityContext.supplementalGroups']],
    [{ securityContext: { supplementalGroupsPolicy: 'Merge' } }, ['securityContext.supplementalGroupsPolicy']],
    [{ securityContext: { seLinuxChangePolicy: 'Recursive' } }, ['securityContext.seLinuxChangePolicy']],
    [{ securityContext: { runAsNonRoot: true } }, []], [{ securityContext: { windowsOptions: { runAsUserName: 'a' } } }, []],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { appArmorProfile: { type: 'Unconfined' } } }] },
      ['containers[0].securityContext.appArmorProfile']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { seLinuxOptions: {} } }] }, ['containers[0].securityContext.seLinuxOptions']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { seccompProfile: { type: 'Unconfined' } } }] },
      ['containers[0].securityContext.seccompProfile']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { capabilities: {} } }] }, ['containers[0].securityContext.capabilities']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { readOnlyRootFilesystem: false } }] },
      ['containers[0].securityContext.readOnlyRootFilesystem']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { privileged: false } }] }, ['containers[0].securityContext.privileged']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { allowPrivilegeEscalation: false } }] },
      ['containers[0].securityContext.allowPrivilegeEscalation']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { procMount: 'Default' } }] }, ['containers[0].securityContext.procMount']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { runAsUser: 1 } }] }, ['containers[0].securityContext.runAsUser']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { runAsGroup: 1 } }] }, ['containers[0].securityContext.runAsGroup']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { runAsNonRoot: true } }] }, []],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { windowsOptions: {} } }] }, []],
    [{ initContainers: [{ name: 'init', image: 'i', securityContext: { runAsUser: 1 } }] }, ['initContainers[0].securityContext.runAsUser']],
  ])('%j', (spec, fields) => {
    expect(inSpec({ os: { name: 'windows' }, ...spec })).toEqual(fields.map(field => `${field}: Forbidden: cannot be set for a windows pod`));
  });

  test('but what is dropped', () => {
    const gates = { UserNamespacesSupport: false, SupplementalGroupsPolicy: false, SELinuxChangePolicy: false };
    const spec = { os: { name: 'windows' }, hostUsers: true, securityContext: { supplementalGroupsPolicy: 'Merge', seLinuxChangePolicy: 'Recursive' } };
    expect(messages(spec, { minor: '1.33', gates })).toEqual([]);
    expect(messages(spec, { minor: '1.33' })).toHaveLength(3);
  });
});

describe('processes of a host of Windows', () => {
  test.each<[object, string[]]>([
    [{ securityContext: { windowsOptions: {} } }, []],
    [{ securityContext: { windowsOptions: { hostProcess: true } } },
      ['hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers']],
    [{ hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }, []],
    [{ hostNetwork: true, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }, { name: 'b', image: 'i' }] },
      ['template.spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers']],
    [{ hostNetwork: true, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }, { name: 'b', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }] },
      []],
    [{ hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } }, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: false } } }, { name: 'b', image: 'i' }] },
      [
        'containers[0].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true',
        'template.spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
      ]],
    [{ securityContext: { windowsOptions: { hostProcess: false } }, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: false } } }, { name: 'b', image: 'i' }] },
      []],
    [{ hostNetwork: true, securityContext: { windowsOptions: { hostProcess: false } }, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }, { name: 'b', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }] },
      [
        'containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false',
        'containers[1].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false',
      ]],
    [{ hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } }, containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }, { name: 'b', image: 'i' }] },
      []],
    [{ containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { hostProcess: false } } }, { name: 'b', image: 'i', securityContext: { windowsOptions: { hostProcess: false } } }] },
      []],
    [{ containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: { runAsUserName: 'a' } } }, { name: 'b', image: 'i' }] }, []],
    [{ hostNetwork: true, initContainers: [{ name: 'init', image: 'i', securityContext: { windowsOptions: { hostProcess: true } } }] },
      ['template.spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers']],
    [{ containers: [{ name: 'a', image: 'i', securityContext: { windowsOptions: {} } }, { name: 'b', image: 'i' }] }, []],
  ])('%j', (spec, expected) => {
    expect(inSpec(spec)).toEqual(expected);
  });
});

describe('a pod of Linux has nothing of Windows', () => {
  test('nor has an ephemeral container', () => {
    const ephemeralContainers = [{ name: 'debug', image: 'i', securityContext: { windowsOptions: {} } }];
    expect(inSpec({ os: { name: 'linux' }, ephemeralContainers })).toContain('ephemeralContainers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod');
  });

  test.each<[object, string[]]>([
    [{ securityContext: { windowsOptions: {} } }, ['securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { windowsOptions: {} } }] },
      ['containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod']],
    [{ containers: [{ name: 'main', image: 'i', securityContext: { runAsUser: 1 } }] }, []],
    [{ initContainers: [{ name: 'init', image: 'i', securityContext: { windowsOptions: {} } }] },
      ['initContainers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod']],
    [{ hostPID: true, hostIPC: true }, []],
  ])('%j', (spec, expected) => {
    expect(inSpec({ os: { name: 'linux' }, ...spec })).toEqual(expected);
  });
});
