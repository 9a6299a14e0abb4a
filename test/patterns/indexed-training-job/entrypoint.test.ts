import { spawn, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Duration } from 'cdk8s';
import { IndexedTrainingJobProps, Rendezvous, Target } from '../../../src';
import { exitCodeEntrypoint } from '../../../src/engines/entrypoint';
import { planTraining } from '../../../src/patterns/indexed-training-job/plan';
import { podsOf } from '../../../src/patterns/indexed-training-job/pods';
import { temporaryFolder } from '../../hygiene/temporary';

const folder = temporaryFolder('training');
const file = path.join(folder, 'exit-code');
const env = { ...process.env, EXIT_CODE_FILE: file };

/** Runs what the pod would run, in the shell that Debian images have. */
function run(script: string): number | null {
  const { command } = exitCodeEntrypoint('EXIT_CODE_FILE', ['/bin/sh', '-c', script], undefined);
  return spawnSync(command[0], command.slice(1), { env }).status;
}

describe('the wrapper that passes on the program\'s code', () => {
  test.each<[string, string, number]>([
    ['success is success', 'exit 0', 0],
    ['the code in the file hides the launcher\'s', 'echo 42 > "$EXIT_CODE_FILE"; exit 1', 42],
    ['a code without a line break is read', 'printf 42 > "$EXIT_CODE_FILE"; exit 1', 42],
    ['without a code the launcher\'s stands', 'exit 3', 3],
    ['success of the launcher wins over a code', 'echo 42 > "$EXIT_CODE_FILE"; exit 0', 0],
    ['what is no number is not a code', 'echo oops > "$EXIT_CODE_FILE"; exit 1', 1],
    ['what is no exit code is not one', 'echo 300 > "$EXIT_CODE_FILE"; exit 1', 1],
    ['0 cannot make a failure a success', 'echo 0 > "$EXIT_CODE_FILE"; exit 1', 1],
  ])('%s', (_, script, status) => {
    expect(run(script)).toBe(status);
  });

  test('a code of an earlier container is forgotten', () => {
    fs.writeFileSync(file, '42');
    expect(run('exit 1')).toBe(1);
  });

  test('SIGTERM reaches the program, which may still save and say its code', async () => {
    const { command } = exitCodeEntrypoint('EXIT_CODE_FILE', ['/bin/sh', '-c',
      'trap \'sleep 0.3; echo 43 > "$EXIT_CODE_FILE"; exit 1\' TERM; echo ready; while true; do sleep 0.05; done'], undefined);
    const child = spawn(command[0], command.slice(1), { env });
    const status = await new Promise<number | null>(resolve => {
      child.stdout.once('data', () => child.kill('SIGTERM'));
      child.once('exit', resolve);
    });
    expect(status).toBe(43);
  });
});

describe('what runs first in the main container', () => {
  const entrypoint = (props: Partial<IndexedTrainingJobProps>) => {
    const container = { image: 'a', command: ['torchrun', 'train.py'], args: ['--lr=1e-4'] };
    const plan = planTraining('Pretrain', { container, workers: 2, ...props }, Target.of(new Chart(new App(), 'prod')), 'ml');
    return podsOf(plan).main?.entrypoint;
  };
  const run0 = (command: readonly string[], args: readonly string[] | undefined, more: NodeJS.ProcessEnv, bin?: string) =>
    spawnSync(command[0], [...command.slice(1), ...args ?? []], { env: { ...env, ...more, PATH: bin ? `${bin}:${process.env.PATH}` : process.env.PATH } });

  test('nothing, for a plain program', () => {
    expect(entrypoint({})).toBeUndefined();
  });

  test('nothing, where the image hides its entry point', () => {
    expect(entrypoint({ rendezvous: Rendezvous.torchrun(), container: { image: 'a' } })).toBeUndefined();
  });

  test('a bounded wait for the leader, after which the command is the process', () => {
    const { command, args } = entrypoint({ rendezvous: Rendezvous.jax() })!;
    expect(command.slice(-2)).toEqual(['torchrun', 'train.py']);
    expect(args).toEqual(['--lr=1e-4']);
    expect(command[2]).toContain('until getent hosts "$LEADER_ADDRESS"');
    expect(command[2]).toContain('exec "$@"');
  });

  test('the wait ends when the name resolves, and the command gets its arguments unparsed', () => {
    const { command } = entrypoint({ rendezvous: Rendezvous.torchrun(), container: { image: 'a', command: ['printf', '%s|', '$HOME', 'a b'] } })!;
    const result = run0(command, [], { LEADER_ADDRESS: 'localhost', JOB_COMPLETION_INDEX: '1' });
    expect(result.stdout.toString()).toBe('$HOME|a b|');
  });

  test('the wait gives up with a message and a failure', () => {
    const bin = fs.mkdtempSync(path.join(folder, 'bin-'));
    fs.writeFileSync(path.join(bin, 'getent'), '#!/bin/sh\nexit 2\n', { mode: 0o755 });
    const { command } = entrypoint({ rendezvous: Rendezvous.torchrun(), leaderTimeout: Duration.seconds(1), container: { image: 'a', command: ['true'] } })!;
    const result = run0(command, [], { LEADER_ADDRESS: 'pretrain-1-0.pretrain', JOB_COMPLETION_INDEX: '1' }, bin);
    expect(result.status).toBe(1);
    expect(result.stderr.toString()).toContain('leader pretrain-1-0.pretrain has no address after 1 s');
  });

  test.each([['0', 'is_host=1'], ['3', 'is_host=0']])('index %s of an elastic run is told whether it hosts the store', (index, expected) => {
    const { command } = entrypoint({ rendezvous: Rendezvous.torchrun(), elastic: { minWorkers: 1 }, container: { image: 'a', command: ['printenv', 'PET_RDZV_CONF'] } })!;
    const variables = { LEADER_ADDRESS: 'localhost', JOB_COMPLETION_INDEX: index };
    expect(run0(command, [], variables).stdout.toString().trim()).toBe(expected);
    expect(run0(command, [], { ...variables, PET_RDZV_CONF: 'join_timeout=60' }).stdout.toString().trim()).toBe(`join_timeout=60,${expected}`);
  });

  test.each([['0', 'chief', 0], ['1', 'ps', 0], ['2', 'ps', 1], ['3', 'worker', 0], ['4', 'worker', 1]])('index %s is TensorFlow\'s %s %d', (index, type, task) => {
    const { command } = entrypoint({ workers: 5, rendezvous: Rendezvous.tensorFlow({ parameterServers: 2 }), container: { image: 'a', command: ['printenv', 'TF_CONFIG'] } })!;
    const config = JSON.parse(run0(command, [], { JOB_COMPLETION_INDEX: index }).stdout.toString());
    expect(config.task).toEqual({ type, index: task });
    expect(config.cluster[type][task]).toBe(`pretrain-1-${index}.pretrain.ml:2222`);
    expect(config.cluster).toMatchObject({ chief: { length: 1 }, ps: { length: 2 }, worker: { length: 2 } });
  });

  test('the rendezvous runs around the wrapper, and the wrapper around the command', () => {
    const { command } = entrypoint({ rendezvous: Rendezvous.torchrun(), wrapExit: true, container: { image: 'a', command: ['/bin/sh', '-c', 'echo 42 > "$EXIT_CODE_FILE"; exit 1'] } })!;
    expect(run0(command, [], { LEADER_ADDRESS: 'localhost', JOB_COMPLETION_INDEX: '1' }).status).toBe(42);
  });
});
