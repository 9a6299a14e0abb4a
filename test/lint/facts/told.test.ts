import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { crewOf } from '../../../src/lint/facts/crews';
import { expertsFlag, rankedServers } from '../../../src/lint/facts/data-parallel';
import { engineDrain, launcherWait } from '../../../src/lint/facts/draining';
import { EngineCommand, engineCommands } from '../../../src/lint/facts/engine-command';
import { engineRelease } from '../../../src/lint/facts/engine-release';
import { Facts } from '../../../src/lint/facts/facts';
import { hasWrittenFiles, writtenFile } from '../../../src/lint/facts/file-modes';
import { PodSet } from '../../../src/lint/facts/pod-set';
import { rayImageOf } from '../../../src/lint/facts/ray-images';
import { servedModel, weightParts, weightsOf } from '../../../src/lint/facts/served-model';
import { toldModel } from '../../../src/lint/facts/told-model';
import { downloadOf, isPublished, pathNotMounted, roomFor, volumeSize } from '../../../src/lint/facts/weights-place';
import { answersRequests, headlessFlag, isFirstNode, isFirstProcess, isSlowToAnswer, nodesOf } from '../../../src/lint/facts/world';

/* What engines and launchers are told, and where they put what they download. */

interface Told {
  readonly facts: Facts;
  readonly pods: PodSet;
  readonly command: EngineCommand;
}

/** The one engine of a pod with one container. */
function told(container: object, spec: object = {}, more: PlainObject[] = []): Told {
  const facts = factsOf(object('v1', 'Pod', 'a', { containers: [{ name: 'main', ...container }], ...spec }), ...more);
  const pods = facts.get(podSets)[0];
  return { facts, pods, command: engineCommands(pods)[0] };
}

const words = (text: string) => told({ command: text.split(' ') }).command;
const IMAGE = 'vllm/vllm-openai:v0.18.0';
const vllm = (text = '', more: object = {}, spec: object = {}, objects: PlainObject[] = []) => told({ image: IMAGE, args: text.split(' ').filter(word => word !== ''), ...more }, spec, objects);
const variables = (values: object) => ({ env: Object.entries(values).map(([name, value]) => ({ name, value: value as string })) });

describe('stopping', () => {
  test.each<[string, string | undefined]>([
    ['vllm serve m --shutdown-timeout 60', '60 s by --shutdown-timeout'], ['vllm serve m', undefined], ['vllm serve m --shutdown-timeout x', undefined],
    ['tritonserver --exit-timeout-secs=5', '5 s by --exit-timeout-secs'], ['sglang serve --shutdown-timeout 60', undefined],
  ])('%s: %s', (text, drain) => {
    const found = engineDrain(words(text));

    expect(found && `${found.seconds} s by ${found.flag}`).toBe(drain);
  });

  test.each<[string, number | undefined]>([
    ['torchrun a.py', 30], ['torchrun --shutdown-timeout 5 a.py', 5], ['torchrun --shutdown-timeout x a.py', NaN], ['mpirun a', undefined], ['vllm serve m', undefined],
  ])('%s kills its workers after %s s', (text, seconds) => {
    expect(launcherWait(words(text))).toBe(seconds);
  });

  test('a variable says it where no flag does', () => {
    const wait = (command: string, value: string) => launcherWait(told({ command: command.split(' '), ...variables({ TORCH_ELASTIC_SHUTDOWN_TIMEOUT: value }) }).command);

    expect([wait('torchrun a.py', '7'), wait('torchrun --shutdown-timeout 5 a.py', '7'), wait('torchrun a.py', 'x')]).toEqual([7, 5, NaN]);
  });
});

describe('worlds', () => {
  test.each<[string, number | undefined]>([
    ['vllm serve m --nnodes 2', 2], ['vllm serve m -n 3', 3], ['vllm serve m --nnodes 1', undefined], ['vllm serve m', undefined], ['sglang serve --nnodes 4', 4],
    ['torchrun --nnodes 2 a.py', 2], ['torchrun --nnodes 2:4 a.py', 2], ['deepspeed --num_nodes 2:4 a.py', undefined], ['accelerate launch --num_machines 2 a.py', 2], ['mpirun -np 4 a', undefined],
  ])('%s waits for %s nodes', (text, nodes) => {
    expect(nodesOf(words(text))).toBe(nodes);
  });

  test.each<[string, boolean, boolean, string | undefined]>([
    ['vllm serve m', true, false, undefined], ['vllm serve m --nnodes 2', false, false, undefined], ['vllm serve m --nnodes 2 --node-rank 0', true, true, undefined],
    ['vllm serve m --nnodes 2 --node-rank 1', false, false, undefined], ['vllm serve m --headless', false, false, '--headless'], ['torchrun a.py', false, false, undefined],
  ])('%s answers requests: %s, is the first node: %s, headless: %s', (text, answers, isFirst, headless) => {
    expect([answersRequests(words(text)), isFirstNode(words(text)), headlessFlag(words(text))]).toEqual([answers, isFirst, headless]);
  });

  test('an engine that computes takes minutes until it answers, one of the processor does not', () => {
    const slow = ['vllm serve m', 'vllm serve m --headless', 'llama-server -m a', 'torchrun a.py', 'sglang serve'].map(text => isSlowToAnswer(words(text)));

    expect(slow).toEqual([true, false, false, false, true]);
    expect([IMAGE, 'vllm/vllm-openai-cpu:v0.18.0'].map(image => isSlowToAnswer(told({ image, args: ['--model', 'm'] }).command))).toEqual([true, false]);
  });

  test('the first process is the engine itself, and no script', () => {
    expect(['vllm serve m', 'python3 -m sglang.launch_server', 'env A=b c vllm serve m'].map(text => isFirstProcess(words(text)))).toEqual([true, true, false]);
    expect(isFirstProcess(told({ command: ['sh', '-c', 'vllm serve m'] }).command)).toBe(false);
  });
});

describe('models', () => {
  test.each<[string, string | undefined]>([
    ['vllm serve a/b', 'a/b'], ['vllm serve --model a/b', 'a/b'], ['vllm serve a/b --model c/d', 'a/b'], ['sglang serve --model-path a/b', 'a/b'], ['sglang serve a/b', undefined],
    ['trtllm-serve serve a/b', 'a/b'], ['trtllm-serve a/b', 'a/b'], ['vllm serve', undefined], ['torchrun a.py', undefined], ['vllm serve $(MODEL)', '$(MODEL)'],
  ])('%s is told %s', (text, model) => {
    expect(toldModel(words(text))).toBe(model);
  });

  test('an unknown word is no model', () => {
    expect(toldModel(told({ command: ['sh', '-c', 'vllm serve $MODEL'] }).command)).toBeUndefined();
  });

  test.each<[string, string | undefined, number | undefined]>([
    ['vllm serve Qwen/Qwen3-8B', 'Qwen/Qwen3-8B', 8.19 * 2], ['vllm serve Qwen/Qwen3-8B -q fp8', 'Qwen/Qwen3-8B', undefined], ['vllm serve Qwen/Qwen3-8B --cpu-offload-gb 4', 'Qwen/Qwen3-8B', undefined],
    ['vllm serve Qwen/Qwen3-8B --config a.yaml', 'Qwen/Qwen3-8B', undefined], ['vllm serve mine/model', undefined, undefined], ['tritonserver --model-repository a', undefined, undefined],
  ])('%s serves %s of %s GB', (text, id, gigabytes) => {
    const bytes = weightsOf(words(text))?.bytes;

    expect([servedModel(words(text))?.id, bytes === undefined ? undefined : bytes / 1e9]).toEqual([id, gigabytes]);
  });

  test.each<[string, string | undefined]>([
    ['vllm serve m', '1 one GPU'], ['vllm serve m -tp 2', '2 tensor 2'], ['vllm serve m -tp 2 -pp 3', '6 tensor 2 x pipeline 3 = 6'], ['vllm serve m -tp 2 -dp 4', '2 tensor 2 x data 4 = 8'],
    ['vllm serve m -tp 2 -ep', undefined], ['vllm serve m -tp x', undefined], ['llama-server -m a', undefined],
    ['text-generation-launcher --model-id a', '8 nvidia.com/gpu 8'], ['text-generation-launcher --model-id a --num-shard 2', '2 tensor 2'], ['text-generation-launcher --model-id a --sharded true', undefined],
  ])('%s: weights in %s parts', (text, parts) => {
    const { facts, pods, command } = told({ command: text.split(' '), resources: { limits: { 'nvidia.com/gpu': 8 } } });
    const found = weightParts(facts, pods, command);

    expect(found && `${found.count} ${found.text}`).toBe(parts);
  });
});

describe('where weights go', () => {
  const folder = (found: Told) => downloadOf(found.pods, found.command)?.folder;

  test.each<[string, Told, string | undefined]>([
    ['the home of the image', vllm('a/b'), '/root/.cache/huggingface/hub'],
    ['a flag', vllm('a/b --download-dir /models'), '/models'],
    ['a flag that is no whole path', vllm('a/b --download-dir models'), undefined],
    ['HF_HUB_CACHE', vllm('a/b', variables({ HF_HUB_CACHE: '/hub/', HF_HOME: '/home' })), '/hub'],
    ['HF_HOME', vllm('a/b', variables({ HF_HOME: '/hf' })), '/hf/hub'],
    ['XDG_CACHE_HOME', vllm('a/b', variables({ XDG_CACHE_HOME: '/x', HOME: '/h' })), '/x/huggingface/hub'],
    ['HOME', vllm('a/b', variables({ HOME: '/h' })), '/h/.cache/huggingface/hub'],
    ['a variable that is no whole path', vllm('a/b', variables({ HF_HOME: 'hf' })), undefined],
    ['another user', vllm('a/b', { securityContext: { runAsUser: 1000 } }), undefined],
    ['another user of the pod', vllm('a/b', {}, { securityContext: { runAsUser: 1000 } }), undefined],
    ['root of the container', vllm('a/b', { securityContext: { runAsUser: 0 } }, { securityContext: { runAsUser: 1000 } }), '/root/.cache/huggingface/hub'],
    ['a path', vllm('/models/a'), undefined],
    ['offline', vllm('a/b', variables({ HF_HUB_OFFLINE: '1' })), undefined],
    ['another hub', vllm('a/b', variables({ VLLM_USE_MODELSCOPE: 'True' })), undefined],
    ['not offline', vllm('a/b', variables({ HF_HUB_OFFLINE: '0' })), '/root/.cache/huggingface/hub'],
    ['an image of somebody', told({ image: 'mine/app', command: ['vllm', 'serve', 'a/b'] }), undefined],
    ['text-generation-inference', told({ image: 'ghcr.io/huggingface/text-generation-inference:3.3', args: ['--model-id', 'a/b'] }), '/data'],
  ])('%s', (_, found, expected) => {
    expect(folder(found)).toBe(expected);
  });

  test('the volume is the one whose mount is nearest', () => {
    const volumeMounts = [{ name: 'root', mountPath: '/root' }, { name: 'cache', mountPath: '/root/.cache' }, { name: 'other', mountPath: '/root/.cachet' }];
    const found = vllm('a/b', { volumeMounts }, { volumes: volumeMounts.map(({ name }) => ({ name, emptyDir: {} })) });

    expect(downloadOf(found.pods, found.command)!.mount!.volume).toBe('cache');
  });

  test.each<[Told, string | undefined]>([
    [vllm('/models/a'), '/models/a'], [vllm('/models/a', { volumeMounts: [{ name: 'm', mountPath: '/models' }] }), undefined], [vllm('a/b'), undefined],
    [told({ image: 'mine/app', command: ['vllm', 'serve', '/models/a'] }), undefined],
    [told({ image: IMAGE, command: ['sh', '-c', 'set -e\nvllm serve /models/a'] }), '/models/a'],
    [told({ image: IMAGE, command: ['sh', '-c', 'fetch; vllm serve /models/a'] }), undefined],
    [told({ image: IMAGE, command: ['sh', '-c', 'echo a > b; vllm serve /models/a'] }), undefined],
  ])('a path that nothing is mounted at, case %#', ({ pods, command }, path) => {
    expect(pathNotMounted(pods, command)).toBe(path);
  });

  test('an image is of the project by its repository', () => {
    expect([IMAGE, 'mine/vllm-openai:v1', 'mine/app'].map(image => isPublished(told({ image, command: ['vllm', 'serve', 'm'] }).command))).toEqual([true, true, false]);
  });

  test('room is a third more than the weights, rounded up', () => {
    expect([3 * 2 ** 30, 3 * 2 ** 30 + 1, 1].map(bytes => roomFor({ bytes }))).toEqual(['4Gi', '5Gi', '1Gi']);
  });

  describe('sizes of volumes', () => {
    const sized = (volume: object, container: object = {}, more: PlainObject[] = [], spec: object = {}) => {
      const found = vllm('a/b', { volumeMounts: [{ name: 'c', mountPath: '/root' }], ...container }, { volumes: [{ name: 'x', emptyDir: { sizeLimit: '1Gi' } }, { name: 'c', ...volume }], ...spec }, more);
      const { mount } = downloadOf(found.pods, found.command)!;
      const size = volumeSize(found.facts, found.pods, found.command.placed, mount!);
      return size && `${size.size.text} ${size.text} ${size.isLimit}${size.isMemory ? ' memory' : ''}`;
    };
    const claim = (name: string, storage: string, mode = 'ReadWriteOnce', namespace = 'ml') => (
      object('v1', 'PersistentVolumeClaim', name, { accessModes: [mode], resources: { requests: { storage } } }, { metadata: { name, namespace } }));
    const named = { persistentVolumeClaim: { claimName: 'models' } };
    const limit = (memory: string) => ({ resources: { limits: { memory } } });

    test.each<[string, string | undefined, string | undefined]>([
      ['a claim', sized(named, {}, [claim('models', '20Gi'), claim('others', '30Gi'), claim('models', '40Gi', 'ReadWriteOnce', 'prod')]), '20Gi claim "models" false'],
      ['a claim of many nodes', sized(named, {}, [claim('models', '20Gi', 'ReadWriteMany')]), undefined],
      ['a claim that is not here', sized(named, {}, [claim('others', '30Gi')]), undefined],
      ['an ephemeral claim', sized({ ephemeral: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '20Gi' } } } } } }), '20Gi the claim of volume "c" false'],
      ['a folder with a limit', sized({ emptyDir: { sizeLimit: '20Gi' } }), '20Gi volume "c" true'],
      ['a folder without', sized({ emptyDir: {} }, limit('8Gi')), undefined],
      ['memory', sized({ emptyDir: { medium: 'Memory' } }, limit('8Gi')), '8Gi volume "c" in the memory of the container false memory'],
      ['memory with a smaller limit', sized({ emptyDir: { medium: 'Memory', sizeLimit: '4Gi' } }, limit('8Gi')), '4Gi volume "c" true'],
      ['memory with a larger limit', sized({ emptyDir: { medium: 'Memory', sizeLimit: '16Gi' } }, limit('8Gi')), '8Gi volume "c" in the memory of the container false memory'],
      ['memory of a pod with resources of its own', sized({ emptyDir: { medium: 'Memory' } }, limit('8Gi'), [], { resources: {} }), undefined],
    ])('%s', (_, size, expected) => {
      expect(size).toBe(expected);
    });
  });
});

describe('releases of engines', () => {
  const released = (image: string, command = ['vllm', 'serve', 'm']) => {
    const found = engineRelease(told({ image, command }).command);
    return found && [found.release?.text, found.isPublished];
  };

  test.each<[string, (string | boolean | undefined)[]]>([
    ['vllm/vllm-openai:v0.18.0', ['0.18.0', true]], ['vllm/vllm-openai:0.18', ['0.18', true]], ['vllm/vllm-openai:v0.18.0-x86_64', ['0.18.0', true]], ['vllm/vllm-openai:v0.18.0rc1', [undefined, true]],
    ['vllm/vllm-openai:v0.18.0-dev', [undefined, true]], ['vllm/vllm-openai:latest', [undefined, true]], ['vllm/vllm-openai:v0.1.0', [undefined, true]],
    ['mine/vllm-openai:v0.18.0', ['0.18.0', false]], ['mine/app:v0.18.0', [undefined, false]],
  ])('%s: %j', (image, expected) => {
    expect(released(image)).toEqual(expected);
  });

  test('a program with a parser of its own is another', () => {
    expect(released(IMAGE, ['python3', '-m', 'vllm.entrypoints.openai.api_server'])).toEqual(['0.18.0', true]);
    expect(released(IMAGE, ['python3', '-m', 'vllm.entrypoints.api_server'])).toBeUndefined();
    expect(released(IMAGE, ['torchrun', 'a.py'])).toBeUndefined();
  });

  test('the first container of a pod of Ray tells the release of its image', () => {
    const images = (...all: string[]) => rayImageOf(factsOf(object('v1', 'Pod', 'a', { containers: all.map((image, index) => ({ name: `c${index}`, image })) })).get(podSets)[0]);

    expect(images('rayproject/ray:2.53.0-py310', 'rayproject/ray:2.40.0')).toEqual({ image: 'rayproject/ray:2.53.0-py310', field: 'spec.containers[0].image', release: '2.53.0', python: '3.10' });
    expect(images('rayproject/ray-ml:2.53.0')).toEqual({ image: 'rayproject/ray-ml:2.53.0', field: 'spec.containers[0].image', release: '2.53.0' });
    expect([images('mine/ray:2.53.0'), images('rayproject/ray:latest'), images('mine/app', 'rayproject/ray:2.53.0')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('ranks of one server', () => {
  const pod = (name: string, flags: string) => object('v1', 'Pod', name, { containers: [{ name: 'main', command: `vllm serve m -dp 4 ${flags}`.split(' ') }] });
  const servers = (...all: PlainObject[]) => rankedServers(factsOf(...all)).map(sets => sets.map(({ pods, size, local, first, count }) => `${pods.carrier.name} ${size.value} ${local.value} ${first.value} ${count}`));

  test('are those of the pods that meet at one address', () => {
    expect(servers(
      pod('a', '-dpl 2 -dpa head.ml'), pod('b', '-dpl 2 -dpr 2 -dpa head.ml'), pod('c', '-dpl 1 -dpr 3 -dpa other.ml'), pod('d', '-dpa head.ml'),
    )).toEqual([['a 4 2 0 1', 'b 4 2 2 1'], ['c 4 1 3 1']]);
  });

  test('are left out where the first may be those of a pod without an address', () => {
    expect(servers(pod('a', '-dpl 2'), pod('b', '-dpl 2 -dpr 2 -dpa head'))).toEqual([]);
    expect(servers(pod('a', '-dpl 2'), pod('b', '-dpl 2 -dpa head'))).toEqual([['b 4 2 0 1']]);
  });

  test('a process with a rank is one copy', () => {
    expect(servers(pod('a', '-dpn 0 -dpa head'), pod('b', '-dpn 1 -dpa head'))).toEqual([['a 4 1 0 1', 'b 4 1 1 1']]);
  });

  test('are none where a pod meets itself, or a number of nodes or Ray places them', () => {
    expect(servers(pod('a', '-dpl 2 -dpa localhost'), pod('b', '-dpl 2 -dpa 127.0.0.1'), pod('c', '-dpl 2 -dpa 0.0.0.0'))).toEqual([]);
    expect(servers(pod('a', '-dpl 2 -dpa head --nnodes 2'), pod('b', '-dpl 2 -dpa head --data-parallel-backend ray'))).toEqual([]);
    expect(servers(object('v1', 'Pod', 'a', { containers: [{ name: 'main', command: 'vllm serve m -dp 1 -dpl 1 -dpa head'.split(' ') }] }))).toEqual([]);
  });

  test('experts are spread by a flag', () => {
    expect([words('vllm serve m -ep'), words('vllm serve m'), words('sglang serve --ep 2')].map(command => expertsFlag(command)?.name)).toEqual(['-ep', undefined, undefined]);
  });
});

describe('pods that work together', () => {
  const spec = (count: number) => ({ containers: [{ name: 'main', image: 'a', resources: { limits: { 'nvidia.com/gpu': count } } }] });
  const crew = (...all: PlainObject[]) => {
    const facts = factsOf(...all);
    const { pods, devices, isGroup, text, sizeField } = crewOf(facts, facts.get(podSets)[0]);
    return [pods, devices, isGroup, text, sizeField];
  };
  const group = (size: number, leader: number, worker: number) => object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'a', {
    replicas: 7, leaderWorkerTemplate: { size, leaderTemplate: { spec: spec(leader) }, workerTemplate: { spec: spec(worker) } },
  });

  test.each<[string, unknown[], unknown[]]>([
    ['one of a Deployment', crew(object('apps/v1', 'Deployment', 'a', { replicas: 3, template: { spec: spec(8) } })), [1, 8, false, '1 pod x nvidia.com/gpu 8', '']],
    ['one group', crew(group(3, 4, 8)), [3, 20, true, '1 leader pod x nvidia.com/gpu 4 + 2 worker pods x nvidia.com/gpu 8 = 20', 'spec.leaderWorkerTemplate.size']],
    ['workers with devices alone', crew(group(3, 0, 8)), [3, 16, true, '2 worker pods x nvidia.com/gpu 8 = 16', 'spec.leaderWorkerTemplate.size']],
    ['all pods of a set', crew(object('apps/v1', 'StatefulSet', 'a', { replicas: 3, template: { spec: spec(8) } })), [3, 24, true, '3 pods x nvidia.com/gpu 8 = 24', 'spec.replicas']],
    ['those of a Job', crew(object('batch/v1', 'Job', 'a', { parallelism: 2, template: { spec: spec(8) } })), [2, 16, true, '2 pods x nvidia.com/gpu 8 = 16', 'spec.parallelism']],
    ['an elastic training', crew(object('kubeflow.org/v1', 'PyTorchJob', 'a', { elasticPolicy: {}, pytorchReplicaSpecs: { Worker: { replicas: 2, template: { spec: spec(8) } } } })), [undefined, undefined, true, '? worker pods x nvidia.com/gpu 8', 'spec']],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('files that the kubelet writes', () => {
  const written = (path: string, volume: object, mount: object = {}) => {
    const { pods, command } = vllm('m', { volumeMounts: [{ name: 'other', mountPath: '/other' }, { name: 'v', mountPath: '/scripts', ...mount }] }, { volumes: [{ name: 'other', emptyDir: {} }, { name: 'v', ...volume }] });
    const found = writtenFile(pods, command.placed, path);
    return found && `${found.volume} ${found.mode.toString(8)} ${found.toldBy}`;
  };
  const items = [{ key: 'a', path: 'bin/run.sh', mode: 0o755 }, { key: 'b', path: 'plain.sh' }];

  test.each<[string, object, object, string | undefined]>([
    ['/scripts/run.sh', { configMap: { name: 'c' } }, {}, 'v 644 defaultMode'],
    ['/scripts/run.sh', { configMap: { name: 'c', defaultMode: 0o555 } }, {}, 'v 555 defaultMode'],
    ['/scripts/run.sh', { secret: { secretName: 's' } }, {}, 'v 644 defaultMode'],
    ['/scripts/bin/run.sh', { configMap: { name: 'c' } }, {}, undefined],
    ['/scripts/bin/run.sh', { configMap: { name: 'c', items } }, {}, 'v 755 mode'],
    ['/scripts/plain.sh', { configMap: { name: 'c', items, defaultMode: 0o700 } }, {}, 'v 700 defaultMode'],
    ['/scripts/gone.sh', { configMap: { name: 'c', items } }, {}, undefined],
    ['/scripts/bin/run.sh', { projected: { sources: [{ secret: { name: 's', items: [{ key: 'x', path: 'x' }] } }, { configMap: { name: 'c', items } }] } }, {}, 'v 755 mode'],
    ['/scripts/run.sh', { projected: { sources: [{ secret: { name: 's' } }, { configMap: { name: 'c' } }] } }, {}, undefined],
    ['/scripts/run.sh', { projected: { defaultMode: 0o500, sources: [{ secret: { name: 's' } }, { serviceAccountToken: {} }] } }, {}, 'v 500 defaultMode'],
    ['/scripts', { configMap: { name: 'c' } }, { subPath: 'run.sh' }, 'v 644 defaultMode'],
    ['/scripts/run.sh', { configMap: { name: 'c' } }, { subPathExpr: '$(A)' }, undefined],
    ['/scripts/run.sh', { emptyDir: {} }, {}, undefined],
    ['/other/run.sh', { configMap: { name: 'c' } }, {}, undefined],
    ['/elsewhere/run.sh', { configMap: { name: 'c' } }, {}, undefined],
  ])('%s in %j, mounted with %j: %s', (path, volume, mount, expected) => {
    expect(written(path, volume, mount)).toBe(expected);
  });

  test.each([[{ configMap: {} }, true], [{ secret: {} }, true], [{ projected: {} }, true], [{ emptyDir: {} }, false], [{ downwardAPI: {} }, false]])('a volume %j has some: %s', (volume, has) => {
    expect(hasWrittenFiles(vllm('m', {}, { volumes: [{ name: 'a', emptyDir: {} }, { name: 'v', ...volume }] }).pods)).toBe(has);
  });
});
