import * as fc from 'fast-check';
import { Accelerator, DeviceConstraint, DeviceRequest, DeviceSharing, NvidiaArchitecture, TimeSlice } from '../../../src';
import { checkSelector } from '../../../src/kubernetes/cel/check';
import { checkClaim, contentHash, renderClaim } from '../../../src/pod/devices/claim-spec';
import { Target } from '../../../src/target-cluster/target';
import { chartIn, messageOf } from '../carrier';

type Rendered = any;
const A = 'device.attributes["gpu.nvidia.com"]';
const C = 'device.capacity["gpu.nvidia.com"]';

function rendered(...requests: DeviceRequest[]): Rendered {
  return renderClaim({ requests });
}

function expressions(request: DeviceRequest): string[] {
  return (rendered(request).devices.requests[0].exactly.selectors ?? []).map((each: Rendered) => each.cel.expression);
}

/** What a claim of these requests is refused with, at the default target. */
function refusal(requests: DeviceRequest[], constraints: DeviceConstraint[] = []): string {
  return messageOf(() => checkClaim({ requests, constraints }, Target.of(chartIn()), ''));
}

describe('typed conditions', () => {
  test.each([
    ['product', { product: 'H100' }, `${A}.productName.matches(r"(?i)\\bH100\\b")`],
    ['product of several words', { product: 'H100-80GB HBM3' }, `${A}.productName.matches(r"(?i)\\bH100[ -]+80GB[ -]+HBM3\\b")`],
    ['architecture', { architecture: NvidiaArchitecture.ADA_LOVELACE }, `${A}.architecture == "Ada Lovelace"`],
    ['memory', { memoryAtLeast: '80G' }, `has(${C}.memory) && ${C}.memory.compareTo(quantity("80G")) >= 0`],
    ['driver version', { driverVersionAtLeast: '550' }, `${A}.driverVersion.compareTo(semver("550.0.0")) >= 0`],
    ['driver version with a leading zero', { driverVersionAtLeast: '535.104.05' }, `${A}.driverVersion.compareTo(semver("535.104.5")) >= 0`],
    ['CUDA version', { cudaVersionAtLeast: '12.4' }, `${A}.cudaDriverVersion.compareTo(semver("12.4.0")) >= 0`],
    ['compute capability', { computeCapabilityAtLeast: '9.0' }, `${A}.cudaComputeCapability.compareTo(semver("9.0.0")) >= 0`],
  ])('%s', (_, options, expression) => {
    expect(expressions(DeviceRequest.nvidia(options))).toEqual([expression]);
    expect(checkSelector(expression, { driver: 'gpu.nvidia.com', deviceType: 'gpu' })).toEqual([]);
  });

  test('all conditions hold together, and raw ones come last', () => {
    const raw = `${A}.brand == "Nvidia"`;
    expect(expressions(DeviceRequest.nvidia({ product: 'H100', memoryAtLeast: '80G', cel: [raw] }))).toHaveLength(3);
    expect(expressions(DeviceRequest.nvidia({ product: 'H100', cel: [raw] }))[1]).toBe(raw);
  });

  // What NVML calls products; \b is the same in RE2 and here.
  test.each([
    ['H100', 'NVIDIA H100 80GB HBM3', true],
    ['h100', 'NVIDIA H100 PCIe', true],
    ['H100', 'NVIDIA GH200 480GB', false],
    ['A10', 'NVIDIA A100-SXM4-80GB', false],
    ['A100 SXM4', 'NVIDIA A100-SXM4-80GB', true],
    ['L40', 'NVIDIA L40S', false],
    ['NVIDIA-H100-80GB-HBM3', 'NVIDIA H100 80GB HBM3', true],
  ])('product %s and a %s: %s', (product, name, matches) => {
    const [, pattern] = /r"\(\?i\)(.*)"/.exec(expressions(DeviceRequest.nvidia({ product }))[0])!;
    expect(new RegExp(pattern, 'i').test(name)).toBe(matches);
  });

  test.each([[undefined, true], [true, true], [false, false]])('network cards with rdma: %s are chosen by it: %s', (rdma, isChosen) => {
    const raw = 'device.attributes["dra.net"].numaNode == 0';
    const rdmaOnly = 'device.attributes["dra.net"].rdma == true';

    expect(expressions(DeviceRequest.dranet('rdma.example.com', { rdma, cel: [raw] }))).toEqual([...(isChosen ? [rdmaOnly] : []), raw]);
  });

  test('a MIG profile chooses the class of MIG devices', () => {
    expect(rendered(DeviceRequest.nvidiaMig('1g.10gb+me', { count: 2 })).devices.requests).toEqual([{
      name: 'mig',
      exactly: { deviceClassName: 'mig.nvidia.com', selectors: [{ cel: { expression: `${A}.profile == "1g.10gb+me"` } }], allocationMode: 'ExactCount', count: 2 },
    }]);
  });

  test.each([
    ['amd', 'gpu.amd.com'], ['intel', 'gpu.intel.com'], ['gaudi', 'gaudi.intel.com'], ['tpu', 'tpu.google.com'],
  ] as const)('DeviceRequest.%s asks for the class %s', (vendor, className) => {
    expect(rendered(DeviceRequest[vendor]()).devices.requests[0].exactly).toEqual({ deviceClassName: className, allocationMode: 'ExactCount', count: 1 });
  });
});

describe('refused requests', () => {
  test.each([
    ['a profile nobody has', () => DeviceRequest.nvidiaMig('10gb'), 'DeviceRequest.nvidiaMig(profile): Invalid value: "10gb": is not a MIG profile'],
    ['a product with other signs', () => DeviceRequest.nvidia({ product: 'H100"' }), 'DeviceRequest.nvidia(product): Invalid value: "H100\\"": must be words'],
    ['memory that is no quantity', () => DeviceRequest.nvidia({ memoryAtLeast: '80 GB' }), 'DeviceRequest.nvidia(memoryAtLeast): Invalid value: "80 GB": is not a quantity'],
    ['a version in words', () => DeviceRequest.nvidia({ driverVersionAtLeast: 'r550' }), 'DeviceRequest.nvidia(driverVersionAtLeast): Invalid value: "r550": must be one to three numbers'],
    ['half a device', () => DeviceRequest.nvidia({ count: 0.5 }), 'DeviceRequest.nvidia(count): Invalid value: 0.5: must be a whole number between 1 and 32'],
    ['33 devices', () => DeviceRequest.nvidia({ count: 33 }), 'must be a whole number between 1 and 32'],
    ['a name that is no label', () => DeviceRequest.nvidia({ name: 'My GPU' }), 'DeviceRequest.nvidia(name): Invalid value: "My GPU"'],
    ['a class name in capitals', () => DeviceRequest.ofClass('GPU'), 'DeviceRequest.ofClass(className): Invalid value: "GPU": a lowercase RFC 1123 subdomain must consist of'],
    ['another driver than the class has', () => DeviceRequest.ofClass('gpu.nvidia.com', { driver: 'gpu.amd.com' }), 'DeviceRequest.ofClass(driver): Invalid value: "gpu.amd.com": the class gpu.nvidia.com selects devices of gpu.nvidia.com'],
    ['CEL that does not compile', () => DeviceRequest.ofClass('x', { cel: ['device.driver == "a"', 'device.driver = "a"'] }), 'DeviceRequest.ofClass(cel)[1]: Invalid value: "device.driver = \\"a\\"": does not compile: unexpected "=" (== compares) at character 15'],
    ['an unknown attribute', () => DeviceRequest.nvidia({ cel: [`${A}.model == "H100"`] }), 'the driver gpu.nvidia.com publishes no attribute "model"'],
    ['an attribute of other devices', () => DeviceRequest.nvidia({ cel: [`${A}.profile == "1g.10gb"`] }), 'publishes "profile" on mig devices, and the class selects those of type gpu'],
    ['an attribute of the driver that is named', () => DeviceRequest.ofClass('big', { driver: 'gpu.nvidia.com', cel: [`${A}.modl == "x"`] }), 'publishes no attribute "modl"'],
    ['an expression without end', () => DeviceRequest.ofClass('x', { cel: [`device.driver == "${'a'.repeat(11000)}"`] }), 'Too long'],
    ['too many conditions', () => DeviceRequest.nvidia({ product: 'H100', cel: Array.from({ length: 32 }, () => 'true') }), '1 of the properties + 32 = 33, more than the 32'],
    ['no alternatives', () => DeviceRequest.firstAvailable([]), 'DeviceRequest.firstAvailable(alternatives): Required value'],
    ['nine alternatives', () => DeviceRequest.firstAvailable(Array.from({ length: 9 }, () => DeviceRequest.nvidia())), '"9 requests": is more than the 8'],
    ['alternatives in alternatives', () => DeviceRequest.firstAvailable([DeviceRequest.firstAvailable([DeviceRequest.nvidia()])]), 'alternatives)[0]: Forbidden'],
  ])('%s', (_, body, message) => {
    expect(messageOf(body)).toContain(message);
  });
});

describe('sharing', () => {
  const config = (request: DeviceRequest) => rendered(request).devices.config;

  test('time slices of whole GPUs', () => {
    expect(config(DeviceRequest.nvidia({ sharing: DeviceSharing.timeSlicing(TimeSlice.LONG) }))).toEqual([{
      requests: ['gpu'],
      opaque: {
        driver: 'gpu.nvidia.com',
        parameters: { apiVersion: 'resource.nvidia.com/v1beta1', kind: 'GpuConfig', sharing: { strategy: 'TimeSlicing', timeSlicingConfig: { interval: 'Long' } } },
      },
    }]);
  });

  test('MPS on MIG devices has its own kind', () => {
    const sharing = DeviceSharing.mps({ activeThreadPercentage: 50, pinnedMemoryLimit: '10Gi', multiUser: true });
    expect(config(DeviceRequest.nvidiaMig('3g.40gb', { sharing }))[0].opaque.parameters).toEqual({
      apiVersion: 'resource.nvidia.com/v1beta1',
      kind: 'MigDeviceConfig',
      sharing: { strategy: 'MPS', mpsConfig: { defaultActiveThreadPercentage: 50, defaultPinnedDeviceMemoryLimit: '10Gi', multiUser: true } },
    });
    expect(config(DeviceRequest.nvidia({ sharing: DeviceSharing.mps() }))[0].opaque.parameters).toMatchObject({ kind: 'GpuConfig', sharing: { strategy: 'MPS' } });
  });

  test('an alternative has its own', () => {
    const request = DeviceRequest.firstAvailable([DeviceRequest.nvidiaMig('1g.10gb'), DeviceRequest.nvidia({ name: 'whole', sharing: DeviceSharing.timeSlicing() })]);
    expect(config(request)[0].requests).toEqual(['mig/whole']);
  });

  test('settings of another driver are passed on', () => {
    const sharing = DeviceSharing.opaque('npu.example.com', { apiVersion: 'npu.example.com/v1', kind: 'Lanes', lanes: 4 });
    expect(config(DeviceRequest.ofClass('npu', { driver: 'npu.example.com', sharing }))).toEqual([
      { requests: ['device'], opaque: { driver: 'npu.example.com', parameters: { apiVersion: 'npu.example.com/v1', kind: 'Lanes', lanes: 4 } } },
    ]);
  });

  test.each([
    ['MIG with time slicing', () => DeviceRequest.nvidiaMig('1g.10gb', { sharing: DeviceSharing.timeSlicing() }),
      'DeviceRequest.nvidiaMig(sharing): Invalid value: "TimeSlicing": the driver has no time slicing for MIG devices'],
    ['a class of one\'s own whose conditions choose MIG devices', () => DeviceRequest.ofClass('small', {
      driver: 'gpu.nvidia.com', cel: [`${A}.type == "mig"`], sharing: DeviceSharing.timeSlicing(),
    }), 'no time slicing for MIG devices'],
    ['MIG with time slicing as raw parameters', () => DeviceSharing.opaque('gpu.nvidia.com', {
      apiVersion: 'resource.nvidia.com/v1beta1', kind: 'MigDeviceConfig', sharing: { strategy: 'TimeSlicing' },
    }), 'DeviceSharing.opaque(parameters).sharing: Forbidden: the driver has no time slicing for MIG devices'],
    ['a setting of another driver', () => DeviceRequest.ofClass('npu', { driver: 'npu.example.com', sharing: DeviceSharing.mps() }),
      'is a setting for the driver gpu.nvidia.com, and the devices are of npu.example.com'],
    ['a GPU passed through', () => DeviceRequest.ofClass('vfio.gpu.nvidia.com', { sharing: DeviceSharing.mps() }), 'is not shared'],
    ['101 percent', () => DeviceSharing.mps({ activeThreadPercentage: 101 }), 'DeviceSharing.mps(activeThreadPercentage): Invalid value: 101: must be a whole number between 0 and 100'],
    ['half a mebibyte', () => DeviceSharing.mps({ pinnedMemoryLimit: '512Ki' }), 'is less than 1Mi'],
    ['parameters without a kind', () => DeviceSharing.opaque('x.example', { apiVersion: 'v1' }), 'DeviceSharing.opaque(parameters).kind: Required value'],
    ['parameters that are too large', () => DeviceSharing.opaque('x.example', { apiVersion: 'v1', kind: 'X', text: 'x'.repeat(11000) }), 'more than the 10240 bytes'],
  ])('refused: %s', (_, body, message) => {
    expect(messageOf(body)).toContain(message);
  });
});

describe('claims as a whole', () => {
  test('alternatives are numbered by preference unless they have names', () => {
    const request = DeviceRequest.firstAvailable([DeviceRequest.nvidia({ product: 'H100' }), DeviceRequest.nvidia({ name: 'older', product: 'A100', count: 2 })]).named('gpus');
    expect(rendered(request).devices.requests).toEqual([{
      name: 'gpus',
      firstAvailable: [
        expect.objectContaining({ name: 'choice-1', deviceClassName: 'gpu.nvidia.com', count: 1 }),
        expect.objectContaining({ name: 'older', count: 2 }),
      ],
    }]);
  });

  test('a constraint is one of two fields', () => {
    const devices = (constraint: DeviceConstraint) => {
      const claim: Rendered = renderClaim({ requests: [DeviceRequest.nvidia()], constraints: [constraint] });
      return claim.devices.constraints[0];
    };
    expect(devices(DeviceConstraint.sameValue('gpu.nvidia.com/parentUUID', ['gpu']))).toEqual({ requests: ['gpu'], matchAttribute: 'gpu.nvidia.com/parentUUID' });
    expect(devices(DeviceConstraint.distinctValues('resource.kubernetes.io/pcieRoot'))).toEqual({ distinctAttribute: 'resource.kubernetes.io/pcieRoot' });
  });

  test.each([
    ['no requests', () => refusal([]), 'requests: Required value: a claim without requests allocates nothing'],
    ['one name twice', () => refusal([DeviceRequest.nvidia(), DeviceRequest.nvidia()]), 'requests[1].name: Duplicate value: "gpu": is the name of requests[0] as well'],
    ['alternatives of one name', () => refusal([DeviceRequest.firstAvailable([DeviceRequest.nvidia({ name: 'a' }), DeviceRequest.amd({ name: 'a' })])]), 'requests[0].firstAvailable: Duplicate value: "a"'],
    ['more than 32 devices in all', () => refusal([DeviceRequest.nvidia({ count: 20 }), DeviceRequest.ofClass('nic', { count: 16 })]), 'requests: Invalid value: [20,16]: 20 + 16 = 36 devices, and one claim allocates at most 32'],
    ['a constraint on a request that is not there', () => refusal([DeviceRequest.nvidia()], [DeviceConstraint.sameValue('gpu.nvidia.com/uuid', ['gpus'])]), 'constraints[0].requests: Invalid value: "gpus": is no request of this claim; it has gpu'],
  ])('refused: %s', (_, message, part) => {
    expect(message()).toContain(part);
  });

  test.each([
    ['without a domain', 'parentUUID', 'a fully qualified name must be a domain and a name separated by a slash'],
    ['with a longer name than an identifier may have', `gpu.nvidia.com/${'a'.repeat(33)}`, 'may not be more than 32 bytes'],
    ['that the driver does not publish', 'gpu.nvidia.com/parentUuid', 'did you mean gpu.nvidia.com/parentUUID?'],
    ['that is no standard one', 'resource.kubernetes.io/pcieroots', 'is no standard attribute'],
  ])('an attribute %s is refused', (_, attribute, message) => {
    expect(messageOf(() => DeviceConstraint.sameValue(attribute))).toContain(message);
  });

  test('the hash follows the content and not the order of keys', () => {
    expect(contentHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(contentHash({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(contentHash({ a: [1, 2] })).not.toBe(contentHash({ a: [2, 1] }));
    expect(contentHash({ a: 1, b: undefined })).toBe(contentHash({ a: 1 }));
    expect(contentHash({ a: 1 })).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe('Accelerator.claim', () => {
  test('a count stands in the request or beside it', () => {
    expect(Accelerator.claim(DeviceRequest.nvidia({ count: 4 })).count).toBe(4);
    expect(Accelerator.claim(DeviceRequest.nvidia(), { count: 4 }).count).toBe(4);
    expect(Accelerator.claim(DeviceRequest.nvidia()).count).toBe(1);
    expect(messageOf(() => Accelerator.claim(DeviceRequest.nvidia({ count: 4 }), { count: 8 }))).toContain('Accelerator.claim(count): Invalid value: 8: the request asks for 4');
    expect(messageOf(() => Accelerator.claim(DeviceRequest.nvidia(), { count: 33 }))).toContain('between 1 and 32');
  });

  test('alternatives must agree on the number, since the program is started for one', () => {
    const uneven = DeviceRequest.firstAvailable([DeviceRequest.nvidia({ count: 1 }), DeviceRequest.nvidia({ count: 2 })]);
    expect(messageOf(() => Accelerator.claim(uneven))).toContain('Invalid value: [1,2]: the alternatives ask for different numbers of devices');
  });

  test('it tolerates nothing and binds to no label unless asked', () => {
    const claim = Accelerator.claim(DeviceRequest.nvidia());
    expect([claim.taintKey, claim.nodeLabels, claim.resourceName]).toEqual([undefined, {}, 'gpu.nvidia.com']);
    expect(Accelerator.claim(DeviceRequest.nvidia(), { taintKey: 'nvidia.com/gpu' }).taintKey).toBe('nvidia.com/gpu');
  });
});

test('whatever is asked for gives conditions that the checker takes, or an error that names the property', () => {
  const text = (...samples: string[]) => fc.option(fc.oneof(fc.constantFrom(...samples), fc.string()), { nil: undefined });
  const options = fc.record({
    product: text('H100', 'A100-SXM4-80GB', 'RTX 6000'),
    architecture: fc.constantFrom(undefined, ...Object.values(NvidiaArchitecture)),
    memoryAtLeast: text('80G', '40Gi', '1.5Ti'),
    driverVersionAtLeast: text('550', '535.104.05'),
    cudaVersionAtLeast: text('12.4'),
    computeCapabilityAtLeast: text('9.0'),
    count: fc.option(fc.oneof(fc.integer(), fc.double()), { nil: undefined }),
    name: text('gpu'),
  });
  fc.assert(fc.property(options, given => {
    let request: DeviceRequest;
    try {
      request = DeviceRequest.nvidia(given);
    } catch (error) {
      expect((error as Error).message).toMatch(/^DeviceRequest\.nvidia\((product|memoryAtLeast|driverVersionAtLeast|cudaVersionAtLeast|computeCapabilityAtLeast|count|name)\): /);
      return;
    }
    expect(expressions(request).flatMap(expression => checkSelector(expression, { driver: 'gpu.nvidia.com', deviceType: 'gpu' }))).toEqual([]);
  }));
});
