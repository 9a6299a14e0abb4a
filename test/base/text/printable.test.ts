import { guarded, inOneLine, printable } from '../../../src/base/text/printable';

test.each([
  ['an escape of a terminal', 'a\u001b[31mred', 'a\\u001b[31mred'],
  ['a carriage return', 'a\rb', 'a\\rb'],
  ['a tab', 'a\tb', 'a\\tb'],
  ['a control character of the second block', 'a\u009b2J', 'a\\u009b2J'],
  ['a separator of lines', 'a\u2028b\u0085c', 'a\\u2028b\\u0085c'],
  ['a turn of the direction', '\u202etxt.exe\u2066\u061c\u200f', '\\u202etxt.exe\\u2066\\u061c\\u200f'],
  ['what has no width', 'ro\u200but\u2060er\ufeff\u00ad', 'ro\\u200but\\u2060er\\ufeff\\u00ad'],
  ['a filler', 'a\u3164b\u115fc', 'a\\u3164b\\u115fc'],
  ['a tag', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
  ['half a character', 'a\ud800b\udc00', 'a\\ud800b\\udc00'],
])('%s is shown as its code', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
  expect(inOneLine(text)).toBe(shown);
});

test.each(['naïve – “größer” 日本語 😀', 'a #1 ## heading', 'std::vector', 'fd00::1', '{"a":[1]}'])('%s stays as it is', text => {
  expect(printable(text)).toBe(text);
});

test.each([
  ['GitHub', '::error::x', '\\u003a:error::x'],
  ['GitHub, in a further line', 'a\n \u00a0::set-output name=a::b', 'a\n \u00a0\\u003a:set-output name=a::b'],
  ['GitHub, the older form', 'a ##[add-mask]b', 'a \\u0023#[add-mask]b'],
  ['Azure', 'a ##vso[task.setvariable variable=x]y', 'a \\u0023#vso[task.setvariable variable=x]y'],
  ['TeamCity', "##teamcity[buildStatus status='SUCCESS']", "\\u0023#teamcity[buildStatus status='SUCCESS']"],
  ['behind more of the same sign', '####[x]', '##\\u0023#[x]'],
])('a command of a build log loses its first sign: %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
  expect(guarded(text)).toBe(shown);
});

test('what is printed may have colours of its own and nothing else', () => {
  expect(guarded('\u001b[1;31merror\u001b[39m \u001b[2J \u001b]8;;x\u0007')).toBe('\u001b[1;31merror\u001b[39m \\u001b[2J \\u001b]8;;x\\u0007');
});

test('JSON is the same value when it was guarded', () => {
  const value = { '::a': ['##vso[x]', '\u202e\u{e0041}\ud800\t\u0085', '\n::error::'] };
  expect(JSON.parse(guarded(JSON.stringify(value, undefined, 2)))).toEqual(value);
});

test('line breaks stay in a text and are shown where it is one line', () => {
  expect([printable('a\nb'), inOneLine('a\nb\n::c')]).toEqual(['a\nb', 'a\\nb\\n::c']);
});

/** What a pattern visits again and again shows in texts of one sign: these took hours. */
test.each(['\n', ' ', ':', '#', '\n ', '##a', '\r\n', '\t'])('a text of many %j ends', part => {
  expect(printable(part.repeat(300_000)).length).toBeGreaterThanOrEqual(300_000);
});
