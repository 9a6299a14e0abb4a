import { JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { IMAGE, Manifest, carry } from './carrier';
import { Accelerator, Memory, SecurityProfile } from '../../src';
import { runs } from '../hygiene/runs';

const richPods = () => carry({
  container: { image: IMAGE, portNumber: 8000, memory: Memory.of('64Gi'), readiness: kplus.Probe.fromHttpGet('/health'), envVariables: { A: kplus.EnvValue.fromValue('1') } },
  accelerator: Accelerator.nvidia(8, { product: 'H100' }),
  security: SecurityProfile.hardened({ user: 1000 }),
  sidecars: [{ name: 'logs', image: 'fluent:1' }],
  podMetadata: { annotations: { 'example.com/a_b': 'x' } },
}).set;

/** Every place in a value as keys. */
function placesIn(value: Manifest, path: string[] = []): string[][] {
  const inner = value !== null && typeof value === 'object' ? Object.keys(value).flatMap(key => placesIn(value[key], [...path, key])) : [];
  return [path, ...inner];
}

const pointer = (path: readonly string[]) => path.map(key => `/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
const at = (value: Manifest, path: readonly string[]): Manifest => path.reduce((inner, key) => inner[key], value);

/** What the patched manifest must be: RFC 6902 on data, by hand. */
function patched(manifest: Manifest, path: readonly string[], change: (parent: Manifest, key: string) => void): Manifest {
  const copy = structuredClone(manifest);
  change(at(copy, path.slice(0, -1)), path[path.length - 1]);
  return copy;
}

const BASE = richPods().toJson();
const places = placesIn(BASE.spec, ['spec']);
// cdk8s drops null, and a manifest has no use for it; JSON knows no -0.
const anyValue = fc.jsonValue({ maxDepth: 3 }).map(value => JSON.stringify(value)).filter(text => !/null|__proto__/.test(text)).map(text => JSON.parse(text));
const anyKey = fc.constantFrom('nvidia.com/gpu', 'x', 'a/b', 'a~b', 'resourceClaims', 'value', 'hostIp', 'ein-neues-feld');

describe('a JSON patch of any path is final', () => {
  test('the manifest has places of every depth to patch', () => {
    expect(places.length).toBeGreaterThan(80);
    expect(places.map(pointer)).toContain('/spec/template/spec/containers/0/resources/limits/nvidia.com~1gpu');
  });

  test('any value at any place that exists', () => {
    fc.assert(fc.property(fc.constantFrom(...places), anyValue, (path, value) => {
      const set = richPods();
      set.addJsonPatch(JsonPatch.replace(pointer(path), value));
      expect(set.toJson()).toEqual(patched(BASE, path, (parent, key) => { parent[key] = value; }));
    }), { numRuns: runs(150) });
  });

  test('any new field of any object, known to Kubernetes or not', () => {
    const objects = places.filter(path => { const value = at(BASE, path); return value !== null && typeof value === 'object' && !Array.isArray(value); });
    fc.assert(fc.property(fc.constantFrom(...objects), anyKey, anyValue, (path, key, value) => {
      const set = richPods();
      set.addJsonPatch(JsonPatch.add(pointer([...path, key]), value));
      expect(set.toJson()).toEqual(patched(BASE, [...path, key], (parent, name) => { parent[name] = value; }));
    }), { numRuns: runs(150) });
  });

  test('any field removed', () => {
    const fields = places.filter(path => path.length > 1 && !Array.isArray(at(BASE, path.slice(0, -1))));
    fc.assert(fc.property(fc.constantFrom(...fields), path => {
      const set = richPods();
      set.addJsonPatch(JsonPatch.remove(pointer(path)));
      expect(set.toJson()).toEqual(patched(BASE, path, (parent, key) => { delete parent[key]; }));
    }), { numRuns: runs(100) });
  });
});
