import { pageOf } from '../page';

const { blocks, run } = pageOf('docs/patterns/ray-cluster.md');

const [program] = blocks('ts');

test('the page shows what its program explains', () => {
  expect(blocks('text')).toEqual([run(program).printed]);
});

test.each(['headHost', "workload.pods({ role: 'gpu' }).names[0]"])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`lab.${asked};`))!.split('// ')[1];
  expect(run(program.replace('lab.explain()', `lab.${asked}`)).printed).toBe(said);
});
