import * as fc from 'fast-check';
import { Conflict, pairwise, Row } from '../../cluster/tests/accepted/pairwise';

type Shape = Record<string, string[]>;

const factorsOf = (shape: Shape) => Object.fromEntries(Object.entries(shape)
  .map(([factor, levels]) => [factor, Object.fromEntries(levels.map(level => [level, level]))]));
const choicesOf = (row: Row) => Object.entries(row).map(([factor, level]) => `${factor}=${level}`);
const holds = (row: Row, ...choices: string[]) => choices.every(choice => choicesOf(row).includes(choice));

const NINE: Shape = { backend: ['a', 'b', 'c'], devices: ['x', 'y', 'z'], budget: ['1', '2', '3'], pod: ['p', 'q', 'r'] };

function pairsOf(shape: Shape): [string, string][] {
  const names = Object.keys(shape);
  return names.flatMap((one, index) => names.slice(index + 1).flatMap(other =>
    shape[one].flatMap(a => shape[other].map(b => [`${one}=${a}`, `${other}=${b}`] as [string, string]))));
}

test('every two choices meet, in far fewer rows than there are combinations', () => {
  const rows = pairwise(factorsOf(NINE));
  expect(pairsOf(NINE).filter(pair => !rows.some(row => holds(row, ...pair)))).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(15);
});

test('each row has one choice of each kind', () => {
  pairwise(factorsOf(NINE)).forEach(row => expect(Object.keys(row).sort()).toEqual(Object.keys(NINE).sort()));
});

test('what conflicts never meets, and the rest does', () => {
  const conflicts: Conflict[] = [['backend=a', 'devices=x'], ['pod=q', 'backend=b']];
  const rows = pairwise(factorsOf(NINE), conflicts);
  conflicts.forEach(pair => expect(rows.some(row => holds(row, ...pair))).toBe(false));
  expect(pairsOf(NINE).filter(pair => !rows.some(row => holds(row, ...pair)))).toEqual([['backend=a', 'devices=x'], ['backend=b', 'pod=q']]);
});

test('a choice that leaves another none of a third kind does not meet it', () => {
  const shape: Shape = { backend: ['plain', 'controller'], restart: ['none', 'all'], program: ['own', 'mpi'] };
  const rows = pairwise(factorsOf(shape), [['backend=plain', 'restart=all'], ['backend=controller', 'program=mpi']]);
  expect(rows.some(row => holds(row, 'restart=all', 'program=mpi'))).toBe(false);
  expect(rows.some(row => holds(row, 'restart=all', 'program=own'))).toBe(true);
  expect(rows.some(row => holds(row, 'restart=none', 'program=mpi'))).toBe(true);
});

test('every two choices of any table meet', () => {
  const tables = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 })
    .map(sizes => Object.fromEntries(sizes.map((size, factor) => [`f${factor}`, Array.from({ length: size }, (_, level) => `l${level}`)])));
  fc.assert(fc.property(tables, shape => {
    const rows = pairwise(factorsOf(shape));
    expect(pairsOf(shape).filter(pair => !rows.some(row => holds(row, ...pair)))).toEqual([]);
  }));
});
