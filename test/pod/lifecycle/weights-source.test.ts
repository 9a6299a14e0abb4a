import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, DefaultSet, GpuInferenceDeployment, InferenceEngine, LeaderWorkerGroup, Memory, ModelCache, ModelLoad, ModelPreload, Target } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { planStartup } from '../../../src/pod/lifecycle/model-load';
import { WeightsReader, weightsSource } from '../../../src/pod/lifecycle/weights-source';

const reader = (more: Partial<WeightsReader>): WeightsReader => ({ model: 'meta-llama/Llama-3.1-70B-Instruct', args: [], variables: {}, mounts: [], ...more });
const kept = (path: string) => ({ path, isKept: true });

test.each<[string, Partial<WeightsReader>, string, string]>([
  ['nothing keeps them', {}, 'eachStart', 'no volume keeps /root/.cache/huggingface'],
  ['a path', { model: '/models/llama' }, 'present', '/models/llama is a folder of the container'],
  ['a volume on the cache', { mounts: [kept('/root/.cache/huggingface')] }, 'firstStart', 'the volume at /root/.cache/huggingface keeps them after the first start'],
  ['a volume above it', { mounts: [kept('/root')] }, 'firstStart', 'the volume at /root keeps them after the first start'],
  ['a volume beside it', { mounts: [kept('/root/.cache/hugging')] }, 'eachStart', 'no volume keeps /root/.cache/huggingface'],
  ['one that goes with the pod, inside one that does not', { mounts: [kept('/root'), { path: '/root/.cache', isKept: false }] }, 'eachStart', 'the volume at /root/.cache goes with the pod'],
  ['a folder by variable', { variables: { HF_HOME: '/data' }, mounts: [kept('/data')] }, 'firstStart', 'the volume at /data keeps them after the first start'],
  ['a folder by variable without a volume', { variables: { HF_HOME: '/data' }, mounts: [kept('/root')] }, 'eachStart', 'no volume keeps /data'],
  ['a folder by flag', { args: ['--download-dir', '/w'], variables: { HF_HOME: '/data' }, mounts: [kept('/w')] }, 'firstStart', 'the volume at /w keeps them after the first start'],
])('%s', (_, more, kind, text) => {
  expect(weightsSource(reader(more))).toEqual({ kind, text });
});

describe('the startup budget', () => {
  const load = ModelLoad.of({ weights: '140Gi' });
  const times = (kind: 'present' | 'firstStart' | 'eachStart', given: ModelLoad | undefined = load) => {
    const { seconds, expectedSeconds } = planStartup(given, { weights: { kind, text: '' } });
    return [seconds, expectedSeconds];
  };

  test('has the download of each start, and of the first; later starts are expected without it', () => {
    // 140 x 1024 / 250 = 573.44; 140; 180
    expect(times('eachStart')).toEqual([1790, 894]);
    expect(times('firstStart')).toEqual([1790, 320]);
    expect(times('present')).toEqual([640, 320]);
    expect(planStartup(load).seconds).toBe(640);
  });

  test('has a download that was given wherever the weights are', () => {
    const given = ModelLoad.of({ weights: '140Gi', downloadBandwidth: '500Mi' });
    expect(times('present', given)).toEqual([1220, 607]);
    expect(planStartup(given).seconds).toBe(1220);
  });

  test('is never less than 30 minutes without a load, and more where the memory says so', () => {
    const seconds = (weightsInMemory: string) => planStartup(undefined, { weightsInMemory, weights: { kind: 'eachStart', text: '' } }).seconds;
    expect(seconds('16Gi')).toBe(1800);
    // 2 x (1721 + 420 + 180)
    expect(seconds('420Gi')).toBe(4650);
  });

  test('a guess at the download refuses no startup probe of the user', () => {
    const startup = { periodSeconds: 10, failureThreshold: 40 };
    expect(planStartup(load, { startup, weights: { kind: 'eachStart', text: '' } })).toMatchObject({ seconds: 400, longest: { seconds: 894 } });
  });
});

describe('at synth', () => {
  const engine = InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 });
  type Props = Partial<ConstructorParameters<typeof GpuInferenceDeployment>[2]>;

  function said(props: Props, defaults: DefaultSet = DefaultSet.V2): string[] {
    const chart = new Chart(new App(), 'prod');
    Target.define(chart, { defaults });
    new GpuInferenceDeployment(chart, 'Llama', { engine, accelerator: Accelerator.nvidia(4), modelLoad: ModelLoad.of({ weights: '140Gi' }), ...props });
    return findingsOf(chart).filter(({ id }) => id === 'AIW3508').map(each => `${each.class}: ${each.message}`);
  }

  const SUM = 'each start takes download 140Gi at 250Mi/s 574 s + load 140Gi at 1Gi/s 140 s + compile 180 s = 894 s: no volume keeps /root/.cache/huggingface';

  test('starts that download are told with the sum', () => {
    expect(said({})).toEqual([`advice: ${SUM}`]);
    expect(said({}, DefaultSet.V1)).toEqual([]);
    expect(said({ modelCache: ModelCache.hostPath('/models') })).toEqual([]);
    expect(said({ modelCache: ModelCache.hostPath('/models'), preload: ModelPreload.fromHub() })).toEqual([]);
  });

  test('so are those of weights whose size nobody gave; a load that was measured holds them', () => {
    const text = 'each start downloads weights whose size is not known, and the startup probe gives it 1800 s: no volume keeps /root/.cache/huggingface';
    expect(said({ modelLoad: undefined })).toEqual([`advice: Required value: ${text}`]);
    expect(said({ modelLoad: ModelLoad.measured(Duration.minutes(2)) })).toEqual([]);
    expect(said({ modelLoad: undefined, modelCache: ModelCache.hostPath('/models') })).toEqual([]);
    expect(said({ modelLoad: undefined, engine: InferenceEngine.vllm({ version: '0.18', model: '/models/llama', tensorParallel: 4 }) })).toEqual([]);
    expect(said({ modelLoad: undefined }, DefaultSet.V1)).toEqual([]);
  });

  test('a startup probe that is too short for them is a warning', () => {
    const startup = kplus.Probe.fromHttpGet('/health', { port: 8000, failureThreshold: 40 });
    expect(said({ container: { startup } })).toEqual([`risky: Invalid value: "400s": the startup probe gives up before the download may be over: ${SUM}`]);
  });

  test.each<[string, object, string[]]>([
    ['nothing', {}, ['advice']],
    ['a claim on the cache', { claims: [{ name: 'models', size: '500Gi', mountPath: '/root/.cache/huggingface' }] }, []],
  ])('groups: %s', (_, props, classes) => {
    const chart = new Chart(new App(), 'prod');
    new LeaderWorkerGroup(chart, 'Llama', { size: 1, engine, accelerator: Accelerator.nvidia(4), container: { memory: Memory.derived({ weights: '140Gi' }) }, ...props });
    expect(findingsOf(chart).filter(({ id }) => id === 'AIW3508').map(each => each.class)).toEqual(classes);
  });
});
