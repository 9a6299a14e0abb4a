import { brief, messages } from './asked';

const volumes = [
  { name: 'plain' }, { name: 'work', emptyDir: {} }, { name: 'disk', persistentVolumeClaim: { claimName: 'd' } },
  { name: 'eph', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } } },
];

describe('a container', () => {
  const inContainer = (fields: object) => brief(messages({ volumes, containers: [{ name: 'main', image: 'i', ...fields }] })).map(text => text.replace(/^template\.spec\.containers\[0\]\./, ''));

  test.each<[object, string[]]>([
    [{ name: 'A' }, ['name: Invalid value: "A": a lowercase RFC 1123 label']], [{ name: '' }, ['name: Required value']],
    [{ image: '' }, ['image: Required value']],
    [{ terminationMessagePolicy: 'x' }, ['terminationMessagePolicy: Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"']],
    [{ terminationMessagePolicy: 'File' }, []], [{ terminationMessagePolicy: 'FallbackToLogsOnError' }, []],
    [{ imagePullPolicy: 'x' }, ['imagePullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"']],
    [{ imagePullPolicy: 'Never' }, []], [{ image: ' a' }, []],
    [{ volumeMounts: [{ name: '', mountPath: '/0' }] }, ['volumeMounts[0].name: Required value', 'volumeMounts[0].name: Not found: ""']],
    [{ volumeMounts: [{ name: 'work', mountPath: '' }] }, ['volumeMounts[0].mountPath: Required value']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', subPath: '/a' }] }, ['volumeMounts.subPath: Invalid value: "/a": must be a relative path']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', subPath: 'a/../b' }] },
      ['volumeMounts.subPath: Invalid value: "a/../b": must not contain \'..\'']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', subPathExpr: '/a' }] },
      ['volumeMounts.subPathExpr: Invalid value: "/a": must be a relative path']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', subPathExpr: 'a' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', subPath: 'a', subPathExpr: 'b' }] },
      ['volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', subPath: '', subPathExpr: '' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', mountPropagation: 'None' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', mountPropagation: '' }] },
      ['volumeMounts.mountPropagation: Unsupported value: "": supported values: "Bidirectional", "HostToContainer", "None"']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', mountPropagation: 'HostToContainer' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'Disabled' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'Enabled', readOnly: true }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'IfPossible', readOnly: true, mountPropagation: 'None' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'x' }] },
      ['volumeMounts.recursiveReadOnly: Unsupported value: "x": supported values: "Disabled", "Enabled", "IfPossible"']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'Enabled' }] },
      ['volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'Enabled', readOnly: true, mountPropagation: 'HostToContainer' }] },
      ['volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0', recursiveReadOnly: 'Disabled', mountPropagation: 'HostToContainer' }] }, []],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0' }], volumeDevices: [{ name: 'disk', devicePath: '/0' }] },
      [
        'volumeMounts[0].mountPath: Invalid value: "/0": must not already exist as a path in volumeDevices',
        'volumeDevices[0].devicePath: Invalid value: "/0": must not already exist as a path in volumeMounts',
      ]],
    [{ volumeMounts: [{ name: 'disk', mountPath: '/a' }], volumeDevices: [{ name: 'disk', devicePath: '/0' }] },
      [
        'volumeMounts[0].name: Invalid value: "disk": must not already exist in volumeDevices',
        'volumeDevices[0].name: Invalid value: "disk": must not already exist in volumeMounts',
      ]],
    [{ volumeMounts: [{ name: 'work', mountPath: '/0' }, { name: 'disk', mountPath: '/b' }], volumeDevices: [{ name: 'disk', devicePath: '/b' }] },
      [
        'volumeMounts[1].name: Invalid value: "disk": must not already exist in volumeDevices',
        'volumeMounts[1].mountPath: Invalid value: "/b": must not already exist as a path in volumeDevices',
        'volumeDevices[0].name: Invalid value: "disk": must not already exist in volumeMounts',
        'volumeDevices[0].devicePath: Invalid value: "/b": must not already exist as a path in volumeMounts',
      ]],
    [{ volumeDevices: [{ name: 'disk', devicePath: '/0' }] }, []],
    [{ volumeDevices: [{ name: '', devicePath: '/0' }] }, ['volumeDevices[0].name: Required value', 'volumeDevices[0].name: Not found: ""']],
    [{ volumeDevices: [{ name: '', devicePath: '/0' }, { name: '', devicePath: '/1' }] },
      [
        'volumeDevices[0].name: Required value',
        'volumeDevices[0].name: Not found: ""',
        'volumeDevices[1].name: Required value',
        'volumeDevices[1].name: Not found: ""',
      ]],
    [{ volumeDevices: [{ name: 'disk', devicePath: '' }] }, ['volumeDevices[0].devicePath: Required value']],
    [{ volumeDevices: [{ name: 'disk', devicePath: '/a/../b' }, { name: 'eph', devicePath: '/a/../b' }] },
      [
        'volumeDevices[0].devicePath: Invalid value: "/a/../b": can not contain backsteps (\'..\')',
        'volumeDevices[1].devicePath: Invalid value: "/a/../b": can not contain backsteps (\'..\')',
      ]],
    [{ volumeDevices: [{ name: 'eph', devicePath: '/0' }] }, []],
    [{ volumeDevices: [{ name: 'work', devicePath: '/0' }] },
      ['volumeDevices[0].name: Invalid value: "work": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode']],
    [{ volumeDevices: [{ name: 'none', devicePath: '/0' }] }, ['volumeDevices[0].name: Not found: "none"']],
    [{ volumeDevices: [{ name: 'disk', devicePath: '/0' }, { name: 'eph', devicePath: '/0' }] },
      ['volumeDevices[1].devicePath: Invalid value: "/0": must be unique']],
    [{ readinessProbe: { exec: { command: ['a'] }, initialDelaySeconds: 0 } }, []],
    [{ readinessProbe: { exec: { command: ['a'] }, initialDelaySeconds: -1 } },
      ['readinessProbe.initialDelaySeconds: Invalid value: -1: must be greater than or equal to 0']],
    [{ readinessProbe: { exec: { command: ['a'] }, timeoutSeconds: 0 } }, []],
    [{ readinessProbe: { exec: { command: ['a'] }, timeoutSeconds: -1 } },
      ['readinessProbe.timeoutSeconds: Invalid value: -1: must be greater than or equal to 0']],
    [{ readinessProbe: { exec: { command: ['a'] }, periodSeconds: 0 } }, []],
    [{ readinessProbe: { exec: { command: ['a'] }, periodSeconds: -1 } },
      ['readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0']],
    [{ readinessProbe: { exec: { command: ['a'] }, successThreshold: 0 } }, []],
    [{ readinessProbe: { exec: { command: ['a'] }, successThreshold: -1 } },
      ['readinessProbe.successThreshold: Invalid value: -1: must be greater than or equal to 0']],
    [{ readinessProbe: { exec: { command: ['a'] }, failureThreshold: 0 } }, []],
    [{ readinessProbe: { exec: { command: ['a'] }, failureThreshold: -1 } },
      ['readinessProbe.failureThreshold: Invalid value: -1: must be greater than or equal to 0']],
    [{ livenessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 1 } }, []],
    [{ livenessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 0 } },
      ['livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0']],
    [{ readinessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 1 } },
      ['readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes']],
    [{ startupProbe: { exec: { command: ['a'] }, successThreshold: 2 } }, ['startupProbe.successThreshold: Invalid value: 2: must be 1']],
    [{ startupProbe: { exec: { command: ['a'] }, successThreshold: 0 } }, []], [{ lifecycle: { preStop: { sleep: { seconds: 0 } } } }, []],
    [{ lifecycle: { preStop: { sleep: { seconds: -1 } } } },
      ['lifecycle.preStop.sleep: Invalid value: -1: must be non-negative and less than terminationGracePeriodSeconds (30)']],
    [{ lifecycle: { preStop: { sleep: { seconds: 30 } } } }, []],
    [{ lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      ['lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)']],
    [{ restartPolicy: 'Always' }, []], [{ restartPolicy: 'Never' }, []], [{ restartPolicy: 'OnFailure' }, []],
    [{ restartPolicy: 'x' }, ['restartPolicy: Unsupported value: "x": supported values: "Always", "Never", "OnFailure"']],
    [{ restartPolicy: '' }, ['restartPolicy: Unsupported value: "": supported values: "Always", "Never", "OnFailure"']],
    [{ restartPolicy: 'Always', restartPolicyRules: [{ action: 'Restart' }] },
      ['restartPolicyRules[0].exitCodes: Required value: must be specified']],
    [{ restartPolicyRules: [] }, []], [{ resizePolicy: [] }, []],
    [{ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }, { resourceName: 'memory', restartPolicy: 'RestartContainer' }] }, []],
    [{ resizePolicy: [{ resourceName: 'x', restartPolicy: '' }] },
      ['resizePolicy: Unsupported value: "x": supported values: "cpu", "memory"', 'resizePolicy: Required value']],
  ])('%j', (fields, expected) => {
    expect(inContainer(fields)).toEqual(expected);
  });

  test('has at most 20 rules of restarts of 255 exit codes each', () => {
    const rules = (count: number, codes: number) => inContainer({
      restartPolicy: 'Never',
      restartPolicyRules: Array.from({ length: count }, () => ({ action: 'Restart', exitCodes: { operator: 'NotIn', values: Array.from({ length: codes }, (_, code) => code) } })),
    });
    expect([rules(20, 255), rules(21, 1), rules(1, 256)]).toEqual([
      [], ['restartPolicyRules: Too many: 21: must have at most 20 items'], ['restartPolicyRules[0].exitCodes.values: Too many: 256: must have at most 255 items'],
    ]);
  });
});

describe('an init container', () => {
  const inInit = (fields: object) => brief(messages({ initContainers: [{ name: 'init', image: 'i', ...fields }] })).map(text => text.replace(/^template\.spec\.initContainers(\[0\]\.)?/, ''));

  test.each<[object, string[]]>([
    [{ restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }] },
      ['restartPolicy: Required value: must specify restartPolicy when restart rules are used']],
    [{ restartPolicy: 'Always', restartPolicyRules: [{ action: 'x' }] },
      [
        'restartPolicyRules[0].action: Unsupported value: "x": supported values: "Restart", "RestartAllContainers"',
        'restartPolicyRules[0].exitCodes: Required value: must be specified',
      ]],
    [{ restartPolicy: 'Never' }, []],
    [{ restartPolicy: 'x' }, ['restartPolicy: Unsupported value: "x": supported values: "Always", "Never", "OnFailure"']],
    [{ restartPolicy: '' }, ['restartPolicy: Unsupported value: "": supported values: "Always", "Never", "OnFailure"']],
    [{ name: '' }, ['name: Required value']], [{ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }, []],
    [{ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
      ['resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be set to \'RestartContainer\' for non-sidecar initContainers']],
    [{ restartPolicy: 'Always', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }, []],
    [{ livenessProbe: { exec: { command: ['a'] } } },
      ['livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always']],
    [{ readinessProbe: { exec: { command: ['a'] } } },
      ['readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always']],
    [{ startupProbe: { exec: { command: ['a'] } } }, ['startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always']],
    [{ lifecycle: { postStart: { exec: { command: ['a'] } } } },
      ['lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always']],
    [{ lifecycle: {} }, ['lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always']], [{ image: ' a' }, []],
    [{ ports: [{ containerPort: 1, hostPort: 1 }, { containerPort: 1, hostPort: 1 }] }, ['ports[1].hostPort: Duplicate value: "TCP//1"']],
  ])('%j', (fields, expected) => {
    expect(inInit(fields)).toEqual(expected);
  });

  test('without a name is like no other', () => {
    expect(messages({ initContainers: [{ image: 'i' }, { image: 'i' }, { name: 'a', image: 'i' }, { name: 'a', image: 'i' }] })).toEqual([
      'template.spec.initContainers[0].name: Required value', 'template.spec.initContainers[1].name: Required value', 'template.spec.initContainers[3].name: Duplicate value: "a"',
    ]);
  });
});

describe('an ephemeral container, which is forbidden and looked at all the same,', () => {
  const FORBIDDEN = 'template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template';
  const inEphemeral = (fields: object) => brief(messages({ volumes, ephemeralContainers: [{ name: 'debug', image: 'i', ...fields }] }));

  test.each<[object, string[]]>([
    [{}, []], [{ name: '' }, ['name: Required value']], [{ name: 'main' }, ['name: Duplicate value: "main"']],
    [{ targetContainerName: 'main' }, []], [{ targetContainerName: 'none' }, ['targetContainerName: Not found: "none"']],
    [{ targetContainerName: '' }, []], [{ image: 'a ' }, ['image: Invalid value: "a ": must not have leading or trailing whitespace']],
    [{ resources: {} }, []], [{ resources: { limits: {} } }, ['resources: Forbidden: cannot be set for an Ephemeral Container']],
    [{ resources: { requests: {} } }, ['resources: Forbidden: cannot be set for an Ephemeral Container']],
    [{ ports: [{ containerPort: 1 }] }, ['ports: Forbidden: cannot be set for an Ephemeral Container']],
    [{ restartPolicy: 'Always' }, ['restartPolicy: Forbidden: cannot be set for an Ephemeral Container']],
    [{ restartPolicyRules: [{}] }, ['restartPolicyRules: Forbidden: cannot be set for an Ephemeral Container']],
    [{ livenessProbe: { exec: { command: ['a'] } } }, ['livenessProbe: Forbidden: cannot be set for an Ephemeral Container']],
    [{ readinessProbe: { exec: { command: ['a'] } } }, ['readinessProbe: Forbidden: cannot be set for an Ephemeral Container']],
    [{ startupProbe: { exec: { command: ['a'] } } }, ['startupProbe: Forbidden: cannot be set for an Ephemeral Container']],
    [{ lifecycle: { postStart: { exec: { command: ['a'] } } } }, ['lifecycle: Forbidden: cannot be set for an Ephemeral Container']],
    [{ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] },
      ['resizePolicy: Forbidden: cannot be set for an Ephemeral Container']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/a', subPath: 'a' }] },
      ['volumeMounts[0].subPath: Forbidden: cannot be set for an Ephemeral Container']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/a', subPathExpr: 'a' }] },
      ['volumeMounts[0].subPathExpr: Forbidden: cannot be set for an Ephemeral Container']],
    [{ volumeMounts: [{ name: 'work', mountPath: '/a', subPath: '' }] }, []],
  ])('%j', (fields, expected) => {
    expect(inEphemeral(fields)).toEqual([...expected.map(text => `template.spec.ephemeralContainers[0].${text}`), FORBIDDEN]);
  });

  test('has no rules of restarts to refuse before there were any', () => {
    const fields = { restartPolicy: 'Always', restartPolicyRules: [{}] };
    expect(messages({ ephemeralContainers: [{ name: 'debug', image: 'i', ...fields }] }, { minor: '1.33' })).toEqual([FORBIDDEN]);
  });
});
