import { Watch, watched } from './sides';

/** What is said of a function when it was only called with these. */
function missing(code: string, ...calls: readonly (readonly unknown[])[]): string[] {
  const { code: source, sides } = watched('x.ts', code, 0);
  const taken = new Set<number>();
  const note = <T>(side: number, value: T): T => {
    taken.add(side);
    return value;
  };
  const watch: Watch = {
    watchTruth: (side, value) => note(value ? side : side + 1, value),
    watchPresence: (side, value) => note(value === undefined || value === null ? side + 1 : side, value),
    watchUse: note,
  };
  const subject = new Function(...Object.keys(watch), `return ${source}`)(...Object.values(watch)) as (...given: readonly unknown[]) => unknown;
  calls.forEach(call => subject(...call));
  return sides.filter((_, number) => !taken.has(number)).map(side => `${side.line}: ${side.missing}`);
}

test.each<[string, string, readonly (readonly unknown[])[], readonly string[]]>([
  ['an if', '(a) => {\n  if (a) { return 1; }\n  return 2;\n}', [[true]], ['2: a is never false']],
  ['each operand', '(a, b, c) => a && (b || !c) ? 1 : 2', [[true, true, true], [true, false, false]], ['1: a is never false', '1: c is never true']],
  ['an operand that nobody asks for', '(a, b) => a && b === 1', [[false, 1]], ['1: a is never true', '1: b === 1 is never true', '1: b === 1 is never false']],
  ['a comparison that is given back', 'a => a < 3', [[3]], ['1: a < 3 is never true']],
  ['what is absent', '(a, b) => a?.x ?? b', [[{}, 1], [{ x: 1 }]], ['1: a is never absent']],
  ['what is there', '(a, b) => a?.x ?? b', [[undefined, 1]], ['1: a?.x is never there', '1: a is never there']],
  ['a default', '(a = 2) => a', [[1]], ['1: default 2 is never used']],
  ['a case', 'a => {\n  switch (a) {\n    case 1:\n      return 2;\n    default:\n      return 3;\n  }\n}', [[1]], ['6: default is never reached']],
  ['a function', 'a => a.map(b => b + 1)', [[[]]], ['1: b => b + 1 is never called']],
  ['a function that decides', 'a => a.filter(b => b.c)', [[[{ c: 1 }]]], ['1: b.c is never false']],
  ['nothing, where all was taken', '(a, b) => a && b ? a.c : !b', [[{}, 1], [0, 1], [1, 0]], []],
])('%s: a side that is not taken is told', (_, code, calls, expected) => {
  expect(missing(code, ...calls)).toEqual(expected);
});
