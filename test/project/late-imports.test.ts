import { createRequire } from 'module';

const { withLateImports } = createRequire(__filename)('../../build-tools/late-imports') as { withLateImports(text: string): string };

/** Runs a module whose imports exist, and says what it loaded, and when. */
function run(text: string): { readonly exports: any; readonly loaded: string[] } {
  const loaded: string[] = [];
  const load = (name: string) => {
    loaded.push(name);
    return { name, size: 2, double: (value: number) => 2 * value, Base: class { public readonly base = name; } };
  };
  const exports: any = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a module is a text here.
  new Function('exports', '$load', '$from', text)(exports, load, (file: string, name: string) => load(`${file}:${name}`));
  return { exports, loaded };
}

test.each([
  ['a function', 'exports.f = f; function f() { return (0, plan_1.double)(plan_1.size); }', 4],
  ['an arrow function', 'exports.f = () => plan_1.size;', 2],
  ['a method', 'class A { f() { return plan_1.size; } } exports.f = () => new A().f();', 2],
  ['a field of an object', 'class A { it = plan_1.size; } exports.f = () => new A().it;', 2],
  ['a shorthand that is none', 'exports.f = () => ({ plan_1: plan_1.size }).plan_1;', 2],
  ['a name that is passed on', 'Object.defineProperty(exports, "f", { get: function () { return () => plan_1.size; } });', 2],
  ['the whole module', 'exports.f = () => plan_1.name;', 'plan'],
])('%s loads what it needs when it runs, once', (_, text, value) => {
  const { exports, loaded } = run(withLateImports(`"use strict";\nconst plan_1 = $load("plan");\n${text}`));
  expect(loaded).toEqual([]);
  expect([exports.f(), exports.f()]).toEqual([value, value]);
  expect(loaded).toEqual(['plan']);
});

test.each([
  ['the class that it extends', 'class A extends plan_1.Base {} exports.f = () => new A().base;', 'plan'],
  ['a constant', 'const SIZE = plan_1.size; exports.f = () => SIZE;', 2],
  ['a static field', 'class A { static it = plan_1.size; } exports.f = () => A.it;', 2],
  ['a table', 'exports.T = [plan_1.size]; exports.f = () => exports.T[0];', 2],
])('what a module needs while it is loaded it loads then, and reads as before: %s', (_, text, value) => {
  const before = `const plan_1 = $load("plan");\n${text}`;
  expect(withLateImports(before)).toBe(before);
  const { exports, loaded } = run(before);
  expect([exports.f(), loaded]).toEqual([value, ['plan']]);
});

test('each import by itself, also of other files, and a function that runs at once', () => {
  const { exports, loaded } = run(withLateImports(`const plan_1 = $load("plan");
const names_1 = $from("shared", "names");
$load("attach");
exports.at = (() => names_1.name)();
exports.f = () => plan_1.name;`));
  expect(loaded).toEqual(['attach', 'shared:names']);
  expect([exports.at, exports.f()]).toEqual(['shared:names', 'plan']);
  expect(loaded).toEqual(['attach', 'shared:names', 'plan']);
});

test.each([
  ['a parameter', 'exports.f = $load => plan_1.size;'],
  ['a variable of a function', 'exports.f = () => { const $load = 1; return plan_1.size; };'],
  ['a part of one', 'exports.f = ({ $load }) => plan_1.size;'],
  ['a function', 'exports.f = () => { function $load() {} return plan_1.size; };'],
  ['another variable of its name', 'exports.f = plan_1 => plan_1.size;'],
])('%s that hides what loads ends the build', (_, text) => {
  expect(() => withLateImports(`const plan_1 = $load("plan");\n${text}`)).toThrow(/is the name of a variable/);
});

test.each([
  'const path = require("path"); exports.f = path => path.size;',
  'const plan_1 = other("plan"); exports.f = () => plan_1.size;',
  'exports.f = () => { const plan_1 = $load("plan"); return plan_1.size; };',
])('what is no import of the compiler is left as it is: %s', text => {
  expect(withLateImports(text)).toBe(text);
});
