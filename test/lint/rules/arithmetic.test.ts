import { Manifest, custom, deployment, findingsIn, job, leaderWorkerSet, pod, template, workload } from '../run/manifests';

const GPUS = (count: number) => ({ resources: { limits: { 'nvidia.com/gpu': count } } });
const serve = (...flags: string[]) => ({ image: 'vllm/vllm-openai:v0.11.0', args: ['--model', 'm', ...flags] });

function messages(id: string, ...objects: readonly Manifest[]): string[] {
  return findingsIn(id, ...objects).map(each => `${each.class} ${each.field}: ${each.message}`);
}

describe('parallelism of a server against its devices', () => {
  test.each<[string, string[], number, string[]]>([
    ['too few', ['-tp', '4'], 2, ['broken spec.template.spec.containers[0].args[3]: Invalid value: 4: tensor 4, but the container has nvidia.com/gpu 2']],
    ['a product too large', ['-tp=2', '-pp=2', '-dp=2'], 4,
      ['broken spec.template.spec.containers[0].args[2]: Invalid value: 8: tensor 2 x pipeline 2 x data 2 = 8, but the container has nvidia.com/gpu 4']],
    ['all used', ['-tp', '2', '-dp', '2'], 4, []],
    ['copies on this node only', ['-dp', '16', '-dpl', '4'], 4, []],
    ['one rank of many', ['-dp', '16', '--data-parallel-rank', '3'], 1, []],
    ['of a Ray cluster elsewhere', ['-tp', '16', '--distributed-executor-backend', 'ray'], 8, []],
    ['a number that is none', ['-tp', 'auto'], 1, []],
  ])('%s', (_name, flags, gpus, expected) => {
    expect(messages('AIW2601', deployment('llm', workload('llm', { ...serve(...flags), ...GPUS(gpus) })))).toEqual(expected);
  });

  test('devices that nobody can count say nothing', () => {
    const container = { ...serve('-tp', '8'), resources: { limits: { 'nvidia.com/gpu.shared': 1 } } };
    expect(messages('AIW2601', deployment('llm', workload('llm', container)))).toEqual([]);
    expect(messages('AIW2601', deployment('llm', workload('llm', serve('-tp', '8'))))).toEqual([]);
  });

  test('one template of leader and workers is reported once', () => {
    const spec = { leaderWorkerTemplate: { size: 2, workerTemplate: template({}, { command: ['vllm', 'serve', '-tp', '32', '--nnodes', '2'], ...GPUS(8) }) } };
    expect(messages('AIW2601', leaderWorkerSet('llm', spec))).toEqual([
      'broken spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].command[3]: Invalid value: 32: tensor 32, but 2 nodes x 8 devices are 16',
    ]);
  });
});

describe('what is offered where devices are idle', () => {
  const HEADS = "a tensor size must divide the model's attention heads (num_attention_heads in its config.json)";
  test.each<[string, string[], number, string]>([
    ['both ways start', ['-tp', '2'], 8, 'cut the model over all 8 (tensor 8, if that divides its attention heads), or ask for 2'],
    ['a size that few models have', ['-tp', '3'], 8, `cut the model over all 8 (tensor 8, if that divides its attention heads); ${HEADS}`],
    ['devices that few models fit', ['-tp', '4'], 6, `ask for 4; ${HEADS}`],
    ['a size that few models have, beside one that starts', ['-tp', '3', '-pp', '1'], 6, HEADS],
    ['stages stay', ['-tp', '2', '-pp', '2'], 8, 'cut the model over all 8 (tensor 4, if that divides its attention heads), or ask for 4'],
  ])('%s', (_name, flags, gpus, expected) => {
    expect(findingsIn('AIW2602', deployment('llm', workload('llm', { ...serve(...flags), ...GPUS(gpus) }))).map(each => each.help)).toEqual([expected]);
  });

  test('processes of training are as many as one likes', () => {
    const container = { image: 'train:1', command: ['torchrun', '--nproc-per-node=3', 'train.py'], ...GPUS(8) };
    expect(findingsIn('AIW2602', job('train', { template: template({}, container) })).map(each => each.help)).toEqual(['use all 8, or ask for 3']);
  });
});

describe('nodes of a rendezvous against pods', () => {
  const train = (nodes: string) => template({}, { command: ['torchrun', `--nnodes=${nodes}`, '--nproc-per-node=8', 'train.py'], ...GPUS(8) });

  test('the parallelism of a Job is one unless it says otherwise', () => {
    expect(messages('AIW2604', job('train', { completions: 2, template: train('2') }))).toEqual([
      'broken spec.template.spec.containers[0].command[1]: Invalid value: "2": waits for 2 nodes, but of 2 completions only 1 (parallelism 1, its default) run at a time',
    ]);
  });

  test('one world in two Jobs is nobody\'s mistake', () => {
    expect(messages('AIW2604', job('first', { template: train('2') }), job('second', { template: train('2') }))).toEqual([]);
  });

  test('an elastic range holds every number in it', () => {
    expect(messages('AIW2604', job('train', { parallelism: 3, completions: 3, template: train('2:4') }))).toEqual([]);
  });
});

describe('devices of extension objects', () => {
  test('a request of any extended resource needs its limit', () => {
    const spec = { leaderWorkerTemplate: { size: 1, workerTemplate: template({}, { resources: { requests: { 'rdma/ib': 1 } } }) } };
    expect(messages('AIW2510', leaderWorkerSet('llm', spec))).toEqual([
      'broken spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].resources.requests[rdma/ib]: '
      + 'Required value: Limit must be set for non overcommitable resources: rdma/ib is requested and not limited',
    ]);
  });
});

test('every rule of devices and arithmetic survives strange types', () => {
  const strange: readonly unknown[] = [null, 0, -1, 'x', [], {}, [null], [[]], true, { constructor: 1 }];
  const objects = strange.flatMap((value, index) => [
    pod(`p${index}`, { containers: value as object, volumes: value, resourceClaims: value, affinity: value, topologySpreadConstraints: value, tolerations: value }),
    deployment(`d${index}`, { replicas: value, strategy: value, template: template({}, { command: value, args: value, env: value, resources: value, volumeMounts: value }) }),
    leaderWorkerSet(`l${index}`, { leaderWorkerTemplate: { size: value, subGroupPolicy: value, workerTemplate: value }, rolloutStrategy: value }),
    custom('batch.volcano.sh/v1alpha1', 'Job')(`v${index}`, { minAvailable: value, tasks: value, plugins: value }),
    custom('kubeflow.org/v2beta1', 'MPIJob')(`m${index}`, { slotsPerWorker: value, mpiReplicaSpecs: value }),
    custom('ray.io/v1', 'RayCluster')(`r${index}`, { headGroupSpec: value, workerGroupSpecs: value }),
  ]);
  expect(findingsIn('AIW0004', ...objects).map(each => each.message)).toEqual([]);
});
