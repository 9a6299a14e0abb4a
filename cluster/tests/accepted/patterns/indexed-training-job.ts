import { Duration } from 'cdk8s';
import { BUDGET, CAPACITY, DEVICES, PLACEMENT, POD } from './choices';
import { against, Table } from './table';
import { Checkpoint, FailureScope, IndexedTrainingJob, IndexedTrainingJobProps, Memory, Rendezvous, SuccessPolicy, TrainingBackend } from '../../../../src';

const container = { image: 'registry.example/train:1', command: ['python', 'train.py'], cpu: '4000m', memory: Memory.of('65536Mi') };

export const INDEXED_TRAINING_JOB: Table<IndexedTrainingJobProps> = {
  pattern: 'IndexedTrainingJob',
  create: (chart, props) => new IndexedTrainingJob(chart, 'Pretrain', { ...props, workers: 4, runId: 'a' }),
  factors: {
    backend: { job: { props: {} }, jobSet: { props: { backend: TrainingBackend.jobSet() } } },
    rendezvous: {
      none: { props: { container } },
      torchrun: { props: { container: { ...container, command: ['torchrun', 'train.py'] }, rendezvous: Rendezvous.torchrun(), leaderTimeout: Duration.minutes(10) } },
      jax: { props: { container, rendezvous: Rendezvous.jax() } },
      mpi: { props: { container: { ...container, command: ['mpirun', 'train'] }, rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }) } },
      tensorFlow: { props: { container, rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }) } },
    },
    devices: { none: { props: {} }, ...DEVICES },
    failure: {
      own: { props: {} },
      restarts: { props: { restarts: 0, toleratedDisruptions: 7 } },
      together: { props: { failureScope: FailureScope.together(), restarts: 3 } },
      independent: { props: { failureScope: FailureScope.independent({ retriesPerIndex: 2, maxFailedIndexes: 1 }) } },
    },
    exits: {
      none: { props: {} },
      ignored: { props: { exitCodes: { ignore: [75] } } },
      fatal: { props: { exitCodes: { fail: [42, 43], count: [1] }, wrapExit: true } },
      ofIndex: { props: { exitCodes: { failIndex: [65] } } },
    },
    success: {
      all: { props: {} },
      first: { props: { successPolicy: SuccessPolicy.indexes('0') } },
      some: { props: { successPolicy: SuccessPolicy.count(2, '0-2') } },
    },
    checkpoint: {
      none: { props: {} },
      claim: { props: { checkpoint: Checkpoint.onClaimName('checkpoints', '/checkpoints', { saveTime: Duration.seconds(25) }) } },
      uploaded: {
        props: {
          checkpoint: Checkpoint.onClaimName('checkpoints', '/checkpoints', { upload: { container: { image: 'rclone/rclone:1' }, time: Duration.seconds(30) } }),
        },
      },
    },
    queue: {
      none: { props: {} },
      kueue: { props: { queueName: 'research' } },
      suspended: { props: { suspended: true } },
    },
    size: { fixed: { props: {} }, elastic: { props: { elastic: { minWorkers: 2 } } } },
    end: {
      kept: { props: {} },
      limited: {
        props: {
          ttlAfterFinished: Duration.hours(1),
          activeDeadline: Duration.days(7),
          doNotDisrupt: true,
          metadata: { labels: { 'kueue.x-k8s.io/priority-class': 'high' }, annotations: { 'example.com/owner': 'jo' }, finalizers: ['example.com/report'] },
        },
      },
      atOnce: { props: { ttlAfterFinished: Duration.seconds(0), doNotDisrupt: false } },
    },
    placement: PLACEMENT,
    capacity: CAPACITY,
    budget: BUDGET,
    pod: POD,
  },
  conflicts: [
    ...against('exits=ofIndex', 'failure', ['own', 'restarts', 'together']),
    ...against('size=elastic', 'rendezvous', ['none', 'jax', 'mpi', 'tensorFlow']),
    ...against('failure=independent', 'rendezvous', ['torchrun', 'jax', 'mpi', 'tensorFlow']),
    ...against('backend=jobSet', 'failure', ['independent']),
    ...against('backend=jobSet', 'size', ['elastic']),
    ...against('exits=ignored', 'rendezvous', ['torchrun', 'jax', 'mpi', 'tensorFlow']),
    ...against('pod=hardened', 'rendezvous', ['mpi']),
  ],
};
