import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { factsOf, object } from '../facts/objects';

const API = 'serving.kserve.io';
const service = (spec: PlainObject) => object(`${API}/v1beta1`, 'InferenceService', 'llama', spec);
const runtime = (kind: string, name: string, spec: PlainObject, annotations?: PlainObject) => (
  object(`${API}/v1alpha1`, kind, name, spec, { metadata: { name, ...(kind === 'ServingRuntime' && { namespace: 'ml' }), annotations } }));
const MAIN = {
  name: 'kserve-container',
  image: 'vllm/vllm-openai:v0.18.0',
  args: ['--served-model-name={{.Name}}'],
  env: [{ name: 'A', value: 'of the runtime' }, { name: 'B', value: 'b' }],
};
const setsOf = (...objects: readonly PlainObject[]) => factsOf(...objects).get(podSets);
const containerOf = (model: PlainObject, ...runtimes: readonly PlainObject[]) => {
  const [set] = setsOf(service({ predictor: { model } }), ...runtimes);
  return set?.containers[0].container;
};

test('containers of a part are those of its pods, where they stand', () => {
  const sets = setsOf(service({
    predictor: { labels: { a: 'b' }, minReplicas: 0, maxReplicas: 3, containers: [{ name: 'kserve-container', image: 'x' }] },
    transformer: { containers: [{ name: 'kserve-container', image: 'y' }] },
  }));
  expect(sets.map(({ role, labels, open, between, containers }) => [role, labels, open, between, containers[0].field])).toEqual([
    ['predictor', { a: 'b' }, true, { least: 0, most: 3 }, 'spec.predictor.containers[0]'],
    ['transformer', {}, true, { least: 1, most: undefined }, 'spec.transformer.containers[0]'],
  ]);
});

test.each<[string, PlainObject]>([
  ['a runtime that is not here', { predictor: { model: { runtime: 'missing', modelFormat: { name: 'x' } } } }],
  ['a runtime that KServe chooses', { predictor: { model: { modelFormat: { name: 'huggingface' } } } }],
  ['a framework of the old form', { predictor: { triton: { storageUri: 's3://models' } } }],
])('nothing is read of %s', (_, spec) => {
  expect(setsOf(service(spec))).toEqual([]);
});

test('a model is what its runtime has, and what it adds', () => {
  const here = runtime('ServingRuntime', 'vllm', {
    containers: [MAIN], nodeSelector: { gpu: 'yes' }, tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists' }], volumes: [{ name: 'shm', emptyDir: {} }],
  });
  const [set] = setsOf(service({
    predictor: {
      nodeSelector: { zone: 'a' },
      volumes: [{ name: 'cache', emptyDir: {} }],
      model: {
        runtime: 'vllm',
        args: ['--tensor-parallel-size=2'],
        env: [{ name: 'A', value: 'own' }],
        resources: { limits: { 'nvidia.com/gpu': 2 } },
        readinessProbe: { httpGet: { path: '/health' } },
      },
    },
  }), here);
  expect(set.containers[0]).toMatchObject({ field: 'spec.predictor.model' });
  expect(set.containers[0].container).toEqual({
    ...MAIN,
    args: ['--served-model-name=llama', '--tensor-parallel-size=2'],
    env: [{ name: 'B', value: 'b' }, { name: 'A', value: 'own' }],
    volumeMounts: [],
    resources: { limits: { 'nvidia.com/gpu': 2 }, requests: {} },
    readinessProbe: { httpGet: { path: '/health' } },
  });
  expect(set.spec).toMatchObject({ nodeSelector: { gpu: 'yes', zone: 'a' }, tolerations: [{ key: 'nvidia.com/gpu' }], volumes: [{ name: 'shm' }, { name: 'cache' }] });
});

test('whatever stands for a value of the service is filled in, also where it is no name', () => {
  const here = runtime('ServingRuntime', 'vllm', { containers: [{ ...MAIN, args: ['{{ .Name }}', '{{.Namespace}}', '{{.Labels.x}}'] }] });
  const odd = object(`${API}/v1beta1`, 'InferenceService', 'a"$&\\', { predictor: { model: { runtime: 'vllm' } } });
  expect(setsOf(odd, here)[0].containers[0].container.args).toEqual(['a"$&\\', 'ml', '{{.Labels.x}}']);
});

test('places of arguments are those of the model where the runtime has a command', () => {
  const here = runtime('ServingRuntime', 'vllm', { containers: [{ ...MAIN, command: ['vllm', 'serve'] }] });
  expect(containerOf({ runtime: 'vllm', args: ['--a'] }, here)).toMatchObject({ command: ['vllm', 'serve', '--served-model-name=llama'], args: ['--a'] });
  expect(containerOf({ runtime: 'vllm', command: ['other'] }, here)).toMatchObject({ command: ['other', '--served-model-name=llama'], args: [] });
});

test('a runtime of the namespace comes before one of the cluster', () => {
  const other = { ...MAIN, image: 'registry.example/other:1' };
  const [local, cluster] = [runtime('ServingRuntime', 'vllm', { containers: [MAIN] }), runtime('ClusterServingRuntime', 'vllm', { containers: [other] })];
  expect(containerOf({ runtime: 'vllm' }, local, cluster)?.image).toBe(MAIN.image);
  expect(containerOf({ runtime: 'vllm' }, cluster)?.image).toBe(other.image);
});

test('the version of a runtime is the tag of its image, and builds that KServe chooses are not known', () => {
  const plain = (image?: string) => runtime('ServingRuntime', 'r', { containers: [{ name: 'kserve-container', image }] });
  expect(containerOf({ runtime: 'r', runtimeVersion: 'v1' }, plain('a/b:old'))?.image).toBe('a/b:v1');
  expect(containerOf({ runtime: 'r', runtimeVersion: 'v1' }, plain('a/b@sha256:0'))?.image).toBe('a/b@sha256:0');
  expect(containerOf({ runtime: 'r' }, plain())?.image).toBeUndefined();
  expect(containerOf({ runtime: 'kserve-x' }, runtime('ClusterServingRuntime', 'kserve-x', { containers: [MAIN] }))?.image).toBeUndefined();
  expect(containerOf({ runtime: 'r' }, runtime('ServingRuntime', 'r', { containers: [MAIN] }, { [`${API}/server-type`]: 'vllmserver' }))?.image).toBeUndefined();
});

test('a runtime by itself has no pods', () => {
  expect(setsOf(runtime('ServingRuntime', 'vllm', { containers: [MAIN] }), runtime('ClusterServingRuntime', 'vllm', { containers: [MAIN] }))).toEqual([]);
});
