import { App, Chart } from 'cdk8s';
import * as library from '../../src';

const CONTAINER = { image: 'registry.example/train:1', command: ['train'], cpu: '1', portNumber: 80, memory: library.Memory.of('1Gi') };
const zones = (count: number): string[] => Array.from({ length: count }, (_, index) => `zone-${index + 1}`);
const partitions = (count: number) => zones(count).map(zone => ({ zone, replicas: 1 }));

/** The error of a construct, before anything of it is made: these would otherwise run for minutes, or out of memory. */
function refusal(pattern: string, props: object): string {
  const make = (library as unknown as { [name: string]: new (scope: Chart, id: string, props: object) => unknown })[pattern];
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  try {
    new make(chart, 'Llm', { container: CONTAINER, ...props });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const tooMany = (field: string, count: number) => `prod/Llm: ${field}: Invalid value: ${count}: is more than the 150000 pods that a cluster is made for\n  help: give at most 150000`;
const tooManySets = (field: string, count: number, noun: string) =>
  `prod/Llm: ${field}: Invalid value: ${count}: each ${noun} has a set of pods of its own, and Kubernetes is made for 2000 of a kind in a namespace\n  help: use `;

describe('a count that multiplies objects or work is looked at first', () => {
  const { leaderWorkerSet, singleStatefulSet } = library.LeaderWorkerBackend;
  test.each<[string, string, object, string]>([
    ['groups', 'LeaderWorkerGroup', { size: 2, groups: 2001 }, tooManySets('groups', 2001, 'group')],
    ['groups of a minute', 'LeaderWorkerGroup', { size: 1, groups: 75_000, backend: singleStatefulSet() }, tooManySets('groups', 75_000, 'group')],
    ['groups as many as the field holds', 'LeaderWorkerGroup', { size: 1, groups: 2 ** 31 - 1, backend: leaderWorkerSet() }, tooMany('groups', 2 ** 31 - 1)],
    ['size', 'LeaderWorkerGroup', { size: 150_001 }, 'prod/Llm: size: Invalid value: 150001: 1 group x 150001 pods = 150001, more than the 150000 pods that a cluster is made for'],
    ['size as many as the field holds', 'LeaderWorkerGroup', { size: 2 ** 31 - 1 }, 'prod/Llm: size: Invalid value: 2147483647: 1 group x 2147483647'],
    ['workers', 'IndexedTrainingJob', { workers: 2 ** 31 - 1 }, 'prod/Llm: workers: Invalid value: 2147483647: must be a whole number between 1 and 100000'],
    ['a world', 'IndexedTrainingJob', { worldSize: 2 ** 31 - 1 }, 'prod/Llm: worldSize: Invalid value: 2147483647: must be a whole number between 1 and 100000'],
    ['zones', 'ZonePartitionedStatefulSet', { zones: partitions(2001) }, tooManySets('zones', 2001, 'zone')],
    ['replicas of a zone', 'ZonePartitionedStatefulSet', { stride: 2 ** 31 - 1, zones: [{ zone: 'a', replicas: 2 ** 31 - 1 }] }, tooMany('zones[0].replicas', 2 ** 31 - 1)],
    ['zones of Deployments', 'ZonalDeployments', { zones: zones(2001) }, tooManySets('zones', 2001, 'zone')],
    ['replicas of Deployments', 'ZonalDeployments', { zones: ['a'], replicas: 150_001 }, tooMany('replicas', 150_001)],
    ['replicas of a Service', 'LocalityService', { container: undefined, selector: { app: 'a' }, port: 80, zones: ['a'], replicas: 2 ** 31 - 1 }, tooMany('replicas', 2 ** 31 - 1)],
  ])('%s', (_, pattern, props, expected) => {
    expect(refusal(pattern, props).slice(0, expected.length)).toBe(expected);
  });

  test.each<[string, string, object]>([
    ['groups', 'LeaderWorkerGroup', { size: 2, groups: 2000 }],
    ['groups of a LeaderWorkerSet', 'LeaderWorkerGroup', { size: 2, groups: 75_000, backend: leaderWorkerSet() }],
    ['size', 'LeaderWorkerGroup', { size: 150_000 }],
    ['workers', 'IndexedTrainingJob', { workers: 100_000 }],
    ['zones', 'ZonePartitionedStatefulSet', { zones: partitions(2000) }],
    ['replicas of a zone', 'ZonePartitionedStatefulSet', { stride: 150_000, zones: [{ zone: 'a', replicas: 150_000 }] }],
    ['ports', 'LeaderWorkerGroup', { size: 1, servingPorts: Array.from({ length: 10_000 }, (_, index) => ({ port: index + 1, name: `p${index}` })) }],
  ])('as many as are taken: %s', (_, pattern, props) => {
    expect(refusal(pattern, props)).toBe('');
  });
});
