import * as fs from 'fs';
import * as path from 'path';
import { RolledRole, rolloutBounds, rolloutSteps, scaledRollout } from '../../../src/knowledge/disaggregated-set';

const role = (replicas: number, maxSurge: number, maxUnavailable: number): RolledRole => ({ replicas, maxSurge, maxUnavailable });

/** What the controller's own planner answers for random roles: replicas, maxSurge and maxUnavailable of each; lws v0.9.0 ComputeAllSteps. */
const PLANNED = JSON.parse(fs.readFileSync(path.join(__dirname, 'planned.json'), 'utf8')) as
  { readonly roles: readonly [number, number, number][]; readonly steps: readonly [number[], number[]][] }[];

test.each(PLANNED.map(each => [JSON.stringify(each.roles), each] as const))('the steps of %s are those of the controller', (_, { roles, steps }) => {
  expect(rolloutSteps(roles.map(each => role(...each))).map(step => [step.old, step.new])).toEqual(steps);
});

test('a surge is exceeded where one role may not end before the other', () => {
  const { most, leastReady } = rolloutBounds(rolloutSteps([role(4, 0, 1), role(1, 0, 1)]));
  expect({ most, leastReady }).toEqual({ most: [4, 2], leastReady: [2, 1] });
});

test('new replicas are ready when the controller goes on, not when they are made', () => {
  const steps = [{ old: [2], new: [0] }, { old: [1], new: [0] }, { old: [1], new: [1] }, { old: [0], new: [1] }];
  expect(rolloutBounds(steps)).toEqual({ most: [2], leastReady: [1] });
  expect(rolloutBounds([{ old: [2], new: [0] }, { old: [0], new: [2] }]).leastReady).toEqual([0]);
});

test('without a word on either, one more comes first', () => {
  expect(rolloutSteps([role(1, 0, 0), role(1, 0, 0)])).toEqual(rolloutSteps([role(1, 1, 0), role(1, 1, 0)]));
});

test('roles that have no replicas are replaced at once', () => {
  expect(rolloutSteps([role(0, 1, 0), role(0, 1, 0)])).toEqual([{ old: [0, 0], new: [0, 0] }]);
});

test('a roll-out of any size has an end', () => {
  expect(rolloutSteps([role(2 ** 31, 1, 0), role(1, 1, 0)]).length).toBeLessThanOrEqual(20_000);
});

test.each<[Record<string, number | string>, number, object | undefined]>([
  [{}, 4, { maxSurge: 0, maxUnavailable: 1 }],
  [{ maxSurge: '50%', maxUnavailable: '50%' }, 3, { maxSurge: 2, maxUnavailable: 1 }],
  [{ maxSurge: 2, maxUnavailable: 0 }, 4, { maxSurge: 2, maxUnavailable: 0 }],
  [{ maxSurge: 'two' }, 4, undefined],
  [{ maxUnavailable: -1 }, 4, undefined],
  [{ maxUnavailable: 0.5 }, 4, undefined],
])('%j of %d is read as the controller reads it', (given, replicas, expected) => {
  expect(scaledRollout(given, replicas)).toEqual(expected);
});
