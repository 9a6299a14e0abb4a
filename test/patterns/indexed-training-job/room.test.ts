import { build, plan } from './build';
import { Accelerator, IndexedTrainingJobProps, Placement, Rendezvous, TrainingBackend } from '../../../src';
import { adviceOf } from '../../../src/base/findings/construct-checks';

const ZONE = 'topology.kubernetes.io/zone';

test('a zone that is given binds every worker, and nothing follows a first pod', () => {
  const { pod } = build({ placement: Placement.inZone('eu-1b') }, { zones: ['eu-1a', 'eu-1b'] });
  expect(pod.affinity).toEqual({
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: ['eu-1b'] }] }] } },
  });
});

test.each([TrainingBackend.job(), TrainingBackend.jobSet()])('Kueue is told which domain must hold all workers, %#', backend => {
  const { spec, pod } = build({ backend, queueName: 'gpu', placement: Placement.queueRequires(ZONE) });
  expect(spec.template.metadata.annotations).toMatchObject({ 'kueue.x-k8s.io/podset-required-topology': ZONE });
  expect(pod.affinity).toBeUndefined();
});

test.each<[string, Partial<IndexedTrainingJobProps>, string[] | undefined, string]>([
  ['a run in several zones', { placement: Placement.inZones(['a', 'b']) }, undefined, 'placement: Forbidden: 2 zones for one run'],
  ['a zone that the target lacks', { placement: Placement.inZone('c') }, ['a', 'b'], 'placement: Invalid value: "c": the target has the zones a, b'],
  ['Kueue without a queue', { placement: Placement.queuePrefers(ZONE) }, undefined, 'queueName: Required value: Kueue chooses the place of runs that have a queue only'],
])('refuses %s', (_, props, zones, message) => {
  expect(() => plan(props, zones)).toThrow(message);
});

describe('what explain() says where there is no room', () => {
  const explain = (props: Partial<IndexedTrainingJobProps>) => build({ accelerator: Accelerator.nvidia(8), ...props }).job.explain();

  test('the first pod chooses the zone, and a queue does not change that', () => {
    expect(explain({})).toContain('the first pod of a run chooses the zone, whatever room it has, and the others must follow: where 4 do not fit, up to 3 x 8 = 24 nvidia.com/gpu are held');
    expect(explain({})).not.toContain('Kueue counts');
    expect(explain({ queueName: 'gpu' })).toContain('Kueue counts the quota of the queue, not the room of one place');
  });

  test('with Kueue placing nothing is held', () => {
    expect(explain({ queueName: 'gpu', placement: Placement.queueRequires(ZONE) })).toContain('Kueue admits all 4 pods of a run or none, once one zone has room for them; nothing is held before');
  });

  test('a queue is never said to start all or none by itself', () => {
    for (const props of [{}, { queueName: 'gpu' }, { workers: 1 }]) {
      expect(explain(props)).not.toMatch(/\(queueName\) admits all or none/);
    }
    expect(explain({})).toContain('Kueue (queueName) admits the whole run by quota, which is no promise of room on nodes');
  });
});

test('advice: only with devices, several workers and several domains', () => {
  const isAdvised = (props: Partial<IndexedTrainingJobProps>, zones?: string[]) => adviceOf(build(props, { zones }).job).some(({ id }) => id === 'AIW3210');
  const accelerator = Accelerator.nvidia(8);
  expect(isAdvised({ accelerator })).toBe(true);
  expect(isAdvised({ accelerator }, ['a'])).toBe(false);
  expect(isAdvised({ accelerator, workers: 1 })).toBe(false);
  expect(isAdvised({})).toBe(false);
  expect(isAdvised({ accelerator, placement: Placement.inZone('a') }, ['a', 'b'])).toBe(false);
});

test('a gang: the workers name one PodGroup, which an elastic run may start below its size', () => {
  const target = {
    featureGates: { GenericWorkload: true, GangScheduling: true }, apis: ['jobset.x-k8s.io/v1alpha2', 'scheduling.k8s.io/v1alpha2'],
  };
  const rendezvous = Rendezvous.torchrun();
  const { of, pod } = build({ placement: Placement.gang(), rendezvous }, target);
  expect(of('PodGroup').spec).toEqual({ schedulingPolicy: { gang: { minCount: 4 } } });
  expect(pod.schedulingGroup).toEqual({ podGroupName: of('PodGroup').metadata.name });
  expect(pod.affinity).toBeUndefined();
  expect(build({ placement: Placement.gang(), rendezvous, elastic: { minWorkers: 2 } }, target).of('PodGroup').spec.schedulingPolicy.gang.minCount).toBe(2);
});
