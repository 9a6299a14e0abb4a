import { Size } from 'cdk8s';
import * as fc from 'fast-check';
import { Accelerator, ContainerSpec, Memory, SharedMemory } from '../../../src';
import { formatBytes, parseBytes, quantityNumber } from '../../../src/kubernetes/quantity';
import { planPod } from '../../../src/pod/template/pod-plan';
import { Target } from '../../../src/target-cluster/target';
import { IMAGE, carry, messageOf } from '../carrier';

const plan = (container: Partial<ContainerSpec>, accelerator?: Accelerator, sharedMemory?: SharedMemory) =>
  planPod({ container: { image: IMAGE, ...container }, accelerator, sharedMemory }, Target.of(carry().chart));

describe('memory asked for or derived, with its sum', () => {
  test.each([
    ['nothing', {}, undefined, undefined, 'not asked for: no request, no limit'],
    ['as given', { memory: Memory.of('64Gi') }, undefined, '64Gi', 'asked for 64Gi'],
    ['from a size', { memory: Memory.fromSize(Size.gibibytes(64)) }, undefined, '64Gi', 'asked for 64Gi'],
    ['in decimal units', { memory: Memory.of('64e9') }, undefined, '64e9', 'asked for 64e9'],
    ['with shared memory inside', { memory: Memory.of('64Gi') }, Accelerator.nvidia(8), '64Gi', 'asked for 64Gi, of which up to 16Gi shared memory'],
    ['derived', { memory: Memory.derived({ weights: '140Gi' }) }, Accelerator.nvidia(8), '164Gi', 'weights 140Gi + shared memory 16Gi + headroom 8Gi = 164Gi'],
    ['derived without shared memory', { memory: Memory.derived({ weights: '1536Mi', headroom: '512Mi' }) }, undefined, '2Gi', 'weights 1536Mi + headroom 512Mi = 2Gi'],
    ['derived from unlike units', { memory: Memory.derived({ weights: '1G', headroom: '1Ki' }) }, undefined, '1000001024', 'weights 1G + headroom 1Ki = 1000001024'],
    ['in cdk8s-plus-28\'s struct', { resources: { memory: { request: Size.gibibytes(8), limit: Size.gibibytes(32) } } }, Accelerator.nvidia(1), undefined, 'asked for 8Gi, limit 32Gi, of which up to 2Gi shared memory'],
    ['only a limit there', { resources: { memory: { limit: Size.gibibytes(32) } } }, undefined, undefined, 'asked for 32Gi, limit 32Gi'],
    ['only a request there', { resources: { memory: { request: Size.gibibytes(8) } } }, Accelerator.nvidia(1), undefined, 'asked for 8Gi, limit none'],
  ] as [string, Partial<ContainerSpec>, Accelerator | undefined, string | undefined, string][])('%s', (_, container, accelerator, quantity, sum) => {
    expect(plan(container, accelerator).memory).toEqual({ quantity, sum });
  });

  test('the derived figure is what the container gets, as request and limit', () => {
    const { main } = carry({ container: { image: IMAGE, memory: Memory.derived({ weights: '140Gi' }) }, accelerator: Accelerator.nvidia(8) });
    expect(main().resources).toEqual({ requests: { memory: '164Gi' }, limits: { 'memory': '164Gi', 'nvidia.com/gpu': '8' } });
  });

  test.each([
    ['by figure', { memory: Memory.of('16Gi') }, 'container.memory: Invalid value: "16Gi": must be greater than the shared memory of 16Gi, which is charged to it'],
    ['in cdk8s-plus-28\'s struct', { resources: { memory: { limit: Size.gibibytes(8) } } }, 'container.resources.memory.limit: Invalid value: "8Gi": must be greater than the shared memory of 16Gi'],
  ])('shared memory that does not fit inside the limit is refused: %s', (_, container, message) => {
    expect(messageOf(() => carry({ container: { image: IMAGE, ...container }, accelerator: Accelerator.nvidia(8) }))).toContain(`prod: ${message}`);
  });

  test.each([
    ['Memory.of(quantity)', () => Memory.of('64GB'), '"64GB": is not a quantity'],
    ['Memory.of(quantity)', () => Memory.of('0'), '"0": must be a whole number of bytes greater than 0'],
    ['Memory.of(quantity)', () => Memory.of('64m'), '"64m": must be a whole number of bytes'],
    ['Memory.of(quantity)', () => Memory.of('1.1Ki'), '"1.1Ki": must be a whole number of bytes'],
    ['Memory.of(quantity)', () => Memory.of('-1Gi'), '"-1Gi": must be greater than or equal to 0'],
    ['Memory.derived(weights)', () => Memory.derived({ weights: 'a lot' }), '"a lot": is not a quantity'],
    ['Memory.derived(headroom)', () => Memory.derived({ weights: '1Gi', headroom: '' }), '"": is not a quantity'],
    ['SharedMemory.of(quantity)', () => SharedMemory.of('0Gi'), '"0Gi": must be a whole number of bytes greater than 0'],
  ])('%s refuses what is no size', (field, make, message) => {
    expect(messageOf(make)).toContain(`${field}: Invalid value: ${message}`);
  });
});

describe('shared memory', () => {
  const volumes = (sharedMemory?: SharedMemory, accelerator?: Accelerator) => carry({ sharedMemory, accelerator }).pod();

  test('2 GiB for each device by default, as a Memory volume on /dev/shm of the main container', () => {
    const { pod } = carry({ accelerator: Accelerator.nvidia(8), containers: [{ name: 'proxy', image: 'envoy:v1' }] });
    expect(pod().volumes).toEqual([{ name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: '16Gi' } }]);
    expect(pod().containers.map((each: any) => each.volumeMounts)).toEqual([[{ name: 'shm', mountPath: '/dev/shm' }], undefined]);
  });

  test('as given, in the unit given; none when not wanted; none without devices', () => {
    expect(volumes(SharedMemory.of('1.5Gi')).volumes[0].emptyDir.sizeLimit).toBe('1536Mi');
    expect(volumes(SharedMemory.fromSize(Size.mebibytes(512)), Accelerator.amd(1)).volumes[0].emptyDir.sizeLimit).toBe('512Mi');
    expect(volumes(SharedMemory.none(), Accelerator.nvidia(8))).not.toHaveProperty('volumes');
    expect(volumes()).not.toHaveProperty('volumes');
  });
});

describe('quantities', () => {
  test.each([
    ['1', 1], ['1.5', 1.5], ['.5', 0.5], ['+2', 2], ['500m', 0.5], ['1Ki', 1024], ['1.5Gi', 1.5 * 2 ** 30], ['1k', 1000], ['2M', 2e6], ['1E', 1e18], ['1e3', 1000], ['1E3', 1000], ['1e-3', 0.001], ['5u', 5e-6],
  ])('%s is %d', (text, value) => expect(quantityNumber('x', text)).toBeCloseTo(value, 9));

  test.each(['', ' 1', '1 Gi', '1KB', '1K', '1gi', 'Gi', '1.2.3', '0x10', '1Gi1', 'NaN', '1e', '∞'])('"%s" is none', text => {
    expect(messageOf(() => quantityNumber('cpu', text))).toContain(`cpu: Invalid value: ${JSON.stringify(text)}: is not a quantity\n  help: write it as Kubernetes does`);
  });

  test('decimal fractions that are whole bytes are taken as such', () => {
    expect(['1.1G', '0.3M', '1.15G', '2.3k'].map(text => parseBytes('x', text))).toEqual([1100000000, 300000, 1150000000, 2300]);
  });

  test.each([[2 ** 40, '1Ti'], [1536 * 2 ** 20, '1536Mi'], [2 ** 30, '1Gi'], [1025, '1025'], [1, '1'], [2 ** 52, '4096Ti']])('%d bytes are written %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test('what is written is read back as the same number', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 50 }), bytes => expect(parseBytes('x', formatBytes(bytes))).toBe(bytes)));
  });
});
