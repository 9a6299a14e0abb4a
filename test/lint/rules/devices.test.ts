import { ApiObject, App, Chart } from 'cdk8s';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { autoscaler, custom, deployment, findingsIn, onlyFinding, workload } from '../run/manifests';

const V1 = 'resource.k8s.io/v1';
const A = 'device.attributes["gpu.nvidia.com"]';
const claim = custom(V1, 'ResourceClaim');
const claimTemplate = custom(V1, 'ResourceClaimTemplate');
const deviceClass = custom(V1, 'DeviceClass');

const request = (selection: object = {}, name = 'gpu') => ({ name, exactly: { deviceClassName: 'gpu.nvidia.com', ...selection } });
const devices = (...requests: object[]) => ({ devices: { requests } });
const selected = (expression: string, selection: object = {}) => request({ selectors: [{ cel: { expression } }], ...selection });
const MIG = { deviceClassName: 'mig.nvidia.com' };
const sliced = (kind: string) => ({ driver: 'gpu.nvidia.com', parameters: { apiVersion: 'resource.nvidia.com/v1beta1', kind, sharing: { strategy: 'TimeSlicing' } } });

/** Pods of a Deployment that name a claim. */
const claiming = (name: string, source: object, replicas = 1) => deployment(name, workload(name, { resources: { claims: [{ name: 'gpu' }] } }, {
  pod: { resourceClaims: [{ name: 'gpu', ...source }] }, spec: { replicas },
}));

describe('AIW2501 device claim in an old shape', () => {
  test('resourceClassName is refused, and where nobody is strict the claim asks for nothing', () => {
    expect(onlyFinding('AIW2501', claim('gpus', { resourceClassName: 'gpu.example.com' }))).toMatchObject({
      class: 'rejected', field: 'spec.resourceClassName', message: expect.stringContaining('unknown field: resourceClassName is of v1alpha2'),
    });
    expect(onlyFinding('AIW2501', claimTemplate('gpus', { spec: { resourceClassName: 'x', ...devices(request()) } })).field).toBe('spec.spec.resourceClassName');
  });

  test.each(['v1alpha3', 'v1beta1', 'v1beta2'])('%s is not served by default', version => {
    expect(onlyFinding('AIW2501', custom(`resource.k8s.io/${version}`, 'ResourceClaimTemplate')('gpus', { spec: devices(request()) }))).toMatchObject({
      class: 'rejected', field: 'apiVersion', message: expect.stringContaining(version), help: expect.stringContaining('resource.k8s.io/v1 (1.34'),
    });
  });

  test('a ResourceClass is a DeviceClass now', () => {
    expect(onlyFinding('AIW2501', custom('resource.k8s.io/v1alpha2', 'ResourceClass')('gpu'))).toMatchObject({ field: 'kind', help: 'use DeviceClass' });
  });

  test('the source of a pod stands on the entry', () => {
    expect(onlyFinding('AIW2501', claiming('web', { source: { resourceClaimTemplateName: 'gpus' } })).field).toBe('spec.template.spec.resourceClaims[0].source');
  });

  test.each([[{}], [{ resourceClaimName: 'a', resourceClaimTemplateName: 'b' }]])('%j names not exactly one source', source => {
    expect(onlyFinding('AIW2501', claiming('web', source)).message).toContain('exactly one of');
  });

  test('the shape of v1 is none', () => {
    expect(findingsIn('AIW2501', claim('gpus', devices(request())), claiming('web', { resourceClaimName: 'gpus' }))).toEqual([]);
  });
});

describe('AIW2502 device request or constraint without exactly one meaning', () => {
  test.each([
    ['neither', { name: 'gpu' }, 'Required value', 'name a class'],
    ['both', { ...request(), firstAvailable: [{ name: 'a', deviceClassName: 'x' }] }, 'Invalid value', 'keep one of them'],
    ['the flat form', { name: 'gpu', deviceClassName: 'gpu.nvidia.com' }, 'Required value', 'move deviceClassName'],
  ])('a request with %s', (_, entry, reason, help) => {
    expect(onlyFinding('AIW2502', claim('gpus', devices(entry)))).toMatchObject({
      class: 'rejected',
      field: 'spec.devices.requests[0]',
      message: `${reason}: exactly one of \`exactly\` or \`firstAvailable\` is required`,
      help: expect.stringContaining(help),
    });
  });

  test('alternatives are 1 to 8', () => {
    const many = (length: number) => claim('gpus', devices({ name: 'gpu', firstAvailable: Array.from({ length }, (__, index) => ({ name: `c${index}`, deviceClassName: 'x' })) }));
    expect(onlyFinding('AIW2502', many(0)).message).toContain('1 to 8');
    expect(onlyFinding('AIW2502', many(9)).field).toBe('spec.devices.requests[0].firstAvailable');
    expect(findingsIn('AIW2502', many(8))).toEqual([]);
  });

  test('a constraint says one thing', () => {
    const constrained = (constraint: object) => claim('gpus', { devices: { requests: [request()], constraints: [constraint] } });
    const attribute = 'gpu.nvidia.com/uuid';
    expect(onlyFinding('AIW2502', constrained({ matchAttribute: attribute, distinctAttribute: attribute }))).toMatchObject({ class: 'broken', field: 'spec.devices.constraints[0]' });
    expect(onlyFinding('AIW2502', constrained({}))).toMatchObject({ class: 'rejected' });
    expect(findingsIn('AIW2502', constrained({ matchAttribute: attribute }))).toEqual([]);
  });
});

describe('AIW2503 device selector that cannot work', () => {
  test('what does not compile is reported with the place', () => {
    expect(onlyFinding('AIW2503', claimTemplate('gpus', { spec: devices(selected(`${A}.architecture = "Hopper"`)) }))).toMatchObject({
      class: 'rejected',
      field: 'spec.spec.devices.requests[0].exactly.selectors[0].cel.expression',
      message: expect.stringContaining('does not compile: unexpected "=" (== compares) at character 50'),
    });
  });

  test('an attribute that the driver does not publish is named with the nearest one', () => {
    expect(onlyFinding('AIW2503', claim('gpus', devices(selected(`${A}.produktName == "x"`))))).toMatchObject({ class: 'broken', help: 'did you mean productName?' });
  });

  test('an alternative is looked at too', () => {
    const entry = { name: 'gpu', firstAvailable: [{ name: 'a', deviceClassName: 'gpu.nvidia.com', selectors: [{ cel: { expression: 'tru' } }] }] };
    expect(onlyFinding('AIW2503', claim('gpus', devices(entry))).field).toBe('spec.devices.requests[0].firstAvailable[0].selectors[0].cel.expression');
  });

  test('a class of the app says what its devices are', () => {
    const small = deviceClass('small', { selectors: [{ cel: { expression: `device.driver == "gpu.nvidia.com" && ${A}.type == "mig"` } }] });
    const of = (expression: string) => claim('gpus', devices(selected(expression, { deviceClassName: 'small' })));
    expect(findingsIn('AIW2503', small, of(`${A}.profile == "1g.10gb"`))).toEqual([]);
    expect(onlyFinding('AIW2503', claim('gpus', devices(selected(`${A}.profile == "1g.10gb"`)))).message).toContain('publishes "profile" on mig devices');
  });

  test('a class that does not ask for the driver first ends allocations of others', () => {
    const one = (...all: string[]) => deviceClass('gpu', { selectors: all.map(expression => ({ cel: { expression } })) });
    expect(onlyFinding('AIW2503', one(`${A}.type == "gpu"`))).toMatchObject({ class: 'risky', help: expect.stringContaining('device.driver ==') });
    expect(onlyFinding('AIW2503', one(`${A}.type == "gpu"`, 'device.driver == "gpu.nvidia.com"'))).toMatchObject({ class: 'risky', field: 'spec.selectors[0].cel.expression' });
    expect(findingsIn('AIW2503', one(`device.driver == 'gpu.nvidia.com' && ${A}.type == 'gpu'`))).toEqual([]);
    expect(findingsIn('AIW2503', one('device.driver == "gpu.nvidia.com"', `${A}.type == 'gpu'`))).toEqual([]);
  });
});

test('AIW2503: a class knows its driver from one expression when it reads another, and 20 problems of one are enough', () => {
  const one = (...all: string[]) => deviceClass('gpu', { selectors: all.map(expression => ({ cel: { expression } })) });
  const profile = `${A}.profile == "1g.10gb"`;
  expect(onlyFinding('AIW2503', one(`device.driver == "gpu.nvidia.com" && ${A}.type == "gpu"`, profile)).message).toContain('publishes "profile" on mig devices');
  expect(findingsIn('AIW2503', one(`device.driver == "gpu.nvidia.com" && ${A}.type == "mig"`, profile))).toEqual([]);
  const wrong = Array.from({ length: 21 }, (_, index) => `${A}.made${index} == "x"`).join(' && ');
  expect(findingsIn('AIW2503', claim('gpus', devices(selected(wrong))))).toHaveLength(20);
});

test.each([['/dev/neuron', 1], ['/dev/neuron0', 1], ['/dev/neuron15', 1], ['/dev/accel10', 1], ['/dev/nvidia-uvm', 1], ['/dev/vfio/12', 1], ['/dev/shm', 0], ['/dev/neurons', 0]])('AIW2514: %s: %d', (path, count) => {
  expect(findingsIn('AIW2514', deployment('a', workload('a', {}, { pod: { volumes: [{ name: 'v', hostPath: { path } }] } })))).toHaveLength(count);
});

test('AIW2124: a request without a class names none', () => {
  const other = custom('resource.k8s.io/v1', 'DeviceClass')('other');
  const nameless = [other, claim('gpus', devices({ name: 'gpu', exactly: { count: 1 } }))];
  expect([...findingsIn('AIW2124', ...nameless), ...findingsIn('AIW0004', ...nameless)]).toEqual([]);
  expect(findingsIn('AIW2124', other, claim('gpus', devices(request({ deviceClassName: 'made.up' }))))).toHaveLength(1);
});

describe('AIW2504 sharing setting that the device driver refuses', () => {
  const configured = (entries: object[], ...config: object[]) => claim('gpus', { devices: { requests: entries, config } });

  test('time slicing in the setting for MIG devices', () => {
    expect(onlyFinding('AIW2504', configured([request(MIG)], { requests: ['gpu'], opaque: sliced('MigDeviceConfig') }))).toMatchObject({
      class: 'broken', field: 'spec.devices.config[0].opaque.parameters.sharing', message: expect.stringContaining('no time slicing for MIG devices'),
    });
  });

  test('the setting of whole GPUs on a MIG request', () => {
    expect(onlyFinding('AIW2504', configured([request(MIG)], { requests: ['gpu'], opaque: sliced('GpuConfig') })).message).toContain('"TimeSlicing"');
    const mps = { driver: 'gpu.nvidia.com', parameters: { kind: 'GpuConfig', sharing: { strategy: 'MPS' } } };
    expect(onlyFinding('AIW2504', configured([request(MIG)], { opaque: mps }))).toMatchObject({ field: 'spec.devices.config[0].opaque.parameters.kind', help: 'use the kind MigDeviceConfig' });
  });

  test('a MIG device by its own selector', () => {
    const byProfile = selected(`device.driver == "gpu.nvidia.com" && ${A}.type == "mig"`, { deviceClassName: 'any.example.com' });
    expect(findingsIn('AIW2504', configured([byProfile], { opaque: sliced('GpuConfig') }))).toHaveLength(1);
  });

  test('an alternative of a list', () => {
    const entry = { name: 'gpu', firstAvailable: [{ name: 'small', ...MIG }, { name: 'whole', deviceClassName: 'gpu.nvidia.com' }] };
    expect(findingsIn('AIW2504', configured([entry], { requests: ['gpu/small'], opaque: sliced('GpuConfig') }))).toHaveLength(1);
    expect(findingsIn('AIW2504', configured([entry], { requests: ['gpu/whole'], opaque: sliced('GpuConfig') }))).toEqual([]);
  });

  test('whole GPUs are sliced, and a setting for all requests is for those that it fits', () => {
    expect(findingsIn('AIW2504', configured([request()], { requests: ['gpu'], opaque: sliced('GpuConfig') }))).toEqual([]);
    expect(findingsIn('AIW2504', configured([request(), request(MIG, 'mig')], { opaque: sliced('GpuConfig') }))).toEqual([]);
  });

  test('a setting for two requests, of which one is a MIG device', () => {
    expect(findingsIn('AIW2504', configured([request(), request(MIG, 'mig')], { requests: ['gpu', 'mig'], opaque: sliced('GpuConfig') }))).toHaveLength(1);
  });

  test('a class of MIG devices', () => {
    expect(findingsIn('AIW2504', deviceClass('mig', {
      selectors: [{ cel: { expression: `device.driver == "gpu.nvidia.com" && ${A}.type == "mig"` } }], config: [{ opaque: sliced('GpuConfig') }],
    }))).toHaveLength(1);
  });
});

describe('AIW3601 device claim shared by replicas', () => {
  const shared = claim('gpus', devices(request()));

  test('two replicas get the same devices', () => {
    expect(onlyFinding('AIW3601', shared, claiming('web', { resourceClaimName: 'gpus' }, 2))).toMatchObject({
      class: 'risky',
      field: 'spec.template.spec.resourceClaims[0].resourceClaimName',
      message: 'Invalid value: "gpus": 2 pods of Deployment ml/web share the devices of one claim, so all of them run on its node',
    });
  });

  test('one pod, or a template, shares nothing', () => {
    expect(findingsIn('AIW3601', shared, claiming('web', { resourceClaimName: 'gpus' }, 1))).toEqual([]);
    expect(findingsIn('AIW3601', claimTemplate('gpus', { spec: devices(request()) }), claiming('web', { resourceClaimTemplateName: 'gpus' }, 2))).toEqual([]);
  });

  test('two workloads of one pod each do', () => {
    expect(onlyFinding('AIW3601', shared, claiming('a', { resourceClaimName: 'gpus' }), claiming('b', { resourceClaimName: 'gpus' })).message)
      .toContain('1 pod of Deployment ml/a and 1 pod of Deployment ml/b share');
  });

  test('an autoscaler may add pods', () => {
    const scaler = autoscaler('web', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 4 });
    expect(onlyFinding('AIW3601', shared, scaler, claiming('web', { resourceClaimName: 'gpus' })).message).toContain('all pods of Deployment ml/web');
  });

  test('whoever says how they share means it, up to 256 pods', () => {
    const meant = claim('gpus', { devices: { requests: [request()], config: [{ requests: ['gpu'], opaque: sliced('GpuConfig') }] } });
    expect(findingsIn('AIW3601', meant, claiming('web', { resourceClaimName: 'gpus' }, 4))).toEqual([]);
    expect(onlyFinding('AIW3601', meant, claiming('web', { resourceClaimName: 'gpus' }, 300))).toMatchObject({ class: 'broken', notes: [expect.stringContaining('at most 256')] });
  });

  test('claims of one name in two namespaces are two', () => {
    const chart = new Chart(new App(), 'all');
    for (const namespace of ['a', 'b']) {
      const pod = { containers: [{ name: 'main', image: 'x:1' }], resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpus' }] };
      new ApiObject(chart, `claim-${namespace}`, { apiVersion: V1, kind: 'ResourceClaim', metadata: { name: 'gpus', namespace }, spec: devices(request()) } as never);
      new ApiObject(chart, `pod-${namespace}`, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace }, spec: pod } as never);
    }
    expect(findingsOf(chart.node.root).filter(finding => finding.id === 'AIW3601')).toEqual([]);
  });
});

describe('AIW2513 variables that choose devices', () => {
  const visible = (name: string, value: string, count: number) => deployment('web', workload('web', {
    env: [{ name, value }], resources: { limits: { 'nvidia.com/gpu': count } },
  }));

  test.each<[string, number, string[]]>([
    ['0,1', 2, []], ['0, 2', 2, ['2']], ['16', 8, ['16']], ['7', 8, []], ['x9', 8, []], ['9x', 8, []], ['GPU-9', 8, []], ['99999', 8, []],
  ])('CUDA_VISIBLE_DEVICES=%s of %d devices', (value, count, beyond) => {
    expect(findingsIn('AIW2513', visible('CUDA_VISIBLE_DEVICES', value, count)).map(each => each.message)).toEqual(beyond.map(device => (
      `Invalid value: "${value}": device ${device} does not exist: the container has nvidia.com/gpu ${count}, numbered from 0`)));
  });

  test.each<[string, number, string[]]>([
    ['all', 1, ['replaces the devices that the limit gives, so that it sees those of other pods']],
    ['none', 1, ['hides the devices that the limit gives']],
    ['all', 0, ['the container asks for no device, and uses what the scheduler may give to other pods']],
    ['void', 0, []],
  ])('NVIDIA_VISIBLE_DEVICES=%s with %d devices', (value, count, texts) => {
    expect(findingsIn('AIW2513', visible('NVIDIA_VISIBLE_DEVICES', value, count)).map(each => each.message)).toEqual(texts.map(text => `Invalid value: "${value}": ${text}`));
  });
});

describe('AIW2517 shared memory', () => {
  const mounted = (volumeMounts: object[], volumes: object[] = []) => deployment('web', workload('web', {
    command: ['vllm', 'serve', 'm', '--tensor-parallel-size=2'], resources: { limits: { 'nvidia.com/gpu': 2 } }, volumeMounts,
  }, { pod: { volumes } }));
  const shm = { name: 'shm', mountPath: '/dev/shm' };
  const memory = { name: 'shm', emptyDir: { medium: 'Memory' } };

  test.each<[string, object[], object[], string, string]>([
    ['none', [], [], 'volumeMounts', 'Required value: /dev/shm: 64 MiB for the processes of nvidia.com/gpu 2'],
    ['only others', [{ name: 'a', mountPath: '/data' }], [{ name: 'a', hostPath: {} }], 'volumeMounts', 'Required value: /dev/shm: 64 MiB for the processes of nvidia.com/gpu 2'],
    ['on disk', [shm], [{ name: 'shm', emptyDir: {} }], 'volumeMounts[0].mountPath', 'Invalid value: "/dev/shm": the volume is on disk: medium is not Memory'],
    ['of the node, behind another', [{ name: 'a', mountPath: '/data' }, shm], [{ name: 'a', emptyDir: {} }, { name: 'shm', hostPath: {} }], 'volumeMounts[1].mountPath',
      'Invalid value: "/dev/shm": the shared memory of the node, which all its pods see and nobody limits'],
  ])('%s', (_, mounts, volumes, field, message) => {
    expect(onlyFinding('AIW2517', mounted(mounts, volumes))).toMatchObject({ field: `spec.template.spec.containers[0].${field}`, message });
  });

  test('memory, at either spelling of the path', () => {
    expect(findingsIn('AIW2517', mounted([shm], [memory]))).toEqual([]);
    expect(findingsIn('AIW2517', mounted([{ ...shm, mountPath: '/dev/shm/' }], [memory]))).toEqual([]);
  });
});

describe('AIW2111 a request of a claim', () => {
  const asking = (name: string) => deployment('web', workload('web', { resources: { claims: [{ name: 'gpu', request: name }] } }, {
    pod: { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpus' }] },
  }));

  test('the claim has those that it has', () => {
    const gpus = claimTemplate('gpus', { spec: devices(request(), request({}, 'nic')) });
    expect(onlyFinding('AIW2111', gpus, asking('gpus'))).toMatchObject({
      class: 'broken', field: 'spec.template.spec.containers[0].resources.claims[0].request', notes: ['its requests are: gpu, nic'],
    });
    expect(findingsIn('AIW2111', gpus, asking('nic'))).toEqual([]);
  });

  test('a container names a claim that its pod has not', () => {
    const notes = (...names: string[]) => onlyFinding('AIW2111', deployment('web', workload('web', { resources: { claims: [{ name: 'x' }] } }, {
      pod: { resourceClaims: names.map(name => ({ name })) },
    }))).message;
    const text = 'Not found: "x": must be one of the names in pod.spec.resourceClaims: ';
    expect([notes(), notes('gpu', 'nic')]).toEqual([`${text}none`, `${text}gpu, nic`]);
  });

  test('of a claim that is not in the app nothing is known', () => {
    expect(findingsIn('AIW2111', asking('gpu')).map(finding => finding.field)).toEqual(['spec.template.spec.resourceClaims[0].resourceClaimTemplateName']);
  });
});
