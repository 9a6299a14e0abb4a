import * as fc from 'fast-check';
import { checkNameBudget, indexedJobNames, serviceName, statefulSetNames } from '../../src/base/names';
import { messageOf } from '../pod/carrier';

describe('one budget over every derived name', () => {
  test('the child that exceeds its limit most is named, with the sum and how much to cut', () => {
    const name = 'n'.repeat(50);
    const message = messageOf(() => checkNameBudget('name', name, [serviceName(`${name}-serving`), ...statefulSetNames(`${name}-0-leader`, 0), ...indexedJobNames(name, 9)]));
    expect(message).toBe(`name: Too long: "${name}": has 50 characters; the longest derived name, label controller-revision-hash "${name}-0-leader-xxxxxxxxxx", then has 70 of at most 63`
      + ' (a StatefulSet puts its name and a hash of up to 10 characters into a label value of at most 63, so its name has 52)'
      + '\n  help: use at most 43 characters; name: overrides the one made from the construct id');
  });

  test('a StatefulSet name has 52 characters: the 53rd never gets pods', () => {
    expect(() => checkNameBudget('name', 'n'.repeat(52), statefulSetNames('n'.repeat(52), 999))).not.toThrow();
    expect(messageOf(() => checkNameBudget('name', 'n'.repeat(53), statefulSetNames('n'.repeat(53), 999)))).toContain('use at most 52 characters');
  });

  test('a 64-character name is refused', () => {
    expect(messageOf(() => checkNameBudget('name', 'n'.repeat(64), [serviceName('n'.repeat(64))]))).toContain('has 64 characters; the longest derived name, Service');
  });

  test('a Job name leaves room for the last index', () => {
    expect(() => checkNameBudget('name', 'j'.repeat(60), indexedJobNames('j'.repeat(60), 99))).not.toThrow();
    expect(messageOf(() => checkNameBudget('name', 'j'.repeat(60), indexedJobNames('j'.repeat(60), 100)))).toContain(`pod hostname "${'j'.repeat(60)}-100", then has 64 of at most 63`);
  });

  test('what the message says to cut is exactly enough', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 12000 }), (length, ordinal) => {
      const budget = (size: number) => checkNameBudget('name', 'n'.repeat(size), [serviceName(`${'n'.repeat(size)}-serving`), ...statefulSetNames('n'.repeat(size), ordinal)]);
      try {
        budget(length);
      } catch (error) {
        const allowed = Number(/use at most (\d+)/.exec((error as Error).message)![1]);
        expect(() => budget(allowed)).not.toThrow();
        expect(() => budget(allowed + 1)).toThrow(`use at most ${allowed}`);
      }
    }));
  });
});
