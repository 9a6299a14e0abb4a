import { boundedFinding } from '../../../src/base/findings/bounded';
import { Finding } from '../../../src/base/findings/finding';
import { cut, cutJson, LONGEST_TEXT, LONGEST_VALUE } from '../../../src/base/text/cut';
import { listed } from '../../../src/base/text/listed';

describe('a text', () => {
  test.each(['', 'abc', 'x'.repeat(LONGEST_VALUE)])('that is short enough stays as it is', text => expect(cut(text)).toBe(text));

  test('that is too long ends in its length, within the same limit', () => {
    const short = cut('x'.repeat(300_000));
    expect(short).toMatch(/^x+… \(300,000 characters\)$/);
    expect(short).toHaveLength(LONGEST_VALUE);
    expect(cut(short)).toBe(short);
  });

  test('is not cut in the middle of a character', () => {
    expect(cut(`${'x'.repeat(9)}😀${'x'.repeat(100)}`, 28)).toBe(`${'x'.repeat(9)}… (111 characters)`);
    expect(cut('😀'.repeat(100))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

describe('JSON of a value', () => {
  test.each<[string, unknown]>([
    ['a text', 'a"b\n'],
    ['nothing', undefined],
    ['null', null],
    ['a list', [1, 'a', null, [undefined]]],
    ['a map', { b: 1, a: { c: [true] } }],
    ['keys of JavaScript', JSON.parse('{"__proto__": 1, "toString": {"constructor": 2}}')], ['a date', new Date(0)],
  ])('is that of JSON.stringify when it is short: %s', (_, value) => {
    expect(cutJson(value)).toBe(JSON.stringify(value) ?? 'undefined');
  });

  test('of a long text ends in its length', () => {
    expect(cutJson('x'.repeat(300_000), 10)).toBe('"xxxxxxxxx… (300,000 characters)');
  });

  test.each<[string, unknown]>([
    ['many items', Array.from({ length: 200 }, (_, index) => index)],
    ['many keys', Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index]))],
    ['a long text inside', { a: ['x'.repeat(1000)] }],
    ['a long key', { ['k'.repeat(1000)]: 1 }],
    ['a text of escapes', ['\n'.repeat(1000)]],
  ])('begins as that of the whole: %s', (_, value) => {
    expect(cutJson(value)).toBe(`${JSON.stringify(value).slice(0, LONGEST_VALUE)}…`);
  });

  test('reads no more of a value than it shows', () => {
    let read = 0;
    const get = (items: number[], key: PropertyKey) => {
      read++;
      return Reflect.get(items, key) as unknown;
    };
    const value = new Proxy(Array.from({ length: 100_000 }, () => 1), { get });
    cutJson([value]);
    expect(read).toBeLessThan(2 * LONGEST_VALUE);
  });
});

describe('a list of names', () => {
  test.each([[[], ''], [['a'], 'a'], [['a', 'b'], 'a, b'], [['a', 'b', 'c'], 'a, b and 1 more']])('%j', (names, text) => {
    expect(listed(names, 2)).toBe(text);
    expect(listed(new Set(names), 2)).toBe(text);
  });

  test('has names of a bearable length', () => expect(listed(['x'.repeat(1000)])).toHaveLength(LONGEST_VALUE));

  test('takes no more from a long list than it names', () => {
    let taken = 0;
    function* names() {
      for (;;) {
        taken++;
        yield 'n';
      }
    }
    expect(listed(names(), 3)).toBe('n, n, n and more');
    expect(taken).toBe(4);
  });
});

test('a finding is of a bearable length in each of its parts', () => {
  const long = 'x'.repeat(300_000);
  const finding: Finding = {
    id: 'AIW0001',
    title: 't',
    class: 'advice',
    object: { apiVersion: long, kind: long, namespace: long, name: long },
    field: long,
    message: long,
    notes: Array.from({ length: 100 }, () => long),
    help: long,
    construct: long,
    file: long,
  };
  expect(JSON.stringify(boundedFinding(finding)).length).toBeLessThan(25 * LONGEST_TEXT);
  const short: Finding = { id: 'AIW0001', title: 't', class: 'advice', message: 'm', field: 'f', notes: ['n'], help: 'h', file: 'f', line: 1 };
  expect(boundedFinding(short)).toEqual(short);
});
