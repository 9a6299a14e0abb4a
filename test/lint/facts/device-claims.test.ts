import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { claimsIn, expressionsOf, kindOfClass, kindOfSelection, selectionsOf, settingsOf } from '../../../src/lint/facts/device-claims';

const claim = (requests: unknown, name = 'gpus') => object('resource.k8s.io/v1', 'ResourceClaim', name, { devices: { requests } });
const template = (requests: unknown, name = 'gpus') => object('resource.k8s.io/v1', 'ResourceClaimTemplate', name, { spec: { devices: { requests } } });
const selecting = (...expressions: readonly (string | undefined)[]) => expressions.map(expression => ({ cel: { expression } }));
const deviceClass = (name: string, selectors?: object[]) => ({ ...object('resource.k8s.io/v1', 'DeviceClass', name, { selectors }), metadata: { name } });

const BY_DRIVER = 'device.driver == "gpu.nvidia.com"';
const BY_TYPE = 'device.attributes["gpu.nvidia.com"].type == "mig"';
const GPU = { driver: 'gpu.nvidia.com', deviceType: 'gpu' };

describe('what the requests of a claim would take', () => {
  test('each form of a request, by its name and its place', () => {
    const requests = [
      { name: 'exact', exactly: { deviceClassName: 'a' } },
      { name: 'flat', deviceClassName: 'b' },
      { name: 'any', firstAvailable: [{ name: 'large', deviceClassName: 'c' }, { deviceClassName: 'd' }] },
      { exactly: { deviceClassName: 'e' } },
      { name: 'empty', exactly: {} },
    ];
    const [one, other] = claimsIn(factsOf(claim(requests), template(requests)));
    const told = (placed: typeof one) => selectionsOf(placed).map(({ name, field, selection }) => `${name} ${field} ${String(selection.deviceClassName)}`);
    const at = (field: string) => [
      `exact ${field}.devices.requests[0].exactly a`, `flat ${field}.devices.requests[1] b`, `any/large ${field}.devices.requests[2].firstAvailable[0] c`,
      `any/ ${field}.devices.requests[2].firstAvailable[1] d`, ` ${field}.devices.requests[3].exactly e`,
    ];
    expect([told(one), told(other)]).toEqual([at('spec'), at('spec.spec')]);
  });

  test('conditions and settings, each with its place', () => {
    expect(expressionsOf([{ cel: { expression: 'a' } }, {}, { cel: { expression: 'b' } }], 'spec')).toEqual([
      { expression: 'a', field: 'spec.selectors[0].cel.expression' }, { expression: 'b', field: 'spec.selectors[2].cel.expression' },
    ]);
    expect(settingsOf([{ requests: ['a', 1], opaque: { driver: 'x' } }, {}], 'spec.devices')).toEqual([
      { requests: ['a'], opaque: { driver: 'x' }, field: 'spec.devices.config[0]' }, { requests: [], opaque: {}, field: 'spec.devices.config[1]' },
    ]);
  });
});

describe('what is known of the devices of a class', () => {
  test.each<[string, string | undefined, object[], object]>([
    ['one of a driver\'s own', 'gpu.nvidia.com', [], GPU],
    ['another of them', 'mig.nvidia.com', [], { driver: 'gpu.nvidia.com', deviceType: 'mig' }],
    ['nothing', 'own.example.org', [], { driver: undefined, deviceType: undefined }],
    ['nothing where none is named', undefined, [deviceClass('undefined', selecting(BY_DRIVER))], { driver: undefined, deviceType: undefined }],
    ['what the class in the manifests says', 'own.example.org', [deviceClass('own.example.org', selecting(undefined, BY_DRIVER, BY_TYPE))], { driver: 'gpu.nvidia.com', deviceType: 'mig' }],
    ['the driver alone', 'own.example.org', [deviceClass('own.example.org', selecting(BY_DRIVER))], { driver: 'gpu.nvidia.com', deviceType: undefined }],
    ['no type without a driver', 'own.example.org', [deviceClass('own.example.org', [{}])], { driver: undefined, deviceType: undefined }],
    ['the class in the manifests before a driver\'s own', 'gpu.nvidia.com', [deviceClass('gpu.nvidia.com')], { driver: undefined, deviceType: undefined }],
  ])('%s', (_, name, classes, expected) => {
    expect(kindOfClass(factsOf(...classes as PlainObject[]), name)).toEqual(expected);
  });

  test.each<[string, object, object]>([
    ['its class', { deviceClassName: 'gpu.nvidia.com' }, GPU],
    ['its own conditions', { deviceClassName: 'own', selectors: selecting(BY_DRIVER, BY_TYPE) }, { driver: 'gpu.nvidia.com', deviceType: 'mig' }],
    ['its class before its own conditions', { deviceClassName: 'gpu.nvidia.com', selectors: selecting(BY_DRIVER, BY_TYPE) }, GPU],
    ['a class that leaves the type open', { deviceClassName: 'open', selectors: selecting(BY_TYPE) }, { driver: 'gpu.nvidia.com', deviceType: 'mig' }],
    ['nothing', { deviceClassName: 'own' }, { driver: undefined, deviceType: undefined }],
    ['conditions of another driver', { deviceClassName: 'open', selectors: selecting('device.driver == "gpu.amd.com"') }, { driver: 'gpu.nvidia.com', deviceType: undefined }],
  ])('of one selection: %s', (_, selection, expected) => {
    const facts = factsOf(deviceClass('open', selecting(BY_DRIVER)) as PlainObject);
    expect(kindOfSelection(facts, { name: '', field: '', selection: selection as PlainObject })).toEqual(expected);
  });
});
