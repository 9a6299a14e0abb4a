import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, mostly, never, oneOf, partly, rarely, sometimes, struct } from './combinators';
import { containers } from './containers';
import { accelerators } from './devices';
import { RendezvousKind, rendezvous } from './engines';
import { counts, durations } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, disruptionBudget, placement, podFields } from './pods';
import { claim } from './references';
import { formed, ids, names, paths } from './texts';
import { CheckpointOptions, ElasticSize, ExitCodeRules, IndependentIndexes, IndexedTrainingJobProps } from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

/** What has to agree with each other; everything else is drawn on its own. */
interface Shape {
  readonly workers: number;
  readonly devices: number;
  readonly kind: Exclude<RendezvousKind, 'ray'>;
  readonly backend: 'job' | 'jobSet';
  readonly independent: boolean;
  readonly wraps: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  workers: fc.constantFrom(1, 2, 3, 4, 7, 16, 100),
  devices: fc.constantFrom(0, 0, 1, 2, 8),
  kind: fc.constantFrom<Shape['kind']>('plain', 'plain', 'torchrun', 'jax', 'mpi', 'tensorFlow'),
  backend: fc.constantFrom<Shape['backend']>('job', 'job', 'jobSet'),
  independent: fc.boolean(),
  wraps: fc.boolean(),
}).map(shape => ({ ...shape, independent: shape.independent && shape.kind === 'plain' && shape.backend === 'job' }));

export function indexedTrainingJobs(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes, ids(setting, 'Pretrain', 'Tune2')).chain(([shape, id]) => inOrder(
    struct<IndexedTrainingJobProps>({
      ...podFields(setting),
      ...sizeFields(setting, shape),
      ...failureFields(setting, shape),
      ...runFields(setting, shape),
      ...containerFields(setting, shape),
    })
      .map(props => [{ name: constant, value: construct('IndexedTrainingJob', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.pods`),
    perhaps(40, invoked(`${constant}.explain`)),
    perhaps(30, invoked(`${constant}.worker`, counts(setting, 0, shape.workers - 1)))));
}

function containerFields(setting: Setting, { wraps, kind, devices }: Shape) {
  const needsCommand = wraps || kind === 'mpi' || kind === 'tensorFlow';
  return {
    accelerator: devices === 0 ? never : accelerators(setting, devices),
    container: containers(setting, needsCommand ? { command: programs(setting) } : {}),
    wrapExit: wraps ? literals(fc.constant(true)) : rarely(literals(fc.constant(false))),
  };
}

/** Launchers and what they launch; flags that say the size again now and then. */
function programs(setting: Setting): Expressions {
  return mostly(setting, lists(literals(fc.constantFrom('python3', 'train.py', '--epochs=3')), 1, 3),
    lists(literals(fc.constantFrom('torchrun', 'mpirun', '-np', '4', '--nnodes=2', '--node_rank', '0', 'train.py', '', '$(A)')), 0, 4));
}

function sizeFields(setting: Setting, { workers, devices, kind }: Shape) {
  const processes = (kind === 'torchrun' || kind === 'mpi') && devices > 0 ? devices : 1;
  const world = workers * processes;
  return {
    workers: mostly(setting, counts(setting, workers, workers), literals(fc.constantFrom(99_999, 100_000, 100_001, 20_000, 5000))),
    worldSize: rarely(counts(setting, world, world)),
    processesPerPod: kind === 'jax' || kind === 'tensorFlow' ? rarely(counts(setting, 1, 1)) : mostly<Expression | undefined>(setting, never, counts(setting, 1, 8)),
    rendezvous: kind === 'plain' ? absent(60, calls('Rendezvous.plain')) : rendezvous(setting, kind, workers),
    elastic: mostly<Expression | undefined>(setting, kind === 'torchrun' ? rarely(elastic(setting, workers)) : never, elastic(setting, workers)),
  };
}

function elastic(setting: Setting, workers: number): Expressions {
  return struct<ElasticSize>({ minWorkers: counts(setting, 1, workers) });
}

function failureFields(setting: Setting, { workers, independent, kind, wraps }: Shape) {
  const codes = kind === 'plain' || wraps ? sometimes(exitCodes(setting, independent)) : mostly<Expression | undefined>(setting, never, exitCodes(setting, independent));
  return {
    restarts: independent ? mostly<Expression | undefined>(setting, never, counts(setting, 0, 10)) : sometimes(counts(setting, 0, 10)),
    toleratedDisruptions: independent ? mostly<Expression | undefined>(setting, never, counts(setting, 0, 100)) : sometimes(counts(setting, 0, 100)),
    failureScope: independent
      ? calls('FailureScope.independent', struct<IndependentIndexes>({ retriesPerIndex: counts(setting, 0, 5), maxFailedIndexes: sometimes(counts(setting, 0, workers)) }))
      : rarely(calls('FailureScope.together')),
    exitCodes: codes,
    successPolicy: kind === 'mpi' || kind === 'tensorFlow' ? mostly<Expression | undefined>(setting, never, success(setting, workers)) : rarely(success(setting, workers)),
  };
}

/** Disjoint, but for the odd ones. */
function exitCodes(setting: Setting, independent: boolean): Expressions {
  const among = (...each: number[]) => literals(fc.constantFrom(...each));
  const codes = (...usual: number[]) => sometimes(mostly(setting,
    lists(among(...usual), 1, 1), lists(among(0, 1, 42, -1, 255, 256, 1.5, NaN, 2 ** 31, ...usual), 0, 3)));
  return struct<ExitCodeRules>({
    fail: codes(2, 3),
    ignore: codes(42, 137),
    count: codes(1),
    failIndex: independent ? codes(17) : mostly<Expression | undefined>(setting, never, codes(17)),
  });
}

function success(setting: Setting, workers: number): Expressions {
  const last = workers - 1;
  const indexes = formed(setting, fc.constantFrom('0', ...(last > 0 ? [`0,${last}`, `0-${last}`] : [])), fc.constantFrom('', '1-0', '0,0', '0-0', 'a', '0,', '-1', '0-999999', '1 ,2', '00', `${'0,'.repeat(3)}`, Array.from({ length: 20_000 }, (_, index) => 2 * index).join()));
  return oneOf(calls('SuccessPolicy.allIndexes'), calls('SuccessPolicy.indexes', indexes), calls('SuccessPolicy.count', counts(setting, 1, 1), sometimes(indexes)));
}

function runFields(setting: Setting, { backend, kind }: Shape) {
  return {
    name: sometimes(literals(names(setting, 'pretrain', 'llama-tune'))),
    runId: sometimes(formed(setting, fc.constantFrom('1', '2', 'a-3', '20260101'))),
    leaderTimeout: rarely(durations(setting, 1, 3600)),
    checkpoint: sometimes(checkpoint(setting)),
    capacity: rarely(capacity(setting)),
    doNotDisrupt: sometimes(flag),
    queueName: rarely(formed(setting, fc.constantFrom('team-a', 'gpu'))),
    suspended: mostly<Expression | undefined>(setting, never, sometimes(flag)),
    ttlAfterFinished: rarely(durations(setting, 0, 86400)),
    activeDeadline: rarely(durations(setting, 1, 86400)),
    backend: backend === 'job' ? absent(70, calls('TrainingBackend.job')) : calls('TrainingBackend.jobSet'),
    placement: sometimes(placement(setting)),
    disruptionBudget: sometimes(disruptionBudget(setting)),
    ...(kind === 'mpi' ? { security: mostly<Expression | undefined>(setting, never, calls('SecurityProfile.hardened')) } : {}),
  };
}

function checkpoint(setting: Setting): Expressions {
  const options = sometimes(struct<CheckpointOptions>({
    saveTime: sometimes(durations(setting, 1, 30)),
    upload: sometimes(partly<{ container: unknown; time: unknown }>({ container: containers(setting), time: durations(setting, 1, 120) })),
  }));
  const folder = paths(setting, '/checkpoints', '/data/ckpt');
  return mostly(setting,
    calls('Checkpoint.onClaimName', literals(names(setting, 'checkpoints', 'ckpt.v1')), folder, options),
    calls('Checkpoint.onClaim', claim(setting), folder, options));
}
