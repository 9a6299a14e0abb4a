import { Errors } from '../../../src/kubernetes/validation/errors';
import { generatedName, MetadataRules, validateObjectMeta } from '../../../src/kubernetes/validation/metadata';
import { label1035Name, pathSegment } from '../../../src/kubernetes/validation/names';
import { Path } from '../../../src/kubernetes/validation/path';

function refused(metadata: unknown, rules: MetadataRules = {}): string[] {
  const errors = new Errors();
  validateObjectMeta(metadata, rules, Path.root('metadata'), errors);
  return errors.list.map(({ field, reason }) => `${field.replace('metadata.', '')}: ${reason.replace('FieldValue', '')}`);
}

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: 'u' };

test.each<[string, object, string[]]>([
  ['nothing', {}, ['name: Required']],
  ['a good name', { name: 'a.b' }, []],
  ['a bad name', { name: 'A' }, ['name: Invalid']],
  ['a bad start of a name', { generateName: 'A' }, ['generateName: Invalid', 'name: Invalid']],
  ['a start that ends with a dash', { generateName: 'a-' }, []],
  ['a start of any length', { generateName: 'a'.repeat(253) }, []],
  ['a bad namespace', { name: 'a', namespace: 'a.b' }, ['namespace: Invalid']],
  ['a bad label key and value', { name: 'a', labels: { '-a': '', 'b': '-' } }, ['labels: Invalid', 'labels: Invalid']],
  ['a key of an annotation with capitals', { name: 'a', annotations: { 'Example.COM/A': '' } }, []],
  ['a bad key of an annotation', { name: 'a', annotations: { 'a b': '' } }, ['annotations: Invalid']],
  ['annotations of 256 KiB', { name: 'a', annotations: { a: 'x'.repeat(256 * 1024 - 1) } }, []],
  ['annotations of a byte more', { name: 'a', annotations: { a: 'x'.repeat(256 * 1024) } }, ['annotations: TooLong']],
  ['annotations of too many bytes in fewer characters', { name: 'a', annotations: { a: '€'.repeat(90_000) } }, ['annotations: TooLong']],
  ['a finalizer without a prefix', { name: 'a', finalizers: ['mine'] }, ['finalizers[0]: Invalid']],
  ['finalizers of Kubernetes', { name: 'a', finalizers: ['kubernetes', 'foregroundDeletion', 'example.com/a'] }, []],
  ['finalizers that contradict', { name: 'a', finalizers: ['orphan', 'foregroundDeletion'] }, ['finalizers: Invalid']],
  ['an owner', { name: 'a', ownerReferences: [owner] }, []],
  ['an empty owner', { name: 'a', ownerReferences: [{}] },
    ['ownerReferences.apiVersion: Invalid', 'ownerReferences.kind: Invalid', 'ownerReferences.name: Invalid', 'ownerReferences.uid: Invalid']],
  ['an event as owner', { name: 'a', ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Event' }] }, ['ownerReferences: Invalid']],
  ['two controllers', { name: 'a', ownerReferences: [{ ...owner, controller: true }, { ...owner, uid: 'v', controller: true }] }, ['ownerReferences: Invalid']],
  ['one controller twice', { name: 'a', ownerReferences: [{ ...owner, controller: true }, { ...owner, controller: true }] }, []],
  ['a negative generation', { name: 'a', generation: -1 }, ['generation: Invalid']],
])('%s', (_what, metadata, expected) => {
  expect(refused(metadata)).toEqual(expected);
});

test('the rule for names is the kind’s, and nothing may break a URL', () => {
  expect(refused({ name: '1a' }, { name: label1035Name })).toEqual(['name: Invalid']);
  expect(refused({ name: 'a:b' }, { name: pathSegment })).toEqual([]);
  expect(refused({ name: 'a/b' }, { name: () => [] })).toEqual(['name: Invalid']);
  expect(refused({ name: '..' }, { name: () => [] })).toEqual(['name: Invalid']);
});

test('kinds that do not look at finalizers', () => {
  expect(refused({ name: 'a', finalizers: ['mine'] }, { kubeFinalizers: false })).toEqual([]);
});

test('strange input is no metadata', () => {
  expect([undefined, null, 'x', 1, [], [{}]].map(each => refused(each))).toEqual(Array(6).fill(['name: Required']));
  expect(refused({ name: 'a', labels: [], annotations: 'x', finalizers: {}, ownerReferences: [null, 1], generation: 'x' })).toHaveLength(4);
  expect(refused({ name: 'a', labels: JSON.parse('{"__proto__": "a", "constructor": "-"}') })).toEqual(['labels: Invalid', 'labels: Invalid']);
});

test('a generated name has at most 63 characters', () => {
  expect(generatedName({ generateName: 'a'.repeat(100) })).toHaveLength(63);
  expect(generatedName({ name: 'a', generateName: 'b' })).toBe('a');
  expect(generatedName({})).toBe('');
});
