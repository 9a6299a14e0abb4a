import * as fc from 'fast-check';
import { remembered, rememberedOf } from '../../src/base/remembered';

describe('answers that are remembered', () => {
  test('are those of the function, whatever was asked before', () => {
    const answerTo = (text: string) => (text.includes('a') ? undefined : text.length);
    const same = remembered(answerTo);
    fc.assert(fc.property(fc.array(fc.string({ maxLength: 4 })), texts => {
      expect(texts.map(text => same(text))).toEqual(texts.map(text => answerTo(text)));
    }));
  });

  test('are asked for once, also those that say nothing', () => {
    const asked: string[] = [];
    const nothing = remembered(text => void asked.push(text));
    ['a', 'a', 'b', 'a'].forEach(nothing);
    expect(asked).toEqual(['a', 'b']);
  });

  test('of long texts are not kept, and those of many texts are forgotten', () => {
    let asked = 0;
    const count = remembered(() => ++asked);
    const long = 'x'.repeat(501);
    expect([count(long), count(long)]).toEqual([1, 2]);
    for (let number = 0; number < 10_001; number++) {
      count(String(number));
    }
    expect(count('10000')).toBe(10_003);
    expect(count('0')).toBe(10_004);
  });

  test('of an object are kept with it', () => {
    let asked = 0;
    const nothing = rememberedOf((_: object) => void asked++);
    const subject = {};
    [subject, subject, {}].forEach(nothing);
    expect(asked).toBe(2);
  });
});
