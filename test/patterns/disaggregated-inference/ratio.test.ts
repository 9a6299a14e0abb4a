import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { deployment, groups, make } from './build';
import {
  DisaggregatedBackend, DisaggregatedInference, DisaggregatedInferenceProps, IWorkload, InferencePool, LeaderWorkerBackend, PrefillDecodeRouter,
  ScalingBackend, ScalingSeries, WorkloadAutoscaler, WorkloadAutoscalerProps, WorkloadExport,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

type Props = Partial<DisaggregatedInferenceProps>;
type Scaling = Partial<WorkloadAutoscalerProps>;

/** What is put around the roles of a model. */
type Around = (model: DisaggregatedInference) => void;

const ONE_TO_TWO = { prefill: 1, decode: 2 };
const TWO_TO_ONE = { prefill: 2, decode: 1 };
const replicas = (number: number) => deployment({}, { replicas: number });
const scaled = (minReplicas: number, maxReplicas: number) => deployment({}, { autoscaling: { minReplicas, maxReplicas, queueDepth: 4 } });
const sets = (number: number) => groups({}, { groups: number, backend: LeaderWorkerBackend.leaderWorkerSet() });
const none: Around = () => undefined;

function scale(id: string, workloadOf: (model: DisaggregatedInference) => IWorkload, least: number, most: number, props: Scaling = {}): Around {
  const bounds = { minReplicas: least, maxReplicas: most, queueDepth: 4 };
  return model => new WorkloadAutoscaler(model.node.scope!, id, { workload: workloadOf(model), ...bounds, ...props });
}

const prefill = (least: number, most: number, props?: Scaling) => scale('ForPrefill', model => model.prefill, least, most, props);
const decode = (least: number, most: number, props?: Scaling) => scale('ForDecode', model => model.decode, least, most, props);
const all = (...around: Around[]): Around => model => around.forEach(put => put(model));

function modelOf(props: Props, around: Around): DisaggregatedInference {
  const model = make(props);
  around(model);
  return model;
}

/** What keeps the app from being written: `Llama ratio: Invalid value: …`, and its help. */
function mistakes(props: Props, around: Around): string[] {
  return findingsOf(modelOf(props, around).node.root).filter(({ class: kind }) => kind === 'rejected' || kind === 'broken')
    .map(({ construct, field, message, help }) => `${construct?.replace('prod/', '')} ${field}: ${message}; ${help}`);
}

describe('of numbers that stand', () => {
  test.each<[what: string, props: Props, said: string]>([
    ['as stated', { prefill: replicas(6), decode: replicas(4), ratio: { prefill: 3, decode: 2 } }, '6 prefill : 4 decode = 3 : 2, as stated'],
    ['of groups, whatever their size', { prefill: groups({}, { groups: 2 }), decode: deployment({ tensorParallel: 8 }), ratio: TWO_TO_ONE }, '2 prefill : 1 decode = 2 : 1, as stated'],
    ['at both ends', { prefill: scaled(2, 6), decode: scaled(1, 3), ratio: TWO_TO_ONE }, '2 prefill : 1 decode at least, 6 prefill : 3 decode at most = 2 : 1, as stated'],
    ['of all pools of a side', { prefill: replicas(4), decode: replicas(2), decodePools: { a: replicas(2) }, ratio: { prefill: 1, decode: 1 } }, '4 prefill : 4 decode = 1 : 1, as stated'],
    ['not stated', {}, '1 prefill : 1 decode; no ratio is stated'],
  ])('%s', (_, props, said) => {
    expect(modelOf(props, none).explain()).toContain(said);
    expect(mistakes(props, none)).toEqual([]);
  });

  test.each<[what: string, props: Props, told: string]>([
    ['another one', { prefill: replicas(3), decode: replicas(2), ratio: TWO_TO_ONE },
      '"2:1": prefill 3, decode 2: 3:2, and ratio says 2:1; change replicas, groups or the bounds of an autoscaler of one role, or the ratio'],
    ['another one, which is given in its least numbers', { prefill: replicas(4), decode: replicas(4), ratio: TWO_TO_ONE }, '"2:1": prefill 4, decode 4: 4:4 = 1:1, and ratio says 2:1; change'],
    ['another one of pools', { prefill: replicas(4), decode: replicas(2), decodePools: { a: replicas(2) }, ratio: TWO_TO_ONE }, '"2:1": prefill 4, decode 2 + decode-a 2: 4:4 = 1:1, and ratio says 2:1'],
    ['another one at most', { prefill: scaled(2, 5), decode: scaled(1, 3), ratio: TWO_TO_ONE },
      '"2:1": prefill 2 to 5 (autoscaling of the role), decode 1 to 3 (autoscaling of the role): at most 5:3, and ratio says 2:1; '
      + 'scale both sides with bounds in the ratio: 2 to 4 prefill with 1 to 2 decode, or 2 to 6 prefill with 1 to 3 decode; or leave ratio out'],
  ])('refused: %s', (_, props, told) => {
    expect(mistakes(props, none)).toEqual([expect.stringContaining(`Llama ratio: Invalid value: ${told}`)]);
    expect(modelOf(props, none).explain()).toContain(', but 2 : 1 is stated');
  });
});

describe('of autoscalers around the roles', () => {
  test.each<[what: string, props: Props, around: Around]>([
    ['both', { prefill: replicas(1), decode: replicas(2) }, all(prefill(1, 4), decode(2, 8))],
    ['both, of roles that say no numbers', {}, all(decode(2, 8), prefill(1, 4))],
    ['both, of roles whose own numbers are in no such ratio', { prefill: replicas(3) }, all(prefill(1, 4), decode(2, 8))],
    ['one, beside autoscaling of the other', { decode: scaled(2, 8) }, prefill(1, 4)],
    ['one, beside numbers that stand', { decode: replicas(4) }, prefill(2, 2)],
    ['groups, which count as one each', { prefill: sets(1), decode: deployment({ tensorParallel: 16 }) }, all(prefill(1, 4), decode(2, 8))],
    ['pools, which count together', { decodePools: { long: replicas(1) } }, all(prefill(1, 4), decode(1, 6), scale('ForLong', model => model.decodePools.long, 1, 2))],
    ['a pool that stands beside one that does not', { decodePools: { long: replicas(1) } }, all(prefill(1, 4), decode(1, 7))],
  ])('fits: %s', (_, props, around) => {
    expect(mistakes({ ...props, ratio: ONE_TO_TWO }, around)).toEqual([]);
  });

  test.each<[what: string, put: (chart: Construct, workload: IWorkload) => IWorkload]>([
    ['exported', (chart, workload) => new WorkloadExport(chart, 'Put', { workload })],
    ['behind an endpoint picker', (chart, workload) => new InferencePool(chart, 'Put', { workload, picker: 'picker' })],
  ])('refused: those of a role that is %s', (_, put) => {
    const around = (most: number) => all(prefill(1, 4), scale('ForDecode', model => put(model.node.scope!, model.decode), 2, most));
    expect(mistakes({ ratio: ONE_TO_TWO }, around(8))).toEqual([]);
    expect(mistakes({ ratio: ONE_TO_TWO }, around(4))).toEqual([expect.stringContaining('decode 2 to 4 (WorkloadAutoscaler prod/ForDecode): at most 4:4')]);
  });

  test.each<[what: string, props: Props, around: Around, told: string]>([
    ['prefill alone', { decode: replicas(2) }, prefill(1, 4),
      'prefill 1 to 4 (WorkloadAutoscaler prod/ForPrefill), decode 2: at most 4:2 = 2:1, and ratio says 1:2; '
      + 'scale both sides with bounds in the ratio: 1 to 4 prefill with 2 to 8 decode; or leave ratio out'],
    ['decode alone, at both ends', { prefill: replicas(2) }, decode(3, 9),
      'prefill 2, decode 3 to 9 (WorkloadAutoscaler prod/ForDecode): at least 2:3, at most 2:9, and ratio says 1:2; scale both sides with bounds in the ratio: 2 to 4 prefill with 4 to 8 decode; or'],
    ['both', {}, all(prefill(1, 4), decode(2, 4)),
      'prefill 1 to 4 (WorkloadAutoscaler prod/ForPrefill), decode 2 to 4 (WorkloadAutoscaler prod/ForDecode): at most 4:4 = 1:1, and ratio says 1:2; '
      + 'scale both sides with bounds in the ratio: 1 to 4 prefill with 2 to 8 decode, or 1 to 2 prefill with 2 to 4 decode; or leave ratio out'],
    ['both, with one remedy', {}, all(prefill(1, 4), decode(2, 9)), 'at most 4:9, and ratio says 1:2; scale both sides with bounds in the ratio: 1 to 4 prefill with 2 to 8 decode; or leave'],
    ['bounds that are one number', { prefill: replicas(1) }, decode(1, 1), 'prefill 1, decode 1 (WorkloadAutoscaler prod/ForDecode): 1:1, and ratio says 1:2; change'],
    ['groups', { prefill: sets(1), decode: deployment({ tensorParallel: 16 }) }, all(prefill(1, 4), decode(2, 4)), 'prefill 1 to 4 (WorkloadAutoscaler prod/ForPrefill), decode 2 to 4'],
    ['pools', { decodePools: { long: replicas(1) } }, all(prefill(1, 4), decode(1, 4)), 'decode 1 to 4 (WorkloadAutoscaler prod/ForDecode) + decode-long 1: at most 4:5, and ratio says 1:2'],
  ])('refused: %s', (_, props, around, told) => {
    expect(mistakes({ ...props, ratio: ONE_TO_TWO }, around)).toEqual([expect.stringContaining(told)]);
  });

  test('is nobody’s matter where none is stated', () => {
    expect(mistakes({}, all(prefill(1, 4), decode(2, 4)))).toEqual([]);
    expect(modelOf({}, all(prefill(1, 4), decode(2, 4))).explain()).toContain('1 prefill : 2 decode at least, 4 prefill : 4 decode at most; no ratio is stated');
  });

  test('is given with the least numbers that there may be, whatever was stated', () => {
    const helped = (least: number, most: number) => /ratio says 4:6; .*ratio: (.*); or leave/.exec(mistakes({ ratio: { prefill: 4, decode: 6 } }, prefill(least, most))[0])![1];
    expect([helped(1, 3), helped(4, 12), helped(5, 6)]).toEqual(['2 prefill with 3 decode', '4 to 12 prefill with 6 to 18 decode', '6 prefill with 9 decode']);
    expect(mistakes({ ratio: { prefill: 8, decode: 2 } }, prefill(5, 7))).toEqual([expect.stringContaining('ratio: 8 prefill with 2 decode; or')]);
  });
});

describe('of autoscalers that go to zero', () => {
  const awake = {
    backend: ScalingBackend.keda({ serverAddress: 'http://prometheus.monitoring.svc:9090' }),
    series: [ScalingSeries.endpointPickerQueue({ pool: 'llama', perReplica: 1 })],
  };

  test('fits where both do', () => {
    const around = all(prefill(0, 4, awake), decode(0, 8, awake));
    expect(mistakes({ ratio: ONE_TO_TWO }, around)).toEqual([]);
    expect(modelOf({ ratio: ONE_TO_TWO }, around).explain()).toMatch(/0 prefill : 0 decode at least, 4 prefill : 8 decode at most = 1 : 2, as stated[^]*from 0 each role comes back by itself/);
  });

  test.each<[what: string, props: Props, around: Around, told: string]>([
    ['one alone', {}, all(prefill(0, 4, awake), decode(2, 8)), 'at least 0:2, and ratio says 1:2; scale both sides with bounds in the ratio: 0 to 4 prefill with 0 to 8 decode, or 1 to 4 prefill with 2 to 8 decode; or'],
    ['one beside numbers that stand', { prefill: replicas(1) }, decode(0, 2, awake), 'at least 1:0, and ratio says 1:2; scale both sides with bounds in the ratio: 0 to 1 prefill with 0 to 2 decode; or'],
    ['fewer than the ratio needs', { prefill: replicas(1) }, decode(0, 1, awake), 'at least 1:0, at most 1:1, and ratio says 1:2; scale both sides with bounds in the ratio: 0 to 1 prefill with 0 to 2 decode; or'],
  ])('refused: %s', (_, props, around, told) => {
    expect(mistakes({ ...props, ratio: ONE_TO_TWO }, around)).toEqual([expect.stringContaining(told)]);
  });
});

describe('is not held against numbers that nobody knows', () => {
  const inRatio = { decode: replicas(2), ratio: ONE_TO_TWO };
  const again = scale('Again', model => model.prefill, 1, 9);

  test('an autoscaler with a mistake', () => {
    expect(mistakes(inRatio, all(prefill(1, 0), decode(2, 8)))).toEqual([expect.stringContaining('ForPrefill maxReplicas')]);
    expect(mistakes(inRatio, all(prefill(1, 4), decode(2, 8, { queueDepth: 'many' as unknown as number })))).toEqual([expect.stringContaining('ForDecode queueDepth')]);
    expect(mistakes(inRatio, prefill(1, 4, { workload: { workload: {} } as unknown as IWorkload }))).toEqual([expect.stringContaining('ForPrefill workload')]);
  });

  test('a second one, which is told alone: the first counts', () => {
    const [told, ...others] = mistakes(inRatio, all(prefill(1, 4), decode(2, 8), again));
    expect([told, others]).toEqual([expect.stringMatching(/^Again workload: Forbidden: llama-prefill has an autoscaler already/), []]);
  });

  test('a second one beside a first that does not fit', () => {
    const told = mistakes(inRatio, all(prefill(1, 4), again));
    expect(told.map(each => each.split(':')[0])).toEqual(['Again workload', 'Llama ratio']);
    expect(told[1]).toContain('prefill 1 to 4 (WorkloadAutoscaler prod/ForPrefill), decode 2: at most 4:2');
  });

  test('one of cdk8s-plus-28', () => {
    const metrics = [kplus.Metric.resourceCpu(kplus.MetricTarget.averageUtilization(50))];
    const byHand: Around = model => new kplus.HorizontalPodAutoscaler(model, 'Own', { target: model.prefill.deployment!, maxReplicas: 9, metrics });
    expect(mistakes(inRatio, byHand).filter(told => told.startsWith('Llama '))).toEqual([]);
    expect(modelOf(inRatio, byHand).explain()).toMatch(/ratio +not known: how many there are of prefill is decided elsewhere; 1 : 2 is stated[^]*prefill by an autoscaler whose bounds are not known here/);
    expect(modelOf({}, byHand).explain()).toContain('is decided elsewhere; no ratio is stated');
  });

  test('a role with a mistake', () => {
    expect(mistakes({ ...inRatio, prefill: replicas(0) }, none)).toEqual([expect.stringContaining('Llama/Prefill replicas')]);
  });
});

describe('is held against numbers that nothing may scale', () => {
  const refused = /^ForPrefill workload: Forbidden: nothing may scale llama-prefill/;

  test('autoscaling of the role', () => {
    const [told, ...others] = mistakes({ prefill: scaled(1, 4), ratio: ONE_TO_TWO, decode: replicas(2) }, prefill(1, 1));
    expect([told, others]).toEqual([expect.stringMatching(refused), [expect.stringContaining('prefill 1 to 4 (autoscaling of the role), decode 2: at most 4:2')]]);
  });

  test('roles of a DisaggregatedSet', () => {
    const set = (number: number) => groups({}, { groups: number });
    const props = { backend: DisaggregatedBackend.disaggregatedSet(), prefill: set(2), ratio: ONE_TO_TWO };
    expect(mistakes({ ...props, decode: set(4) }, prefill(1, 4))).toEqual([expect.stringMatching(refused)]);
    expect(mistakes({ ...props, decode: set(3) }, none)).toEqual([expect.stringContaining('Llama ratio: Invalid value: "1:2": prefill 2, decode 3: 2:3, and ratio says 1:2')]);
    expect(modelOf({ ...props, decode: set(4) }, none).explain()).not.toMatch(/between|scaled /);
  });
});

describe('explain()', () => {
  const BETWEEN = 'each autoscaler follows the load of its own role: the ratio is that of their bounds, and between them it need not hold';

  test('names what scales each role, with its bounds', () => {
    const text = modelOf({ decode: scaled(2, 8), decodePools: { long: replicas(2) }, ratio: ONE_TO_TWO }, prefill(1, 4)).explain();
    expect(text).toMatch(/scaled +prefill 1 to 4 by WorkloadAutoscaler prod\/ForPrefill\n +decode 2 to 8 by autoscaling of the role\n/);
    expect(text).toMatch(/\n +prefill +1 to 4 replicas +1 to 4 x 4 = 4 to 16 /);
    expect(text).toMatch(new RegExp(`between +${BETWEEN}\n`));
    expect(text).toMatch(/scale +a WorkloadAutoscaler, or autoscaling of the role, for each: llama-decode-long$/);
  });

  test('says nothing of ratios where none is stated, and of no autoscalers where there are none', () => {
    expect(modelOf({}, prefill(1, 4)).explain()).not.toContain('between');
    expect(modelOf({ ratio: { prefill: 1, decode: 1 } }, none).explain()).not.toMatch(/between|scaled /);
    expect(modelOf({ router: PrefillDecodeRouter.none() }, all(prefill(1, 4), decode(1, 4))).explain()).not.toContain('a WorkloadAutoscaler, or');
  });
});
