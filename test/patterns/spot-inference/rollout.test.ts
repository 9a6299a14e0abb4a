import { ZONES, build } from './build';
import { OnDemandFloor, SpotInferenceProps, WorkloadAutoscaler } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

const OLD_FIRST = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } };
const RECREATE = { type: 'Recreate' };
const surge = (maxSurge: number) => ({ type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } });
const floor = (replicas: number, of: number): Partial<SpotInferenceProps> => ({ replicas: of, floor: OnDemandFloor.replicas(replicas) });

/** Two devices a pod. */
const rolled = (props: Partial<SpotInferenceProps>, spareGpus: number) => {
  const built = build(props, { zones: ZONES, spareGpus });
  return { ...built, strategies: ['llama-on-demand', 'llama-spot'].map(name => built.one('Deployment', name).spec.strategy) };
};

describe('spare devices do for both parts together', () => {
  test.each<[string, Partial<SpotInferenceProps>, number, [object, object]]>([
    ['none', {}, 1, [OLD_FIRST, OLD_FIRST]],
    ['for one pod: the floor has it', {}, 2, [surge(1), OLD_FIRST]],
    ['for two pods: one each', {}, 4, [surge(1), surge(1)]],
    ['for three: the floor has the larger half', {}, 6, [surge(2), surge(1)]],
    ['for more than the floor has pods: spot takes the rest', {}, 14, [surge(2), surge(5)]],
    ['for more than spot has pods: the floor takes the rest', floor(5, 6), 8, [surge(3), surge(1)]],
    ['for all', {}, 100, [surge(2), surge(6)]],
    ['one and one, for one', floor(1, 2), 2, [surge(1), RECREATE]],
    ['one and one, for none', floor(1, 2), 0, [RECREATE, RECREATE]],
    ['one and one, for both', floor(1, 2), 4, [surge(1), surge(1)]],
  ])('%s', (_, props, spareGpus, expected) => {
    expect(rolled(props, spareGpus).strategies).toEqual(expected);
  });

  test('never more than there are, whatever the numbers', () => {
    for (let spareGpus = 0; spareGpus <= 24; spareGpus += 2) {
      for (const [least, of] of [[1, 2], [1, 5], [3, 4], [2, 9]]) {
        const surged = rolled(floor(least, of), spareGpus).strategies.map(({ rollingUpdate }) => rollingUpdate?.maxSurge ?? 0);
        expect((surged[0] + surged[1]) * 2).toBeLessThanOrEqual(spareGpus);
        expect(surged[0] + surged[1]).toBe(Math.min(spareGpus / 2, of));
      }
    }
  });

  test('also where an autoscaler of the user has the spot part', () => {
    const { chart, inference } = build({}, { zones: ZONES, spareGpus: 6 });
    new WorkloadAutoscaler(chart, 'Scaler', { workload: inference.spot, minReplicas: 1, maxReplicas: 20, queueDepth: 8 });
    const strategies = chart.toJson().filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.strategy);
    expect(strategies).toEqual([surge(2), surge(1)]);
    expect(inference.explain()).toContain('at least 2 - 0 of the floor serve meanwhile, and what your autoscaler keeps on spot less 0');
  });
});

describe('explain() has the roll-out of each part', () => {
  test.each<[string, Partial<SpotInferenceProps>, number, string[]]>([
    ['no spare devices', {}, 0, [
      'on-demand: an old pod first, one at a time: 0 spare devices / 2 a pod = 0\n', 'spot: an old pod first, one at a time: 0 spare devices / 2 a pod = 0\n',
      'both at once: at least 2 - 1 + 6 - 1 = 6 of 8 serve meanwhile\n', 'loses one of 2 replicas with a node, in a roll-out too\n',
    ]],
    ['for one part', {}, 2, [
      'on-demand: new pods first, 1 at a time: 2 spare devices / 2 a pod = 1 in all, 1 of them here\n',
      'spot: an old pod first, one at a time: 2 spare devices / 2 a pod = 1 in all, 0 of them here\n', 'at least 2 - 0 + 6 - 1 = 7 of 8 serve meanwhile',
      'The 2 spare devices must be free on nodes of the floor for its new pods, and for each pod on one node', 'loses one of 2 replicas with a node\n',
    ]],
    ['for both', {}, 4, ['on nodes of the floor for its new pods, on nodes of spot for those, and', 'at least 2 - 0 + 6 - 0 = 8 of 8 serve meanwhile']],
    ['one of each', floor(1, 2), 0, [
      'on-demand: the old pod first (Recreate): 0 spare devices / 2 a pod = 0; none of this part serves for up to drain 80 s + start 900 s = 980 s',
      'both at once: 1 - 1 + 1 - 1 = 0 serve, an outage of up to drain 80 s + start 900 s = 980 s', 'is one replica: while spot is gone, its loss or roll-out is an outage',
    ]],
    ['one of each, and devices for one', floor(1, 2), 2, ['at least 1 - 0 + 1 - 1 = 1 of 2 serve meanwhile', 'is one replica: while spot is gone, its loss is an outage']],
    ['the least of an autoscaler', { replicas: undefined, floor: OnDemandFloor.percent(50), autoscaling: { minReplicas: 4, maxReplicas: 9, queueDepth: 8 } }, 0, [
      'at least 2 - 1 + 2 - 1 = 2 of 4 serve meanwhile',
    ]],
  ])('%s', (_, props, spareGpus, texts) => {
    const text = rolled(props, spareGpus).inference.explain().replace(/\n {2,}/g, '\n');
    texts.forEach(each => expect(text).toContain(each));
  });
});

describe('a roll-out that leaves nothing serving is a warning', () => {
  const outage = (props: Partial<SpotInferenceProps>, spareGpus = 0, isScaled = false) => {
    const { chart, inference } = build(props, { zones: ZONES, spareGpus });
    if (isScaled) {
      new WorkloadAutoscaler(chart, 'Scaler', { workload: inference.spot, minReplicas: 3, maxReplicas: 20, queueDepth: 8 });
    }
    return findingsOf(chart.node.root).filter(({ id }) => id === 'AIW3505');
  };
  const between = (minReplicas: number): Partial<SpotInferenceProps> => ({
    replicas: undefined, floor: OnDemandFloor.replicas(1), autoscaling: { minReplicas, maxReplicas: 9, queueDepth: 8 },
  });

  test('with the seconds, and what mends it', () => {
    expect(outage(floor(1, 2))).toMatchObject([{
      class: 'risky',
      message: 'Invalid value: 1 + 1 replicas: one apply rolls out both Deployments, and each stops its only pod first: each roll-out is an outage of up to drain 80 s + start 900 s = 980 s',
      help: 'run 3 replicas, or declare devices that a second pod of the floor may use meanwhile: set spareGpus of the Target to 2',
    }]);
  });

  test.each<[string, Partial<SpotInferenceProps>, number, boolean, number]>([
    ['one and one at the least of an autoscaler', between(2), 0, false, 1],
    ['one and two at the least of an autoscaler', between(3), 0, false, 0],
    ['one and two', floor(1, 3), 0, false, 0],
    ['two and one', floor(2, 3), 0, false, 0],
    ['one and one, with devices for one', floor(1, 2), 2, false, 0],
    ['one and what an autoscaler of the user keeps', floor(1, 2), 0, true, 0],
  ])('%s', (_, props, spareGpus, isScaled, count) => {
    expect(outage(props, spareGpus, isScaled)).toHaveLength(count);
  });
});
