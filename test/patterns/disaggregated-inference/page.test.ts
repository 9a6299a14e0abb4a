import { pageOf } from '../page';

const { blocks, run } = pageOf('docs/patterns/disaggregated-inference.md');

const [program, pools, set] = blocks('ts');

test('the page shows what its programs explain', () => {
  expect(blocks('text')).toEqual([program, set].map(each => run(each).printed));
});

test.each(['service.dns', 'decode.name'])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`llama.${asked};`))!.split('// ')[1];
  expect(run(program.replace('llama.explain()', `llama.${asked}`)).printed).toBe(said);
});

test('a further pool is called as the page says', () => {
  const said = /llama\.decodePools\.long\.name; {2}\/\/ (.*)/.exec(pools)![1];
  expect(run(`${pools}\nconsole.log(llama.decodePools.long.name);`).printed).toBe(said);
});
