import { App, Chart, Duration } from 'cdk8s';
import * as fc from 'fast-check';
import { Accelerator, Capacity, Checkpoint, IndexedTrainingJobProps, Rendezvous, Target, TrainingBackend } from '../../../src';
import { InvalidInput } from '../../../src/base/errors/invalid-input';
import { hostnameOf } from '../../../src/patterns/indexed-training-job/identity';
import { TrainingPlan, planTraining } from '../../../src/patterns/indexed-training-job/plan';
import { runs } from '../../hygiene/runs';

const rendezvous = fc.constantFrom(
  Rendezvous.plain(), Rendezvous.torchrun(), Rendezvous.jax(), Rendezvous.mpi({ sshSecretName: 'ssh' }), Rendezvous.tensorFlow({ parameterServers: 2 }),
);
const capacity = fc.constantFrom(Capacity.onDemand(), Capacity.spotKarpenter(), Capacity.spotGke(), Capacity.spotAks());
/** Mostly left out: with every property given, nearly everything contradicts something. */
const some = <T>(values: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const seconds = (max: number) => some(fc.integer({ min: 0, max }).map(each => Duration.seconds(each)));
const checkpoint = fc.record({ save: seconds(60), upload: seconds(100) }).map(({ save, upload }) => Checkpoint.onClaimName('ckpt', '/ckpt', {
  saveTime: save, upload: upload && { container: { image: 'rclone/rclone:1' }, time: upload },
}));
const codes = some(fc.array(fc.integer({ min: -1, max: 257 }), { maxLength: 4 }));

/** What somebody might write, right or wrong. */
const props: fc.Arbitrary<IndexedTrainingJobProps> = fc.record({
  container: fc.constantFrom({ image: 'a', command: ['train'] }, { image: 'a' }, { image: 'a', command: ['train'], preStopSleep: Duration.seconds(5) }),
  name: some(fc.string({ minLength: 1, maxLength: 66, unit: fc.constantFrom('a', 'b', '7', '-') })),
  workers: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: -1, max: 300 }) }, { weight: 1, arbitrary: fc.constantFrom(undefined, 2.5) }),
  worldSize: some(fc.integer({ min: 0, max: 600 })),
  processesPerPod: some(fc.integer({ min: 0, max: 9 })),
  accelerator: some(fc.integer({ min: 1, max: 8 }).map(count => Accelerator.nvidia(count))),
  rendezvous,
  restarts: some(fc.integer({ min: -1, max: 20 })),
  toleratedDisruptions: some(fc.oneof(fc.integer({ min: -1, max: 500 }), fc.constant(2 ** 31))),
  exitCodes: some(fc.record({ fail: codes, ignore: codes })),
  wrapExit: fc.boolean(),
  checkpoint: some(checkpoint),
  capacity,
  terminationGracePeriod: seconds(700),
  elastic: some(fc.record({ minWorkers: fc.integer({ min: 0, max: 300 }) })),
  backend: fc.constantFrom(undefined, TrainingBackend.jobSet()),
});

function outcome(given: IndexedTrainingJobProps): TrainingPlan | InvalidInput {
  try {
    return planTraining('Run', given, Target.of(new Chart(new App(), 'prod')), 'ml');
  } catch (error) {
    if (error instanceof InvalidInput) {
      return error;
    }
    throw error;
  }
}

test('whatever is written gives a plan whose numbers agree, or an error that names a property', () => {
  let plans = 0;
  fc.assert(fc.property(props, given => {
    const result = outcome(given);
    if (result instanceof InvalidInput) {
      expect(result.problem.field.split(/[.[]/)[0]).toMatch(new RegExp(`^(${[...Object.keys(given), 'id'].join('|')})$`));
      return;
    }
    plans += 1;
    const { size, pod, failure, checkpoint: saved } = result;
    expect(size.worldSize).toBe(size.workers * size.processesPerPod);
    const stops = (saved?.saveSeconds ?? 0) + (saved?.uploadSeconds ?? 0);
    // Where nothing must stop, 0 may be asked for.
    expect(pod.graceSeconds).toBeGreaterThan(stops === 0 ? -1 : stops);
    expect(pod.graceSeconds).toBeLessThanOrEqual(result.capacity._spot?.noticeSeconds ?? Infinity);
    const starts = (given.restarts ?? 3) + (given.toleratedDisruptions ?? failure.disruptions.count);
    expect(failure.backoffLimit).toBe(result.backend === 'jobSet' ? 0 : starts * size.workers);
    expect(failure.maxRestarts).toBe(result.backend === 'jobSet' ? starts : undefined);
    expect(Math.max(failure.backoffLimit!, failure.maxRestarts ?? 0)).toBeLessThan(2 ** 31);
    expect(failure.rules[0]).toHaveProperty('onPodConditions');
    expect(hostnameOf(result, size.workers - 1).length).toBeLessThanOrEqual(63);
  }), { numRuns: runs(1000), seed: 7 });
  // Otherwise the property would hold of errors alone.
  expect(plans).toBeGreaterThan(runs(100));
});
