import { Program, call, construct, list, literal, object, path } from '../../../cluster/fuzz/expression';
import { print } from '../../../cluster/fuzz/printer';
import { simplify } from '../../../cluster/fuzz/simplify';

const program: Program = {
  statements: [
    { name: 'app', value: construct('App') },
    { name: 'chart', value: construct('Chart', path('app'), literal('prod'), object({ namespace: literal('ml') })) },
    { name: 'other', value: construct('LocalityService', path('chart'), literal('Other'), object({ port: literal(80) })) },
    {
      name: 'first',
      value: construct('LeaderWorkerGroup', path('chart'), literal('Serving'), object({
        size: literal(37),
        hostNetwork: literal(true),
        container: object({ image: literal('registry.example/serve:1'), args: list([literal('--x'), literal('bad!'), literal('--y')]) }),
      })),
    },
    { value: call('first.explain') },
  ],
};

const text = (each: Program) => JSON.stringify(each);

test('a failing program is cut down to what it needs to fail', async () => {
  const smallest = await simplify(program, async each => text(each).includes('!') && text(each).includes('"args"'));
  expect(print(smallest)).toContain("new LeaderWorkerGroup(chart, 'S', { container: { args: ['!'] } });");
  expect(text(smallest)).not.toMatch(/hostNetwork|explain|Other|--x|--y|registry|ml/);
});

test('what is still referred to stays, and numbers get small as far as they may', async () => {
  const sizeOf = (each: Program) => Number(/"size","value":\{"is":"literal","value":(\d+)/.exec(text(each))?.[1] ?? 0);
  const smallest = await simplify(program, async each => sizeOf(each) >= 5);
  expect(sizeOf(smallest)).toBe(5);
  expect(smallest.statements.map(({ name }) => name)).toEqual(['app', 'chart', 'first']);
});

test('a program that fails only as a whole stays as it is', async () => {
  expect(await simplify(program, async each => text(each) === text(program))).toBe(program);
});
