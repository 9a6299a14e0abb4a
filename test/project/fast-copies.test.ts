import { createRequire } from 'module';
import { setFlagsFromString } from 'v8';
import { runInThisContext } from 'vm';

const { withFastCopies } = createRequire(__filename)('../../build-tools/fast-copies') as { withFastCopies(text: string): string };

/** What a program's last expression is. */
const run = (text: string): any => runInThisContext(text);

test.each([
  ['a copy with a field', '({ ...{ b: 1, a: 2 }, c: 3 })'],
  ['a copy of what has that field', '({ ...{ b: 1, a: 2 }, b: 3 })'],
  ['a copy with another', '({ ...{ b: 1 }, ...null, ...{ b: 2, a: 3 } })'],
  ['a copy in a copy', '({ ...{ a: { ...{ b: 1 }, c: 2 } }, d: [{ ...{}, e: 3 }] })'],
  ['a copy with a method', '(({ ...{ a: 1 }, double() { return this.a * 2; } }).double())'],
  ['a copy with a field of that name', '({ ...JSON.parse(\'{"__proto__": 1}\'), a: 2 })'],
])('%s stays what it is, in the same order', (_, text) => {
  const fast = withFastCopies(text);
  expect(fast).not.toBe(text);
  expect([JSON.stringify(run(fast)), run(fast)]).toEqual([JSON.stringify(run(text)), run(text)]);
  expect(Object.getPrototypeOf(run(fast))).toBe(Object.getPrototypeOf(run(text)));
});

test.each(['({ ...a })', '({ b: 1, ...a })', '[...a, 1]', 'f({}, ...a)', "'{ ...a, b: 1 }'", '/* { ...a, b: 1 } */', 'const { b, ...rest } = a;'])('%s is left as it is', text => {
  expect(withFastCopies(text)).toBe(text);
});

test('objects that are copied so share a hidden class', () => {
  setFlagsFromString('--allow-natives-syntax');
  const program = "(() => { const copy = o => ({ ...o, variables: 1 }); const made = [1, 2, 3, 4].map(i => copy({ engine: { i }, field: 'x' + i }));"
    + ' return made.slice(2).map(each => %HaveSameMap(each, made[1])); })()';
  expect(run(withFastCopies(program))).toEqual([true, true]);
});
