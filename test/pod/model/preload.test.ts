import { Duration } from 'cdk8s';
import { HubPreloadOptions, ModelPreload } from '../../../src';
import { CachePlan } from '../../../src/pod/model/model-cache';
import { ModelReader, planPreload } from '../../../src/pod/model/model-preload';

const CACHE = { mountPath: '/models', readOnly: false, isKept: true } as CachePlan;
const ENGINE: ModelReader = { model: 'org/served', args: [], image: 'vllm/vllm-openai:v0.18.0' };
const PROGRAM: ModelReader = { args: ['--model', 'org/named'], image: 'registry.example/train:1' };

function planOf(options: HubPreloadOptions, reader: ModelReader = ENGINE) {
  return planPreload(ModelPreload.fromHub(options), CACHE, reader)!;
}

function variablesOf(options: HubPreloadOptions, reader: ModelReader = ENGINE): { [name: string]: string } {
  return Object.fromEntries(Object.entries(planOf(options, reader).container.envVariables!).map(([name, { value }]) => [name, value]));
}

describe('a preload from the Hub', () => {
  test('runs in the image of the engine, or in its own', () => {
    expect(planOf({}).container.image).toBe(ENGINE.image);
    expect([planOf({ image: 'python:3.13' }).container, planOf({ image: 'python:3.13' }).persistent].map(({ image }) => image)).toEqual(['python:3.13', 'python:3.13']);
  });

  test.each<[ignorePatterns: string[] | undefined, expected: string]>([
    [undefined, '["original/*"]'], [['*.bin', '*.pth'], '["*.bin","*.pth"]'], [[], '[]'],
  ])('leaves out files like %j', (ignorePatterns, expected) => {
    expect(variablesOf({ ignorePatterns }).MODEL_IGNORE).toBe(expected);
  });

  test('asks for the model of the engine, of a flag, or its own', () => {
    expect(variablesOf({}).MODEL_ID).toBe('org/served');
    expect(variablesOf({}, PROGRAM).MODEL_ID).toBe('org/named');
    expect(variablesOf({ model: 'org/base' }, { ...PROGRAM, args: [] }).MODEL_ID).toBe('org/base');
    expect(variablesOf({ model: 'org/base' }, { ...PROGRAM, args: ['--model=./local'] }).MODEL_ID).toBe('org/base');
  });

  test.each<[what: string, options: HubPreloadOptions, reader: ModelReader, message: string]>([
    ['another model than that of the engine', { model: 'org/other' }, ENGINE, 'preload.model: Invalid value: "org/other"'],
    ['another model than that of a flag', { model: 'org/other' }, PROGRAM, 'preload.model: Invalid value: "org/other"'],
    ['no model at all', {}, { ...PROGRAM, args: [] }, 'preload.model: Required value'],
    ['a folder that the engine serves', {}, { ...ENGINE, model: '/models/llama' }, 'preload: Forbidden: the engine serves the folder /models/llama'],
    ['another revision than that of a flag', { revision: 'a' }, { ...ENGINE, args: ['--revision', 'b'] }, 'preload.revision: Invalid value: "a"'],
    ['a revision that the engine does not ask for', { revision: 'a' }, ENGINE, 'preload.revision: Forbidden'],
  ])('is refused with %s', (_, options, reader, message) => {
    expect(() => planOf(options, reader)).toThrow(message);
  });

  test.each<[options: HubPreloadOptions, reader: ModelReader, revision: string | undefined]>([
    [{}, ENGINE, undefined], [{}, { ...ENGINE, args: ['--revision=b'] }, 'b'], [{ revision: 'b' }, { ...ENGINE, args: ['--revision', 'b'] }, 'b'], [{ revision: 'a' }, PROGRAM, 'a'],
  ])('takes the revision of %j', (options, reader, revision) => {
    expect(variablesOf(options, reader).MODEL_REVISION).toBe(revision);
  });

  test('tries again only where a failure costs more than the download', () => {
    const { container, persistent } = planOf({});

    expect(container.command![2]).not.toContain('attempt');
    expect(persistent.command![2]).toContain('range(1, 5 + 1)');
    expect({ ...persistent, command: undefined }).toEqual({ ...container, command: undefined });
  });

  test.each([[undefined, 1800], [Duration.minutes(10), 600]])('may take %s', (time, seconds) => {
    expect(planOf({ time })).toMatchObject({ seconds, offline: true });
  });

  test('downloads into the cache, whatever its path', () => {
    expect(variablesOf({}).HF_HOME).toBe('/models');
    expect(planOf({}).text).toBe('model-preload downloads org/served into /models, at most 1800 s');
  });
});

describe('a preload by a container', () => {
  test('keeps its name, or is called like the others, and leaves the engine online', () => {
    const of = (name?: string) => planPreload(ModelPreload.container({ name, image: 'copy:1' }, { time: Duration.seconds(90) }), CACHE, ENGINE)!;

    expect([of().container.name, of('copy').container.name]).toEqual(['model-preload', 'copy']);
    expect(of('copy')).toMatchObject({ offline: false, seconds: 90, text: 'copy fills /models, at most 90 s' });
  });
});

test('a cache that is read-only, or none, can be filled by no preload', () => {
  expect(() => planPreload(ModelPreload.fromHub(), { ...CACHE, readOnly: true }, ENGINE)).toThrow('preload: Forbidden: the cache is read-only');
  expect(() => planPreload(ModelPreload.fromHub(), undefined, ENGINE)).toThrow('modelCache: Required value');
});
