import { spawnSync } from 'child_process';
import { member, single, valueOf, vllm } from './engine';
import { VllmOptions } from '../../../src';
import { EngineMemberRole } from '../../../src/engines/engine-plan';
import { messageOf } from '../../pod/carrier';
import { expand } from '../kubelet';

const CUT = { tensorParallel: 8, pipelineParallel: 2 };

/** Only the words that say where in the world a process is. */
function place(kind: 'leader' | 'worker', options: Partial<VllmOptions>, role: Partial<EngineMemberRole> = {}): string {
  const { args } = member(kind, options, role);
  return args.slice(args.findIndex(word => /^--(nnodes|distributed|data-parallel-size-local)/.test(word))).join(' ').replace(/ ?--shutdown-timeout.*/, '');
}

test('from 0.12 the engine spans nodes by itself', () => {
  expect(place('leader', CUT)).toBe('--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --master-addr $(LWS_LEADER_ADDRESS)');
  expect(place('worker', CUT)).toBe('--nnodes 2 --node-rank $(LWS_WORKER_INDEX) --master-addr $(LWS_LEADER_ADDRESS) --headless');
  expect(vllm({ version: '0.12', ...CUT })._needsRay).toBeUndefined();
});

test('before, it goes through Ray, and says so explicitly', () => {
  expect(vllm({ version: '0.11', ...CUT })._needsRay).toBe('0.12');
  expect(place('leader', { version: '0.11', ...CUT }, { ray: true })).toBe('--distributed-executor-backend ray');
  expect(messageOf(() => member('leader', { version: '0.11', ...CUT }))).toBe(
    'rendezvous: Forbidden: vLLM 0.11 cuts a model over nodes only through Ray; --nnodes, --node-rank and --master-addr came with 0.12\n'
    + '  help: use Rendezvous.ray(), which is the default for this version, or a newer vLLM');
});

test('Ray with data parallelism needs the Ray backend for both', () => {
  expect(place('leader', { tensorParallel: 8, dataParallel: 2 }, { ray: true })).toBe('--distributed-executor-backend ray --data-parallel-backend ray');
});

test('the published image has no Ray from 0.19.1 on', () => {
  expect(member('leader', { version: '0.18', ...CUT }, { ray: true }).advice).toEqual([]);
  expect(member('leader', { version: '0.19.1', ...CUT }, { ray: true }).advice).toMatchObject([{ id: 'AIW3303', class: 'risky' }]);
  expect(member('leader', { version: '0.19.1', image: 'registry.example/vllm-ray:1', ...CUT }, { ray: true }).advice).toEqual([]);
});

test('copies of the model, whole in each pod, before the engine could compute ranks', () => {
  const options = { version: '0.11', tensorParallel: 8, dataParallel: 2 };
  expect(place('leader', options)).toBe('--data-parallel-size-local 1 --data-parallel-address $(LWS_LEADER_ADDRESS) --data-parallel-rpc-port 5555');
  expect(place('worker', options)).toBe('--data-parallel-size-local 1 --data-parallel-address $(LWS_LEADER_ADDRESS) --data-parallel-rpc-port 5555 --headless --data-parallel-start-rank $(LWS_WORKER_INDEX)');
});

test('with several copies a pod the start rank is computed from the index', () => {
  const worker = member('worker', { version: '0.11', tensorParallel: 2, dataParallel: 8 });
  expect(worker.command!.slice(0, 4)).toEqual(['/bin/sh', '-c', 'exec "$@" --headless --data-parallel-start-rank $((LWS_WORKER_INDEX * 4))', 'vllm']);
  expect(worker.command!.slice(4)).toEqual(['vllm', 'serve', expect.any(String)]);
  expect(valueOf(worker, '--data-parallel-size-local')).toBe('4');
  expect(valueOf(worker, '--data-parallel-size')).toBe('8');
});

test('newer versions compute it themselves', () => {
  expect(member('worker', { tensorParallel: 2, dataParallel: 8 }).command![0]).toBe('vllm');
  expect(place('worker', { tensorParallel: 2, dataParallel: 8 })).toContain('--nnodes 2');
});

test.each<[string, Partial<VllmOptions>, Partial<EngineMemberRole>, string]>([
  ['tensor parallelism that does not divide the GPUs', { tensorParallel: 6 }, {}, 'tensor 6 x pipeline 1 x data 1 = 6, but one group has 2 pods x 8 devices = 16'],
  ['a third pod', CUT, { pods: 3 }, 'tensor 8 x pipeline 2 x data 1 = 16, but one group has 3 pods x 8 devices = 24'],
  ['fewer devices a pod', CUT, { devicesPerPod: 4 }, 'tensor 8 x pipeline 2 x data 1 = 16, but one group has 2 pods x 4 devices = 8'],
  ['copies that straddle pods', { tensorParallel: 6, dataParallel: 4 }, { pods: 3 }, 'a copy of the model takes tensor 6 x pipeline 1 = 6 devices, a pod has 8: some copies would straddle pods'],
  ['several worlds in one group', { ...CUT, dataParallel: 2 }, { pods: 4 }, '2 copies of 16 devices each, over pods of 8, would be several worlds in one group'],
])('%s is refused with the sum', (_, options, role, sum) => {
  const message = messageOf(() => member('leader', options, role));
  expect(message).toContain(sum);
  expect(message).toMatch(/^engine: /);
});

test('tensor parallelism over nodes works, and is warned about', () => {
  expect(member('leader', { tensorParallel: 16 }).advice).toMatchObject([{ id: 'AIW3304', class: 'risky', help: expect.stringContaining('tensorParallel: 8, pipelineParallel: 2') }]);
  expect(member('worker', { tensorParallel: 16 }).advice).toEqual([]);
});

test('workers answer on no port and drain nothing; pods that stop together cannot drain', () => {
  expect(member('worker', CUT)).toMatchObject({ serves: false, drain: undefined });
  expect(member('leader', CUT)).toMatchObject({ serves: true, drain: { flag: '--shutdown-timeout', seconds: 60 } });
  expect(member('leader', CUT, { stopsTogether: true })).toMatchObject({ drain: undefined, noDrainReason: 'leader and workers of one template get the stop signal together' });
});

test('a group of one is a single pod', () => {
  expect(member('leader', { tensorParallel: 8 }, { pods: 1 }).args).toEqual(single({ tensorParallel: 8 }).args);
});

test.each([['1', '4'], ['2', '8'], ['11', '44']])('a shell gives pod %s the start rank %s, and passes every word on', (index, rank) => {
  const { command, args } = member('worker', { version: '0.11', tensorParallel: 2, dataParallel: 8, servedModelName: 'a "b" $c' });
  // As the kubelet leaves it: it knows LWS_WORKER_INDEX, and the arithmetic is no name.
  const known = new Map([['LWS_WORKER_INDEX', index], ['LWS_LEADER_ADDRESS', 'leader']]);
  const words = [...command!, ...args].map(word => expand(word, known)).map(word => (word === 'serve' ? 'printf' : word));
  const program = words.indexOf('printf') - 1;
  const run = spawnSync(words[0], [...words.slice(1, program), 'printf', '%s\\n', ...words.slice(program + 2)], { env: { LWS_WORKER_INDEX: index, PATH: process.env.PATH }, encoding: 'utf8' });
  const lines = run.stdout.trim().split('\n');
  expect(lines.slice(-3)).toEqual(['--headless', '--data-parallel-start-rank', rank]);
  expect(lines).toContain('a "b" $c');
});
