import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { InputFile } from '../../../src/lint/input/paths';
import { readInput } from '../../../src/lint/input/read-input';
import { check, LintOptions } from '../../../src/lint/run/lint';

type Files = readonly (readonly [name: string, text: string])[];

function inFolder(files: Files): InputFile[] {
  return files.map(([name, text]) => ({ name, isFound: true, read: () => Buffer.from(text) }));
}

function said(files: Files, options: Partial<LintOptions> = {}): string[] {
  const { objects, findings } = readInput(inFolder(files));
  return check(objects, findings, { clusters: [DEFAULT_CLUSTER], ...options }).findings.map(({ id, class: kind, file, message }) => `${id} ${kind} ${file}: ${message}`);
}

const settings = (name: string, namespace = 'ml') => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${namespace}}\n`;
const service = (app: string) => `apiVersion: v1\nkind: Service\nmetadata: {name: llm, namespace: ml}\nspec: {selector: {app: ${app}}, ports: [{port: 80}]}\n`;
const pod = (name: string, config: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ml, labels: {app: ${name}}}\n`
  + `spec: {containers: [{name: main, image: "example.com/a:1", envFrom: [{configMapRef: {name: ${config}}}]}]}\n`;

describe('files of a folder that make the same object', () => {
  test('are told once for a folder, and are no duplicates', () => {
    expect(said([['x/a.yaml', settings('one')], ['x/b.yaml', settings('one')], ['x/c.yaml', settings('one')], ['x/d.yaml', settings('two')]])).toEqual([
      'AIW0012 advice x/b.yaml: x/a.yaml, x/b.yaml, x/c.yaml make 1 object of the same name, such as ConfigMap ml/one: x/a.yaml is checked with the rest, each other one by itself',
    ]);
  });

  test('are alternatives with the folders in which their paths part', () => {
    expect(said([['k/main/a/one.yaml', settings('one')], ['k/main/b/two.yaml', settings('two')], ['k/staging/a/one.yaml', settings('one')], ['k/staging/c/two.yaml', settings('two')]])).toEqual([
      'AIW0012 advice k/staging/a/one.yaml: k/main, k/staging make 2 objects of the same name, such as ConfigMap ml/one: k/main is checked with the rest, each other one by itself',
    ]);
  });

  test('objects of one name in two namespaces are two', () => {
    const both = `${settings('one')}---\n${settings('one', 'web')}`;
    expect(said([['a.yaml', both], ['b.yaml', both]])).toEqual([
      'AIW0012 advice b.yaml: a.yaml, b.yaml make 2 objects of the same name, such as ConfigMap ml/one: a.yaml is checked with the rest, each other one by itself',
    ]);
  });

  test('within alternatives there may be others', () => {
    const found = said([['main/a.yaml', settings('one')], ['main/b.yaml', settings('one')], ['staging/a.yaml', settings('one')]]);
    expect(found.map(each => each.split(': ')[1])).toEqual([
      'main/a.yaml, main/b.yaml make 1 object of the same name, such as ConfigMap ml/one', 'main, staging make 1 object of the same name, such as ConfigMap ml/one',
    ]);
  });

  test('one file that makes an object twice is a mistake in any of them', () => {
    expect(said([['a.yaml', `${settings('one')}---\n${settings('one')}`], ['b.yaml', settings('one')]]).map(each => each.split(':')[0])).toEqual(['AIW2101 broken a.yaml', 'AIW0012 advice b.yaml']);
  });

  test('refer to what any other part makes', () => {
    const own = (name: string) => `${settings(name)}---\n${pod('main', 'common')}`;
    expect(said([['a.yaml', own('one')], ['b.yaml', own('one')], ['common.yaml', settings('common')]]).filter(each => each.includes('AIW2107'))).toEqual([]);
  });

  test('go with the rest: a Service beside them selects the pods of the first', () => {
    const rest = `${service('x')}---\n${pod('y', 'one')}---\n${settings('one')}`;
    expect(said([['a.yaml', pod('x', 'one')], ['b.yaml', pod('x', 'one')], ['rest.yaml', rest]]).filter(each => each.startsWith('AIW2103'))).toEqual([]);
  });

  test('are not taken for what is applied together: the Service of one selects no pods of another', () => {
    const together = said([['a/all.yaml', `${service('x')}---\n${pod('y', 'one')}`], ['b/all.yaml', `${service('y')}---\n${pod('x', 'one')}`], ['c.yaml', settings('one')]]);
    expect(together.filter(each => each.startsWith('AIW2103')).map(each => each.split(':')[0])).toEqual(['AIW2103 broken a/all.yaml', 'AIW2103 broken b/all.yaml']);
  });

  test('select pods of a file that makes none of the same objects: both are applied together', () => {
    const files: Files = [['all.yaml', `${service('x')}---\n${pod('x', 'one')}`], ['pod.yaml', pod('x', 'one')], ['service.yaml', `${service('x')}---\n${pod('other', 'one')}`], ['z.yaml', settings('one')]];
    const wrong: Files = files.map(([name, text]) => [name, name === 'service.yaml' ? text.replace('app: x', 'app: y') : text] as const);
    const selecting = (each: Files) => said(each).filter(found => found.startsWith('AIW2103')).map(found => found.split(':')[0]);

    expect([selecting(files), selecting(wrong)]).toEqual([[], ['AIW2103 broken service.yaml']]);
  });

  test('are duplicates where they are applied together: an app of cdk8s, with --whole, against what is deployed', () => {
    const twice: Files = [['a.yaml', settings('one')], ['b.yaml', settings('one')]];
    const duplicate = [expect.stringMatching(/^AIW2101 broken b/)];
    expect(said([['a.k8s.yaml', settings('one')], ['b.k8s.yaml', settings('one')]])).toEqual(duplicate);
    expect(said(twice, { whole: true })).toEqual(duplicate);
    expect(said(twice, { deployed: [] }).filter(each => each.startsWith('AIW2101'))).toEqual(duplicate);
  });

  test('a definition of one is known to all, and what is unknown is told once', () => {
    const definition = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n'
      + '  names: {plural: things, kind: Thing}\n  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}}}}}}}]\n';
    const thing = (name: string) => `apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: ${name}}\nspec: {b: 1}\n`;
    const found = said([['crd.yaml', definition], ['install.yaml', `${definition}---\n${settings('one')}`], ['sample.yaml', thing('x')]]);
    expect(found.filter(each => each.startsWith('AIW1101'))).toEqual([expect.stringContaining('sample.yaml')]);
  });
});
