import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { Pattern } from '../../../src/kubernetes/schema/custom/pattern/pattern';
import { fixedFolder, glob, globProblem } from '../../../src/lint/input/glob';
import { runs } from '../../hygiene/runs';

describe('globs', () => {
  test.each<[pattern: string, text: string, expected: boolean]>([
    ['hf-*', 'hf-token', true],
    ['hf-*', 'hf-', true],
    ['hf-*', 'a/hf-token', false],
    ['*', 'ml', true],
    ['*', '', false],
    ['**', 'a/b/c', true],
    ['**', '../a', false],
    ['../**', '../a/b', true],
    ['**/charts/**', 'a/b/charts/c/d.yaml', true],
    ['**/charts/**', 'charts/c.yaml', true],
    ['**/charts/**', 'charts', true],
    ['**/charts/**', 'mycharts/c.yaml', false],
    ['clusters/prod/**', 'clusters/prod', true],
    ['clusters/prod/**', 'clusters/production/a', false],
    ['./a/*.yaml', 'a/b.yaml', true],
    ['a/**/b', 'a/b', true],
    ['a**b', 'a/b', false],
    ['*.{yaml,yml}', 'a.yml', true],
    ['{a,b/**}', 'b/c/d', true],
    ['{a}', '{a}', true],
    ['{a', '{a', true],
    ['s{1..12}', 's12', true],
    ['s{1..12}', 's13', false],
    ['s{01..12}', 's07', true],
    ['[a-c]?', 'b1', true],
    ['[!a-c]?', 'b1', false],
    ['[^a-c]', '/', false],
    ['[]a]', ']', true],
    ['[a', '[a', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['+(a|b)c', 'abac', true],
    ['?(a)c', 'c', true],
    ['@(a|b)c', 'abc', false],
    ['*(a|b)c', 'c', true],
    ['(a|b)c', 'bc', true],
    ['charts (old)/*', 'charts (old)/a', true],
    ['!a*', 'b', true],
    ['!a*', 'a', false],
    ['!!a*', 'a', true],
    ['*é?', 'é😀', true],
  ])('%j on %j: %j', (pattern, text, expected) => {
    expect(glob(pattern)(text)).toBe(expected);
  });

  test('on the command line wildcards leave out what is hidden', () => {
    const files = ['a.yaml', '.a.yaml', 'b/a.yaml', '.b/a.yaml', 'b/.a.yaml', '.github/x.yaml'];
    const matching = (pattern: string, dots: boolean) => files.filter(glob(pattern, dots));
    expect(matching('**/*.yaml', false)).toEqual(['a.yaml', 'b/a.yaml']);
    expect(matching('**/*.yaml', true)).toEqual(files);
    expect(matching('{.github,b}/*', false)).toEqual(['b/a.yaml', '.github/x.yaml']);
    expect(matching('[.]*', false)).toEqual([]);
  });

  test.each([
    ['a/b/*.yaml', 'a/b'], ['*.yaml', ''], ['/a/*', '/a'], ['/*', '/'], ['a/{b,c}/d/*', 'a'], ['../x/**/y', '../x'],
  ])('%s looks below %j', (pattern, folder) => {
    expect(fixedFolder(pattern)).toBe(folder);
  });

  test.each<[pattern: string, problem: RegExp]>([
    ['!(a)', /has !\(…\), which is not understood/],
    ['+(a', /lacks its \)/],
    ['*'.padEnd(1001, 'a'), /longer than 1000 characters/],
    ['*a'.repeat(51), /more than 50 wildcards/],
    ['!'.repeat(1_000_000), /longer than 1000 characters/],
    ['{1..999999999}', /more than 1000 numbers/],
    [`{1..1000}${'{1..1000}'.repeat(20)}`, /too large/],
  ])('%.20s is refused: %s', (pattern, problem) => {
    expect(globProblem(pattern)).toMatch(problem);
  });

  test('a plain name may be of any length', () => {
    expect(globProblem('a'.repeat(10_000))).toBeUndefined();
    expect(glob('a'.repeat(10_000))('a'.repeat(10_000))).toBe(true);
  });

  const piece = fc.constantFrom('a', 'b', '.', '/', '*', '?', '**', 'ab', '[ab]', '[^a]', '{a,b}', '/', '**/', '/**', '.a');
  const name = fc.array(fc.constantFrom('a', 'b', '.', 'ab', '.b', 'c'), { minLength: 1, maxLength: 4 }).map(parts => parts.join(''));
  test.each([true, false])('agree with picomatch on what both read (dots: %s)', dots => {
    fc.assert(fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }).map(parts => parts.join('')), fc.array(name, { minLength: 1, maxLength: 4 }), (pattern, names) => {
      const text = names.join('/');
      fc.pre(!ODD.test(pattern) && !DOTS.test(text) && !(/(?:^|\/)[?[{]/.test(pattern) && HIDDEN.test(text)));
      expect({ pattern, text, matches: glob(pattern, dots)(text) }).toEqual({ pattern, text, matches: picomatch(pattern, { dot: dots })(text) });
    }), { numRuns: runs(2_000), seed: 13 });
  });

  /** Its brackets take the dot of a hidden name, and its question mark takes `.`. */
  const HIDDEN = /(?:^|\/)\./;
  const DOTS = /(?:^|\/)\.+(?:\/|$)/;
  /** Where picomatch itself is of two minds: slashes at the ends and beside each other, stars beside stars, a dot behind a star. */
  const ODD = /\*\/\*\*|^\/|\/$|\/\/|\*\*\*|[^/]\*\*|\*\*[^/]|^\.\/|(?:^|\/)\.{1,2}(?:\/|$)/;
});

describe('the time that a comparison takes', () => {
  /** Steps of the automaton, rather than seconds. */
  function stepsOf(pattern: string, text: string): number {
    const advance = jest.spyOn(Pattern.prototype as unknown as { closure: (from: number[]) => number[] }, 'closure');
    glob(pattern)(text);
    const steps = advance.mock.results.reduce((sum, { value }) => sum + (value as number[]).length, 0);
    advance.mockRestore();
    return steps;
  }

  test.each(['*a'.repeat(45), '+(a*|a)b', '*(*(*(*(a))))b', '**/a/**/a/**/a/**/a', '{a,{a,{a,{a,*}}}}*b', '?'.repeat(40) + '*a', `*a${'[ab]'.repeat(40)}c`])('%s is linear in the name', pattern => {
    const text = 'aab/'.repeat(50);
    const [once, twice, fourTimes] = [1, 2, 4].map(times => stepsOf(pattern, `${text.repeat(times)}!`));
    expect(twice).toBeLessThanOrEqual(2.5 * once);
    expect(fourTimes).toBeLessThanOrEqual(2.5 * twice);
    expect(fourTimes).toBeLessThanOrEqual(500 * 4 * text.length);
  });
});
