import { App, Chart } from 'cdk8s';
import { KubernetesVersion, Target, ZonePartition, ZonePartitionedStatefulSet } from '../../../src';
import { adviceOf } from '../../../src/base/findings/construct-checks';

/** The same workload in two namespaces of one app: what is said of the second. */
function moved(before: ZonePartition[], after: ZonePartition[], names = ['Db', 'Db']) {
  const app: App = new App();
  const [, second] = [before, after].map((zones, index) => {
    const chart = new Chart(app, ['old', 'new'][index], { namespace: ['old', 'new'][index] });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });
    return new ZonePartitionedStatefulSet(chart, names[index], { zones, container: { image: 'registry.example/db:1', portNumber: 5432 } });
  });
  return adviceOf(second).filter(({ id }) => id === 'AIW3204');
}

test('a slice whose range has no end reaches into the one that another construct has', () => {
  expect(moved([{ zone: 'eu-1a', replicas: 3, firstOrdinal: 0 }], [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 3 }])).toMatchObject([{
    class: 'risky',
    construct: 'new/Db',
    field: 'zones[0].firstOrdinal',
    message: 'Invalid value: 3: eu-1a 3-102 (given 3, then 3 + 100 - 1 = 102) overlaps eu-1a 0-99 (given 0, then 0 + 100 - 1 = 99) of old/Db: 97 ordinals, 3 to 99, belong to both',
    help: 'end the lower range in old/Db before 3: firstOrdinal: 0, lastOrdinal: 2 of zone eu-1a; without lastOrdinal a range is one stride long',
  }]);
});

test('the lower range may be the second one, and of another zone', () => {
  expect(moved([{ zone: 'eu-1b', replicas: 3, firstOrdinal: 6 }], [{ zone: 'eu-1a', replicas: 6, firstOrdinal: 0 }])).toMatchObject([{
    message: expect.stringContaining('94 ordinals, 6 to 99, belong to both'), help: expect.stringContaining('end the lower range in new/Db before 6: firstOrdinal: 0, lastOrdinal: 5 of zone eu-1a'),
  }]);
});

test('a slice from a slot meets one that was given', () => {
  expect(moved([{ zone: 'eu-1a', replicas: 3 }], [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 50 }])).toHaveLength(1);
});

test.each<[string, ZonePartition[], ZonePartition[], string[]]>([
  ['with an end', [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 0, lastOrdinal: 2 }], [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 3 }], ['Db', 'Db']],
  ['a copy for another environment', [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 10 }], [{ zone: 'eu-1a', replicas: 1, firstOrdinal: 10 }], ['Db', 'Db']],
  ['an environment with other zones', [{ zone: 'eu-1a', replicas: 3 }], [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 3 }], ['Db', 'Db']],
  ['another workload', [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 0 }], [{ zone: 'eu-1a', replicas: 3, firstOrdinal: 3 }], ['Db', 'Cache']],
])('silent: %s', (_, before, after, names) => {
  expect(moved(before, after, names)).toEqual([]);
});
