import { PlainObject } from '../../../src/base/plain';
import { isKnownToScale, scalePath } from '../../../src/lint/facts/autoscaling';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { isOutside } from '../../../src/lint/facts/made';
import { factsOf, object } from '../facts/objects';

const TYPE = 'serving.kserve.io/LLMInferenceService';
const CONTAINERS = { containers: [{ name: 'main' }] };
const service = (spec: object) => object('serving.kserve.io/v1alpha1', 'LLMInferenceService', 'llama', spec);
const counts = (spec: object) => factsOf(service(spec)).get(podSets).map(({ role, pods }) => [role, pods]);

test.each<[string, object, [string, number | undefined][]]>([
  ['one pod where nothing is written', {}, [['decode', 1]]],
  ['replicas of each part', { replicas: 3, prefill: { replicas: 2, template: CONTAINERS } }, [['decode', 3], ['prefill', 2]]],
  ['one replica of a part that gives none', { replicas: 3, prefill: { template: CONTAINERS } }, [['decode', 3], ['prefill', 1]]],
  ['what an autoscaler decides', { scaling: { minReplicas: 1 }, worker: CONTAINERS, parallelism: { pipeline: 2 } }, [['decode', undefined], ['decode worker', undefined]]],
  ['workers by pipeline', { replicas: 2, worker: CONTAINERS, parallelism: { pipeline: 4 } }, [['decode', 2], ['decode worker', 6]]],
  ['workers by data', { replicas: 2, worker: CONTAINERS, parallelism: { data: 32, dataLocal: 8, pipeline: 9 } }, [['decode', 2], ['decode worker', 6]]],
  ['no workers where all data ranks are in one pod', { worker: CONTAINERS, parallelism: { dataLocal: 8 } }, [['decode', 1], ['decode worker', 0]]],
  ['workers of data ranks that are one a pod', { worker: CONTAINERS, parallelism: { data: 3 } }, [['decode', 1], ['decode worker', 2]]],
  ['workers that nobody can count', { worker: CONTAINERS }, [['decode', 1], ['decode worker', undefined]]],
  ['workers of prefill', { prefill: { replicas: 2, template: CONTAINERS, worker: CONTAINERS, parallelism: { pipeline: 2 } } }, [['decode', 1], ['prefill', 2], ['prefill worker', 2]]],
])('an LLMInferenceService has %s', (_, spec, expected) => {
  expect(counts(spec)).toEqual(expected);
});

test('labels and annotations of a part are those of its pods', () => {
  const [decode, prefill] = factsOf(service({ labels: { a: 'b' }, annotations: { c: 'd' }, prefill: { labels: { e: 'f' }, template: CONTAINERS } })).get(podSets);
  expect([decode.labels, decode.annotations, prefill.labels, prefill.annotations]).toEqual([{ a: 'b' }, { c: 'd' }, { e: 'f' }, {}]);
});

test.each<[string, PlainObject, string[]]>([
  ['Deployments', { prefill: { template: CONTAINERS } }, ['Deployment llama-kserve', 'Deployment llama-kserve-prefill']],
  ['LeaderWorkerSets', { worker: CONTAINERS, prefill: { worker: CONTAINERS } }, ['LeaderWorkerSet llama-kserve-mn', 'LeaderWorkerSet llama-kserve-mn-prefill']],
  ['one of each', { worker: CONTAINERS, prefill: {} }, ['LeaderWorkerSet llama-kserve-mn', 'Deployment llama-kserve-prefill']],
  ['one', {}, ['Deployment llama-kserve']],
])('its controller makes %s', (_, spec, expected) => {
  const facts = factsOf(service(spec));
  const all = ['Deployment llama-kserve', 'Deployment llama-kserve-prefill', 'LeaderWorkerSet llama-kserve-mn', 'LeaderWorkerSet llama-kserve-mn-prefill'];
  expect(all.filter(each => isOutside(facts, each.split(' ')[0], 'ml', each.split(' ')[1])).sort()).toEqual([...expected].sort());
});

test('it has no scale of its own', () => {
  expect([isKnownToScale(TYPE), scalePath(TYPE)]).toEqual([true, undefined]);
});
