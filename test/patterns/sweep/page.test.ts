import { App, Chart, Testing, Yaml } from 'cdk8s';
import { build } from './build';
import * as library from '../../../src';
import { pageOf } from '../page';

const { blocks, run } = pageOf('docs/patterns/sweep.md');

const [smallest, bench] = blocks('ts');

function benchmark(): { objects: any[]; printed: string } {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  library.Target.define(chart, { kubernetes: library.KubernetesVersion.V1_36 });
  const { printed } = run(`${bench}\nconsole.log(bench.explain());`, { chart });
  return { objects: Testing.synth(chart), printed };
}

test('the page shows the manifests that its program writes', () => {
  expect(blocks('yaml')).toEqual([Yaml.formatObjects(Testing.synth(run(smallest).chart)).trimEnd()]);
});

test('the page shows what its program explains', () => {
  expect(blocks('text')[0]).toBe(run(smallest).printed);
});

test.each(['rows', 'jobName'])('the %s are those of the page', property => {
  const [, said] = new RegExp(`^search\\.${property}; +// (\\S+)$`, 'm').exec(smallest)!;
  expect(run(smallest.replace('search.explain()', `String(search.${property})`)).printed).toBe(said);
});

test('the row of the page is the one in the ConfigMap', () => {
  const table = (Testing.synth(run(smallest).chart) as any[]).find(each => each.kind === 'ConfigMap');
  expect(blocks('json')).toEqual([table.data['0.json'].trimEnd()]);
});

test('the benchmark has four rows and is summarised', () => {
  const { objects } = benchmark();
  expect(objects.map(({ kind, spec }) => [kind, spec?.completions])).toEqual([['ConfigMap', undefined], ['Job', 4], ['Job', 1]]);
});

test('the summary is released with the command that the benchmark explains', () => {
  const lines = blocks('sh')[0].split('\n');
  const explained = benchmark().printed.split('\n').map(line => line.trim().replace(/^summary +/, ''));
  expect(explained).toEqual(expect.arrayContaining(lines));
});

test('the message of the page is real', () => {
  const message = blocks('text')[1].replace('prod/Search: ', '');
  expect(() => build({}, { kubernetes: library.KubernetesVersion.V1_34 })).toThrow(message);
});
