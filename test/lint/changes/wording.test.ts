import { template, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { Restart } from '../../../src/lint/changes/restarts';
import { awayText, devicesText, firstOf, podsText, releaseHelp } from '../../../src/lint/changes/wording';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { factsOf } from '../facts/objects';

const letters = (count: number) => [...'abcdefghij'].slice(0, count);

test.each([[0, ''], [1, 'a'], [6, 'a, b, c, d, e, f'], [7, 'a, b, c, d, e, f and 1 more'], [9, 'a, b, c, d, e, f and 3 more']])('of %i texts the first six', (count, text) => {
  expect(firstOf(letters(count))).toBe(text);
});

test('one pod, several pods', () => {
  expect([0, 1, 2].map(podsText)).toEqual(['0 pods', '1 pod', '2 pods']);
});

describe('how many are away at a time', () => {
  const away = (...numbers: readonly (readonly [away?: number, pods?: number])[]) => (
    awayText(numbers.map(([gone, pods]) => ({ away: gone, pods })) as Restart[]));

  test.each([
    ['of one workload', away([1, 3]), '1 of 3 pods'],
    ['of several', away([1, 3], [2, 4]), '1 of 3 + 2 of 4 = 3 of 7 pods'],
    ['of many', away(...letters(8).map((): [number, number] => [1, 2])), '1 of 2 + 1 of 2 + 1 of 2 + 1 of 2 + 1 of 2 + 1 of 2 and 2 more = 8 of 16 pods'],
    ['nobody knows how many there are', away([1, 3], [1, undefined]), undefined],
    ['nobody knows how many are away', away([1, 3], [undefined, 3]), undefined],
  ])('%s', (_, text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('which devices are held', () => {
  const gpus = (count: unknown, resource = 'nvidia.com/gpu') => template({}, '', { containers: [{ name: 'main', image: 'a:1', resources: { limits: { [resource]: count } } }] });
  const facts = factsOf(
    workload('Deployment', 'one', { template: gpus(8) }) as PlainObject,
    workload('Deployment', 'two', { template: gpus(4) }) as PlainObject,
    workload('Deployment', 'slices', { template: gpus(1, 'google.com/tpu') }) as PlainObject,
    workload('Deployment', 'none', { template: gpus(0) }) as PlainObject,
    {
      apiVersion: 'leaderworkerset.x-k8s.io/v1',
      kind: 'LeaderWorkerSet',
      metadata: { name: 'group', namespace: 'ml' },
      spec: { replicas: 2, leaderWorkerTemplate: { size: 3, leaderTemplate: gpus(1), workerTemplate: gpus(8) } },
    } as unknown as PlainObject,
  );
  const restart = (name: string, pods?: number, kept: readonly (number | undefined)[] = [pods]) => {
    const sets = facts.get(podSets).filter(({ carrier }) => carrier.name === name);
    return { sets, kept, pods } as unknown as Restart;
  };

  test.each([
    ['one workload', [restart('one', 2)], '2 x nvidia.com/gpu 8 = 16'],
    ['as many pods as are replaced, not as there will be', [restart('one', 1, [3])], '1 x nvidia.com/gpu 8 = 8'],
    ['a number that nobody knows', [restart('one')], 'nvidia.com/gpu 8'],
    ['the same devices are counted together', [restart('one', 2), restart('one', 3)], '5 x nvidia.com/gpu 8 = 40'],
    ['others apart', [restart('one', 2), restart('two', 3)], '2 x nvidia.com/gpu 8 + 3 x nvidia.com/gpu 4 = 28'],
    ['leaders and workers', [restart('group', 6, [2, 4])], '2 x nvidia.com/gpu 1 + 4 x nvidia.com/gpu 8 = 34'],
    ['workers of which nobody knows the number', [restart('group', undefined, [2, undefined])], '2 x nvidia.com/gpu 1 + nvidia.com/gpu 8'],
    ['devices that nobody can count', [restart('one', 2), restart('slices', 1)], '2 x nvidia.com/gpu 8 + 1 x google.com/tpu 1'],
    ['no pods', [restart('one', 0)], '0 x nvidia.com/gpu 8'],
    ['no devices', [restart('none', 2)], undefined],
  ])('%s', (_, restarts, expected) => {
    expect(devicesText(restarts, facts)).toBe(expected);
  });
});

describe('what follows the name of the release', () => {
  const help = (...paths: readonly string[][]) => releaseHelp(paths.map(each => ({ paths: each }) as unknown as Restart)).split(':')[0];
  const OF_RELEASE = 'only labels that name the release change';

  test.each([
    '[helm.sh/chart]', '[app.kubernetes.io/version]', '.chart', '.version', '.version (order)',
  ])('spec.template.metadata.labels%s alone', path => {
    expect(help([`spec.template.metadata.labels${path}`])).toBe(OF_RELEASE);
  });

  test.each(['.app', '.subversion', '.versions', '[example.org/version]'])('not spec.template.metadata.labels%s', path => {
    expect(help([`spec.template.metadata.labels${path}`])).toBe('');
  });

  test('nor beside anything else, in one workload or in another', () => {
    const [label, image] = ['spec.template.metadata.labels.version', 'spec.template.spec.containers[0].image'];
    expect([help([label, image]), help([label], [image]), help([label], [label])]).toEqual(['', '', OF_RELEASE]);
    expect(help(['spec.template.metadata.annotations.version'])).toBe('');
  });
});
