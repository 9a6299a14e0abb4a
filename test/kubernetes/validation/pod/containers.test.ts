import { container, pod, template } from './asked';

test('an ordinary container', () => {
  expect(container({ ports: [{ containerPort: 80 }], env: [{ name: 'A', value: '' }], volumeMounts: [{ name: 'work', mountPath: '/work' }] })).toEqual([]);
});

describe('a container', () => {
  test.each<[string, object, string[]]>([
    ['without a name', { name: '' }, ['name: Required']],
    ['with a bad name', { name: 'a.b' }, ['name: Invalid']],
    ['without an image', { image: '' }, ['image: Required']],
    ['with an image in spaces, which only a pod refuses', { image: ' a' }, []],
    ['with an unknown policy', { imagePullPolicy: 'Sometimes', terminationMessagePolicy: 'x' }, ['terminationMessagePolicy: NotSupported', 'imagePullPolicy: NotSupported']],
    ['with bad ports', { ports: [{}, { containerPort: 70000, protocol: 'tcp' }, { containerPort: 1, hostPort: -1, name: 'A' }] },
      ['ports[0].containerPort: Required', 'ports[1].containerPort: Invalid', 'ports[1].protocol: NotSupported', 'ports[2].name: Invalid', 'ports[2].name: Invalid', 'ports[2].hostPort: Invalid']],
    ['with a port name twice', { ports: [{ containerPort: 1, name: 'a' }, { containerPort: 2, name: 'a' }] }, ['ports[1].name: Duplicate']],
    ['with a host port twice', { ports: [{ containerPort: 1, hostPort: 80 }, { containerPort: 2, hostPort: 80, protocol: 'TCP' }] }, ['ports[1].hostPort: Duplicate']],
    ['with a host port of two protocols', { ports: [{ containerPort: 1, hostPort: 80 }, { containerPort: 2, hostPort: 80, protocol: 'UDP' }] }, []],
  ])('%s', (_what, fields, expected) => {
    expect(container(fields)).toEqual(expected);
  });
});

describe('variables', () => {
  const from = (valueFrom: object, more: object = {}) => container({ env: [{ name: 'A', valueFrom, ...more }] }).map(text => text.replace('env[0].valueFrom', '~'));

  test.each<[object, string[]]>([
    [{ fieldRef: { fieldPath: 'metadata.name' } }, []],
    [{ fieldRef: { fieldPath: "metadata.labels['a/b']" } }, []],
    [{ fieldRef: { fieldPath: "metadata.labels['a b']" } }, ['~.fieldRef: Invalid']],
    [{ fieldRef: { fieldPath: "spec['a']" } }, ['~.fieldRef.fieldPath: Invalid']],
    [{ fieldRef: { fieldPath: 'metadata.labels' } }, ['~.fieldRef.fieldPath: NotSupported']],
    [{ fieldRef: { fieldPath: 'spec.replicas' } }, ['~.fieldRef.fieldPath: Invalid']],
    [{ fieldRef: { fieldPath: 'metadata.name', apiVersion: 'v2' } }, ['~.fieldRef.fieldPath: Invalid']],
    [{ fieldRef: {} }, ['~.fieldRef.fieldPath: Required']],
    [{ resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } }, []],
    [{ resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } }, ['~.resourceFieldRef.divisor: Invalid']],
    [{ resourceFieldRef: { resource: 'limits.memory', divisor: '1Gi' } }, []],
    [{ resourceFieldRef: { resource: 'limits.memory', divisor: '1024' } }, ['~.resourceFieldRef.divisor: Invalid']],
    [{ resourceFieldRef: { resource: 'requests.hugepages-2Mi', divisor: '3' } }, ['~.resourceFieldRef.divisor: Invalid']],
    [{ resourceFieldRef: { resource: 'limits.gpu' } }, ['~.resourceFieldRef.resource: NotSupported']],
    [{ resourceFieldRef: {} }, ['~.resourceFieldRef.resource: Required']],
    [{ configMapKeyRef: { name: 'a', key: 'b' } }, []],
    [{ configMapKeyRef: {} }, ['~.configMapKeyRef.name: Invalid', '~.configMapKeyRef.key: Required']],
    [{ secretKeyRef: { name: 'A', key: 'a/b' } }, ['~.secretKeyRef.name: Invalid', '~.secretKeyRef.key: Invalid']],
    [{ secretKeyRef: { name: 'a', key: 'b' }, fieldRef: { fieldPath: 'metadata.name' } }, ['~: Invalid']],
    [{}, ['~: Invalid']],
  ])('%j', (valueFrom, expected) => {
    expect(from(valueFrom)).toEqual(expected);
  });

  test('a value stands alone', () => {
    expect(from({ secretKeyRef: { name: 'a', key: 'b' } }, { value: 'x' })).toEqual(['~: Invalid']);
    expect(from({ secretKeyRef: { name: 'a', key: 'b' } }, { value: '' })).toEqual([]);
  });

  test('names', () => {
    expect(container({ env: [{}, { name: 'A=B' }, { name: '1 b' }] })).toEqual(['env[0].name: Required', 'env[1].name: Invalid']);
    expect(container({ env: [{ name: '1 b' }] }, { gates: { RelaxedEnvironmentVariableValidation: false }, minor: '1.33' })).toEqual(['env[0].name: Invalid']);
  });

  test('of a whole object', () => {
    expect(container({ envFrom: [{ configMapRef: { name: 'a-' } }, { secretRef: { name: 'A' }, prefix: 'a=' }, {}, { configMapRef: { name: 'a' }, secretRef: { name: '' } }] }))
      .toEqual(['envFrom[1].prefix: Invalid', 'envFrom[1].secretRef.name: Invalid', 'envFrom: Invalid', 'envFrom[3].secretRef.name: Required', 'envFrom: Invalid']);
  });

  test('of a file, in an emptyDir, where the gate is on', () => {
    const fileKeyRef = { volumeName: 'disk', path: '../a', key: '' };
    expect(container({ env: [{ name: 'A', valueFrom: { fileKeyRef } }] })).toEqual([
      'env[0].valueFrom.fileKeyRef.key: Required', 'env[0].valueFrom.fileKeyRef.path: Invalid', 'env[0].valueFrom.fileKeyRef.volumeName: Invalid',
    ]);
    expect(container({ env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'none', path: 'a', key: 'K' } } }] })).toEqual(['env[0].valueFrom.fileKeyRef.volumeName: NotFound']);
    expect(container({ env: [{ name: 'A', valueFrom: { fileKeyRef } }] }, { minor: '1.33' })).toEqual(['env[0].valueFrom: Invalid']);
  });
});

describe('mounts and devices', () => {
  test.each<[string, object, string[]]>([
    ['of nothing', { volumeMounts: [{}] }, ['volumeMounts[0].name: Required', 'volumeMounts[0].name: NotFound', 'volumeMounts[0].mountPath: Required']],
    ['of an unknown volume', { volumeMounts: [{ name: 'x', mountPath: '/a' }] }, ['volumeMounts[0].name: NotFound']],
    ['at one path', { volumeMounts: [{ name: 'work', mountPath: '/a' }, { name: 'work', mountPath: '/a' }] }, ['volumeMounts[1].mountPath: Invalid']],
    ['with a way up', { volumeMounts: [{ name: 'work', mountPath: '/a', subPath: '../b' }] }, ['volumeMounts.subPath: Invalid']],
    ['with two sub-paths', { volumeMounts: [{ name: 'work', mountPath: '/a', subPath: 'b', subPathExpr: '/c' }] }, ['volumeMounts[0].subPathExpr: Invalid', 'volumeMounts.subPathExpr: Invalid']],
    ['that propagate', { volumeMounts: [{ name: 'work', mountPath: '/a', mountPropagation: 'Bidirectional' }] }, ['volumeMounts.mountPropagation: Forbidden']],
    ['that propagate somehow', { volumeMounts: [{ name: 'work', mountPath: '/a', mountPropagation: 'x' }] }, ['volumeMounts.mountPropagation: NotSupported']],
    ['that propagate with privilege', { volumeMounts: [{ name: 'work', mountPath: '/a', mountPropagation: 'Bidirectional' }], securityContext: { privileged: true } }, []],
    ['read only below', { volumeMounts: [{ name: 'work', mountPath: '/a', recursiveReadOnly: 'Enabled', mountPropagation: 'HostToContainer' }] },
      ['volumeMounts.recursiveReadOnly: Forbidden', 'volumeMounts.recursiveReadOnly: Forbidden']],
    ['of a file system as a device', { volumeDevices: [{ name: 'work', devicePath: '/dev/a' }] }, ['volumeDevices[0].name: Invalid']],
    ['of a claim as a device', { volumeDevices: [{ name: 'disk', devicePath: '/dev/a' }] }, []],
    ['of a claim as both', { volumeDevices: [{ name: 'disk', devicePath: '/a' }], volumeMounts: [{ name: 'disk', mountPath: '/a' }] },
      ['volumeMounts[0].name: Invalid', 'volumeMounts[0].mountPath: Invalid', 'volumeDevices[0].name: Invalid', 'volumeDevices[0].devicePath: Invalid']],
    ['of a device twice', { volumeDevices: [{ name: 'disk', devicePath: '/a' }, { name: 'disk', devicePath: '/a' }] }, ['volumeDevices[1].name: Invalid', 'volumeDevices[1].devicePath: Invalid']],
    ['of a device with a way up', { volumeDevices: [{ name: 'disk', devicePath: '/a/../b' }] }, ['volumeDevices[0].devicePath: Invalid']],
  ])('%s', (_what, fields, expected) => {
    expect(container(fields)).toEqual(expected);
  });
});

describe('probes and hooks', () => {
  test.each<[string, object, string[]]>([
    ['without a handler', { livenessProbe: {} }, ['livenessProbe: Required']],
    ['with two', { readinessProbe: { exec: { command: ['a'] }, grpc: { port: 1 } } }, ['readinessProbe.grpc: Forbidden']],
    ['that run nothing', { startupProbe: { exec: {} } }, ['startupProbe.exec.command: Required']],
    ['at bad ports', { livenessProbe: { httpGet: { port: 0 } }, readinessProbe: { tcpSocket: { port: 'A' } }, startupProbe: { grpc: {} } },
      ['livenessProbe.httpGet.port: Invalid', 'readinessProbe.tcpSocket.port: Invalid', 'readinessProbe.tcpSocket.port: Invalid', 'startupProbe.grpc.port: Invalid']],
    ['with a bad scheme and header', { livenessProbe: { httpGet: { port: 1, scheme: 'http', httpHeaders: [{ name: 'a b' }] } } },
      ['livenessProbe.httpGet.scheme: NotSupported', 'livenessProbe.httpGet.httpHeaders: Invalid']],
    ['with negative numbers', { readinessProbe: { exec: { command: ['a'] }, periodSeconds: -1, failureThreshold: -1 } }, ['readinessProbe.periodSeconds: Invalid', 'readinessProbe.failureThreshold: Invalid']],
    ['with two successes', { livenessProbe: { exec: { command: ['a'] }, successThreshold: 2 } }, ['livenessProbe.successThreshold: Invalid']],
    ['with two successes of readiness', { readinessProbe: { exec: { command: ['a'] }, successThreshold: 2 } }, []],
    ['with a grace period', { readinessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 1 }, livenessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 0 } },
      ['livenessProbe.terminationGracePeriodSeconds: Invalid', 'readinessProbe.terminationGracePeriodSeconds: Invalid']],
    ['that sleep longer than the grace period', { lifecycle: { preStop: { sleep: { seconds: 31 } } } }, ['lifecycle.preStop.sleep: Invalid']],
    ['that do nothing', { lifecycle: { postStart: {} } }, ['lifecycle.postStart: Required']],
  ])('%s', (_what, fields, expected) => {
    expect(container(fields)).toEqual(expected);
  });

  test('a signal needs the operating system', () => {
    const gates = { ContainerStopSignals: true };
    expect(container({ lifecycle: { stopSignal: 'SIGUSR1' } }, { gates })).toEqual(['lifecycle.stopSignal: Forbidden']);
    expect(container({ lifecycle: { stopSignal: 'SIGUSR1' } }, { gates }, { os: { name: 'linux' } })).toEqual([]);
    expect(container({ lifecycle: { stopSignal: 'SIGUSR1' } }, { gates }, { os: { name: 'windows' } })).toEqual(['lifecycle.stopSignal: NotSupported']);
    expect(container({ lifecycle: { stopSignal: 'SIGUSR1' } })).toEqual([]);
  });
});

describe('restarts', () => {
  const rule = { action: 'Restart', exitCodes: { operator: 'In', values: [1] } };
  test.each<[string, object, string[]]>([
    ['rules', { restartPolicy: 'Never', restartPolicyRules: [rule] }, []],
    ['an unknown policy', { restartPolicy: 'Sometimes' }, ['restartPolicy: NotSupported']],
    ['rules without a policy', { restartPolicyRules: [rule] }, ['restartPolicy: Required']],
    ['a bad rule', { restartPolicy: 'Never', restartPolicyRules: [{ action: 'x' }, { ...rule, exitCodes: {} }] },
      ['restartPolicyRules[0].action: NotSupported', 'restartPolicyRules[0].exitCodes: Required', 'restartPolicyRules[1].exitCodes.operator: NotSupported']],
    ['too many rules', { restartPolicy: 'Never', restartPolicyRules: Array(21).fill(rule) }, ['restartPolicyRules: TooMany']],
    ['too many codes', { restartPolicy: 'Never', restartPolicyRules: [{ ...rule, exitCodes: { operator: 'In', values: Array(256).fill(1) } }] }, ['restartPolicyRules[0].exitCodes.values: TooMany']],
    ['resizing', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'x' }, { resourceName: 'cpu', restartPolicy: 'NotRequired' }, {}] },
      ['resizePolicy: NotSupported', 'resizePolicy[1]: Duplicate', 'resizePolicy: Required', 'resizePolicy: Required']],
  ])('%s', (_what, fields, expected) => {
    expect(container(fields)).toEqual(expected);
  });

  test('before 1.35 the policy of a container is dropped', () => {
    expect(container({ restartPolicy: 'Sometimes', restartPolicyRules: [{}] }, { minor: '1.34' })).toEqual([]);
  });

  test('a pod that never restarts cannot resize with a restart', () => {
    expect(container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }, {}, { restartPolicy: 'Never' })).toEqual(['resizePolicy: Invalid']);
  });
});

describe('init containers', () => {
  const init = (fields: object, minor?: string) => template({ initContainers: [{ name: 'init', image: 'i', ...fields }] }, { minor }).map(text => text.replace('initContainers[0].', ''));
  const probe = { exec: { command: ['a'] } };

  test.each<[string, object, string[]]>([
    ['have no probes or hooks', { livenessProbe: probe, lifecycle: { preStop: probe } }, ['lifecycle: Forbidden', 'livenessProbe: Forbidden']],
    ['that stay have them', { restartPolicy: 'Always', startupProbe: probe, lifecycle: { preStop: probe } }, []],
    ['have their own names', { name: 'main' }, ['name: Duplicate']],
    ['are not resized with a restart', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }, ['resizePolicy[0].restartPolicy: Invalid']],
    ['have known policies', { restartPolicy: 'x' }, ['restartPolicy: NotSupported']],
  ])('%s', (_what, fields, expected) => {
    expect(init(fields)).toEqual(expected);
  });

  test('before 1.35 a policy other than Always is dropped, and rules of a sidecar are refused without their gate', () => {
    expect(init({ restartPolicy: 'x' }, '1.34')).toEqual([]);
    const rules = { restartPolicy: 'Always', restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }] };
    expect([init(rules, '1.35'), init(rules, '1.36')]).toEqual([['restartPolicyRules: Forbidden'], []]);
  });
});

describe('all containers', () => {
  test('there is one, and names differ', () => {
    expect(template({ containers: [] })).toEqual(['containers: Required']);
    expect(template({ containers: [{ name: 'a', image: 'i' }, { name: 'a', image: 'i' }] })).toEqual(['containers[1].name: Duplicate']);
  });

  test('ephemeral ones are refused, and looked at', () => {
    const ephemeralContainers = [{ name: 'main', image: 'i', targetContainerName: 'x', ports: [], resources: { limits: {} } }];
    expect(template({ ephemeralContainers })).toEqual(['ephemeralContainers[0].name: Duplicate', 'ephemeralContainers[0].targetContainerName: NotFound',
      'ephemeralContainers[0].ports: Forbidden', 'ephemeralContainers[0].resources: Forbidden', 'ephemeralContainers: Forbidden']);
    expect(pod({ ephemeralContainers: [{ name: 'debug', image: 'i' }] })).toEqual(['ephemeralContainers: Forbidden']);
  });
});
