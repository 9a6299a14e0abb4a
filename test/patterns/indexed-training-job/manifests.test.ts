import { Duration } from 'cdk8s';
import { build, container, torchrun } from './build';
import { Accelerator, Capacity, Checkpoint, FailureScope, IndexedTrainingJobProps, Rendezvous, TrainingBackend } from '../../../src';

describe('manifests', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>]>([
    ['of three lines', {}],
    ['of torchrun on GPUs with a checkpoint on spot nodes', {
      rendezvous: torchrun,
      accelerator: Accelerator.nvidia(8),
      capacity: Capacity.spotKarpenter(),
      checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt', { upload: { container: { image: 'rclone/rclone:1' }, time: Duration.seconds(60) } }),
    }],
    ['of an elastic run in a queue', { rendezvous: torchrun, elastic: { minWorkers: 2 }, queueName: 'gpu' }],
    ['of JAX', { rendezvous: Rendezvous.jax(), container: { ...container, command: ['python', 'train.py'] } }],
    ['of MPI', { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), container: { ...container, command: ['mpirun', 'train'] } }],
    ['of TensorFlow with parameter servers', { rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }), container: { ...container, command: ['python', 'train.py'] } }],
    ['of a gang', { rendezvous: torchrun, backend: TrainingBackend.jobSet(), wrapExit: true, exitCodes: { fail: [42], ignore: [75] } }],
    ['of independent indexes', { failureScope: FailureScope.independent({ retriesPerIndex: 2 }), exitCodes: { failIndex: [65] } }],
  ])('%s', (_, props) => {
    expect(build(props).objects).toMatchSnapshot();
  });
});
