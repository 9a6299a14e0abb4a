import { Duration } from 'cdk8s';
import { checkZoneCount, MAX_PODS, podCount, setCount } from '../../src/base/count-limits';
import { atField, inCall, INT32_MAX, InvalidInput, wholeNumber } from '../../src/base/errors/invalid-input';
import { wholeSeconds } from '../../src/base/seconds';

function fieldsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    return (error as InvalidInput).problems.map(({ field }) => field);
  }
  return [];
}

describe('counts', () => {
  test.each<[string, (count: number) => unknown, number, string]>([
    [
      'pods',
      count => podCount('replicas', count, { min: 1 }),
      MAX_PODS,
      'is more than the 150000 pods that a cluster is made for',
    ],
    [
      'sets',
      count => setCount('groups', count, 'group', 'h'),
      2_000,
      'each group has a set of pods of its own, and Kubernetes is made for 2000',
    ],
    [
      'zones',
      count => checkZoneCount('zones', Array.from({ length: count })),
      5_000,
      'is more than the 5000 nodes that a cluster is made for',
    ],
    [
      'whole numbers without an upper bound',
      count => wholeNumber('n', count, { min: 0 }),
      INT32_MAX,
      'is more than the field holds (2147483647)',
    ],
    [
      'whole numbers with one',
      count => wholeNumber('n', count, { min: 0, max: 7 }),
      7,
      'must be a whole number between 0 and 7',
    ],
    [
      'seconds',
      count => wholeSeconds('t', Duration.seconds(count)),
      INT32_MAX,
      'is more than the field holds (2147483647 s, 68 years)',
    ],
  ])('of %s go up to their limit and no further', (_, count, limit, message) => {
    expect(() => count(limit)).not.toThrow();
    expect(() => count(limit + 1)).toThrow(message);
  });

  test.each<[string, (count: number) => unknown]>([
    ['pods', count => podCount('replicas', count, { min: 2 })],
    ['whole numbers', count => wholeNumber('n', count, { min: 2 })],
    ['seconds', count => wholeSeconds('t', Duration.seconds(count), 2)],
  ])('of %s begin at their least, and are whole', (_, count) => {
    expect(() => count(2)).not.toThrow();
    expect(() => count(1)).toThrow('at least 2');
    expect(() => count(2.5)).toThrow('whole number');
  });

  test('are given back', () => {
    expect([
      podCount('p', 3, { min: 1 }),
      setCount('s', 4, 'zone', 'h'),
      wholeNumber('n', 5, { min: 0 }),
      wholeSeconds('t', Duration.minutes(2)),
    ]).toEqual([3, 4, 5, 120]);
  });
});

test('what two problems are about is told at the place where it was written', () => {
  const work = () => {
    throw new InvalidInput(
      ['name', '[0].size', 'pod(x)'].map(field => ({ field, reason: 'Required value', detail: 'd', help: 'h' })),
    );
  };

  expect(fieldsOf(() => atField('claims[0]', work))).toEqual([
    'claims[0].name',
    'claims[0][0].size',
    'claims[0].pod(x)',
  ]);
  expect(fieldsOf(() => inCall('pod', work))).toEqual(['pod(name)', 'pod([0].size)', 'pod(x)']);
});
