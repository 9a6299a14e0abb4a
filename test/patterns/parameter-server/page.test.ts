import { Testing } from 'cdk8s';
import { environmentOf } from './build';
import { pageOf } from '../page';

const { blocks, run } = pageOf('docs/patterns/parameter-server.md');

const [program] = blocks('ts');

test('the page shows what its program explains', () => {
  expect(blocks('text')).toEqual([run(program).printed]);
});

test.each(['jobSetName', "address('ps', 1)"])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`ranker.${asked};`))!.split('// ')[1];
  expect(run(program.replace('ranker.explain()', `ranker.${asked}`)).printed).toBe(said);
});

test('the TF_CONFIG of the page is that of worker 2', () => {
  const set = (Testing.synth(run(program).chart) as any[]).find(({ kind }) => kind === 'JobSet');
  const { template } = set.spec.replicatedJobs.find(({ name }: any) => name === 'worker').template.spec;
  expect(blocks('json')).toEqual([environmentOf(template.spec, 2).get('TF_CONFIG')]);
});
