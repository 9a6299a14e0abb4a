import { brief, messages, pod, podMessages, template } from './asked';

const inSpec = (spec: object) => brief(messages(spec)).map(text => text.replace(/^template\.spec\./, '').replace(/(a valid label) must.*/, '$1'));

describe('the spec of a pod', () => {
  test.each<[object, string[]]>([
    [{ dnsPolicy: 'ClusterFirstWithHostNet' }, []], [{ dnsPolicy: 'ClusterFirst' }, []], [{ dnsPolicy: 'Default' }, []],
    [{ dnsPolicy: 'x' }, ['dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"']],
    [{ dnsPolicy: '' }, []], [{ dnsPolicy: 'None' }, ['dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None']],
    [{ dnsPolicy: 'None', dnsConfig: {} },
      ['dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None']],
    [{ dnsPolicy: 'None', dnsConfig: { nameservers: ['1.1.1.1'] } }, []],
    [{ dnsConfig: null, hostname: 'A' }, ['hostname: Invalid value: "A": a lowercase RFC 1123 label']],
    [{ dnsPolicy: 'Default', dnsConfig: {} }, []], [{ dnsConfig: { nameservers: ['1.1.1.1', '::1', '2.2.2.2'] } }, []],
    [{ dnsConfig: { nameservers: ['1.1.1.1', 'x', '2.2.2.2', '3.3.3.3'] } },
      [
        'dnsConfig.nameservers: Invalid value: ["1.1.1.1","x","2.2.2.2","3.3.3.3"]: must not have more than 3 nameservers',
        'dnsConfig.nameservers[1]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ]],
    [{ dnsConfig: { searches: ['a.', '.', 'a_b', 'A', '', 'a..'] } },
      [
        'dnsConfig.searches[3]: Invalid value: "A": a lowercase RFC 1123 subdomain',
        'dnsConfig.searches[4]: Invalid value: "": a lowercase RFC 1123 subdomain',
        'dnsConfig.searches[5]: Invalid value: "a.": a lowercase RFC 1123 subdomain',
      ]],
    [{ dnsConfig: { options: [{ name: 'a' }, {}, { name: '' }] } },
      ['dnsConfig.options[1]: Required value: must not be empty', 'dnsConfig.options[2]: Required value: must not be empty']],
    [{ dnsConfig: { searches: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a11', 'a12', 'a13', 'a14', 'a15', 'a16', 'a17', 'a18', 'a19', 'a20', 'a21', 'a22', 'a23', 'a24', 'a25', 'a26', 'a27', 'a28', 'a29', 'a30'] } },
      []],
    [{ dnsConfig: { searches: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a11', 'a12', 'a13', 'a14', 'a15', 'a16', 'a17', 'a18', 'a19', 'a20', 'a21', 'a22', 'a23', 'a24', 'a25', 'a26', 'a27', 'a28', 'a29', 'a30', 'a31', 'a32'] } },
      [
        'dnsConfig.searches: Invalid value: ["a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","a10","a11","a12","a13","a14","a15","a16","a17","a18","a19","a20","a21","a22","a23","a24","a25","a26","a27","a28","a29","a30","a31","a32"]: must not have more than 32 search paths',
      ]],
    [{ hostAliases: [{ ip: '1.1.1.1', hostnames: ['a', 'B'] }, { ip: 'x' }, {}] },
      [
        'hostAliases[0].hostnames[1]: Invalid value: "B": a lowercase RFC 1123 subdomain',
        'hostAliases[1].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'hostAliases[2].ip: Invalid value: "": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ]],
    [{ hostnameOverride: '' }, ['hostnameOverride: Invalid value: "": a lowercase RFC 1123 subdomain']], [{ hostnameOverride: 'a'.repeat(64) }, []],
    [{ hostnameOverride: 'a'.repeat(65) }, ['hostnameOverride: Too long: may not be more than 64 bytes']], [{ hostnameOverride: null }, []],
    [{ hostnameOverride: 'a.b', setHostnameAsFQDN: true }, ['hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true']],
    [{ hostnameOverride: 'a', hostNetwork: true }, ['hostnameOverride: Forbidden: may not be specified when hostNetwork is true']],
    [{ hostnameOverride: 'A_' }, ['hostnameOverride: Invalid value: "A_": a lowercase RFC 1123 subdomain']],
    [{ activeDeadlineSeconds: 0 }, ['activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive']],
    [{ activeDeadlineSeconds: 1 }, []], [{ activeDeadlineSeconds: 2147483647 }, []],
    [{ activeDeadlineSeconds: 2147483648 }, ['activeDeadlineSeconds: Invalid value: 2147483648: must be between 1 and 2147483647, inclusive']],
    [{ activeDeadlineSeconds: -1 }, ['activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647, inclusive']],
    [{ serviceAccountName: '', serviceAccount: 'A' }, ['serviceAccountName: Invalid value: "A": a lowercase RFC 1123 subdomain']],
    [{ serviceAccountName: 'A', serviceAccount: 'a' }, ['serviceAccountName: Invalid value: "A": a lowercase RFC 1123 subdomain']],
    [{ serviceAccountName: 'a', serviceAccount: 'A' }, []], [{ nodeName: 'A' }, ['nodeName: Invalid value: "A": a lowercase RFC 1123 subdomain']],
    [{ nodeName: '' }, []], [{ hostname: 'a.b' }, ['hostname: Invalid value: "a.b": must not contain dots']],
    [{ subdomain: 'A' }, ['subdomain: Invalid value: "A": a lowercase RFC 1123 label']], [{ hostname: '', subdomain: '' }, []],
    [{ preemptionPolicy: 'PreemptLowerPriority' }, []], [{ preemptionPolicy: 'Never' }, []],
    [{ preemptionPolicy: 'x' }, ['preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"']],
    [{ preemptionPolicy: '' }, ['preemptionPolicy: Required value']], [{ preemptionPolicy: null }, []],
    [{ priorityClassName: 'A' }, ['priorityClassName: Invalid value: "A": a lowercase RFC 1123 subdomain']],
    [{ runtimeClassName: '' }, ['runtimeClassName: Invalid value: "": a lowercase RFC 1123 subdomain']],
    [{ runtimeClassName: 'A' }, ['runtimeClassName: Invalid value: "A": a lowercase RFC 1123 subdomain']], [{ runtimeClassName: null }, []],
    [{ overhead: { cpu: '1' } }, []],
    [{ overhead: { x: '1' } },
      [
        'overhead.limits[x]: Invalid value: "x": must be a standard resource type or fully qualified',
        'overhead.limits[x]: Invalid value: "x": must be a standard resource for containers',
      ]],
    [{ overhead: { cpu: '-1' } }, ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0']], [{ overhead: null }, []],
    [{ os: { name: 'linux' } }, []], [{ os: { name: 'windows' } }, []],
    [{ os: { name: 'x' } }, ['os: Unsupported value: "x": supported values: "linux", "windows"']],
    [{ os: { name: '' } }, ['os.name: Required value']], [{ os: {} }, ['os.name: Required value']], [{ restartPolicy: 'Always' }, []],
    [{ restartPolicy: 'OnFailure' }, []], [{ restartPolicy: 'Never' }, []],
    [{ restartPolicy: 'x' }, ['restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"']],
    [{ restartPolicy: '' }, []], [{ hostUsers: false, hostNetwork: true }, ['hostNetwork: Forbidden: when `hostUsers` is false']],
    [{ hostUsers: false, hostPID: true }, ['HostPID: Forbidden: when `hostUsers` is false']],
    [{ hostUsers: false, hostIPC: true }, ['HostIPC: Forbidden: when `hostUsers` is false']], [{ hostUsers: false }, []],
    [{ hostUsers: true, hostIPC: true }, []],
    [{ shareProcessNamespace: true, hostPID: true },
      ['securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled']],
    [{ shareProcessNamespace: false, hostPID: true }, []],
    [{ readinessGates: [{ conditionType: 'a.b/c' }, { conditionType: '' }] },
      ['readinessGates[1].conditionType: Invalid value: "": name part', 'readinessGates[1].conditionType: Invalid value: "": name part']],
    [{ schedulingGates: [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: '' }] },
      [
        'schedulingGates[2]: Duplicate value: "a"',
        'schedulingGates[3]: Invalid value: "": name part',
        'schedulingGates[3]: Invalid value: "": name part',
      ]],
    [{ nodeSelector: { 'a': 'b', '-': '-' } }, ['nodeSelector: Invalid value: "-": name part', 'nodeSelector: Invalid value: "-": a valid label']],
    [{ resourceClaims: null }, []], [{ initContainers: [] }, []], [{ ephemeralContainers: [] }, []],
    [{ resourceClaims: [{ name: 'a', resourceClaimName: 'b', resourceClaimTemplateName: 'c' }, { name: 'b' }, { name: 'a', resourceClaimName: 'c' }, { name: 'A', resourceClaimTemplateName: 'B' }, { name: '', resourceClaimName: '' }] },
      [
        'resourceClaims[0]: Invalid value: {"name":"a","resourceClaimName":"b","resourceClaimTemplateName":"c"}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
        'resourceClaims[1]: Invalid value: {"name":"b"}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
        'resourceClaims[2].name: Duplicate value: "a"',
        'resourceClaims[3].name: Invalid value: "A": a lowercase RFC 1123 label',
        'resourceClaims[3].resourceClaimTemplateName: Invalid value: "B": a lowercase RFC 1123 subdomain',
        'resourceClaims[4].name: Required value',
        'resourceClaims[4].resourceClaimName: Invalid value: "": a lowercase RFC 1123 subdomain',
      ]],
  ])('%j', (spec, expected) => {
    expect(inSpec(spec)).toEqual(expected);
  });
});

describe('a toleration', () => {
  test.each<[object, string[]]>([
    [{ key: 'a', effect: 'NoSchedule' }, []],
    [{ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 },
      ['effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set']],
    [{ key: 'a', effect: 'PreferNoSchedule' }, []],
    [{ key: 'a', effect: 'PreferNoSchedule', tolerationSeconds: 1 },
      ['effect: Invalid value: "PreferNoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set']],
    [{ key: 'a', effect: 'NoExecute' }, []], [{ key: 'a', effect: 'NoExecute', tolerationSeconds: 1 }, []],
    [{ key: 'a', effect: 'x' }, ['effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"']],
    [{ key: 'a', effect: 'x', tolerationSeconds: 1 },
      [
        'effect: Invalid value: "x": effect must be \'NoExecute\' when `tolerationSeconds` is set',
        'effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ]],
    [{ key: 'a', effect: '' }, []],
    [{ key: 'a', effect: '', tolerationSeconds: 1 }, ['effect: Invalid value: "": effect must be \'NoExecute\' when `tolerationSeconds` is set']],
    [{ key: 'a', value: 'A' }, []], [{ key: 'a', value: '-' }, ['operator: Invalid value: "-": a valid label']],
    [{ key: 'a', value: 'a'.repeat(63) }, []],
    [{ key: 'a', value: `-${'a'.repeat(63)}` },
      [`operator: Invalid value: "-${'a'.repeat(63)}": must be no more than 63 characters;a valid label`]],
    [{ operator: 'Exists', value: 'a' }, ['operator: Invalid value: "a": value must be empty when `operator` is \'Exists\'']],
    [{ operator: 'Equal' },
      ['operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"']],
    [{ operator: '' }, ['operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"']],
    [{ key: 'a', operator: 'Lt', value: '1' }, ['operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"']],
    [{ key: 'a', operator: 'Gt', value: '1' }, ['operator: Unsupported value: "Gt": supported values: "Equal", "Exists", "Lt", "Gt"']],
    [{ key: 'a', operator: 'x' }, ['operator: Unsupported value: "x": supported values: "Equal", "Exists"']],
  ])('%j', (toleration, expected) => {
    expect(inSpec({ tolerations: [toleration] }).map(text => text.replace('tolerations[0].', ''))).toEqual(expected);
  });

  test.each([
    ['9223372036854775807', []], ['9223372036854775808', ['must be a valid decimal integer of 64 bits in canonical form']], ['-9223372036854775808', []],
    ['-9223372036854775809', ['must be a valid decimal integer of 64 bits in canonical form']], ['', ['must be non-empty']], ['1'.repeat(2_000), ['must be a valid decimal integer of 64 bits in canonical form']],
  ])('compares with %j, where the gate is on', (value, expected) => {
    const tolerations = [{ key: 'a', operator: 'Lt', value }];
    expect(messages({ tolerations }, { gates: { TaintTolerationComparisonOperators: true } }).map(text => text.replace(/^.*: /, ''))).toEqual(expected);
  });
});

describe('what depends on minor and gates', () => {
  const image = [{ name: 'i', image: { reference: 'a' } }, { name: 'work' }];
  const mounting = (name: string) => [{ name, image: 'i', volumeMounts: [{ name: 'i', mountPath: '/i' }, { name: 'work', mountPath: '/i' }] }];

  test('an image volume is dropped with its mounts from each list of containers', () => {
    const spec = { volumes: image, containers: mounting('a'), initContainers: mounting('b'), ephemeralContainers: mounting('c') };
    expect(template(spec, { minor: '1.34' })).toEqual(['ephemeralContainers: Forbidden']);
    expect(template(spec)).toEqual([
      'containers[0].volumeMounts[1].mountPath: Invalid', 'initContainers[0].volumeMounts[1].mountPath: Invalid', 'ephemeralContainers[0].volumeMounts[1].mountPath: Invalid', 'ephemeralContainers: Forbidden',
    ]);
  });

  test('a volume that is not of an image stays', () => {
    expect(template({ volumes: [{ name: 'work' }], containers: [{ name: 'a', image: 'i', volumeMounts: [{ name: 'i', mountPath: '/i' }] }] }, { minor: '1.34' }))
      .toEqual(['containers[0].volumeMounts[0].name: NotFound']);
  });

  test('a variable of a file is no source where files are none', () => {
    const of = (valueFrom: object) => template({ containers: [{ name: 'a', image: 'i', env: [{ name: 'A', valueFrom }] }] }, { minor: '1.33' });
    expect(of({ fileKeyRef: { volumeName: 'x', path: '../a', key: '' }, secretKeyRef: { name: 'a', key: 'k' } })).toEqual([]);
    expect(of({ fieldRef: { fieldPath: 'metadata.name' }, secretKeyRef: { name: 'a', key: 'k' } })).toEqual(['containers[0].env[0].valueFrom: Invalid']);
  });

  test('names of variables are those of C where they are not relaxed', () => {
    const of = (name: string, minor: string) => template({ containers: [{ name: 'a', image: 'i', env: [{ name }] }] }, { minor, gates: minor === '1.33' ? { RelaxedEnvironmentVariableValidation: false } : {} });
    expect([of('a b', '1.33'), of('a b', '1.36'), of('a.b', '1.33')]).toEqual([['containers[0].env[0].name: Invalid'], [], []]);
  });

  test('a hook sleeps a second at least where zero is not allowed', () => {
    const spec = (seconds: number) => ({ containers: [{ name: 'a', image: 'i', lifecycle: { preStop: { sleep: { seconds } } } }] });
    const asked = { minor: '1.33', gates: { PodLifecycleSleepActionAllowZero: false } };
    expect(messages(spec(0), asked)).toEqual([
      'template.spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds (30). '
      + 'Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.',
    ]);
    expect(messages(spec(1), asked)).toEqual([]);
  });

  test('a signal is one of the operating system, of what it is nobody knows', () => {
    const of = (name: string, stopSignal: string) => template({ os: { name }, containers: [{ name: 'a', image: 'i', lifecycle: { stopSignal } }] }, { gates: { ContainerStopSignals: true } })
      .map(text => text.replace('containers[0].lifecycle.', ''));
    expect([of('linux', 'SIGX'), of('linux', 'SIGRTMAX-14'), of('windows', 'SIGTERM'), of('windows', 'SIGHUP'), of('x', 'SIGX')])
      .toEqual([['stopSignal: NotSupported'], [], [], ['stopSignal: NotSupported'], ['os: NotSupported']]);
  });

  test('a signal that is dropped leaves the hooks of an init container', () => {
    const of = (lifecycle: object) => template({ initContainers: [{ name: 'a', image: 'i', lifecycle }] });
    const hook = { exec: { command: ['a'] } };
    expect(of({ stopSignal: 'SIGTERM' })).toEqual([]);
    for (const hooks of [{ postStart: hook }, { preStop: hook }, { postStart: hook, preStop: hook }]) {
      expect(of({ stopSignal: 'SIGTERM', ...hooks })).toEqual(['initContainers[0].lifecycle: Forbidden']);
    }
  });

  test('a pod of a group names it', () => {
    const of = (schedulingGroup: object) => brief(messages({ schedulingGroup }, { gates: { GenericWorkload: true } }));
    expect([of({}), of({ podGroupName: 'a' }), of({ podGroupName: 'A' })]).toEqual([
      ['template.spec.schedulingGroup.podGroupName: Invalid value: null: must specify one of: `podGroupName`'], [],
      ['template.spec.schedulingGroup.podGroupName: Invalid value: "A": a lowercase RFC 1123 subdomain'],
    ]);
  });

  test('claims of devices are dropped at 1.33', () => {
    expect(template({ resourceClaims: [{ name: '' }] }, { minor: '1.33' })).toEqual([]);
  });

  test('a host name of its own is dropped before 1.34', () => {
    expect(template({ hostnameOverride: 'A' }, { minor: '1.33' })).toEqual([]);
  });

  test('keys and selector of a spread are apart before 1.34', () => {
    const of = (labelSelector: object | undefined, minor: string, ...matchLabelKeys: string[]) => template({
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector, matchLabelKeys }],
    }, { minor }).map(text => text.replace('topologySpreadConstraints[0].', ''));
    expect(of(undefined, '1.33', 'a')).toEqual(['matchLabelKeys: Forbidden']);
    expect(of(undefined, '1.33')).toEqual([]);
    expect(of({ matchLabels: { a: 'b' } }, '1.33', 'c', 'a')).toEqual(['matchLabelKeys[1]: Invalid']);
    expect(of({ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, '1.33', 'a', '-')).toEqual(['matchLabelKeys[0]: Invalid', 'matchLabelKeys[1]: Invalid']);
  });
});

describe('a pod itself', () => {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const ephemeral = { volumeClaimTemplate: { spec: claim } };

  test('has claims of its ephemeral volumes to itself', () => {
    const volumes = [{ name: 'v', ephemeral }, { name: 'w', persistentVolumeClaim: { claimName: 'a-v' } }, { name: 'x', persistentVolumeClaim: { claimName: 'a-w' } }, { name: 'y', persistentVolumeClaim: { claimName: '-v' } }];
    expect(podMessages({ volumes })).toEqual(['spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "a-v": must not reference a PVC that gets created for an ephemeral volume']);
    expect(messages({ volumes })).toEqual([]);
  });

  test('names them', () => {
    const metadata = { name: 'a'.repeat(252) };
    expect(pod({ volumes: [{ name: 'v', ephemeral }, { name: '', ephemeral }] }, { metadata })).toEqual(['volumes[0].name: Invalid', 'volumes[1].name: Required']);
    expect(pod({ volumes: [{ name: 'v', ephemeral }] }, { metadata: { name: 'a'.repeat(251) } })).toEqual([]);
    expect(pod({ volumes: [{ name: 'v', emptyDir: {} }] }, { metadata })).toEqual([]);
  });

  test('that mirrors a file of a node has no claims of devices', () => {
    const metadata = { name: 'a', annotations: { 'kubernetes.io/config.mirror': 'a' } };
    const spec = { nodeName: 'n', resourceClaims: [{ name: '', resourceClaimName: 'b' }] };
    expect(podMessages(spec, { metadata })).toEqual(['[]: Forbidden: static pods do not support resource claims']);
    expect(template(spec, { metadata })).toEqual(['resourceClaims[0].name: Required']);
  });

  test('has what its class says of priority and no more errors then', () => {
    const containers: object[] = [];
    expect(pod({ priority: 7, containers })).toEqual(['priority: Forbidden']);
    expect(pod({ preemptionPolicy: 'Never', containers })).toEqual(['preemptionPolicy: Forbidden']);
    expect(pod({ priority: 0, preemptionPolicy: 'PreemptLowerPriority', containers })).toEqual(['containers: Required']);
    expect(pod({ priorityClassName: 'system-cluster-critical', priority: 2_000_000_000 })).toEqual([]);
    expect(pod({ priorityClassName: 'system-cluster-critical', priority: 0 })).toEqual(['priority: Forbidden']);
    expect(pod({ priorityClassName: 'mine', priority: 7, containers })).toEqual(['containers: Required']);
  });

  test('has the overhead of its runtime class, which comes after all else', () => {
    expect(podMessages({ overhead: { cpu: '1' } })).toEqual(['spec.overhead: Forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead']);
    expect(pod({ overhead: { cpu: '1' }, runtimeClassName: 'a' })).toEqual([]);
    expect(pod({ overhead: { cpu: '1' }, containers: [] })).toEqual(['containers: Required']);
  });

  test('has images without spaces around them', () => {
    expect(pod({ containers: [{ name: 'a', image: 'i ' }], initContainers: [{ name: 'b', image: ' i' }] })).toEqual(['containers[0].image: Invalid', 'initContainers[0].image: Invalid']);
  });

  test('has host ports of main and init containers alone', () => {
    const ports = [{ containerPort: 70_000 }];
    const of = (isMain: boolean) => pod({ hostNetwork: true, [isMain ? 'containers' : 'ephemeralContainers']: [{ name: 'a', image: 'i', ports }] });
    expect(of(true)).toEqual(['containers[0].ports[0].containerPort: Invalid', 'containers[0].ports[0].hostPort: Invalid']);
    expect(pod({ hostNetwork: true, initContainers: [{ name: 'a', image: 'i', ports }] }))
      .toEqual(['initContainers[0].ports[0].containerPort: Invalid', 'initContainers[0].ports[0].hostPort: Invalid']);
    expect(of(false)).toEqual(['ephemeralContainers[0].ports[0].containerPort: Invalid', 'ephemeralContainers[0].ports: Forbidden', 'ephemeralContainers: Forbidden']);
  });

  test('has its own amounts filled in where it says anything, and requests where it says a limit', () => {
    const of = (resources: object, ofContainer: object) => pod({ resources, containers: [{ name: 'a', image: 'i', resources: ofContainer }] });
    expect(of({ requests: {}, limits: {} }, { limits: { 'hugepages-2Mi': '4Mi' } })).toEqual(['containers[0].resources: Forbidden']);
    expect(of({ requests: { cpu: '1' }, limits: { cpu: '2' } }, { limits: { 'hugepages-2Mi': '3Mi', 'cpu': '1' } })).toEqual([
      'containers[0].resources.limits[hugepages-2Mi]: Invalid', 'containers[0].resources.requests[hugepages-2Mi]: Invalid',
      'resources.limits[hugepages-2Mi]: Invalid', 'resources.requests[hugepages-2Mi]: Invalid',
    ]);
    expect(of({ requests: { cpu: '2' } }, { requests: { memory: '-1' } })).toEqual(['containers[0].resources.requests[memory]: Invalid']);
  });
});

describe('entries of lists that are null are passed over:', () => {
  test('variables beside one of a file', () => {
    const env = [null, { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'none', path: 'a', key: 'K' } } }];
    expect(template({ containers: [{ name: 'a', image: 'i', env }] })).toEqual(['containers[0].env[0].name: Required', 'containers[0].env[1].valueFrom.fileKeyRef.volumeName: NotFound']);
  });

  test('policies of resizing', () => {
    expect(template({ initContainers: [{ name: 'a', image: 'i', resizePolicy: [null] }] })).toEqual(['initContainers[0].resizePolicy: Required', 'initContainers[0].resizePolicy: Required']);
  });

  test('expressions of a spread', () => {
    const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchExpressions: [null] }, matchLabelKeys: ['a'] };
    expect(template({ topologySpreadConstraints: [spread] }, { minor: '1.33' }).filter(text => text.includes('matchLabelKeys'))).toEqual([]);
  });
});
