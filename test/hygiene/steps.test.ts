import { triedIn } from './backtracking';
import { counted } from './steps';
import type * as Numbers from '../../src/base/errors/invalid-input';

describe('steps', () => {
  const [{ invalid }, stepsOf] = counted(() => jest.requireActual<typeof Numbers>('../../src/base/errors/invalid-input'));
  const times = (count: number) => stepsOf(() => Array.from({ length: count }, (_, index) => invalid('field', index, 'is wrong', 'change it')));

  test('grow with the code of the library that runs, and not with that of the test', () => {
    expect(times(100)).toBeGreaterThan(100);
    expect(times(2_000) / times(1_000)).toBeCloseTo(2, 0);
    expect(stepsOf(() => Array.from({ length: 1_000 }, (_, index) => index + 1))).toBe(0);
  });

  test.each<[string, () => unknown, number]>([
    ['a search that finds', () => 'aaab'.indexOf('b'), 3],
    ['a search that does not', () => 'aaab'.indexOf('c', 1), 3],
    ['a search in a list', () => [1, 2, 3].includes(3), 2],
    ['one that does not find', () => [1, 2, 3].indexOf(4, 1), 2],
    ['an expression that finds', () => /b/.exec('aaabaa'), 4],
    ['an expression that does not', () => /c/.test('aaab'), 4],
    ['all matches of one', () => 'a.b.c'.replace(/\./g, ''), 5],
  ])('%s passes over what comes before', (_, work, characters) => {
    expect(stepsOf(work)).toBe(characters);
  });

  test('a search is as it was afterwards, also when the work fails', () => {
    const { exec } = RegExp.prototype;
    expect(() => stepsOf(() => { throw new Error('no'); })).toThrow('no');
    expect(RegExp.prototype.exec).toBe(exec);
  });
});

describe('expressions that go back', () => {
  const steps = (pattern: RegExp, length: number) => triedIn(() => pattern.test(`${'a'.repeat(length)}!`))[0].steps;

  test('linear, quadratic and exponential ones differ', () => {
    expect(steps(/^a*$/, 40) / steps(/^a*$/, 20)).toBeLessThan(2.1);
    expect(steps(/^a*a*$/, 40) / steps(/^a*a*$/, 20)).toBeGreaterThan(3);
    expect(steps(/^(a|a)*$/, 12) / steps(/^(a|a)*$/, 6)).toBeGreaterThan(40);
  });
});
