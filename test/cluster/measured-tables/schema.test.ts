import { fieldsOf } from '../../../cluster/measured-tables/fields';
import { readSchema } from '../../../cluster/measured-tables/schema';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const DOCUMENT = {
  components: {
    schemas: {
      'io.k8s.api.core.v1.Pod': {
        'type': 'object',
        'properties': { kind: { type: 'string' }, spec: { allOf: [ref('io.k8s.api.core.v1.PodSpec')] } },
        'required': ['spec'],
        'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Pod' }],
      },
      'io.k8s.api.core.v1.PodSpec': {
        type: 'object',
        properties: {
          containers: { type: 'array', items: { allOf: [ref('io.k8s.api.core.v1.Container')] } },
          nodeSelector: { type: 'object', additionalProperties: { type: 'string' } },
          priority: { type: 'integer', format: 'int32' },
        },
        required: ['containers'],
      },
      'io.k8s.api.core.v1.Container': {
        type: 'object',
        properties: {
          limits: { type: 'object', additionalProperties: ref('io.k8s.apimachinery.pkg.api.resource.Quantity') },
          port: ref('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
          policy: { type: 'string', enum: ['Never', 'Always'] },
          started: ref('io.k8s.apimachinery.pkg.apis.meta.v1.Time'),
          args: { type: 'array', items: { type: 'string' } },
          inner: ref('io.k8s.api.core.v1.Container'),
        },
      },
      'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' },
      'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { type: 'string', format: 'date-time' },
      'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions': {
        'type': 'object',
        'properties': {},
        'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'DeleteOptions' }, { group: 'apps', version: 'v1', kind: 'DeleteOptions' }],
      },
    },
  },
};

test('types are read with shape, scalar, closed values and what is required', () => {
  const { types } = readSchema([DOCUMENT]);
  expect(types['core.v1.PodSpec']).toEqual({
    containers: { shape: 'list', of: 'core.v1.Container', required: true },
    nodeSelector: { shape: 'map', of: 'string', required: false },
    priority: { shape: 'value', of: 'int32', required: false },
  });
  expect(types['core.v1.Container']).toMatchObject({
    limits: { shape: 'map', of: 'quantity' },
    port: { shape: 'value', of: 'int-or-string' },
    policy: { shape: 'value', of: 'string', values: ['Always', 'Never'] },
    started: { of: 'date-time' },
  });
});

test('a kind is known by its group and version, options that every group repeats are none', () => {
  expect(readSchema([DOCUMENT]).kinds).toEqual({ 'v1 Pod': 'core.v1.Pod' });
});

test('a list of lists is not taken for something else', () => {
  const nested = { components: { schemas: { 'io.k8s.api.x.v1.A': { properties: { a: { type: 'array', items: { type: 'array', items: { type: 'string' } } } } } } } };
  expect(readSchema([nested]).types['x.v1.A'].a.of).toBe('list of string in a list');
});

describe('fields', () => {
  const { types } = readSchema([DOCUMENT]);

  test('are what holds values, with lists of objects entered and those of values not', () => {
    expect(fieldsOf(types, 'core.v1.Pod').map(field => field.path)).toEqual([
      'kind', 'spec.containers[*].args', 'spec.containers[*].inner', 'spec.containers[*].limits', 'spec.containers[*].policy', 'spec.containers[*].port',
      'spec.containers[*].started', 'spec.nodeSelector', 'spec.priority',
    ]);
  });

  test('end where the caller wants one value', () => {
    expect(fieldsOf(types, 'core.v1.Pod', (_, { name }) => name === 'containers').map(field => field.path)).toEqual(['kind', 'spec.containers[*]', 'spec.nodeSelector', 'spec.priority']);
  });

  test('know the way to themselves', () => {
    const [port] = fieldsOf(types, 'core.v1.Pod').filter(({ path }) => path.endsWith('port'));
    expect(port.steps.map(({ owner, name }) => `${owner}.${name}`)).toEqual(['core.v1.Pod.spec', 'core.v1.PodSpec.containers', 'core.v1.Container.port']);
  });
});

test('what the document leaves open and a decoder reads is a scalar of its own', () => {
  const extensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';
  const { types } = readSchema([{
    components: {
      schemas: {
        'io.k8s.api.core.v1.Event': {
          type: 'object',
          properties: {
            at: ref('io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime'),
            items: ref(`${extensions}.JSONSchemaPropsOrArray`),
            status: ref(`${extensions}.CustomResourceSubresourceStatus`),
            extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          },
        },
        'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': { type: 'string', format: 'date-time' },
        [`${extensions}.JSONSchemaPropsOrArray`]: {},
        [`${extensions}.CustomResourceSubresourceStatus`]: { type: 'object' },
      },
    },
  }]);
  expect(types['core.v1.Event']).toMatchObject({
    at: { of: 'micro-time' },
    items: { of: 'schema-or-array' },
    status: { of: 'apiextensions.v1.CustomResourceSubresourceStatus' },
    extra: { shape: 'map', of: '[]string' },
  });
  expect(types['apiextensions.v1.CustomResourceSubresourceStatus']).toEqual({});
});
