import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import * as fc from 'fast-check';
import { metadataToJson } from '../../../src/pod/template/plain-metadata';

function objectOf(metadata: object): ApiObject {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  return new ApiObject(chart, 'Thing', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'thing', ...metadata } });
}

const key = fc.string({ minLength: 1 }).filter(text => text !== '__proto__' && text !== 'constructor');
const value = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 3 }, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined),
    fc.constant({}), fc.constant([]),
    fc.array(tie('value')), fc.dictionary(key, tie('value'), { noNullPrototype: true }),
    fc.constant('late').map(text => Lazy.any({ produce: () => text }))),
})).value;
const texts = fc.dictionary(key, fc.string(), { noNullPrototype: true });

test('any metadata renders as cdk8s renders it, down to the order of keys', () => {
  const additional = fc.dictionary(key.filter(text => text !== 'apiObject' && text !== 'name' && text !== 'namespace'), value, { noNullPrototype: true });
  const metadata = fc.record({ labels: texts, annotations: texts, finalizers: fc.array(fc.string()), additional }, { requiredKeys: [] });
  fc.assert(fc.property(metadata, texts, ({ additional: others, ...known }, added) => {
    const { metadata: definition } = objectOf({ ...known });
    Object.entries(added).forEach(([name, text]) => definition.addLabel(name, text));
    Object.entries(others ?? {}).forEach(([name, other]) => definition.add(name, other));
    expect(JSON.stringify(metadataToJson(definition))).toBe(JSON.stringify(definition.toJson()));
    expect(metadataToJson(definition)).toStrictEqual(definition.toJson());
  }), { numRuns: 500 });
});

test('what is made late is left to cdk8s, and so is a method of its own', () => {
  const { metadata } = objectOf({ labels: { late: Lazy.any({ produce: () => 'made' }) } });
  expect(metadataToJson(metadata).labels).toEqual({ late: 'made' });
  metadata.toJson = () => ({ name: 'other' });
  expect(metadataToJson(metadata)).toEqual({ name: 'other' });
});

test('what cdk8s refuses is refused alike', () => {
  const { metadata } = objectOf({ labels: { constructor: 'x' } });
  expect(() => metadataToJson(metadata)).toThrow(/can't render non-simple object/);
});
