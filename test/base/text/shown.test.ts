import { App, Chart } from 'cdk8s';
import { show } from '../../../src/base/text/shown';
import { Memory } from '../../../src/pod/container/memory';

test.each<[string, unknown, string]>([
  ['text', 'a "b"', '"a \\"b\\""'],
  ['a number JSON has no word for', NaN, 'NaN'],
  ['a large integer', 10n, '10'],
  ['a large integer inside', { count: 10n }, '{"count":"10"}'],
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a list', ['a', 1], '["a",1]'],
  ['a symbol', Symbol('a'), 'Symbol(a)'],
  ['an instance', Memory.of('1Gi'), '"a Memory"'],
  ['a construct, whose tree is a circle', new Chart(new App(), 'prod'), '"a Chart"'],
  ['a construct inside', { target: [new Chart(new App(), 'prod')] }, '{"target":["a Chart"]}'],
  ['more than anybody reads', 'x'.repeat(1000), `"${'x'.repeat(299)}… (1,000 characters)`],
])('%s', (_, value, text) => {
  expect(show(value)).toBe(text);
});

test('a circle of plain objects ends no report', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(show(circle)).toBe('an object that has no text');
});
