import { brief, messages, podMessages } from './asked';

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_MAIN = 'container.seccomp.security.alpha.kubernetes.io/main';
const APP_ARMOR_MAIN = 'container.apparmor.security.beta.kubernetes.io/main';
const main = (securityContext: object) => ({ containers: [{ name: 'main', image: 'i', securityContext }] });
const annotated = (annotations: object, spec: object = {}) => brief(messages(spec, { metadata: { annotations } })).map(text => text.replace(/^template\.(annotations|spec\.)/, ''));
const annotatedPod = (annotations: object, spec: object = {}) => brief(podMessages(spec, { metadata: { annotations } })).map(text => text.replace(/^spec\./, ''));

describe('an annotation that once was a field', () => {
  test.each<[object, object, string[]]>([
    [{ 'kubernetes.io/config.mirror': 'a' }, {},
      ['[kubernetes.io/config.mirror]: Invalid value: "a": must set spec.nodeName if mirror pod annotation is set']],
    [{ 'kubernetes.io/config.mirror': '' }, { nodeName: 'n' }, []],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'runtime/default' }, {}, []],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'docker/default' }, {}, []],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'unconfined' }, {}, []],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': '' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "": must be a valid seccomp profile']],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'x' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "x": must be a valid seccomp profile']],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'localhost/a' }, {}, []],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'localhost//a' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "/a": must be a relative path']],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'localhost/a/' }, {}, []],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'localhost/../a' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "../a": must not contain \'..\'']],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'localhost' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "localhost": must be a valid seccomp profile']],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'runtime/default/' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "runtime/default/": must be a valid seccomp profile']],
    [{ 'container.seccomp.security.alpha.kubernetes.io/main': 'xlocalhost/a' }, {},
      ['.container.seccomp.security.alpha.kubernetes.io/main: Invalid value: "xlocalhost/a": must be a valid seccomp profile']],
    [{ 'container.apparmor.security.beta.kubernetes.io/other': 'unconfined' }, {},
      ['[container.apparmor.security.beta.kubernetes.io/other]: Invalid value: "other": container not found']],
    [{ 'container.apparmor.security.beta.kubernetes.io/other': 'x' }, {},
      [
        '[container.apparmor.security.beta.kubernetes.io/other]: Invalid value: "other": container not found',
        '[container.apparmor.security.beta.kubernetes.io/other]: Invalid value: "x": invalid AppArmor profile name: "x"',
      ]],
    [{ 'container.apparmor.security.beta.kubernetes.io/other': 'unconfined' }, { initContainers: [{ name: 'other', image: 'i' }] }, []],
    [{ 'acontainer.apparmor.security.beta.kubernetes.io/main': 'x' }, {}, []], [{ 'aseccomp.security.alpha.kubernetes.io/pod': 'x' }, {}, []],
    [{ 'acontainer.seccomp.security.alpha.kubernetes.io/main': 'x' }, {}, []], [{ 'example.com/a': 'x' }, {}, []],
  ])('%j beside %j', (annotations, spec, expected) => {
    expect(annotated(annotations, spec)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['', []], ['x', ['Invalid value: "scheduler.alpha.kubernetes.io/tolerations": invalid character in JSON']],
    ['{}', ['Invalid value: "scheduler.alpha.kubernetes.io/tolerations": json: cannot unmarshal into Go value of type []v1.Toleration']],
    ['null', []], ['[]', []], ['[{"key":"-","operator":"Exists"}]', ['Invalid value: "-": name part']], ['[{"key":"a"}]', []],
    ['1', ['Invalid value: "scheduler.alpha.kubernetes.io/tolerations": json: cannot unmarshal into Go value of type []v1.Toleration']],
  ])('is a list of tolerations: %j', (value, expected) => {
    expect(annotated({ 'scheduler.alpha.kubernetes.io/tolerations': value }).map(text => text.slice(text.indexOf(': ') + 2))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['0', []], ['-0', []], ['10', []], ['-5', []], ['2147483647', []], ['2147483648', ['Invalid value: "2147483648": must be a 32bit integer']],
    ['-2147483648', []], ['-2147483649', ['Invalid value: "-2147483649": must be a 32bit integer']],
    ['01', ['Invalid value: "01": must be a 32bit integer']], ['+1', ['Invalid value: "+1": must be a 32bit integer']],
    ['', ['Invalid value: "": must be a 32bit integer']], ['1x', ['Invalid value: "1x": must be a 32bit integer']],
    ['x1', ['Invalid value: "x1": must be a 32bit integer']], ['-', ['Invalid value: "-": must be a 32bit integer']],
    ['-x', ['Invalid value: "-x": must be a 32bit integer']],
  ])('is a cost: %j', (value, expected) => {
    expect(annotated({ 'controller.kubernetes.io/pod-deletion-cost': value }).map(text => text.slice(text.indexOf(': ') + 2))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['', []], ['runtime/default', []], ['unconfined', []],
    ['docker/default', ['Invalid value: "docker/default": invalid AppArmor profile name: "docker/default"']], ['localhost/a', []],
    ['x', ['Invalid value: "x": invalid AppArmor profile name: "x"']],
    ['xlocalhost/a', ['Invalid value: "xlocalhost/a": invalid AppArmor profile name: "xlocalhost/a"']],
  ])('is a profile of AppArmor: %j', (value, expected) => {
    expect(annotated({ 'container.apparmor.security.beta.kubernetes.io/main': value }).map(text => text.slice(text.indexOf(': ') + 2))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['runtime/default', []], ['docker/default', []], ['unconfined', []], ['', ['Invalid value: "": must be a valid seccomp profile']],
    ['x', ['Invalid value: "x": must be a valid seccomp profile']], ['localhost/a', []],
    ['localhost//a', ['Invalid value: "/a": must be a relative path']], ['localhost/a/', []],
    ['localhost/../a', ['Invalid value: "../a": must not contain \'..\'']],
    ['localhost', ['Invalid value: "localhost": must be a valid seccomp profile']],
    ['runtime/default/', ['Invalid value: "runtime/default/": must be a valid seccomp profile']],
    ['xlocalhost/a', ['Invalid value: "xlocalhost/a": must be a valid seccomp profile']],
  ])('is a profile of seccomp of a pod or a container: %j', (value, expected) => {
    for (const key of [SECCOMP, SECCOMP_MAIN]) {
      expect(annotated({ [key]: value })).toEqual(expected.map(text => `.${key}: ${text}`));
    }
  });
});

describe('annotation and field say the same:', () => {
  /** What of the field does not match. */
  const mismatch = (errors: string[]) => errors.map(text => text.replace(/^.*Profile\.(\w+): Forbidden: .*/, '$1')).filter(text => !text.includes('invalid AppArmor profile name'));

  test.each<[string, object, string[]]>([
    ['runtime/default', { seccompProfile: { type: 'RuntimeDefault' } }, []], ['docker/default', { seccompProfile: { type: 'RuntimeDefault' } }, []],
    ['unconfined', { seccompProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/a', { seccompProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/b', { seccompProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['runtime/default', { seccompProfile: { type: 'Unconfined' } }, ['type']],
    ['docker/default', { seccompProfile: { type: 'Unconfined' } }, ['type']], ['unconfined', { seccompProfile: { type: 'Unconfined' } }, []],
    ['localhost/a', { seccompProfile: { type: 'Unconfined' } }, ['type']], ['localhost/b', { seccompProfile: { type: 'Unconfined' } }, ['type']],
    ['runtime/default', { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['type']],
    ['docker/default', { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['type']],
    ['unconfined', { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['type']],
    ['localhost/a', { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
    ['localhost/b', { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['localhostProfile']],
  ])('seccomp %j and %j', (annotation, profile, fields) => {
    expect(mismatch(annotated({ [SECCOMP]: annotation }, { securityContext: profile }))).toEqual(fields);
    expect(mismatch(annotated({ [SECCOMP_MAIN]: annotation }, main(profile)))).toEqual(fields);
    expect(annotated({ [SECCOMP]: annotation }, main(profile))).toEqual([]);
    expect(annotated({ [SECCOMP_MAIN]: annotation }, { securityContext: profile })).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ['runtime/default', { appArmorProfile: { type: 'RuntimeDefault' } }, []],
    ['docker/default', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['unconfined', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/a', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/b', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['runtime/default', { appArmorProfile: { type: 'Unconfined' } }, ['type']],
    ['docker/default', { appArmorProfile: { type: 'Unconfined' } }, ['type']], ['unconfined', { appArmorProfile: { type: 'Unconfined' } }, []],
    ['localhost/a', { appArmorProfile: { type: 'Unconfined' } }, ['type']], ['localhost/b', { appArmorProfile: { type: 'Unconfined' } }, ['type']],
    ['runtime/default', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['type']],
    ['docker/default', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['type']],
    ['unconfined', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['type']],
    ['localhost/a', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
    ['localhost/b', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, ['localhostProfile']],
  ])('AppArmor %j and %j', (annotation, profile, fields) => {
    expect(mismatch(annotated({ [APP_ARMOR_MAIN]: annotation }, main(profile)))).toEqual(fields);
    expect(mismatch(annotated({ [APP_ARMOR_MAIN]: annotation }, { securityContext: profile }))).toEqual(fields);
    expect(mismatch(annotatedPod({ [APP_ARMOR_MAIN]: annotation }, main(profile)))).toEqual(fields);
  });

  test('the messages', () => {
    const localhost = { seccompProfile: { type: 'Localhost', localhostProfile: 'a' } };
    expect(annotated({ [SECCOMP]: 'localhost/b' }, { securityContext: localhost })).toEqual([
      'securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match',
    ]);
    expect(annotated({ [APP_ARMOR_MAIN]: 'unconfined' }, main({ appArmorProfile: { type: 'RuntimeDefault' } }))).toEqual([
      'containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match',
    ]);
  });

  test('the profile of a container is before the pod’s', () => {
    const spec = { securityContext: { appArmorProfile: { type: 'RuntimeDefault' } }, ...main({ appArmorProfile: { type: 'Unconfined' } }) };
    expect(annotated({ [APP_ARMOR_MAIN]: 'unconfined' }, spec)).toEqual([]);
    expect(mismatch(annotated({ [APP_ARMOR_MAIN]: 'runtime/default' }, spec))).toEqual(['type']);
  });

  test('nobody asks for AppArmor on Windows', () => {
    const spec = (name: string) => ({ os: { name }, ...main({ appArmorProfile: { type: 'RuntimeDefault' } }) });
    expect(annotated({ [APP_ARMOR_MAIN]: 'unconfined' }, spec('windows'))).toEqual(['containers[0].securityContext.appArmorProfile: Forbidden: cannot be set for a windows pod']);
    expect(mismatch(annotated({ [APP_ARMOR_MAIN]: 'unconfined' }, spec('linux')))).toEqual(['type']);
  });

  test.each<[string, object, string[]]>([
    ['unconfined', { appArmorProfile: { type: 'RuntimeDefault' } }, []], ['runtime/default', { appArmorProfile: { type: 'RuntimeDefault' } }, []],
    ['docker/default', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/a', { appArmorProfile: { type: 'RuntimeDefault' } }, []], ['localhost/', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/ a', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/a ', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']], ['', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['x', { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    [`localhost/${'a'.repeat(4095)}`, { appArmorProfile: { type: 'RuntimeDefault' } }, []],
    [`localhost/${'a'.repeat(4096)}`, { appArmorProfile: { type: 'RuntimeDefault' } }, ['type']],
    ['localhost/b', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
    ['localhost/a', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
    ['runtime/default', { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } }, []],
  ])('of a pod, the annotation %j becomes the field where the container has none, and is before %j', (annotation, profile, fields) => {
    expect(mismatch(annotatedPod({ [APP_ARMOR_MAIN]: annotation }, { securityContext: profile }))).toEqual(fields);
  });
});
