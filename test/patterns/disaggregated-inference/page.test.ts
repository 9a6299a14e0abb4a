import { pageOf } from '../page';

const { blocks, run } = pageOf('docs/patterns/disaggregated-inference.md');

const [program] = blocks('ts');

test('the page shows what its program explains', () => {
  expect(blocks('text')).toEqual([run(program).printed]);
});

test.each(['service.dns', 'decode.name'])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`llama.${asked};`))!.split('// ')[1];
  expect(run(program.replace('llama.explain()', `llama.${asked}`)).printed).toBe(said);
});
