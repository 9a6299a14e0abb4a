import { Duration } from 'cdk8s';
import { mpi, plan, servers, torchrun } from './build';
import {
  DisruptionBudget, FailureScope, IndexedTrainingJobProps, Placement, Rendezvous, SecurityProfile,
  SuccessPolicy, TrainingBackend,
} from '../../../src';
import { workerAddress } from '../../../src/patterns/indexed-training-job/identity';

describe('success', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, object | undefined]>([
    ['every index by default', {}, undefined],
    ['index 0 of MPI, since sshd never ends', { rendezvous: mpi }, { rules: [{ succeededIndexes: '0' }] }],
    ['the chief where parameter servers never end', { workers: 4, rendezvous: servers(2) }, { rules: [{ succeededIndexes: '0' }] }],
    ['every index of TensorFlow without parameter servers', { rendezvous: servers(0) }, undefined],
    ['named indexes', { workers: 5, successPolicy: SuccessPolicy.indexes('0,2-4') }, { rules: [{ succeededIndexes: '0,2-4' }] }],
    ['a number of indexes', { workers: 5, successPolicy: SuccessPolicy.count(3) }, { rules: [{ succeededCount: 3 }] }],
    ['a number among some', { workers: 5, successPolicy: SuccessPolicy.count(2, '1-4') }, { rules: [{ succeededIndexes: '1-4', succeededCount: 2 }] }],
  ])('%s', (_, props, policy) => {
    expect(plan(props).success.policy).toEqual(policy);
  });

  test.each<[string, () => Partial<IndexedTrainingJobProps>, string]>([
    ['an index that does not exist', () => ({ workers: 4, successPolicy: SuccessPolicy.indexes('0,4') }), 'successPolicy: Invalid value: "0,4": names index 4, and the indexes of 4 workers are 0 to 3'],
    ['falling indexes', () => ({ successPolicy: SuccessPolicy.indexes('2,1') }), 'SuccessPolicy.indexes(indexes): Invalid value: "2,1": "1" is not an index or a range in rising order'],
    ['a range of one', () => ({ successPolicy: SuccessPolicy.indexes('1-1') }), 'is not an index or a range'],
    ['no index', () => ({ successPolicy: SuccessPolicy.indexes('') }), 'SuccessPolicy.indexes(indexes): Required value'],
    ['more successes than indexes named', () => ({ successPolicy: SuccessPolicy.count(3, '0-1') }), 'SuccessPolicy.count(count): Invalid value: 3: must be a whole number between 1 and 2'],
    ['more successes than workers', () => ({ workers: 2, successPolicy: SuccessPolicy.count(3) }), 'successPolicy.count: Invalid value: 3'],
    ['all indexes of MPI', () => ({ rendezvous: mpi, successPolicy: SuccessPolicy.allIndexes() }), 'successPolicy: Forbidden: the sshd of the other pods never end'],
    ['all indexes with parameter servers', () => ({ workers: 4, rendezvous: servers(1), successPolicy: SuccessPolicy.allIndexes() }), 'successPolicy: Forbidden: parameter servers never end'],
  ])('refuses %s', (_, props, message) => {
    expect(() => plan(props())).toThrow(message);
  });
});

describe('other choices', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, string]>([
    ['Ray, whose nodes do not end', { rendezvous: Rendezvous.ray() }, 'rendezvous: Forbidden: a Ray node does not end, so the Job would never complete\n  help: use LeaderWorkerGroup'],
    ['an upper-case run id', { runId: 'Run1' }, 'runId: Invalid value: "Run1"'],
    ['a queue that is no name', { queueName: 'GPU' }, 'queueName: Invalid value: "GPU"'],
    ['suspending what Kueue suspends', { queueName: 'gpu', suspended: true }, 'suspended: Forbidden: Kueue suspends what has a queue name'],
    ['a name beside the name', { metadata: { name: 'other' } }, 'metadata.name: Forbidden: the name of the Job is made of name and runId'],
    ['sshd in a hardened pod', { rendezvous: mpi, security: SecurityProfile.hardened() }, 'security: Forbidden: sshd writes host keys'],
    ['MPI without a command', { rendezvous: mpi, container: { image: 'a' } }, 'container.command: Required value: mpirun starts on index 0 only'],
    ['TF_CONFIG without a command', { rendezvous: servers(0), container: { image: 'a' } }, 'container.command: Required value: TF_CONFIG is written before it starts'],
    ['the wrapper without a command', { wrapExit: true, container: { image: 'a' } }, 'container.command: Required value: wrapExit runs it as a child'],
    ['no deadline at all', { activeDeadline: Duration.seconds(0) }, 'activeDeadline: Invalid value: "0s"'],
    ['no time for the leader', { leaderTimeout: Duration.seconds(0) }, 'leaderTimeout: Invalid value: "0s"'],
    ['budgets by zone', { disruptionBudget: DisruptionBudget.perZone(1) }, 'disruptionBudget: Forbidden: perZone counts zones'],
  ])('refuses %s', (_, props, message) => {
    expect(() => plan(props)).toThrow(message);
  });

  test('one zone by default, none where nodes have no zones', () => {
    expect(plan({}).placement._topologyKey).toBe('topology.kubernetes.io/zone');
    expect(plan({}, []).placement._topologyKey).toBeUndefined();
    expect(() => plan({ placement: Placement.sameZone() }, [])).toThrow("placement: Forbidden: the target's nodes have no label topology.kubernetes.io/zone");
  });

  test('the budget is an integer, and a single worker has none', () => {
    expect(plan({ workers: 8 }).budget).toMatchObject({ minAvailable: 7 });
    expect(plan({ workers: 1 }).budget).toBeUndefined();
  });

  test('independent indexes end one by one, so a budget is theirs only when asked for', () => {
    const failureScope = FailureScope.independent({ retriesPerIndex: 1 });
    expect(plan({ workers: 8, failureScope }).budget).toBeUndefined();
    expect(plan({ workers: 8, failureScope, disruptionBudget: DisruptionBudget.atMost(2) }).budget).toMatchObject({ minAvailable: 6 });
  });
});

describe('names', () => {
  test('the run id is part of host names, not of the Service', () => {
    expect(workerAddress(plan({ runId: '7' }), 1)).toBe('pretrain-7-1.pretrain.ml');
    expect(workerAddress(plan({ runId: '7', backend: TrainingBackend.jobSet() }), 1)).toBe('pretrain-7-worker-0-1.pretrain.ml');
  });

  test('the longest derived name is reported with what to cut', () => {
    const name = 'a'.repeat(60);
    expect(() => plan({ name, workers: 100 })).toThrow(`name: Too long: "${name}": has 60 characters; the longest derived name, pod hostname "${name}-1-99", then has 65 of at most 63`);
    expect(() => plan({ name, workers: 100 })).toThrow('use at most 58 characters');
    expect(plan({ name: 'a'.repeat(58), workers: 100 }).jobName).toHaveLength(60);
  });

  test("a JobSet's pods need room for their suffix", () => {
    const name = 'a'.repeat(50);
    expect(() => plan({ name, workers: 10, backend: TrainingBackend.jobSet() })).toThrow(`pod of the JobSet "${name}-1-worker-0-9-abcde", then has 69 of at most 63`);
    expect(plan({ name: 'a'.repeat(44), workers: 10, backend: TrainingBackend.jobSet() }).name).toHaveLength(44);
  });

  test('an upper-case name is refused', () => {
    expect(() => plan({ name: 'Pretrain' })).toThrow('name: Invalid value: "Pretrain": must give a DNS label');
  });
});

test('independent indexes of a collective rendezvous are refused wherever they are planned', () => {
  expect(() => plan({ rendezvous: torchrun, failureScope: FailureScope.independent({ retriesPerIndex: 1 }) })).toThrow('failureScope: Forbidden');
});
