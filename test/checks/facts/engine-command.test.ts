import { acceleratorUses } from '../../../src/checks/facts/accelerators';
import { flagOf } from '../../../src/checks/facts/command-flags';
import { crewOf } from '../../../src/checks/facts/crews';
import { Engine } from '../../../src/checks/facts/engine-command';
import { Facts } from '../../../src/checks/facts/facts';
import { Manifest } from '../../../src/checks/facts/manifest';
import { PlainObject } from '../../../src/pod/plain';

function factsOf(kind: string, apiVersion: string, spec: object): Facts {
  return new Facts([new Manifest({ apiVersion, kind, metadata: { name: 'it' }, spec: spec as PlainObject })]);
}

function inPod(container: object): Facts {
  return factsOf('Pod', 'v1', { containers: [{ name: 'main', image: 'registry.example/app:1', ...container }] });
}

function engines(container: object): { readonly engine: Engine; readonly words: string[] }[] {
  return [...inPod(container).engines.values()].flat().map(({ engine, words }) => ({ engine, words: words.map(each => each.text) }));
}

describe('engine of a container', () => {
  test.each<[string, object, Engine, string[]]>([
    ['vllm serve', { command: ['vllm', 'serve', 'm', '-tp', '2'] }, 'vllm', ['m', '-tp', '2']],
    ['a module', { command: ['python3', '-u', '-m', 'vllm.entrypoints.openai.api_server'], args: ['--model', 'm'] }, 'vllm', ['--model', 'm']],
    ['what the image starts', { image: 'docker.io/vllm/vllm-openai:v0.11.0', args: ['--model', 'm'] }, 'vllm', ['--model', 'm']],
    ['a script', { command: ['/bin/bash', '-euxc', 'cd /x && exec /usr/bin/vllm serve m'] }, 'vllm', ['m']],
    ['a shell in a script', { command: ['sh', '-c'], args: ['bash -c "sglang serve m"'] }, 'sglang', ['m']],
    ['a launcher, up to its script', { command: ['torchrun', '--nnodes=2', 'train.py', '--nnodes=3'] }, 'torchrun', ['--nnodes=2']],
    ['a wrapped launcher', { command: ['numactl', '-l', 'python', '-m', 'torch.distributed.run', '--nproc-per-node', '8', '-m', 'train'] }, 'torchrun', ['--nproc-per-node', '8']],
    ['a shell with options by name', { command: ['bash', '-o', 'pipefail', '-c', 'vllm serve m'] }, 'vllm', ['m']],
    ['a shell with options by name behind letters', { command: ['/bin/bash', '-Eeuo', 'pipefail', '-O', 'extglob', '-c'], args: ['vllm serve m'] }, 'vllm', ['m']],
    ['a shell without an option', { command: ['bash', '-e', '+o', 'posix', '-lc', 'vllm serve m'] }, 'vllm', ['m']],
    ['a module behind a flag of Python', { command: ['python3', '-m', 'sglang.launch_server', '--model-path', 'm'] }, 'sglang', ['--model-path', 'm']],
    ['a launcher of a program', { command: ['torchrun', 'train', '--nnodes=3'] }, 'torchrun', []],
    ['arguments behind a script', { command: ['/bin/sh', '-c', 'exec "$@" --headless', 'vllm'], args: ['vllm', 'serve', 'm'] }, 'vllm', ['m', '--headless']],
    ['mpirun', { command: ['sh', '-c', 'mpirun -np 4 python train.py'] }, 'mpirun', ['-np', '4', 'python', 'train.py']],
  ])('%s', (_name, container, engine, words) => {
    expect(engines(container)).toEqual([{ engine, words }]);
  });

  test.each([
    ['words about an engine', { command: ['sh', '-c', 'echo vllm serve; pip install vllm'] }],
    ['an image with a command of its own', { image: 'vllm/vllm-openai:v0.11.0', command: ['/start.sh'] }],
    ['a script of a file', { command: ['bash', '-e', 'run.sh', '-c', 'vllm serve m'] }],
    ['a shell with its last option', { command: ['bash', '-c'] }],
    ['a folder of that name', { args: ['--plugins', '/opt/vllm'] }],
    ['strange types', { command: 'vllm serve', args: { vllm: 'serve' }, env: 'x' }],
  ])('is none for %s', (_name, container) => {
    expect(engines(container)).toEqual([]);
  });

  test('variables are replaced as the kubelet does, and what it does not know stays', () => {
    const container = {
      command: ['vllm', 'serve', '--tp=$(TP)', '--pp=$$(TP)', '--port=$(NONE)'],
      env: [{ name: 'N', value: '8' }, { name: 'TP', value: '$(N)' }],
    };
    expect(engines(container)[0].words).toEqual(['--tp=8', '--pp=$(TP)', '--port=$(NONE)']);
  });

  test('the last of several flags counts, whatever its spelling, and an unknown value is none', () => {
    const [command] = [...inPod({
      command: ['vllm', 'serve', '--tensor-parallel-size', '2', '--tensor_parallel_size=4', '-pp8', '--port', '$(P)'],
      env: [{ name: 'P', valueFrom: {} }],
    }).engines.values()].flat();
    const value = (...names: string[]) => flagOf(command, new Set(names))?.value;
    expect([value('--tensor-parallel-size'), value('-pp'), value('--port'), value('--host')]).toEqual(['4', '8', undefined, undefined]);
    expect(flagOf(command, new Set(['--tensor-parallel-size']))?.field).toBe('spec.containers[0].command[4]');
  });

  test.each([
    ['an unknown word may be any flags', ['sh', '-c', 'vllm serve m $EXTRA'], false],
    ['a file may hold any flags', ['vllm', 'serve', '--config', 'x.yaml'], false],
    ['the unknown value of a flag is one value', ['sh', '-c', 'vllm serve $MODEL --port $PORT'], true],
  ])('%s', (_name, command, isComplete) => {
    expect([...inPod({ command }).engines.values()][0][0].isComplete).toBe(isComplete);
  });
});

describe('pods that work together', () => {
  const template = { spec: { containers: [{ name: 'main', image: 'i', resources: { limits: { 'nvidia.com/gpu': 8 } } }] } };
  const crew = (kind: string, apiVersion: string, spec: object) => {
    const facts = factsOf(kind, apiVersion, spec);
    const { pods, devices, isGroup } = crewOf(facts, facts.podSets[0]);
    return { pods, devices, isGroup };
  };

  test.each<[string, string, string, object, object]>([
    ['one replica of a Deployment', 'Deployment', 'apps/v1', { replicas: 3, template }, { pods: 1, devices: 8, isGroup: false }],
    ['the pods of a Job that run at a time', 'Job', 'batch/v1', { completions: 4, parallelism: 2, template }, { pods: 2, devices: 16, isGroup: true }],
    ['one group', 'LeaderWorkerSet', 'leaderworkerset.x-k8s.io/v1', { replicas: 3, leaderWorkerTemplate: { size: 4, workerTemplate: template } },
      { pods: 4, devices: 32, isGroup: true }],
    ['head and workers of Ray', 'RayCluster', 'ray.io/v1', { headGroupSpec: { template: { spec: { containers: [] } } }, workerGroupSpecs: [{ replicas: 2, template }] },
      { pods: 3, devices: 16, isGroup: true }],
    ['nobody knows how many', 'RayCluster', 'ray.io/v1', { enableInTreeAutoscaling: true, headGroupSpec: { template }, workerGroupSpecs: [{ replicas: 2, template }] },
      { pods: undefined, devices: undefined, isGroup: true }],
  ])('%s', (_name, kind, apiVersion, spec, expected) => {
    expect(crew(kind, apiVersion, spec)).toEqual(expected);
  });
});

describe('how the sum of a crew is told', () => {
  const container = { name: 'main', image: 'i', resources: { limits: { 'nvidia.com/gpu': 8 } } };
  const template = { spec: { containers: [container] } };
  const crew = (kind: string, apiVersion: string, spec: object) => {
    const facts = factsOf(kind, apiVersion, spec);
    return crewOf(facts, facts.podSets[0]);
  };

  test.each<[string, string, object, string, string]>([
    ['Job', 'batch/v1', { parallelism: 2, completions: 2, template }, 'pods x nvidia.com/gpu 8 = 16', 'spec.parallelism'],
    ['CronJob', 'batch/v1', { jobTemplate: { spec: { template } } }, 'pod x nvidia.com/gpu 8', 'spec.jobTemplate.spec.parallelism'],
    ['StatefulSet', 'apps/v1', { replicas: 2, template }, 'pods x nvidia.com/gpu 8 = 16', 'spec.replicas'],
    ['LeaderWorkerSet', 'leaderworkerset.x-k8s.io/v1', { leaderWorkerTemplate: { size: 3, workerTemplate: template } },
      'leader pod x nvidia.com/gpu 8 + 2 worker pods x nvidia.com/gpu 8 = 24', 'spec.leaderWorkerTemplate.size'],
    ['JobSet', 'jobset.x-k8s.io/v1alpha2', { replicatedJobs: [{ name: 'w', template: { spec: { template } } }] }, 'w pod x nvidia.com/gpu 8', 'spec'],
  ])('%s', (kind, apiVersion, spec, text, sizeField) => {
    expect(crew(kind, apiVersion, spec)).toMatchObject({ text: expect.stringMatching(new RegExp(`^\\d ${text.replace(/[.+]/g, '\\$&')}$`)), sizeField, isGroup: true });
  });

  test('where an autoscaler decides, nobody knows how many', () => {
    const spec = { enableInTreeAutoscaling: true, headGroupSpec: { template: { spec: { containers: [] } } }, workerGroupSpecs: [{ groupName: 'gpu', replicas: 2, template }] };
    expect(crew('RayCluster', 'ray.io/v1', spec)).toMatchObject({ text: expect.stringMatching(/^\? .*pods x nvidia\.com\/gpu 8$/), sizeField: 'spec', pods: undefined });
  });

  test('of a controller that nobody knows only that its pods may work together', () => {
    expect(crew('Fleet', 'example.org/v1', { replicas: 3, template })).toEqual({ isGroup: true, text: '', sizeField: 'spec' });
  });
});

test('what is no accelerator, and what no quantity, is not counted', () => {
  const [{ containers: [placed] }] = inPod({ resources: { limits: { 'cpu': 8, 'rdma/ib': 1, 'nvidia.com/gpu': 'many', 'constructor': 2, 'amd.com/gpu': '2' } } }).podSets;
  expect(acceleratorUses(placed).map(({ resource, count }) => [resource, count])).toEqual([['nvidia.com/gpu', undefined], ['amd.com/gpu', 2]]);
});
