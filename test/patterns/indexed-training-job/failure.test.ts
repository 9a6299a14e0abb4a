import { App, Chart, Duration } from 'cdk8s';
import { Capacity, DefaultSet, ExitCodeRules, FailureScope, IndexedTrainingJobProps, Rendezvous, SuccessPolicy, Target, TrainingBackend } from '../../../src';
import { planTraining } from '../../../src/patterns/indexed-training-job/plan';

const torchrun = Rendezvous.torchrun();
const jobSet = TrainingBackend.jobSet();

function plan(props: Partial<IndexedTrainingJobProps>, defaults?: DefaultSet) {
  const container = { image: 'registry.example/train:1', command: ['python', 'train.py'], name: 'trainer' };
  const chart = new Chart(new App(), 'prod');
  Target.define(chart, { defaults });
  return planTraining('Pretrain', { container, workers: 4, ...props }, Target.of(chart));
}

function failure(props: Partial<IndexedTrainingJobProps>, defaults?: DefaultSet) {
  return plan(props, defaults).failure;
}

const disruption = (action: string) => ({ action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] });
const codes = (action: string, ...values: number[]) => ({ action, onExitCodes: { containerName: 'trainer', operator: 'In', values } });

describe('how often', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, object]>([
    ['three restarts of all pods by default, and so many as disruptions may take', { rendezvous: torchrun },
      {
        restarts: 3,
        backoffLimit: 92,
        sum: 'backoffLimit (3 restarts + 20 disruptions) x 4 pods = 92: one crash of the run fails all of its pods, and so does a disruption',
      }],
    ['the restarts asked for', { rendezvous: torchrun, restarts: 10 }, { backoffLimit: 120 }],
    ['none but after disruptions', { restarts: 0 }, { backoffLimit: 80 }],
    ['none at all', { restarts: 0, toleratedDisruptions: 0 }, { backoffLimit: 0, sum: 'backoffLimit 0 restarts x 4 pods = 0: one crash of the run may fail all of its pods' }],
    ['retries of each index', { failureScope: FailureScope.independent({ retriesPerIndex: 2 }) }, { backoffLimitPerIndex: 2, sum: '2 for each of 4 indexes' }],
    ['few failed indexes', { failureScope: FailureScope.independent({ retriesPerIndex: 0, maxFailedIndexes: 1 }) },
      { backoffLimitPerIndex: 0, maxFailedIndexes: 1, sum: '0 for each of 4 indexes; the Job fails with index failure 2' }],
    ['restarts of the gang', { backend: jobSet, restarts: 5 }, {
      restarts: 5,
      maxRestarts: 25,
      backoffLimit: 0,
      sum: expect.stringContaining('maxRestarts 5 restarts + 20 disruptions = 25 of the JobSet; backoffLimit 0 of its Job'),
    }],
  ])('%s', (_, props, expected) => {
    expect(failure(props)).toMatchObject(expected);
  });
});

describe('an elastic run is over when', () => {
  const index0 = { rules: [{ succeededIndexes: '0' }] };
  const elastic = (minWorkers: number): Partial<IndexedTrainingJobProps> => ({ rendezvous: torchrun, elastic: { minWorkers }, container: { image: 'a', command: ['torchrun', 'train.py'] } });

  test.each<[string, Partial<IndexedTrainingJobProps>, DefaultSet | undefined, object | undefined]>([
    ['index 0 is, since others may have no node at the end', elastic(2), undefined, index0],
    ['all are, where all must be there', elastic(4), undefined, undefined],
    ['all are, where somebody says so', { ...elastic(2), successPolicy: SuccessPolicy.allIndexes() }, undefined, undefined],
    ['as many are as somebody says', { ...elastic(2), successPolicy: SuccessPolicy.count(2) }, undefined, { rules: [{ succeededCount: 2 }] }],
    ['all are, in the first default set', elastic(2), DefaultSet.V1, undefined],
  ])('%s', (_, props, defaults, policy) => {
    expect(plan(props, defaults).success.policy).toEqual(policy);
  });
});

describe('restarts kept for disruptions', () => {
  const spot = Capacity.spotKarpenter();

  test.each<[string, Partial<IndexedTrainingJobProps>, number]>([
    ['twenty for few workers', { workers: 3, rendezvous: torchrun }, 20],
    ['two for each of many workers, as a roll-out of their nodes drains each once', { workers: 64, rendezvous: torchrun }, 128],
    ['fifty for few workers on spot nodes', { workers: 3, capacity: spot }, 50],
    ['four for each of many workers on spot nodes', { workers: 16, capacity: spot }, 64],
    ['the same whatever the rendezvous, since plain workers may be one world too', { workers: 16, rendezvous: Rendezvous.jax() }, 32],
    ['those of a gang', { workers: 16, capacity: spot, backend: jobSet }, 64],
    ['none for a single worker, which has no peers', { workers: 1 }, 0],
    ['those of a single worker on spot nodes, whose node may be taken by a plain deletion', { workers: 1, capacity: spot }, 50],
    ['none for independent indexes', { failureScope: FailureScope.independent({ retriesPerIndex: 1 }) }, 0],
    ['those asked for', { workers: 64, toleratedDisruptions: 7 }, 7],
    ['as many as the field holds, at most', { workers: 100_000 }, Math.floor((2 ** 31 - 1) / 100_000) - 3],
  ])('are %s', (_, props, count) => {
    const planned = failure(props);
    expect(planned.disruptions.count).toBe(count);
    expect(planned.maxRestarts ?? planned.backoffLimit ?? 0).toBeGreaterThanOrEqual(count);
  });

  test('came with the second default set', () => {
    const before = failure({ rendezvous: torchrun, restarts: 1, capacity: spot }, DefaultSet.V1);
    expect(before).toMatchObject({ backoffLimit: 4, disruptions: { count: 0 } });
    expect(failure({ backend: jobSet, restarts: 1 }, DefaultSet.V1)).toMatchObject({ maxRestarts: 1 });
    expect(failure({ restarts: 1, toleratedDisruptions: 2 }, DefaultSet.V1)).toMatchObject({ backoffLimit: 12 });
  });

  // Each eviction counts the peers; a deletion counts all.
  test.each([[3, spot], [4, spot], [16, spot], [3, undefined], [16, undefined], [64, undefined]])(
    'let %d workers survive as many disruptions, and end a program that never works', (workers, capacity) => {
      const { backoffLimit, disruptions } = failure({ workers, capacity, rendezvous: torchrun, restarts: 1 });
      expect(disruptions.count * workers).toBeLessThanOrEqual(backoffLimit!);
      expect((disruptions.count + 2) * workers).toBeGreaterThan(backoffLimit!);
    });
});

describe('rules of the Job', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, object[]]>([
    ['a disruption is not counted', { rendezvous: torchrun }, [disruption('Ignore')]],
    ['a disruption is recognised before any code, and codes are sorted', { exitCodes: { fail: [43, 42], ignore: [7], count: [9] } },
      [disruption('Ignore'), codes('Ignore', 7), codes('Count', 9), codes('FailJob', 42, 43)]],
    ['an independent index fails alone', { failureScope: FailureScope.independent({ retriesPerIndex: 3 }), exitCodes: { failIndex: [2], fail: [3] } },
      [disruption('Ignore'), codes('FailIndex', 2), codes('FailJob', 3)]],
    ['exit 1 of a plain program may fail the Job', { exitCodes: { fail: [1] } }, [disruption('Ignore'), codes('FailJob', 1)]],
    ['codes of torchrun count with the wrapper', { rendezvous: torchrun, wrapExit: true, exitCodes: { fail: [42] } }, [disruption('Ignore'), codes('FailJob', 42)]],
    ['under a gang, what is not counted fails the Job with a reason of its own', { backend: jobSet, exitCodes: { ignore: [7], fail: [42] } },
      [disruption('FailJob'), codes('FailJob', 7), codes('FailJob', 42)]],
  ])('%s', (_, props, rules) => {
    expect(failure(props).rules).toEqual(rules);
  });
});

describe('rules of the JobSet', () => {
  const notCounted = { name: 'notCounted', action: 'RestartJobSetAndIgnoreMaxRestarts', onJobFailureReasons: ['PodFailurePolicy'] };

  test('a Job alone has none', () => {
    expect(failure({ exitCodes: { fail: [42] } }).gangRules).toEqual([]);
  });

  test('a disruption restarts the gang without being counted', () => {
    expect(failure({ backend: jobSet }).gangRules).toEqual([notCounted]);
  });

  test('a deadline is not restarted', () => {
    expect(failure({ backend: jobSet, activeDeadline: Duration.hours(1) }).gangRules[0])
      .toEqual({ name: 'deadline', action: 'FailJobSet', onJobFailureReasons: ['DeadlineExceeded'] });
  });

  test('a fatal code is told from a disruption by the rule that the Job names in its message', () => {
    const [fatal, rest] = failure({ backend: jobSet, exitCodes: { fail: [42], ignore: [7] } }).gangRules;
    expect(rest).toEqual(notCounted);
    expect(fatal).toMatchObject({ action: 'FailJobSet', onJobFailureReasons: ['PodFailurePolicy'] });
    // The messages of the Job controller (pkg/controller/job/pod_failure_policy.go).
    const [pattern] = fatal.onJobFailureMessagePatterns as string[];
    expect('Container trainer for pod ml/p-0 failed with exit code 42 matching FailJob rule at index 2').toMatch(new RegExp(pattern));
    expect('Container trainer for pod ml/p-0 failed with exit code 7 matching FailJob rule at index 1').not.toMatch(new RegExp(pattern));
    expect('Pod ml/p-0 has condition DisruptionTarget matching FailJob rule at index 0').not.toMatch(new RegExp(pattern));
  });
});

describe('refused', () => {
  const independent = FailureScope.independent({ retriesPerIndex: 1 });
  const rules = (exitCodes: ExitCodeRules, more: Partial<IndexedTrainingJobProps> = {}) => ({ exitCodes, ...more });

  test.each<[string, Partial<IndexedTrainingJobProps>, string]>([
    ['limits of one index with a collective rendezvous', { rendezvous: torchrun, failureScope: independent },
      'failureScope: Forbidden: with the torchrun rendezvous the loss of one worker stops all, so indexes have no retries of their own'],
    ['independent indexes in a gang', { backend: jobSet, failureScope: independent }, 'failureScope: Forbidden: TrainingBackend.jobSet() restarts all workers together'],
    ['restarts beside retries of each index', { restarts: 3, failureScope: independent }, 'restarts: Forbidden'],
    ['more failed indexes than there are', { failureScope: FailureScope.independent({ retriesPerIndex: 1, maxFailedIndexes: 5 }) },
      'failureScope.maxFailedIndexes: Invalid value: 5: must be a whole number between 0 and 4'],
    ['negative restarts', { restarts: -1 }, 'restarts: Invalid value: -1'],
    ['more failures than the field holds', { restarts: 1e9 }, 'restarts: Invalid value: 1000000000: backoffLimit 1000000000 restarts x 4 pods = 4000000000 is more than the field holds'],
    ['codes that torchrun hides', rules({ fail: [42] }, { rendezvous: torchrun }), 'exitCodes: Forbidden: with the torchrun rendezvous the code of the container is not the code of the program: torchrun exits 1'],
    ['failing at once on exit 1 of torchrun', rules({ fail: [42, 1] }, { rendezvous: torchrun, wrapExit: true }), 'exitCodes.fail[1]: Forbidden: exit 1 is what torchrun and a worker that lost its peer end with'],
    ['success as a failure', rules({ fail: [0] }), 'exitCodes.fail[0]: Invalid value: 0: must be a whole number between 1 and 255\n  help: 0 is success'],
    ['a code that no process has', rules({ ignore: [256] }), 'exitCodes.ignore[0]: Invalid value: 256'],
    ['a code twice in a class', rules({ fail: [3, 3] }), 'exitCodes.fail[1]: Duplicate value: 3: stands in exitCodes.fail as well'],
    ['a code in two classes', rules({ ignore: [3], fail: [3] }), 'exitCodes.fail[0]: Duplicate value: 3: stands in exitCodes.ignore as well'],
    ['an empty class', rules({ fail: [] }), 'exitCodes.fail: Required value: names no code'],
    ['more codes than a rule of a Job holds', rules({ fail: Array.from({ length: 256 }, (_, index) => index) }), 'exitCodes.fail: Invalid value: 256: names more than 255 codes'],
    ['failing an index of a world', rules({ failIndex: [3] }), 'exitCodes.failIndex: Forbidden: an index can only fail on its own where indexes are independent'],
  ])('%s', (_, props, message) => {
    expect(() => failure(props)).toThrow(message);
  });

  test('negative retries of an index', () => {
    expect(() => FailureScope.independent({ retriesPerIndex: -1 })).toThrow('FailureScope.independent(retriesPerIndex): Invalid value: -1');
  });
});
