import { Compared, FixtureTally, isAlike, sendings } from '../../../cluster/fuzz-checks/fixtures';
import { Verdict } from '../../../cluster/fuzz-checks/verdict';

const rejected = (...fields: string[]): Verdict => ({ is: 'rejected', fields, messages: fields.map(() => 'x') });
const dropped = (...fields: string[]): Verdict => ({ ...rejected(...fields), is: 'dropped' });
const compared = (ours: Verdict, server: Verdict): Compared => ({ object: 'bad.yaml Pod a', ours, server });

test('fixtures of rules that speak for the API server go to all minors, unless they name some', () => {
  const all = sendings();
  const minorsOf = (rule: string, file: string) => all.filter(each => each.rule === rule && each.fixture.name === file).map(({ minor }) => minor);
  expect(minorsOf('selector-misses-template', 'bad.yaml')).toEqual(['1.33', '1.34', '1.35', '1.36']);
  expect(minorsOf('device-claim-shape', 'bad-class-name.yaml')).toEqual(['1.34', '1.35', '1.36']);
  expect(minorsOf('service-selects-nothing', 'bad.yaml')).toEqual(['1.36']);
});

test.each([
  ['the same field', rejected('spec.a'), rejected('spec.a'), true],
  ['a field that we do not name', rejected('spec.a'), rejected('spec.a', 'spec.b'), false],
  ['a field more of ours, which the server hides', rejected('spec.a', 'spec.b'), rejected('spec.a'), true],
  ['a drop that we call a refusal', rejected('spec.a'), dropped('spec.a'), false],
  ['a part of what is dropped', dropped('spec.a.b'), dropped('spec.a'), true],
])('%s', (_what, ours, server, expected) => {
  expect(isAlike(compared(ours, server))).toBe(expected);
});

test('what could not be compared is neither agreement nor difference', () => {
  const tally = new FixtureTally();
  const differing = compared(rejected('spec.a'), dropped('spec.a'));
  expect(tally.add({ rule: 'a', minor: '1.36' }, [differing, compared(rejected('spec.a'), rejected('spec.a')), { object: 'x', skipped: 'because' }])).toEqual([differing]);
  expect([tally.cell('a', '1.36'), tally.cell('a', '1.35'), tally.differed]).toEqual(['1/2 (1 not)', '', 1]);
  expect(tally.skips).toEqual(new Map([['because', 1]]));
});
