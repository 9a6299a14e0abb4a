import { isGoDuration } from '../../src/base/go-duration';
import { grouped } from '../../src/base/grouped';
import { greatestCommonDivisor, numbersFrom } from '../../src/base/numbers';
import {
  asList,
  asNumber,
  asObject,
  asShown,
  asText,
  asTexts,
  isPresent,
  objectAt,
  ownValue,
  parsedObject,
} from '../../src/base/reading';

describe('what manifests may hold', () => {
  test('reads as nothing where it is of another type', () => {
    expect([[], 'a', null, undefined, 1].map(asObject)).toEqual([{}, {}, {}, {}, {}]);
    expect([{}, 'a', null].map(asList)).toEqual([[], [], []]);
    expect(['', 1, null, 'a'].map(asText)).toEqual([undefined, undefined, undefined, 'a']);
    expect([0, -1.5, NaN, Infinity, '1', null].map(asNumber)).toEqual([
      0,
      -1.5,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([{}, 'a', ['a', 1, '', 'b']].map(asTexts)).toEqual([[], [], ['a', '', 'b']]);
  });

  test('keeps the places of a list, of which the second is no map', () => {
    expect(asList([{ a: 1 }, 'x', { b: 2 }])).toEqual([{ a: 1 }, {}, { b: 2 }]);
  });

  test('is found along a path, as far as there are maps', () => {
    expect(objectAt({ a: { b: { c: { d: 1 } } } }, 'a', 'b', 'c')).toEqual({ d: 1 });
    expect(objectAt({ a: 'x' }, 'a', 'b')).toEqual({});
    expect(objectAt({ a: 1 })).toEqual({ a: 1 });
  });

  test('is present unless it is null or missing', () => {
    expect([0, '', false, null, undefined].map(isPresent)).toEqual([true, true, true, false, false]);
  });

  test('is shown as a text or as JSON', () => {
    expect(['a', 1, true, { a: [1] }, null, undefined].map(asShown)).toEqual([
      'a',
      '1',
      'true',
      '{"a":[1]}',
      'null',
      '',
    ]);
  });

  test('has own keys only', () => {
    expect([ownValue({ a: 1 }, 'a'), ownValue({ a: 1 }, 'constructor'), ownValue({ a: 1 }, 'b')]).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  test('may be JSON of a map', () => {
    expect(['{"a":1}', '[1]', '1', '{', ''].map(parsedObject)).toEqual([
      { a: 1 },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test.each<[string, boolean]>([
  ['1h30m', true],
  ['90s', true],
  ['0', true],
  ['-1.5h', true],
  ['+1ms', true],
  ['.5s', true],
  ['1.s', true],
  ['1us2µs3μs4ns', true],
  ['', false],
  ['90', false],
  ['1d', false],
  ['1h 30m', false],
  ['s', false],
  ['00', false],
  ['1s-1s', false],
  ['.s', false],
])('%j is a duration of Go: %s', (text, expected) => {
  expect(isGoDuration(text)).toBe(expected);
});

test('items of one key stand together, in their order, and keys in that of their first items', () => {
  const groups = grouped(['b1', 'a1', 'b2', 'a2', 'b3'], ([key]) => key);

  expect([...groups]).toEqual([
    ['b', ['b1', 'b2', 'b3']],
    ['a', ['a1', 'a2']],
  ]);
});

test('numbers', () => {
  expect(
    [
      [12, 18],
      [18, 12],
      [7, 3],
      [5, 0],
      [0, 5],
    ].map(([one, other]) => greatestCommonDivisor(one, other)),
  ).toEqual([6, 6, 1, 5, 5]);
  expect([numbersFrom(3, 2), numbersFrom(0, 1), numbersFrom(5, 0)]).toEqual([[3, 4], [0], []]);
});
