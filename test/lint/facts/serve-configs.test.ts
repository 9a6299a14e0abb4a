import * as fc from 'fast-check';
import { factsOf, object } from './objects';
import { serveConfigs, serveDeployments } from '../../../src/lint/facts/serve-configs';
import { RULES } from '../../../src/lint/rules';
import { findingsOfRules } from '../../../src/lint/rules/rule';

const service = (serveConfigV2: unknown) => factsOf(object('ray.io/v1', 'RayService', 'llm', { serveConfigV2, rayClusterConfig: { headGroupSpec: { template: { spec: { containers: [{ name: 'ray' }] } } } } }));
const read = (text: unknown) => service(text).get(serveConfigs).map(({ content, error }) => error ?? content);

test('the first document of a text is read, as a map', () => {
  expect(read('applications: []\n---\nmore: 1\n')).toEqual([{ applications: [] }]);
  expect(read('- a')).toEqual(['it is no map']);
  expect(read('# nothing\n')).toEqual(['it has no content']);
  expect(read('a: [')).toEqual([expect.stringContaining('line')]);
});

test.each([[undefined], [''], [7], ['a: ${PLACE}'], ['a: {{ .Values.a }}']])('nothing is read of %j', text => {
  expect(read(text)).toEqual([]);
});

test('deployments stand in the applications that name them', () => {
  const [config] = service('applications:\n- deployments: [{ name: a }]\n- {}\n- deployments: [{ name: b }, c]\n').get(serveConfigs);
  expect(serveDeployments(config).map(({ path, part }) => [path, part.name])).toEqual([
    ['applications[0].deployments[0]', 'a'], ['applications[2].deployments[0]', 'b'], ['applications[2].deployments[1]', undefined],
  ]);
});

const KEYS = [
  'applications', 'deployments', 'name', 'route_prefix', 'import_path', 'runtime_env', 'working_dir', 'py_modules', 'http_options', 'host', 'port', 'num_replicas', 'autoscaling_config', 'min_replicas',
  'max_replicas', 'initial_replicas', 'ray_actor_options', 'num_gpus', 'placement_group_bundles', 'GPU', 'args', 'llm_configs', 'engine_kwargs', 'tensor_parallel_size', 'logging_config',
  'proxy_location', '__proto__', 'constructor',
];
const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>('auto', 'ray.serve.llm:build_openai_app', '', 'constructor', null, true, 0, 1, -1, 2.5, 1e308),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 6 }),
  ),
}));

test('whatever a configuration holds, rules find something or nothing, and never break', () => {
  const ofRay = RULES.filter(({ appliesTo }) => appliesTo.includes('RayService'));
  fc.assert(fc.property(fc.dictionary(fc.constantFrom(...KEYS), anything), config => {
    const broken = findingsOfRules(ofRay, service(JSON.stringify(config))).filter(({ id }) => id === 'AIW0004');
    expect(broken).toEqual([]);
  }));
});
