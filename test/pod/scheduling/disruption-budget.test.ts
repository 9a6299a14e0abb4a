import { DisruptionBudget } from '../../../src';
import { planBudget, planJobBudget } from '../../../src/pod/scheduling/disruption-budget';
import { createBudget } from '../../../src/workloads/objects';
import { chartIn, messageOf } from '../carrier';

describe('one budget over all pods of a workload', () => {
  test.each([
    ['one at a time by default', undefined, 8, 1],
    ['also for a single pod, which a drain may still take', undefined, 1, 1],
    ['as many as said', DisruptionBudget.atMost(3), 8, 3],
    ['none when not wanted', DisruptionBudget.none(), 8, undefined],
    ['none without pods', undefined, 0, undefined],
  ])('%s', (_, budget, pods, maxUnavailable) => {
    expect(planBudget(budget, pods)?.maxUnavailable).toBe(maxUnavailable);
    expect(planBudget(budget, pods)?.minAvailable).toBeUndefined();
  });

  test('never blocks every drain', () => {
    for (let pods = 1; pods < 50; pods++) {
      expect(planBudget(undefined, pods)!.maxUnavailable).toBeGreaterThan(0);
    }
    expect(messageOf(() => DisruptionBudget.atMost(0))).toContain('DisruptionBudget.atMost(pods): Invalid value: 0: must be a whole number of at least 1\n  help: 0 would block every drain for ever');
    expect(messageOf(() => DisruptionBudget.atMost(0.5))).toContain('Invalid value: 0.5');
    expect(messageOf(() => DisruptionBudget.perZone(-1))).toContain('DisruptionBudget.perZone(pods): Invalid value: -1');
  });

  test('pods that are not ready may always go', () => {
    const manifest = createBudget(chartIn(), 'B', { name: 'llm', labels: { team: 'nlp' } }, planBudget(undefined, 8)!, { app: 'llm' }).toJson();
    expect(manifest).toEqual({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'llm', namespace: 'ml', labels: { team: 'nlp' } },
      spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: { app: 'llm' } } },
    });
  });
});

describe('a Job has no scale, so its budget is an integer minAvailable', () => {
  test.each([
    [undefined, 16, 15], [DisruptionBudget.atMost(4), 16, 12], [undefined, 2, 1], [undefined, 1, undefined],
    [DisruptionBudget.atMost(16), 16, undefined],
    [DisruptionBudget.atMost(99), 16, undefined], [DisruptionBudget.none(), 16, undefined],
  ])('%j of %d pods', (budget, pods, minAvailable) => {
    const plan = planJobBudget(budget, pods);
    expect(plan?.minAvailable).toBe(minAvailable);
    expect(plan?.maxUnavailable).toBeUndefined();
  });

  test('the manifest and the sum', () => {
    const plan = planJobBudget(DisruptionBudget.atMost(4), 16)!;
    expect(plan.text).toContain('16 - 4 = 12 pods stay');
    expect(createBudget(chartIn(), 'B', { name: 'train', labels: {} }, plan, { a: 'b' }).toJson().spec).toEqual({ minAvailable: 12, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: { a: 'b' } } });
  });
});

test.each([['a set', planBudget], ['a Job', planJobBudget]])('perZone is refused for %s that has no zones', (_, plan) => {
  expect(messageOf(() => plan(DisruptionBudget.perZone(1), 8)))
    .toBe('disruptionBudget: Forbidden: perZone counts zones, and this workload is not partitioned by zone\n  help: use DisruptionBudget.atMost(n)');
});
