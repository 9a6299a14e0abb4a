import { EXPRESSIONS } from './expressions';
import { outcomeOf } from './outcome';
import { programOf } from '../../../../src/kubernetes/cel/evaluation/program';
import { NotEvaluated, PlainList } from '../../../../src/kubernetes/cel/evaluation/values';
import { Work, WorkSpent } from '../../../../src/kubernetes/schema/custom/work';

describe.each(Object.entries(EXPRESSIONS))('%s', (_, expressions) => {
  test('have the values that Kubernetes gives them', () => {
    expect(Object.fromEntries(Object.keys(expressions).map(each => [each, outcomeOf(each)]))).toEqual(expressions);
  });
});

describe('what is not evaluated here', () => {
  test.each([
    'unknown(1)', '[1].frobnicate()', 'math.greatest(1, 2)', 'cel.bind(x, 1, x)', 'size(1, 2)', 'name', '1 +', 'has(1)', 'has({"a": 1})', '[1].all(1, true)', '[1].all(x)', 'Message{}', '99999999999999999999', 'b"\\xff"', '[1, 2].map(x.y, 1)',
    '"2026".matches("\\\\bx")', 'timestamp("2026-02-03T04:05:06Z").getHours("Europe/Berlin")', 'self.x',
  ])('%s is told as such, and is neither true nor false', expression => {
    expect(() => programOf(expression, []).evaluate([])).toThrow(NotEvaluated);
  });
});

describe('variables', () => {
  test('are values of their names, and an inner one hides an outer', () => {
    expect(programOf('self.map(self, self + 1)', ['self']).evaluate([new PlainList([1n, 2n])])).toMatchObject({ items: [2n, 3n] });
  });

  test('that are read are known', () => {
    const program = programOf('self.all(x, x == oldSelf)', ['self', 'oldSelf', 'other']);
    expect(['self', 'oldSelf', 'other'].map(each => program.reads(each))).toEqual([true, true, false]);
    expect(programOf('[1].all(oldSelf, oldSelf > 0)', ['self', 'oldSelf']).reads('oldSelf')).toBe(false);
  });

  test('keep their value while another macro runs', () => {
    expect(programOf('[1, 2].all(x, [3].all(y, y > x) && x < 3)', []).evaluate([])).toBe(true);
  });
});

describe('a budget', () => {
  test.each([
    '[1, 2, 3, 4, 5, 6, 7, 8].all(a, [1, 2, 3, 4, 5, 6, 7, 8].all(b, [1, 2, 3, 4, 5, 6, 7, 8].all(c, [1, 2, 3, 4, 5, 6, 7, 8].all(d, true))))',
    'lists.range(1000000)', '"aaaaaaaaaa".replace("a", "aaaaaaaaaa").replace("a", "aaaaaaaaaa").replace("a", "aaaaaaaaaa")',
    '[1, 2, 3, 4, 5, 6, 7, 8].map(x, "aaaaaaaaaaaaaaaaaaaaaaaa" + "aaaaaaaaaaaaaaaaaaaaaaaa").map(x, x + x + x + x).join()',
  ])('ends what takes too much: %s', expression => {
    expect(() => programOf(expression, []).evaluate([], new Work(1_000))).toThrow(WorkSpent);
  });

  test('is not a failure that && or || may hide', () => {
    expect(() => programOf('lists.range(1000000).size() > 0 || true', []).evaluate([], new Work(1_000))).toThrow(WorkSpent);
  });
});
