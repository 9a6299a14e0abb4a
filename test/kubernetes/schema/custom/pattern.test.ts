import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { Pattern, matchesPattern } from '../../../../src/kubernetes/schema/custom/pattern/pattern';
import { NODES } from '../../../../src/kubernetes/schema/custom/structures.generated';
import { counted } from '../../../hygiene/steps';

const PATTERNS = [...new Set(NODES.map(line => JSON.parse(line).pattern as string | undefined).filter(each => each !== undefined))];

/** One of the Gateway API. JavaScript takes exponential time for it: minutes for a sentence of 40 characters that ends in a space. */
const ENDLESS = '^[!-~]+([\\t ]?[!-~]+)*$';

describe('patterns of RE2', () => {
  test.each<[string, string, boolean]>([
    ['^$', '', true],
    ['^$', 'a', false],
    ['', 'anything', true],
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['b$', 'ab', true],
    ['^a|b$', 'cb', true],
    ['^(a|b)$', 'cb', false],
    ['^a*?$', 'aaa', true],
    ['^a{2,3}$', 'aaaa', false],
    ['^a{2,3}$', 'aaa', true],
    ['^a{2,}$', 'a', false],
    ['^a{2}$', 'aa', true],
    ['^a{,2}$', 'a{,2}', true],
    ['^[^a-c]$', 'b', false],
    ['^[]a]$', ']', true],
    ['^[a-]$', '-', true],
    ['^[[:alpha:]_]+$', 'aB_', true],
    ['^[[:^digit:]]$', '1', false],
    ['^[\\d.]+$', '1.2', true],
    ['^\\s$', '\v', false], // JavaScript's \s has it.
    ['^\\s$', '\u00a0', false], // And this.
    ['^\\w+$', 'ä', false],
    ['^\\pL+$', 'äß', true],
    ['^\\p{Greek}$', 'α', true],
    ['^\\P{L}$', '1', true],
    ['^.$', '\n', false],
    ['^.$', '\u2028', true], // JavaScript's dot has not.
    ['^.$', '😀', true],
    ['(?s)^.$', '\n', true],
    ['^(?i)(abort|warn)?$', 'WARN', true],
    ['(?i:a)b', 'AB', false],
    ['(?i)[^a]', 'A', false],
    ['^\\x41\\x{42}\\103$', 'ABC', true],
    ['\\Aab\\z', 'ab', true],
    ['^(?P<name>a)(?:b)$', 'ab', true],
    ['^\\/\\-\\_$', '/-_', true],
    ['^(a*)*$', 'aab', false],
  ])('%j on %j: %j', (pattern, text, expected) => {
    expect(Pattern.of(pattern)!.matches(text)).toBe(expected);
  });

  test.each(['(', ')', '[', '*a', 'a**', '\\', '(?=a)', '(?<!a)b', '\\b', '(?m)^a', 'a{1001}', 'a{2,1}', '(a{1000}){1000}', '[z-a]', '\\p{Nonsense}', '('.repeat(5000)])('%j is not checked', pattern => {
    expect(Pattern.of(pattern)).toBeUndefined();
    expect(matchesPattern(pattern, 'x')).toBe(true);
  });

  test('all of the definitions can be checked', () => {
    expect(PATTERNS.length).toBeGreaterThan(30);
    expect(PATTERNS.filter(pattern => !Pattern.of(pattern))).toEqual([]);
  });

  test('mean what RE2 means, random ones and those of the definitions', () => {
    const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\W', '\\s', '[ab]', '[^a-c]', '[[:alpha:]]', '\\pL', '\\.', '^', '$', '\\A', '\\z', '(?i)', '(?s)', 'é', '😀', '');
    const repeated = fc.tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '*?')).map(([what, times]) => (/^(\^|\$|\\[Az]|\(\?.\)|)$/.test(what) ? what : what + times));
    const pattern = fc.oneof(
      fc.constantFrom(...PATTERNS),
      fc.array(fc.array(repeated, { maxLength: 5 }).map(parts => parts.join('')), { minLength: 1, maxLength: 3 }).map(ways => ways.length > 1 ? `x?(${ways.join('|')})` : ways[0]),
    );
    const text = fc.array(fc.constantFrom('a', 'b', 'A', 'x', '1', '.', ' ', '\n', '\v', 'é', '😀', '\u2028', ''), { maxLength: 6 }).map(parts => parts.join(''));
    fc.assert(fc.property(pattern, text, (written, value) => {
      expect([written, value, Pattern.of(written)?.matches(value)]).toEqual([written, value, RE2JS.compile(written).matcher(value).find()]);
    }), { numRuns: 5_000, seed: 7 });
  });

  test('agree with JavaScript where both mean the same', () => {
    const common = PATTERNS.filter(pattern => !pattern.includes('(?i)') && pattern !== ENDLESS);
    const pieces = ['a', 'Z', '0', '9', '-', '.', '/', '*', '_', ':', ',', '%', '+', ' ', 'm', 's', 'h', 'Ki', 'E', '@daily', 'http://', '/v1', 'System', 'Hostname', '10', 'example.org', 'true'];
    const expressions = common.map(pattern => [Pattern.of(pattern)!, new RegExp(pattern)] as const);
    let matches = 0;
    fc.assert(fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map(parts => parts.join('')), text => {
      const expected = expressions.filter(([, theirs]) => theirs.test(text)).map(([, theirs]) => theirs.source);
      matches += expected.length;
      expect(expressions.filter(([ours]) => ours.matches(text)).map(([, theirs]) => theirs.source)).toEqual(expected);
    }), { numRuns: 1_000, seed: 6 });
    expect(matches).toBeGreaterThan(1_000);
  });

  test('of the Gateway API on which JavaScript hangs', () => {
    expect(PATTERNS).toContain(ENDLESS);
    expect(matchesPattern(ENDLESS, 'http://KiSystemexample.orgexample.org ')).toBe(false);
    expect(matchesPattern(ENDLESS, 'http://Ki System example.org')).toBe(true);
  });

  test.each([
    '^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^a*a*a*a*a*a*$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(a?){300}a{300}$',
  ])('take no more than linear time: %s', pattern => {
    const [counting, stepsOf] = counted(() => jest.requireActual<{ Pattern: typeof Pattern }>('../../../../src/kubernetes/schema/custom/pattern/pattern'));
    const steps = (length: number) => stepsOf(() => {
      const compiled = counting.Pattern.of(pattern)!;
      [`${'a'.repeat(length)}!`, 'x'.repeat(length)].forEach(text => compiled.matches(text));
    });
    expect(steps(20_000)).toBeGreaterThan(0);
    expect(steps(40_000)).toBeLessThan(2.5 * steps(20_000));
  });
});
