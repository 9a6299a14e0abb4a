import { JsonPatch } from 'cdk8s';
import { BACKENDS, PLAIN, llm } from './group';
import { Accelerator, DefaultSet, InferenceEngine, LeaderWorkerGroupProps, PreviousTemplate, Rollout, VllmOptions } from '../../../src';
import { Checks } from '../../../src/lint/synth/checks';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

const vllm = (options: Partial<VllmOptions> = {}) =>
  InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2, ...options });

const V18: Partial<LeaderWorkerGroupProps> = { groups: 3, size: 2, container: undefined, engine: vllm(), accelerator: Accelerator.nvidia(8) };

const staged = (stage: number, previous: PreviousTemplate = { engine: vllm({ version: '0.17' }) }) => ({ ...V18, rollout: Rollout.staged({ stage, previous }) });

/** What synth says of roll-outs. */
function told(made: ReturnType<typeof llm>) {
  return findingsOf(made.chart.node.root).filter(({ id }) => id.startsWith('AIW37')).map(({ id, object, field, message }) => ({ id, set: object?.name, field, message }));
}

const patch = (path: string, value: unknown) => JsonPatch.add(path, value);

describe.each(PLAIN)('synth on %s', kind => {
  const backend = BACKENDS[kind];

  test('says nothing where every group that is not due is as it was', () => {
    for (const stage of [0, 1, 2, 3]) {
      expect(told(llm({ ...staged(stage), backend }))).toEqual([]);
    }
  });

  test('refuses a patch on a group that is not due, with the path and both values', () => {
    const made = llm({ ...staged(1), backend });
    const [due, kept] = [0, 1].map(index => made.group.group(index).apiObjects[0]);
    [due, kept].forEach(object => object.addJsonPatch(patch('/spec/template/spec/priorityClassName', 'serving')));
    expect(told(made)).toEqual([{
      id: 'AIW3701',
      set: kept.name,
      field: 'spec.template.spec.priorityClassName',
      message: 'Invalid value: "serving": the properties of before give nothing, and this set keeps its pods at this stage',
    }]);
  });

  test('lets a patch on the object itself be', () => {
    const made = llm({ ...staged(0), backend });
    made.group.apiObjects.forEach(object => object.addJsonPatch(patch('/metadata/annotations/team', 'search')));
    expect(told(made)).toEqual([]);
  });

  test('warns of a previous template that is the one of now', () => {
    expect(told(llm({ ...staged(1, { engine: vllm() }), backend }))).toMatchObject([{ id: 'AIW3702' }]);
  });
});

test('a patch that was there before is acknowledged', () => {
  const made = llm(staged(0));
  made.group.apiObjects.forEach(object => object.addJsonPatch(patch('/spec/template/spec/priorityClassName', 'serving')));
  expect(told(made).length).toBe(6);
  Checks.of(made.group).acknowledge({ id: 'AIW3701', reason: 'the patch has been there since the first release' });
  expect(told(made)).toEqual([]);
});

describe('a short form that does not say enough', () => {
  const group = (previous: PreviousTemplate) => () => llm({ ...V18, rollout: Rollout.staged({ stage: 0, previous }) });

  test.each<[string, PreviousTemplate, string]>([
    ['an image of another version', { image: 'vllm/vllm-openai:v0.17.0' }, 'rollout.previous.image: Forbidden: "vllm/vllm-openai:v0.17.0" does not say that it holds vllm 0.18: with another version flags'],
    ['an image without a version', { image: 'registry.example/llm:prod' }, 'rollout.previous.image: Forbidden: "registry.example/llm:prod" does not say that it holds vllm 0.18'],
    ['an image in a container', { container: { image: 'registry.example/llm:prod' } }, 'rollout.previous.container.image: Forbidden: '],
    ['arguments', { args: ['--old'] }, 'rollout.previous.args: Forbidden: vllm runs here'],
    ['a command', { command: ['old'] }, 'rollout.previous.command: Forbidden: vllm runs here'],
  ])('%s is refused where an engine runs', (_, previous, message) => {
    expect(group(previous)).toThrow(message);
    expect(group(previous)).toThrow('give the engine as it was');
  });

  test.each<[string, PreviousTemplate]>([
    ['a patch of the same minor', { image: 'mirror.example/vllm-openai:v0.18.0' }],
    ['an image with its engine', { image: 'registry.example/llm:prod', engine: vllm() }],
    ['variables', { variables: { HF_HUB_OFFLINE: '1' } }],
  ])('%s is enough', (_, previous) => {
    expect(group(previous)).not.toThrow();
  });

  test('no image is taken for the engine of now that says another version', () => {
    expect(group({ image: 'vllm/vllm-openai:v0.17.0', engine: vllm() })).toThrow('rollout.previous.container.image: Invalid value: "vllm/vllm-openai:v0.17.0": holds vLLM 0.17.0');
  });
});

test.each<[string, PreviousTemplate, string]>([
  ['name', { name: 'other' }, 'rollout.previous.name: Invalid value: "other": now it is "llm"'],
  ['size', { ...V18, size: 4, groups: 3, accelerator: Accelerator.nvidia(4) } as PreviousTemplate, 'rollout.previous.size: Invalid value: 4: now it is 2'],
  ['groups', { groups: 2 }, 'rollout.previous.groups: Invalid value: 2: now it is 3'],
  ['a claim', { claims: [{ name: 'cache', size: '10Gi', mountPath: '/cache' }] }, 'rollout.previous.claims.cache: Invalid value: {"accessModes"'],
  ['a property of zones', { stride: 10 }, 'rollout.previous.stride: Forbidden: a LeaderWorkerGroup has no such property'],
  ['another order of claims', { defaults: DefaultSet.V1, claims: ['b', 'a'].map(name => ({ name, size: '1Gi', mountPath: `/${name}` })) },
    'rollout.previous.claims[0]: Invalid value: "b": now it is "a"'],
  ['another order of claims, which no revision can change',
    { defaults: DefaultSet.V1, claims: ['b', 'a'].map(name => ({ name, size: '1Gi', mountPath: `/${name}` })) },
    'where DefaultSet.V2 sorts them by name keep DefaultSet.V1 in the Target'],
  ['a port', { engine: vllm({ port: 9000 }) }, 'rollout.previous: Invalid value: 9000: the pods of before listen on port 9000, those of now on 8000'],
  ['parallelism that does not fit', { engine: vllm({ tensorParallel: 4 }) }, 'rollout.previous.engine: Invalid value: {"tensor":4'],
])('%s of before that cannot be is refused', (_, previous, message) => {
  const claims = previous.defaults ? previous.claims : undefined;
  expect(() => llm({ ...V18, claims, rollout: Rollout.staged({ stage: 1, previous }) })).toThrow(message);
});
