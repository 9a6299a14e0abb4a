import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, container, plan, servers, torchrun } from './build';
import {
  Accelerator,
  CapabilityProfile,
  Capacity,
  Checkpoint,
  CheckpointOptions,
  FailureScope,
  IndexedTrainingJobProps,
  ModelCache,
  ModelPreload,
  Placement,
  Rendezvous,
  SuccessPolicy,
  TrainingBackend,
} from '../../../src';

type Props = Partial<IndexedTrainingJobProps>;

const INT32_MAX = 2 ** 31 - 1;
const seconds = Duration.seconds;
const spot = Capacity.spotKarpenter();
const on = (options: CheckpointOptions = {}) => Checkpoint.onClaimName('checkpoints', '/checkpoints', options);

describe('numbers that may reach their limit, and not exceed it', () => {
  const perPod = Math.floor(INT32_MAX / 4);

  test.each<[what: string, most: Props, more: Props, field: string]>([
    ['disruptions of a Job, of which each takes all of 4 pods', { workers: 4, restarts: 3, toleratedDisruptions: perPod - 3 }, { workers: 4, restarts: 3, toleratedDisruptions: perPod - 2 }, 'toleratedDisruptions'],
    ['restarts of a Job of 4 pods', { workers: 4, restarts: perPod }, { workers: 4, restarts: perPod + 1 }, 'restarts'],
    ['disruptions of a JobSet, which counts restarts',
      { backend: TrainingBackend.jobSet(), restarts: 3, toleratedDisruptions: INT32_MAX - 3 }, { backend: TrainingBackend.jobSet(), restarts: 3, toleratedDisruptions: INT32_MAX - 2 }, 'toleratedDisruptions'],
    ['failed indexes', { failureScope: FailureScope.independent({ retriesPerIndex: 1, maxFailedIndexes: 4 }), workers: 4 },
      { failureScope: FailureScope.independent({ retriesPerIndex: 1, maxFailedIndexes: 5 }), workers: 4 }, 'failureScope.maxFailedIndexes'],
    ['workers of an elastic run', { workers: 4, rendezvous: torchrun, elastic: { minWorkers: 4 } }, { workers: 4, rendezvous: torchrun, elastic: { minWorkers: 5 } }, 'elastic.minWorkers'],
    ['indexes of a success', { workers: 4, successPolicy: SuccessPolicy.indexes('0,2-3') }, { workers: 4, successPolicy: SuccessPolicy.indexes('0,2-4') }, 'successPolicy'],
    ['the number of a success', { workers: 4, successPolicy: SuccessPolicy.count(4) }, { workers: 4, successPolicy: SuccessPolicy.count(5) }, 'successPolicy.count'],
    ['codes of one class', { exitCodes: { ignore: codes(1, 255) } }, { exitCodes: { ignore: codes(0, 255) } }, 'exitCodes.ignore'],
    ['a grace period on spot nodes', { capacity: spot, terminationGracePeriod: seconds(120) }, { capacity: spot, terminationGracePeriod: seconds(121) }, 'terminationGracePeriod'],
    ['what stops on spot nodes', { capacity: spot, checkpoint: on({ saveTime: seconds(115) }) }, { capacity: spot, checkpoint: on({ saveTime: seconds(116) }) }, 'checkpoint'],
    ['the time to save of torchrun', { rendezvous: torchrun, checkpoint: on({ saveTime: seconds(30) }) }, { rendezvous: torchrun, checkpoint: on({ saveTime: seconds(31) }) }, 'checkpoint.saveTime'],
  ])('%s', (_, most, more, field) => {
    expect(() => plan(most)).not.toThrow();
    expect(() => plan(more)).toThrow(`${field}`);
  });

  test.each<[what: string, fewest: Props, fewer: Props, field: string]>([
    ['workers with 2 parameter servers', { workers: 4, rendezvous: servers(2) }, { workers: 3, rendezvous: servers(2) }, 'workers: Invalid value: 3'],
    ['a deadline beside a preload of 60 s', deadline(61), deadline(60), 'activeDeadline: Invalid value: "60s"'],
    ['a deadline', { activeDeadline: seconds(1) }, { activeDeadline: seconds(0) }, 'activeDeadline'],
    ['the wait for a leader', { rendezvous: torchrun, leaderTimeout: seconds(1) }, { rendezvous: torchrun, leaderTimeout: seconds(0) }, 'leaderTimeout'],
  ])('%s, at the least', (_, fewest, fewer, field) => {
    const tensorFlow = { container: { ...container, command: ['python3', 'train.py'] } };

    expect(() => plan({ ...tensorFlow, ...fewest })).not.toThrow();
    expect(() => plan({ ...tensorFlow, ...fewer })).toThrow(field);
  });
});

function codes(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function deadline(after: number): Props {
  return {
    activeDeadline: seconds(after),
    modelCache: ModelCache.claimName('weights', { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY] }),
    preload: ModelPreload.fromHub({ model: 'a/b', time: seconds(60) }),
  };
}

describe('what is kept for disruptions', () => {
  test.each<[workers: number, props: Props, count: number]>([
    [1, {}, 0],
    [1, { capacity: spot }, 50],
    [2, {}, 20],
    [10, {}, 20],
    [11, {}, 22],
    [12, { capacity: spot }, 50],
    [13, { capacity: spot }, 52],
    [4, { toleratedDisruptions: 0 }, 0],
  ])('%i workers with %j', (workers, props, count) => {
    const { failure } = plan({ workers, ...props });

    expect(failure.disruptions.count).toBe(count);
    expect(failure.backoffLimit).toBe((3 + count) * workers);
  });

  test('is as much as the field holds where it is more', () => {
    const restarts = Math.floor(INT32_MAX / 4) - 5;

    expect(plan({ workers: 4, restarts }).failure).toMatchObject({ disruptions: { count: 5 }, backoffLimit: (restarts + 5) * 4 });
  });

  test('is counted in restarts of a JobSet, whose Job fails with the first pod', () => {
    expect(plan({ workers: 4, backend: TrainingBackend.jobSet() }).failure).toMatchObject({ backoffLimit: 0, maxRestarts: 3 + 20 });
  });
});

describe('the time to save', () => {
  const saved = (props: Props, options: CheckpointOptions = {}) => plan({ checkpoint: on(options), ...props }).checkpoint!.saveSeconds;
  const upload = (time: Duration) => ({ container: { image: 'rclone:1' }, time });

  test.each<[what: string, props: Props, options: CheckpointOptions, expected: number]>([
    ['is 30 s', {}, {}, 30],
    ['is what the notice leaves', { capacity: Capacity.spotGke() }, {}, 10],
    ['is 30 s of a long notice', { capacity: spot }, {}, 30],
    ['leaves room for the upload', { capacity: spot }, { upload: upload(seconds(100)) }, 15],
    ['leaves room for upload, sleep and two sidecars', {
      capacity: spot,
      container: { ...container, preStopSleep: seconds(5) },
      sidecars: [{ name: 'a', image: 'a:1', stopTime: seconds(3) }, { name: 'b', image: 'b:1', stopTime: seconds(4) }],
    }, { upload: upload(seconds(90)) }, 13],
  ])('%s', (_, props, options, expected) => {
    expect(saved(props, options)).toBe(expected);
  });

  test('is one second at the least, so that the notice is what is exceeded', () => {
    expect(() => saved({ capacity: spot }, { upload: upload(seconds(115)) })).toThrow('save 1 s');
    expect(saved({ capacity: spot }, { upload: upload(seconds(114)) })).toBe(1);
  });
});

describe('claims of a checkpoint', () => {
  const { READ_WRITE_ONCE, READ_WRITE_MANY, READ_ONLY_MANY, READ_WRITE_ONCE_POD } = kplus.PersistentVolumeAccessMode;
  const planned = (workers: number, ...accessModes: kplus.PersistentVolumeAccessMode[]) => build({ workers, checkpoint: undefined }, {}, job => {
    const claim = new kplus.PersistentVolumeClaim(job, 'Claim', { accessModes, storage: Size.gibibytes(1) });
    found = plan({ workers, checkpoint: Checkpoint.onClaim(claim, '/checkpoints') }).checkpoint!.oneNodeOnly;
  });
  let found: boolean | undefined;

  test.each([
    [1, [READ_WRITE_ONCE], false], [2, [READ_WRITE_ONCE], true], [2, [READ_WRITE_MANY], false], [2, [READ_WRITE_ONCE, READ_WRITE_MANY], false],
    [2, [READ_ONLY_MANY, READ_WRITE_ONCE], true], [1, [READ_WRITE_ONCE_POD], false],
  ])('%i workers on a claim with %j share one node: %s', (workers, modes, isOneNode) => {
    planned(workers, ...modes);

    expect(found).toBe(isOneNode);
  });

  test.each([[2, [READ_ONLY_MANY], 'is ReadOnlyMany'], [2, [READ_WRITE_ONCE_POD], 'is ReadWriteOncePod']])('%i workers on a claim with %j are refused', (workers, modes, message) => {
    expect(() => planned(workers, ...modes)).toThrow(message);
  });
});

test.each([
  [undefined, CapabilityProfile.SSHD],
  [CapabilityProfile.RDMA, CapabilityProfile.SSHD_RDMA],
  [CapabilityProfile.NONE, CapabilityProfile.NONE],
])('a container with the profile %s runs sshd with %s', (capabilityProfile, expected) => {
  expect(
    plan({ rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), container: { ...container, capabilityProfile } })
      .podProps.container.capabilityProfile,
  ).toBe(expected);
});

test.each<[restarts: number | undefined, expected: number]>([[undefined, 3], [0, 1], [1, 1], [5, 5]])('with %s restarts an agent of an elastic run starts %i times in place', (restarts, expected) => {
  expect(plan({ workers: 4, rendezvous: torchrun, elastic: { minWorkers: 2 }, restarts }).agentRestarts).toBe(expected);
});

test.each<[minWorkers: number | undefined, policy: string | undefined]>([[undefined, undefined], [4, undefined], [3, '0']])('with %s workers at the least the run succeeds with index %s', (minWorkers, indexes) => {
  const elastic = minWorkers === undefined ? undefined : { minWorkers };
  const { policy } = plan({ workers: 4, rendezvous: torchrun, elastic }).success;

  expect(policy).toEqual(indexes === undefined ? undefined : { rules: [{ succeededIndexes: indexes }] });
});

test.each([[4, 2, 8], [3, 4, 12]])('%i workers with %i devices each have a world of %i', (workers, count, worldSize) => {
  expect(plan({ workers, rendezvous: torchrun, accelerator: Accelerator.nvidia(count) }).size).toMatchObject({ worldSize, processesPerPod: count, devices: `${workers} workers x ${count} nvidia.com/gpu = ${worldSize}` });
});

test('a cache of one node is for workers that are on one node', () => {
  const modelCache = ModelCache.claimName('weights', { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE] });

  expect(() => plan({ workers: 4, placement: Placement.sameDomain('kubernetes.io/hostname'), modelCache })).not.toThrow();
  expect(() => plan({ workers: 4, placement: Placement.sameZone(), modelCache })).toThrow('one node can mount it, and there are up to 4 workers');
});
