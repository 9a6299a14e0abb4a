import { claim, set } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { claimNamesInRanges, inRanges, hasClaims, missingOrdinals, ordinalsOf, retentionOf, templatesOf } from '../../../src/lint/changes/sets';

const made = (body: object) => new Manifest(body as PlainObject, {}, DEFAULT_CLUSTER);
const range = (from: number, end: number) => ({ from, end });
const groups = (template: object, spec: object = {}) => made({
  apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm', namespace: 'ml' }, spec: { leaderWorkerTemplate: template, ...spec },
});

test.each([
  [{}, range(0, 1)],
  [{ replicas: 0 }, range(0, 0)],
  [{ replicas: 3, ordinals: { start: 5 } }, range(5, 8)],
])('the ordinals of %j', (spec, expected) => {
  expect(ordinalsOf(made(set(spec)))).toEqual(expected);
});

test.each([
  ['the same', range(0, 3), range(0, 3), []],
  ['fewer', range(0, 3), range(0, 2), [range(2, 3)]],
  ['more', range(0, 3), range(0, 4), []],
  ['a later start', range(0, 3), range(1, 3), [range(0, 1)]],
  ['both ends', range(0, 5), range(1, 4), [range(0, 1), range(4, 5)]],
  ['none of them', range(0, 2), range(2, 4), [range(0, 2)]],
  ['none of them, below', range(2, 4), range(0, 2), [range(2, 4)]],
  ['far above', range(0, 2), range(9, 10), [range(0, 2)]],
])('what another range lacks: %s', (_, one, other, expected) => {
  expect(missingOrdinals(one, other)).toEqual(expected);
});

test('ranges are words, and one ordinal is a number', () => {
  expect(inRanges([range(0, 3), range(7, 8), range(9, 11)])).toBe('0 to 2, 7, 9 to 10');
});

test.each([
  [set(), 'whenDeleted', 'Retain'],
  [set({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }), 'whenDeleted', 'Delete'],
  [set({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }), 'whenScaled', 'Retain'],
  [set({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } }), 'whenScaled', 'Delete'],
] as const)('what becomes of claims: %j %s', (body, when, expected) => {
  expect(retentionOf(made(body), when)).toBe(expected);
});

test('of groups, the policy and the templates stand in the template', () => {
  const template = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' }, volumeClaimTemplates: [claim('data')] };
  expect([retentionOf(groups(template), 'whenScaled'), templatesOf(groups(template)), hasClaims(groups(template))]).toEqual(['Delete', ['data'], true]);
  expect([retentionOf(groups({}, template), 'whenScaled'), templatesOf(groups({}, template)), hasClaims(groups({}, template))]).toEqual(['Retain', [], false]);
});

describe('names of claims', () => {
  test.each([
    ['one', [range(0, 1)], 'data-db-0'],
    ['the last that is named', [range(0, 6)], 'data-db-0, data-db-1, data-db-2, data-db-3, data-db-4, data-db-5'],
    ['one more', [range(0, 7)], 'data-db-0, data-db-1, data-db-2, data-db-3, data-db-4, data-db-5 and 1 more'],
    ['two ranges', [range(0, 1), range(4, 6)], 'data-db-0, data-db-4, data-db-5'],
    ['a range that is not reached', [range(0, 6), range(9, 11)], 'data-db-0, data-db-1, data-db-2, data-db-3, data-db-4, data-db-5 and 2 more'],
    ['none', [], ''],
  ])('%s', (_, ranges, text) => {
    expect(claimNamesInRanges(made(set()), ranges)).toBe(text);
  });

  test('of some templates only', () => {
    const two = made(set({ volumeClaimTemplates: [claim('data'), claim('wal')] }));
    expect([claimNamesInRanges(two, [range(3, 4)]), claimNamesInRanges(two, [range(3, 4)], ['wal'])]).toEqual(['data-db-3, wal-db-3', 'wal-db-3']);
  });

  test('each pod of a group has its own, the leader without an index', () => {
    expect(claimNamesInRanges(groups({ size: 4, volumeClaimTemplates: [claim('data')] }), [range(0, 2)]))
      .toBe('data-llm-0, data-llm-0-1, data-llm-0-2, data-llm-0-3, data-llm-1, data-llm-1-1 and 2 more');
    expect(claimNamesInRanges(groups({ volumeClaimTemplates: [claim('data')] }), [range(0, 1)])).toBe('data-llm-0');
  });
});
