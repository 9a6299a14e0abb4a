import { Lazy, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Accelerator } from '../../src';
import { compact, plain, plainVolume } from '../../src/base/plain';
import { carry, chartIn } from '../pod/carrier';

class Quantity {
  constructor(public readonly value: unknown) {}
}

/** Every object inside a value, with its path, that is neither a plain object nor an array. */
function instancesIn(value: unknown, path: string = '$'): string[] {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  const prototype = Object.getPrototypeOf(value);
  const own = Array.isArray(value) || prototype === Object.prototype || prototype === null ? [] : [`${path}: ${prototype.constructor.name}`];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => instancesIn(inner, `${path}.${key}`))];
}

describe('plain data', () => {
  test('class instances around a value are unwrapped, at every depth', () => {
    expect(plain({ a: new Quantity('1Gi'), b: [new Quantity(new Quantity(8080))] })).toEqual({ a: '1Gi', b: [8080] });
  });

  test('an ordinary object with the key "value" stays an object', () => {
    expect(plain([{ value: 'x' }, { name: 'n', value: 'x' }])).toEqual([{ value: 'x' }, { name: 'n', value: 'x' }]);
  });

  test('undefined goes, null, false, 0 and the empty string stay', () => {
    expect(plain({ a: undefined, b: null, c: false, d: 0, e: '' })).toEqual({ b: null, c: false, d: 0, e: '' });
    expect(plain(undefined)).toBeUndefined();
  });

  test('a token reaches the resolver of cdk8s untouched', () => {
    const lazy = Lazy.any({ produce: () => 1 });
    expect((plain({ lazy }) as any).lazy).toBe(lazy);
  });

  test('what is plain already comes out equal', () => {
    fc.assert(fc.property(fc.jsonValue(), value => expect(plain(value)).toEqual(value)));
  });

  test('no class instance is left in the template of a pod that uses them all', () => {
    const chart = chartIn();
    const { template } = carry({
      accelerator: Accelerator.nvidia(1),
      container: {
        image: 'x:1',
        portNumber: 80,
        readiness: kplus.Probe.fromHttpGet('/'),
        lifecycle: { preStop: kplus.Handler.fromTcpSocket() },
        envVariables: { CORES: kplus.EnvValue.fromResource(kplus.ResourceFieldPaths.CPU_LIMIT, { divisor: '1m' }) },
        resources: { cpu: { request: kplus.Cpu.units(1) } },
      },
      volumes: [kplus.Volume.fromEmptyDir(chart, 'V', 'v', { sizeLimit: Size.mebibytes(5) })],
    }, { chart });
    template.scheduling.colocate(kplus.Pods.select(chart, 'P', { labels: { a: 'b' }, expressions: [kplus.LabelExpression.exists('c')], namespaces: kplus.Namespaces.select(chart, 'N', { labels: { d: 'e' } }) }));
    template.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.any()));
    const rendered = template._renderTemplate({});
    expect(instancesIn(rendered)).toEqual([]);
    expect(JSON.parse(JSON.stringify(rendered))).toEqual(rendered);
  });
});

describe('names that the API spells otherwise', () => {
  test('are changed at their place in a volume, nowhere else', () => {
    expect(plainVolume({ name: 'v', awsElasticBlockStore: { volumeId: 'x' } })).toEqual({ name: 'v', awsElasticBlockStore: { volumeID: 'x' } });
    expect(plainVolume({ name: 'v', downwardApi: { items: [{ path: 'volumeId' }] } })).toEqual({ name: 'v', downwardAPI: { items: [{ path: 'volumeId' }] } });
    expect(plainVolume({ name: 'v', csi: { volumeAttributes: { volumeId: 'x', diskUri: 'y' } } })).toEqual({ name: 'v', csi: { volumeAttributes: { volumeId: 'x', diskUri: 'y' } } });
  });

  test('labels, annotations and node labels that use the same words survive', () => {
    const words = { hostIp: 'a', volumeId: 'b', diskUri: 'c', downwardApi: 'd', hostPid: 'e', setHostnameAsFqdn: 'f' };
    const { podTemplate, pod } = carry({ podMetadata: { labels: words, annotations: words }, nodeLabels: words });
    expect(podTemplate().metadata).toMatchObject({ labels: words, annotations: words });
    expect(pod().nodeSelector).toEqual(words);
  });
});

test('compact leaves out what nobody meant, one level deep', () => {
  expect(compact({ a: undefined, b: [], c: {}, d: null, e: 0, f: '', g: false, h: { i: {} }, j: [{}] })).toEqual({ d: null, e: 0, f: '', g: false, h: { i: {} }, j: [{}] });
});
