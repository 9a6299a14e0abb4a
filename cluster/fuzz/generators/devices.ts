import * as fc from 'fast-check';
import { Expressions, Fields, Setting, absent, calls, flag, lists, literals, members, mostly, never, oneOf, rarely, remembered, sometimes, struct, values } from './combinators';
import { bytes, counts } from './numbers';
import { FRESH, labels, metadata } from './references';
import { formed, names } from './texts';
import {
  DeviceClaimProps, DeviceClassOptions, DeviceClassProps, DeviceRequestOptions, DranetDeviceOptions, MpsOptions, NvidiaArchitecture,
  NvidiaDeviceOptions, TimeSlice,
} from '../../../src';
import { Expression, call, construct, list, literal, object, path } from '../expression';

const PROFILES = fc.constantFrom('1g.10gb', '3g.40gb', '1g.10gb+me', '1c.3g.40gb');
const ODD_PROFILES = fc.constantFrom('', '1g', '1G.10GB', '8g.80gb', '1g.10gb+', '1g.10gb+me.all', '0g.5gb', '1g.10gb-me', 'a'.repeat(70));

/** Conditions that a device of any driver can be asked. */
const GENERAL = ['device.driver != ""', 'true', 'device.driver == "gpu.nvidia.com" || device.driver.startsWith("gpu.")', '["a", "b"].exists(x, x == device.driver)'];

const NVIDIA = [
  'device.attributes["gpu.nvidia.com"].productName.lowerAscii().matches("^.*a100.*$")',
  'device.attributes["gpu.nvidia.com"].architecture in ["Hopper", "Blackwell"]',
  'device.capacity["gpu.nvidia.com"].memory.compareTo(quantity("40Gi")) >= 0',
  'has(device.attributes["resource.kubernetes.io"].pcieRoot) && device.attributes["resource.kubernetes.io"].pcieRoot == "pci0000:01"',
  'device.attributes["gpu.nvidia.com"].driverVersion.isGreaterThan(semver("550.0.0"))',
];

const ODD_CEL = [
  '', ' ', '1', 'device', 'device.driver', 'device.driver ==', 'device.driver = "a"', "device.driver == 'a' && (", 'devices.driver == ""', 'device.attributes["gpu.nvidia.com"].nothing == 1',
  'device.attributes["gpu.nvidia.com"].productName > 3', 'device.attributes.gpu == 1', 'x'.repeat(10241), `${'('.repeat(300)}true${')'.repeat(300)}`, 'true // comment', 'true\n&& false',
  '"\\x"', '1 / 0 == 1', 'size(device.driver) > 0 ? true : false', '!device.driver', '-device.driver == 1', 'quantity("x").isGreaterThan(quantity("1"))', 'semver("1") == semver("1.0.0")',
  '[1, "a"].size() == 2', '{"a": 1}.a == 1', 'b"a" == b"a"', '1u == 1u', 'device.capacity["x"].y.add(1) == quantity("1")', 'has(device)', 'null == null', '\u00e9 == 1', '"\u65e5" == ""',
];

function conditions(setting: Setting, ...usual: readonly string[]): Expressions {
  return lists(literals(mostly(setting, fc.constantFrom(...usual), fc.constantFrom(...ODD_CEL))), 0, 2);
}

function requestFields(setting: Setting, usual: readonly string[], sharing: Expressions): Fields<DeviceRequestOptions> {
  return {
    name: rarely(literals(names(setting, 'gpus', 'nic-0'))),
    count: never,
    cel: sometimes(conditions(setting, ...usual)),
    sharing: rarely(sharing),
  };
}

/** Requests of a known number of devices, or of a number that somebody else knows. */
export function requests(setting: Setting, count: fc.Arbitrary<Expression | undefined>): Expressions {
  return fc.oneof(
    { weight: 4, arbitrary: nvidiaRequest(setting, count) },
    { weight: 3, arbitrary: otherRequest(setting, count) },
    { weight: 1, arbitrary: alternatives(setting, count) },
    { weight: 1, arbitrary: fc.tuple(nvidiaRequest(setting, count), names(setting, 'fast')).map(([request, name]) => call({ is: 'get', of: request, property: 'named' }, { is: 'literal', value: name })) });
}

export function nvidiaRequest(setting: Setting, count: fc.Arbitrary<Expression | undefined>): Expressions {
  const version = (...usual: string[]) => formed(setting, fc.constantFrom(...usual), fc.constantFrom('', '1.2.3.4', 'v1', '1.', '-1', '01.02', '9999999999'));
  const options = struct<NvidiaDeviceOptions>({
    ...requestFields(setting, [...GENERAL, ...NVIDIA], sharing(setting)),
    count,
    product: sometimes(formed(setting, fc.constantFrom('H100', 'A100-SXM4-80GB', 'RTX 6000 Ada'))),
    architecture: sometimes(members('NvidiaArchitecture', NvidiaArchitecture)),
    memoryAtLeast: sometimes(bytes(setting, '80G', '40Gi')),
    driverVersionAtLeast: rarely(version('550', '550.54.15')),
    cudaVersionAtLeast: rarely(version('12.4')),
    computeCapabilityAtLeast: rarely(version('9.0')),
  });
  const mig = struct<NvidiaDeviceOptions>({
    ...requestFields(setting, GENERAL, mps(setting)),
    count,
    product: rarely(formed(setting, fc.constantFrom('H100'))),
    architecture: rarely(members('NvidiaArchitecture', NvidiaArchitecture)),
    memoryAtLeast: never,
    driverVersionAtLeast: never,
    cudaVersionAtLeast: never,
    computeCapabilityAtLeast: never,
  });
  return fc.oneof({ weight: 3, arbitrary: calls('DeviceRequest.nvidia', options) },
    { weight: 1, arbitrary: calls('DeviceRequest.nvidiaMig', formed(setting, PROFILES, ODD_PROFILES), mig) });
}

function otherRequest(setting: Setting, count: fc.Arbitrary<Expression | undefined>): Expressions {
  const options = struct<DeviceRequestOptions>({ ...requestFields(setting, GENERAL, opaque(setting)), count });
  return oneOf(
    calls('DeviceRequest.amd', options), calls('DeviceRequest.intel', options), calls('DeviceRequest.gaudi', options), calls('DeviceRequest.tpu', options),
    calls('DeviceRequest.ofClass', literals(names(setting, 'npu.example.com', 'nic', 'gpu.nvidia.com')), struct<DeviceClassOptions>({
      ...requestFields(setting, GENERAL, opaque(setting)), count, driver: sometimes(formed(setting, fc.constantFrom('npu.example.com', 'gpu.nvidia.com'))),
    })));
}

/** Network cards, of which a claim says how many each device gets. */
function cards(setting: Setting): Expressions {
  return calls('DeviceRequest.dranet', literals(names(setting, 'dranet', 'efa.networking.k8s.aws')), sometimes(struct<DranetDeviceOptions>({
    ...requestFields(setting, GENERAL, opaque(setting)), sharing: never, count: sometimes(counts(setting, 1, 2)), rdma: sometimes(flag),
  })));
}

function alignment(setting: Setting): Expressions {
  return fc.oneof(
    { weight: 4, arbitrary: calls('DeviceAlignment.samePcieRoot') },
    { weight: 2, arbitrary: calls('DeviceAlignment.sameNumaNode') },
    { weight: 1, arbitrary: calls('DeviceAlignment.sameNvlinkPartition', counts(setting, 1, 8)) },
    { weight: 1, arbitrary: calls('DeviceAlignment.sameGpu') });
}

/** GPUs with what belongs to them. */
function aligned(setting: Setting): Expressions {
  const gpu = nvidiaRequest(setting, never);
  return oneOf(
    calls('AlignedDevices.pairs', gpu, cards(setting), alignment(setting)),
    calls('AlignedDevices.together', gpu, lists(cards(setting), 0, 1), alignment(setting)));
}

function alternatives(setting: Setting, count: fc.Arbitrary<Expression | undefined>): Expressions {
  return calls('DeviceRequest.firstAvailable', mostly(setting,
    lists(nvidiaRequest(setting, count), 1, 3),
    oneOf(lists(nvidiaRequest(setting, counts(setting, 1, 4)), 0, 10), lists(otherRequest(setting, count), 1, 2))));
}

export const sharing = remembered((setting: Setting): Expressions => {
  return oneOf(calls('DeviceSharing.timeSlicing', absent(40, members('TimeSlice', TimeSlice))), mps(setting), opaque(setting));
});

function mps(setting: Setting): Expressions {
  return calls('DeviceSharing.mps', sometimes(struct<MpsOptions>({
    activeThreadPercentage: sometimes(counts(setting, 0, 100)), pinnedMemoryLimit: sometimes(bytes(setting, '10Gi', '1Mi')), multiUser: sometimes(flag),
  })));
}

function opaque(setting: Setting): Expressions {
  const parameters = struct<{ apiVersion: string; kind: string; nested: unknown }>({
    apiVersion: mostly<Expression | undefined>(setting, values('npu.example.com/v1'), never),
    kind: values('NpuConfig', 'MigDeviceConfig'),
    nested: sometimes(lists(formed(setting, fc.constantFrom('a')), 0, 2)),
  });
  return calls('DeviceSharing.opaque', formed(setting, fc.constantFrom('npu.example.com', 'gpu.nvidia.com')), parameters);
}

/** Devices for each pod, of a number that the case has decided. */
export function accelerators(setting: Setting, count: number): Expressions {
  const devices = counts(setting, count, count);
  const product = (label: boolean) => sometimes(struct<{ product: string; nodeLabels: unknown }>({
    product: label ? sometimes(formed(setting, fc.constantFrom('NVIDIA-H100-80GB-HBM3', 'a_b'))) : mostly<Expression | undefined>(setting, never, values('x')),
    nodeLabels: rarely(labels(setting)),
  }));
  return fc.oneof(
    { weight: 6, arbitrary: calls('Accelerator.nvidia', devices, product(true)) },
    {
      weight: 4,
      arbitrary: oneOf(
        calls('Accelerator.nvidiaMig', formed(setting, PROFILES, ODD_PROFILES), devices, product(true)),
        calls('Accelerator.amd', devices, product(true)), calls('Accelerator.intel', devices, product(true)),
        calls('Accelerator.gaudi', devices, product(false)), calls('Accelerator.neuron', devices, product(false)),
        resource(setting, devices)),
    },
    { weight: setting.minor !== '1.33' ? 5 : setting.oddPerMille > 0 ? 1 : 0, arbitrary: claimed(setting, requests(setting, never), count) },
    {
      weight: 1,
      arbitrary: calls('Accelerator.tpu', devices, struct<{ type: string; topology: string }>({
        type: formed(setting, fc.constantFrom('tpu-v5p-slice')), topology: formed(setting, fc.constantFrom(`${count}x1`, '2x4', '4x4x4'), fc.constantFrom('', '2', '0x4', '2x2x2x2', 'axb')),
      })),
    });
}

function resource(setting: Setting, devices: Expressions): Expressions {
  const name = formed(setting, fc.constantFrom('gpu.intel.com/xe', 'nvidia.com/gpu.shared', 'example.com/npu'), fc.constantFrom('', 'cpu', 'nvidia.com/', '/x', 'kubernetes.io/x', 'requests.x/y', 'a/b/c', 'A.com/x', `a/${'x'.repeat(64)}`, `${'a'.repeat(254)}/x`));
  return calls('Accelerator.resource', name, devices, sometimes(struct<{ taintKey: string; product: string; nodeLabels: unknown }>({
    taintKey: sometimes(formed(setting, fc.constantFrom('example.com/npu', 'gpu'))), product: mostly<Expression | undefined>(setting, never, values('x')), nodeLabels: rarely(labels(setting)),
  })));
}

/** A claim says how many, or leaves it to the parallelism. */
export function claimed(setting: Setting, request: Expressions, count?: number): Expressions {
  const said = count === undefined ? never : mostly<Expression | undefined>(setting, values(count), oneOf(counts(setting, 1, 40)));
  const options = struct<{ count: number; taintKey: string }>({ count: said, taintKey: sometimes(formed(setting, fc.constantFrom('nvidia.com/gpu', 'gpu'))) });
  return fc.oneof({ weight: 4, arbitrary: calls('Accelerator.claim', request, options) }, { weight: 1, arbitrary: calls('Accelerator.aligned', aligned(setting), options) });
}

/** Claims and classes of their own beside a pattern; each becomes a constant that later statements may use. */
export function claims(setting: Setting): Expressions {
  const props = struct<DeviceClaimProps>({
    name: sometimes(literals(names(setting, 'nics', 'gpus'))),
    requests: distinct(setting),
    constraints: sometimes(lists(constraint(setting), 0, 2)),
    adminNamespace: never,
    metadata: rarely(metadata(setting)),
  });
  return fc.tuple(fc.constantFrom('ResourceClaimTemplate', 'ResourceClaim'), oneOf(props, props, props, forAdmins(setting)))
    .map(([type, given]) => construct(type, path('chart'), FRESH, given));
}

/** All devices of a node, for whoever measures them, in the namespace of the programs. */
function forAdmins(setting: Setting): Expressions {
  const request = nvidiaRequest(setting, sometimes(counts(setting, 1, 4)));
  return struct<DeviceClaimProps>({
    name: sometimes(literals(names(setting, 'watched'))),
    requests: request.map(each => list([call({ is: 'get', of: each, property: 'withAdminAccess' })])),
    constraints: never,
    adminNamespace: mostly<Expression | undefined>(setting, fc.constant(construct('kplus.Namespace', path('chart'), FRESH, object({ metadata: object({ name: literal('ml') }) }))), never),
    metadata: never,
  });
}

/** One claim asks once for each name. */
function distinct(setting: Setting): Expressions {
  const count = sometimes(counts(setting, 1, 8));
  return mostly(setting,
    fc.tuple(nvidiaRequest(setting, count), otherRequest(setting, count)).map(([one, other]) => ({
      is: 'list', items: [one, call({ is: 'get', of: other, property: 'named' }, { is: 'literal', value: 'other' })],
    }) as Expression),
    lists(requests(setting, counts(setting, 1, 20)), 0, 3));
}

function constraint(setting: Setting): Expressions {
  const attribute = formed(setting, fc.constantFrom('resource.kubernetes.io/pcieRoot', 'gpu.nvidia.com/architecture', 'npu.example.com/rack'),
    fc.constantFrom('', 'pcieRoot', 'gpu.nvidia.com/nothing', '/x', `a/${'x'.repeat(33)}`, 'a/b-c', 'constructor/constructor', 'gpu.nvidia.com/constructor'));
  const named = sometimes(lists(formed(setting, fc.constantFrom('other')), 0, 2));
  const same = calls('DeviceConstraint.sameValue', attribute, named);
  const different = calls('DeviceConstraint.distinctValues', attribute, named);
  // Kept from 1.36 on.
  return fc.oneof({ weight: ['1.36', '1.37'].includes(setting.minor) ? 1 : 3, arbitrary: same }, { weight: 1, arbitrary: different });
}

export function deviceClasses(setting: Setting): Expressions {
  const extended = setting.minor === '1.36' || setting.hasGates ? sometimes : rarely;
  return struct<DeviceClassProps>({
    name: sometimes(literals(names(setting, 'mig-small.example.com', 'npu'))),
    devices: mostly(setting, nvidiaRequest(setting, never), requests(setting, sometimes(counts(setting, 1, 4)))),
    extendedResourceName: extended(formed(setting, fc.constantFrom('example.com/npu', 'nvidia.com/gpu.small'))),
    labels: rarely(labels(setting)),
  }).map(props => construct('DeviceClass', path('chart'), FRESH, props));
}
