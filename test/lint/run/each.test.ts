import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { readFile } from '../../../src/lint/input/documents';
import { check } from '../../../src/lint/run/lint';

/* Every file is an input of its own. */

const definition = (type: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: models.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: models, singular: model, kind: Model, listKind: ModelList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: ${type}}}}}}}}
`;
const model = (name: string, size: string) => `apiVersion: example.com/v1\nkind: Model\nmetadata: {name: ${name}, namespace: ml}\nspec: {size: ${size}}\n`;

function said(...files: readonly (readonly [name: string, text: string])[]): string[] {
  const objects = files.flatMap(([name, text]) => readFile(name, Buffer.from(text)).objects);
  return check(objects, [], { clusters: [DEFAULT_CLUSTER], each: true }).findings.map(({ id, file, field }) => `${id} ${file} ${field ?? ''}`.trim());
}

test('a definition of any file holds for the objects of all', () => {
  expect(said(['crd.yaml', definition('integer')], ['a.yaml', model('one', '3')], ['b.yaml', model('one', 'large')])).toEqual(['AIW1102 b.yaml spec.size']);
});

test('that of a file itself holds before those of others', () => {
  const own = `${definition('string')}---\n${model('one', 'large')}`;
  expect(said(['crd.yaml', definition('integer')], ['a.yaml', own], ['b.yaml', model('two', 'large')]).filter(each => !each.includes('crd.yaml'))).toEqual([]);
  expect(said(['crd.yaml', definition('integer')], ['a.yaml', `${definition('integer')}---\n${model('one', 'large')}`])).toEqual(['AIW1102 a.yaml spec.size']);
});

test('a kind that no file defines is told of each', () => {
  expect(said(['a.yaml', model('one', '3')], ['b.yaml', model('one', '4')])).toEqual(['AIW0006 a.yaml', 'AIW0006 b.yaml']);
});
