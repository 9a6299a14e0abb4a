import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { isLaunch, engineFits } from '../../../src/lint/facts/engine-fit';

const gpus = (count: number, more: object) => ({ name: 'main', image: 'registry.example/app:1', resources: { limits: { 'nvidia.com/gpu': count } }, ...more });
const pod = (...containers: object[]) => object('v1', 'Pod', 'it', { containers });
const group = (size: number, count: number, command: string[], replicas = 1) => object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'it', {
  replicas, leaderWorkerTemplate: { size, workerTemplate: { spec: { containers: [gpus(count, { command })] } } },
});

/** `needed of available: where the numbers come from`. */
function fits(body: PlainObject) {
  return factsOf(body).get(engineFits).map(({ needed, available, neededText, availableText }) => `${needed} of ${available}: ${neededText}; ${availableText}`);
}
const vllm = (...flags: string[]) => ['vllm', 'serve', 'm', ...flags];
const HAS_8 = 'the container has nvidia.com/gpu 8';

describe('devices of an engine that serves', () => {
  test.each<[string, string[], string[]]>([
    ['one', [], [`1 of 8: no parallelism = 1; ${HAS_8}`]],
    ['as many as it is told', ['-tp', '4', '-pp', '2'], [`8 of 8: tensor 4 x pipeline 2 = 8; ${HAS_8}`]],
    ['of all copies', ['-tp', '2', '-dp', '3'], [`6 of 8: tensor 2 x data 3 = 6; ${HAS_8}`]],
    ['of the copies in this pod', ['-tp', '2', '-dp', '16', '-dpl', '4'], [`8 of 8: tensor 2 x pipeline 1 x data here 4 = 8; ${HAS_8}`]],
    ['over several nodes', ['-tp', '8', '-pp', '2', '--nnodes', '2'], ['16 of 16: tensor 8 x pipeline 2 = 16; 2 nodes x 8 devices are 16']],
    ['of the copies in this pod, over several nodes', ['-tp', '2', '-dp', '16', '-dpl', '4', '--nnodes', '2'], [`8 of 8: tensor 2 x pipeline 1 x data here 4 = 8; ${HAS_8}`]],
    ['on one node', ['-tp', '8', '--nnodes', '1'], [`8 of 8: tensor 8; ${HAS_8}`]],
    ['wherever Ray has them', ['-tp', '16', '--distributed-executor-backend', 'ray'], []],
    ['over nodes that nobody can count', ['-tp', '16', '--nnodes', '$N'], []],
    ['an unknown number', ['-tp', 'many'], []],
    ['unknown parts', ['-pp', 'many'], []],
    ['unknown copies', ['-dp', 'many'], []],
    ['none', ['-tp', '0'], []],
    ['whatever a file says', ['--config', 'x.yaml'], []],
  ])('of a pod alone: %s', (_, flags, expected) => {
    expect(fits(pod(gpus(8, { command: vllm(...flags) })))).toEqual(expected);
  });

  test.each<[string, number, string[], string[]]>([
    ['its own', 3, ['-tp', '8'], [`8 of 8: tensor 8; ${HAS_8}`]],
    ['those of the group, where its own do not suffice', 2, ['-tp', '8', '-pp', '2'],
      ['16 of 16: tensor 8 x pipeline 2 = 16; the group has 1 leader pod x nvidia.com/gpu 8 + 1 worker pod x nvidia.com/gpu 8 = 16']],
    ['those of the group, where Ray spreads them', 2, ['-tp', '8', '--distributed-executor-backend', 'ray'],
      ['8 of 16: tensor 8; the group has 1 leader pod x nvidia.com/gpu 8 + 1 worker pod x nvidia.com/gpu 8 = 16']],
    ['those of the group, where nobody knows the nodes', 2, ['-tp', '8', '--nnodes', '$(NODES)'],
      ['8 of 16: tensor 8; the group has 1 leader pod x nvidia.com/gpu 8 + 1 worker pod x nvidia.com/gpu 8 = 16']],
    ['those of its nodes', 2, ['-tp', '8', '-pp', '2', '--nnodes', '2'], ['16 of 16: tensor 8 x pipeline 2 = 16; 2 nodes x 8 devices are 16']],
    ['its own, for the copies in this pod', 2, ['-tp', '4', '-dp', '4', '-dpl', '2'], [`8 of 8: tensor 4 x pipeline 1 x data here 2 = 8; ${HAS_8}`]],
    ['nobody knows, where copies in this pod reach further', 2, ['-tp', '8', '-dp', '4', '-dpl', '2'], []],
    ['as a pod alone', 1, ['-tp', '8', '--distributed-executor-backend', 'ray'], []],
  ])('of a group: %s', (_, size, flags, expected) => {
    const [leader] = fits(group(size, 8, vllm(...flags)));
    expect(leader === undefined ? [] : [leader]).toEqual(expected);
  });

  test('of a group whose devices nobody knows', () => {
    const claimed = object('apps/v1', 'StatefulSet', 'it', { replicas: 2, template: { spec: { containers: [gpus(8, { command: vllm('-tp', '16') })] } } });
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'it' } });
    expect(factsOf(claimed).get(engineFits)).toMatchObject([{ needed: 16, available: 16 }]);
    expect(factsOf(claimed, scaler).get(engineFits)).toEqual([]);
  });

  test('of replicas that do not know of each other, each its own', () => {
    const deployment = object('apps/v1', 'Deployment', 'it', { replicas: 2, template: { spec: { containers: [gpus(8, { command: vllm('-tp', '16') })] } } });
    expect(fits(deployment)).toEqual([`16 of 8: tensor 16; ${HAS_8}`]);
  });

  test('that asks for none are not counted', () => {
    expect(fits(pod({ name: 'main', image: 'a', command: vllm('-tp', '2') }))).toEqual([]);
    expect(factsOf(pod(gpus(8, { command: vllm('-tp', '2') }))).get(engineFits)).toMatchObject([{ tensor: 2, field: 'spec.containers[0].command[4]', isAlone: true }]);
  });
});

describe('devices of a launcher', () => {
  const torchrun = (...flags: string[]) => ['torchrun', ...flags, 'train.py'];

  test.each<[string, string[], object, string[]]>([
    ['one process', torchrun('--nproc-per-node', '1'), {}, [`1 of 8: 1 process; ${HAS_8}`]],
    ['several', torchrun('--nproc-per-node', '4'), {}, [`4 of 8: 4 processes; ${HAS_8}`]],
    ['as the devices are', torchrun('--nproc-per-node', 'gpu'), {}, []],
    ['one, where it is told nothing', torchrun(), {}, [`1 of 8: without --nproc-per-node one process; ${HAS_8}`]],
    ['by a variable', torchrun(), { env: [{ name: 'PET_NPROC_PER_NODE', value: '2' }] }, [`2 of 8: 2 processes; ${HAS_8}`]],
    ['by a variable that nobody sees', torchrun(), { env: [{ name: 'PET_NPROC_PER_NODE', valueFrom: {} }] }, []],
    ['by variables of somebody', torchrun(), { envFrom: [{ configMapRef: { name: 'a' } }] }, []],
    ['by words that nobody knows', ['sh', '-c', 'torchrun $EXTRA train.py'], {}, []],
    ['DeepSpeed', ['deepspeed', '--num_gpus', '4', 'train.py'], {}, [`4 of 8: 4 processes; ${HAS_8}`]],
    ['DeepSpeed, where it is told nothing', ['deepspeed', 'train.py'], {}, []],
    ['accelerate', ['accelerate', 'launch', 'train.py'], {}, []],
    ['mpirun', ['mpirun', '-np', '4', 'train'], {}, []],
  ])('%s', (_, command, more, expected) => {
    expect(fits(pod(gpus(8, { command, ...more })))).toEqual(expected);
  });

  test('of an operator that may tell it more', () => {
    const torch = object('kubeflow.org/v1', 'PyTorchJob', 'it', { pytorchReplicaSpecs: { Worker: { template: { spec: { containers: [gpus(8, { command: torchrun() })] } } } } });
    expect(fits(torch)).toEqual([]);
  });

  test('are processes, not parts of a model', () => {
    const launches = (command: string[]) => factsOf(pod(gpus(8, { command }))).get(engineFits).map(isLaunch);
    expect([launches(torchrun()), launches(vllm()), launches(['sglang', 'serve', '--model-path', 'm'])]).toEqual([[true], [false], [false]]);
    expect(factsOf(pod(gpus(8, { command: torchrun() }))).get(engineFits)[0].field).toBe('spec.containers[0].command[0]');
  });
});

describe('who shares the devices of a container', () => {
  const alone = (...containers: object[]) => factsOf(pod(...containers)).get(engineFits).map(({ isAlone }) => isAlone);

  test.each<[string, object[], boolean[]]>([
    ['nobody', [gpus(8, { command: vllm() })], [true]],
    ['a second engine', [gpus(8, { command: ['sh', '-c', 'vllm serve a & vllm serve b'] })], [false, false]],
    ['Ray, which starts it', [gpus(8, { command: ['sh', '-c', 'ray start --head && vllm serve a'] })], [true]],
    ['an engine in another container', [gpus(8, { command: vllm() }), gpus(8, { name: 'other', command: vllm() })], [true, true]],
    ['a variable that hides some', [gpus(8, { command: vllm(), env: [{ name: 'CUDA_VISIBLE_DEVICES', value: '0' }] })], [false]],
    ['a word that hides some', [gpus(8, { command: ['sh', '-c', 'CUDA_VISIBLE_DEVICES=0 vllm serve a'] })], [false]],
    ['an argument that hides some', [gpus(8, { command: ['sh', '-c'], args: ['HIP_VISIBLE_DEVICES=0 vllm serve a'] })], [false]],
    ['another variable', [gpus(8, { command: vllm(), env: [{ name: 'CUDA_HOME', value: '0' }] })], [true]],
  ])('%s', (_, containers, expected) => {
    expect(alone(...containers)).toEqual(expected);
  });
});
