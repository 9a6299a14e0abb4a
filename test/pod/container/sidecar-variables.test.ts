import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, DefaultSet, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, Rendezvous, SidecarSpec, Target } from '../../../src';

const literal = (value: string) => kplus.EnvValue.fromValue(value);

/** Names of the variables of each container of the first pod template. */
function variables(make: (chart: Chart) => unknown, defaults: DefaultSet = DefaultSet.V2): { readonly [container: string]: string[] } {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { defaults });
  make(chart);
  const { spec } = Testing.synth(chart).find(each => ['Job', 'StatefulSet', 'LeaderWorkerSet'].includes(each.kind));
  const pod = (spec.template ?? spec.leaderWorkerTemplate.leaderTemplate).spec;
  const containers = [...pod.containers, ...pod.initContainers ?? []];
  return Object.fromEntries(containers.map((each: any) => [each.name, (each.env ?? []).map(({ name }: any) => name)]));
}

function train(sidecar: Partial<SidecarSpec> = {}) {
  return (chart: Chart) => new IndexedTrainingJob(chart, 'Train', {
    workers: 2,
    runId: '1',
    container: { image: 'registry.example/train:1', command: ['torchrun', 'train.py'] },
    containers: [{ name: 'beside', image: 'registry.example/loader:1' }],
    initContainers: [{ name: 'prepare', image: 'registry.example/prepare:1' }],
    accelerator: Accelerator.nvidia(8),
    rendezvous: Rendezvous.torchrun(),
    sidecars: [{ name: 'upload', image: 'registry.example/upload:1', ...sidecar }],
  });
}

const PLACE = ['JOB_COMPLETION_INDEX', 'LEADER_ADDRESS', 'WORKER_COUNT', 'RUN_ID'];
const TORCH = ['PET_NNODES', 'PET_NPROC_PER_NODE', 'PET_NODE_RANK', 'PET_MASTER_ADDR', 'PET_MASTER_PORT'];

test('a sidecar joins no world: it knows where its pod stands, and nothing of the rendezvous', () => {
  const all = [...PLACE, ...TORCH];
  expect(variables(train())).toMatchObject({ main: all, beside: all, prepare: all, upload: PLACE });
});

test('what it names it gets, with what that refers to', () => {
  expect(variables(train({ args: ['--rank=$(PET_NODE_RANK)'] })).upload).toEqual([...PLACE, 'PET_NODE_RANK']);
  expect(variables(train({ command: ['sh', '-c', 'echo ${PET_MASTER_ADDR}'] })).upload).toEqual([...PLACE, 'PET_MASTER_ADDR']);
  expect(variables(train({ args: ['PET_MASTER_ADDRESS'] })).upload).toEqual(PLACE);
});

test('it may have a world of its own', () => {
  const env = variables(train({ envVariables: { PET_NNODES: literal('1') }, args: ['$(PET_NNODES)'] })).upload;
  expect(env).toEqual([...PLACE, 'PET_NNODES']);
  expect(() => train({ envVariables: { RUN_ID: literal('x') } })(new Chart(new App(), 'prod'))).toThrow('RUN_ID is set by the pattern');
});

test('with the choices of before every container has all', () => {
  expect(variables(train(), DefaultSet.V1).upload).toEqual([...PLACE, ...TORCH]);
  const chart = new Chart(new App(), 'prod');
  Target.define(chart, { defaults: DefaultSet.V1 });
  expect(() => train({ envVariables: { PET_NNODES: literal('1') } })(chart)).toThrow('PET_NNODES is set by the pattern');
});

test.each<[string, LeaderWorkerBackend, string[]]>([
  ['plain sets', LeaderWorkerBackend.statefulSets(), ['LWS_LEADER_ADDRESS', 'LWS_GROUP_SIZE', 'LWS_WORKER_INDEX', 'LWS_GROUP_INDEX']],
  ['a LeaderWorkerSet, whose webhook adds the others', LeaderWorkerBackend.leaderWorkerSet(), ['LWS_GROUP_INDEX']],
])('groups on %s: the engine\'s and Ray\'s variables are those of the work', (_, backend, place) => {
  const { main, logs } = variables(chart => new LeaderWorkerGroup(chart, 'Llama', {
    size: 2,
    backend,
    engine: InferenceEngine.vllm({ version: '0.11', model: '/models/llama', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    sidecars: [{ name: 'logs', image: 'fluent/fluent-bit:4.0' }],
  }));
  expect(main).toEqual(expect.arrayContaining(['RAY_ADDRESS', 'VLLM_HOST_IP']));
  expect(logs).toEqual(place);
});
