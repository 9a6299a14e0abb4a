import { Phase, Timeline } from '../../../src/account/account';
import { placedBars, runsOf, WHOLE } from '../../../src/account/report/layout';

const timeline = (...phases: Partial<Phase>[]): Timeline => ({ sum: '', notes: [], phases: phases.map(phase => ({ name: 'p', bars: [bar(phase.seconds)], ...phase })) });
const bar = (seconds?: number, from = 0) => ({ label: 'b', kind: 'main' as const, from, text: '', ...(seconds !== undefined && { seconds }) });
const placed = (...phases: Partial<Phase>[]) => placedBars(timeline(...phases)).map(({ from, to }) => [Math.round(from), Math.round(to)]);

test('phases of known length share the whole by their seconds', () => {
  expect(placed({ seconds: 30 }, { seconds: 90 })).toEqual([[0, 250], [250, 1000]]);
});

test('a phase of unknown length has a width of its own', () => {
  expect(placed({}, { seconds: 100 })).toEqual([[0, 110], [110, 1000]]);
  expect(placed({}, {})).toEqual([[0, 500], [500, 1000]]);
});

test('many unknown phases leave half to those that are known', () => {
  const all = placed(...Array(20).fill({}), { seconds: 1 });
  expect(all.at(-1)).toEqual([500, 1000]);
});

test('what is short can still be seen, and nothing goes beyond the end', () => {
  const all = placed({ seconds: 1 }, { seconds: 100_000 }, { seconds: 0 });
  expect(all.every(([from, to]) => to - from > 5 && to <= WHOLE)).toBe(true);
  expect(all.at(-1)![1]).toBe(1000);
});

test('bars of one phase stand where they begin', () => {
  expect(placed({ seconds: 100, bars: [bar(25), bar(75, 25)] })).toEqual([[0, 250], [250, 1000]]);
  expect(placed({ seconds: 100, bars: [bar(undefined, 50)] })).toEqual([[500, 1000]]);
  expect(placed({ bars: [bar(30), bar(undefined, 30)] })).toEqual([[0, 500], [500, 1000]]);
});

test('a phase without bars takes no place', () => {
  expect(placed({ bars: [] }, { seconds: 1 })).toEqual([[0, 1000]]);
});

test('pods of one part that follow each other are one run', () => {
  const runs = runsOf([{ part: 'a' }, { part: 'a', index: 1 }, { part: 'b' }, { part: 'a' }]);
  expect(runs.map(({ part, cells }) => [part, cells.length])).toEqual([['a', 2], ['b', 1], ['a', 1]]);
});
