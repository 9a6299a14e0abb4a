import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { acceleratorUses } from '../../../src/lint/facts/accelerators';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { commandFlag } from '../../../src/lint/facts/command-flags';
import { crewOf } from '../../../src/lint/facts/crews';
import { commandLines, containerVariables, enginesByPods } from '../../../src/lint/facts/engine-command';
import { Facts } from '../../../src/lint/facts/facts';
import { PodSet } from '../../../src/lint/facts/pod-set';
import { UNKNOWN } from '../../../src/lint/facts/shell-arithmetic';

function factsOf(kind: string, apiVersion: string, spec: object): Facts {
  return new Facts([new Manifest({ apiVersion, kind, metadata: { name: 'it' }, spec: spec as PlainObject })]);
}

function inPod(container: object): Facts {
  return factsOf('Pod', 'v1', { containers: [{ name: 'main', image: 'registry.example/app:1', ...container }] });
}

function engines(container: object): { readonly engine: string; readonly words: string[] }[] {
  return [...inPod(container).get(enginesByPods).values()].flat()
    .map(({ engine, words }) => ({ engine: engine.name, words: words.map(each => each.text) }));
}

describe('engine of a container', () => {
  test.each<[string, object, string, string[]]>([
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
    ['a script of a file, which may start what follows', { command: ['/bin/bash', 'entry.sh', 'vllm', 'serve', 'm'] }, 'vllm', ['m']],
    ['arguments that nobody gives', { command: ['sh', '-c', 'vllm serve m "$@"'] }, 'vllm', ['m', UNKNOWN]],
    ['a number among the words', { command: ['vllm', 'serve', 'm', '--port', 8000] }, 'vllm', ['m', '--port', UNKNOWN]],
    ['a variable that may come from elsewhere', { command: ['vllm', 'serve', '$(MODEL)'], envFrom: [{ configMapRef: { name: 'a' } }] }, 'vllm', [UNKNOWN]],
    ['a launcher of a module', { command: ['torchrun', '--nnodes=2', '--module', 'train', '--nnodes=3'] }, 'torchrun', ['--nnodes=2']],
    ['a launcher of a program that is no Python', { command: ['torchrun', '--nnodes=2', '--no-python', 'train', '--nnodes=3'] }, 'torchrun', ['--nnodes=2']],
    ['the same in the older spelling', { command: ['torchrun', '--nnodes=2', '--no_python', 'train', '--nnodes=3'] }, 'torchrun', ['--nnodes=2']],
    ['a launcher of nothing', { command: ['torchrun', '--nnodes=2', '--rdzv-id=1'] }, 'torchrun', ['--nnodes=2', '--rdzv-id=1']],
    ['a launcher of what nobody knows', { command: ['sh', '-c', 'torchrun $EXTRA train.py --nnodes=3'] }, 'torchrun', [UNKNOWN]],
    ['a shell behind five words', { command: ['numactl', '-l', 'nice', '-n', '5', 'sh', '-c', 'vllm serve m'] }, 'vllm', ['m']],
    ['mpirun', { command: ['sh', '-c', 'mpirun -np 4 python train.py'] }, 'mpirun', ['-np', '4', 'python', 'train.py']],
  ])('%s', (_name, container, engine, words) => {
    expect(engines(container)).toEqual([{ engine, words }]);
  });

  test.each([
    ['words about an engine', { command: ['sh', '-c', 'echo vllm serve; pip install vllm'] }],
    ['an image with a command of its own', { image: 'vllm/vllm-openai:v0.11.0', command: ['/start.sh'] }],
    ['a script of a file', { command: ['bash', '-e', 'run.sh', '-c', 'vllm serve m'] }],
    ['a shell with its last option', { command: ['bash', '-c'] }],
    ['a script without a shell', { command: ['-c', 'vllm serve m'] }],
    ['a shell behind six words', { command: ['a', 'numactl', '-l', 'nice', '-n', '5', 'sh', '-c', 'vllm serve m'] }],
    ['an image without arguments', { image: 'vllm/vllm-openai:v0.11.0' }],
    ['a module that is not named', { command: ['python3', 'vllm', '-m'] }],
    ['a folder of that name', { args: ['--plugins', '/opt/vllm'] }],
    ['strange types', { command: 'vllm serve', args: { vllm: 'serve' }, env: 'x' }],
  ])('is none for %s', (_name, container) => {
    expect(engines(container)).toEqual([]);
  });

  test.each<[string, string]>([
    ['vllm serve', 'vllm'], ['sglang serve', 'sglang'], ['torchrun', 'torchrun'], ['mpirun', 'mpirun'], ['mpiexec', 'mpirun'], ['accelerate launch', 'accelerate'], ['deepspeed', 'deepspeed'],
    ['ray start', 'ray'], ['python -m vllm.entrypoints.openai.api_server', 'vllm'], ['python -m vllm.entrypoints.api_server', 'vllm'], ['python -m sglang.launch_server', 'sglang'],
    ['python -m torch.distributed.run', 'torchrun'], ['python -m torch.distributed.launch', 'torchrun'], ['python -m accelerate.commands.launch', 'accelerate'],
  ])('%s is %s', (program, engine) => {
    expect(engines({ command: [...program.split(' '), '--x', 'run.py', '--y'] }))
      .toEqual([{ engine, words: ['torchrun', 'accelerate', 'deepspeed'].includes(engine) ? ['--x'] : ['--x', 'run.py', '--y'] }]);
  });

  test.each(['vllm bench', 'sglang x', 'accelerate config', 'ray stop', 'python -m vllm', 'python -m other'])('%s is none', program => {
    expect(engines({ command: [...program.split(' '), '--x'] })).toEqual([]);
  });

  test.each(['echo', 'printf', 'pip', 'pip3', 'which', 'command', 'cat', 'grep', 'test', '[', '[[', 'apt', 'apt-get', 'pkill', 'pgrep', '/usr/bin/pip'])('%s only speaks of one', talker => {
    expect(engines({ command: [talker, 'vllm', 'serve', 'm'] })).toEqual([]);
  });

  test.each([[1, 1], [3, 1], [4, 0]])('%i shells in each other', (depth, count) => {
    const script = (level: number): string => (level === 0 ? 'vllm serve m' : `sh -c ${JSON.stringify(script(level - 1))}`);
    expect(engines({ command: ['sh', '-c', script(depth - 1)] })).toHaveLength(count);
  });

  test('words stay as they are written where nobody asks for more', () => {
    const [{ containers: [placed] }] = inPod({ command: ['serve', '$(X)', '$$'] }).get(podSets);
    expect(commandLines(placed, new Map()).map(line => line.map(({ text }) => text))).toEqual([['serve', '$(X)', '$']]);
  });

  test('what the controller of a group sets, nobody else sets', () => {
    const env = [{ name: 'LWS_GROUP_SIZE', value: '9' }, { name: 'LWS_MINE', value: '1' }, { name: 'A', value: '$(LWS_GROUP_SIZE)' }, {}, { name: 'EMPTY' }, { name: 'JOB_COMPLETION_INDEX', value: '5' }];
    const template = { spec: { containers: [{ name: 'main', env }] } };
    const variables = (kind: string, apiVersion: string, spec: object) => {
      const [pods] = factsOf(kind, apiVersion, spec).get(podSets);
      return Object.fromEntries(containerVariables(pods, pods.containers[0]));
    };
    const own = { LWS_MINE: '1', EMPTY: '', JOB_COMPLETION_INDEX: '5' };
    expect(variables('LeaderWorkerSet', 'leaderworkerset.x-k8s.io/v1', { leaderWorkerTemplate: { size: 2, workerTemplate: template } }))
      .toEqual({ ...own, LWS_GROUP_SIZE: '2', A: '2', LWS_LEADER_ADDRESS: UNKNOWN, LWS_WORKER_INDEX: UNKNOWN });
    expect(variables('Job', 'batch/v1', { template })).toEqual({ ...own, LWS_GROUP_SIZE: '9', A: '9' });
    expect(variables('Deployment', 'apps/v1', { template })).toEqual({ ...own, LWS_GROUP_SIZE: '9', A: '9' });
    const twice = { spec: { containers: [{ name: 'main', env: [{ name: 'LWS_MINE', value: '1' }, { name: 'LWS_MINE', value: '2' }] }] } };
    expect(variables('Deployment', 'apps/v1', { template: twice })).toEqual({ LWS_MINE: '2' });
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
    }).get(enginesByPods).values()].flat();
    const value = (...names: string[]) => commandFlag(command, new Set(names))?.value;
    expect([value('--tensor-parallel-size'), value('-pp'), value('--port'), value('--host')]).toEqual(['4', '8', undefined, undefined]);
    expect(commandFlag(command, new Set(['--tensor-parallel-size']))?.field).toBe('spec.containers[0].command[4]');
  });

  test.each([
    ['an unknown word may be any flags', ['sh', '-c', 'vllm serve m $EXTRA'], false],
    ['a file may hold any flags', ['vllm', 'serve', '--config', 'x.yaml'], false],
    ['the unknown value of a flag is one value', ['sh', '-c', 'vllm serve $MODEL --port $PORT'], true],
  ])('%s', (_name, command, isComplete) => {
    expect([...inPod({ command }).get(enginesByPods).values()][0][0].isComplete).toBe(isComplete);
  });
});

describe('pods that work together', () => {
  const template = { spec: { containers: [{ name: 'main', image: 'i', resources: { limits: { 'nvidia.com/gpu': 8 } } }] } };
  const crew = (kind: string, apiVersion: string, spec: object) => {
    const facts = factsOf(kind, apiVersion, spec);
    const { pods, devices, isGroup } = crewOf(facts, facts.get(podSets)[0]);
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
    return crewOf(facts, facts.get(podSets)[0]);
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

test('who takes part in a crew', () => {
  const gpus = { spec: { containers: [{ name: 'main', image: 'i', resources: { limits: { 'nvidia.com/gpu': 8 } } }] } };
  const ray = (replicas: number) => factsOf('RayCluster', 'ray.io/v1', { headGroupSpec: { template: gpus }, workerGroupSpecs: [{ groupName: 'gpu', replicas, template: gpus }] });
  const crew = (facts: Facts, index: number, ...belongs: readonly ((set: PodSet) => boolean)[]) => (
    crewOf(facts, facts.get(podSets)[index], ...belongs));
  expect(crew(ray(2), 0)).toMatchObject({ pods: 3, text: '1 head pod x nvidia.com/gpu 8 + 2 gpu pods x nvidia.com/gpu 8 = 24' });
  expect(crew(ray(2), 1, () => false)).toMatchObject({ pods: 2, text: '2 gpu pods x nvidia.com/gpu 8 = 16' });
  expect(crew(ray(0), 0)).toMatchObject({ pods: 1, text: '1 head pod x nvidia.com/gpu 8' });
  expect(crew(factsOf('Deployment', 'apps/v1', { template: gpus }), 0)).toEqual({ pods: 1, devices: 8, isGroup: false, text: '1 pod x nvidia.com/gpu 8', sizeField: '' });
});

test.each(['Pod', 'ReplicationController', 'apps/Deployment', 'apps/ReplicaSet', 'apps/DaemonSet', 'argoproj.io/Rollout'])('pods of a %s are strangers', type => {
  const [kind, group] = type.split('/').reverse();
  const pod = { spec: { containers: [{ name: 'main', image: 'i' }] } };
  const facts = factsOf(kind, group === undefined ? 'v1' : `${group}/v1`, kind === 'Pod' ? pod.spec : { replicas: 3, template: pod });
  expect(crewOf(facts, facts.get(podSets)[0])).toMatchObject({ pods: 1, isGroup: false });
});

test('what is no accelerator, and what no quantity, is not counted', () => {
  const [{ containers: [placed] }] = inPod({ resources: { limits: { 'cpu': 8, 'rdma/ib': 1, 'nvidia.com/gpu': 'many', 'constructor': 2, 'amd.com/gpu': '2' } } }).get(podSets);
  expect(acceleratorUses(placed).map(({ resource, count }) => [resource, count])).toEqual([['nvidia.com/gpu', undefined], ['amd.com/gpu', 2]]);
});
