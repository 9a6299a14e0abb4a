/* CustomResourceDefinitions as every server of 1.36 accepts them, with each field in at least one of them. */
type Sample = Readonly<Record<string, any>>;

const text = { type: 'string' };
const union = { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }], 'pattern': '^[0-9]+%?$' };
const port = {
  type: 'object',
  required: ['name', 'port'],
  properties: { name: text, port: { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 }, protocol: { type: 'string', default: 'TCP', enum: ['TCP', 'UDP'] } },
};
const embedded = {
  'type': 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
  'properties': { apiVersion: text, kind: { type: 'string', enum: ['ConfigMap', 'Secret'] }, metadata: { type: 'object', properties: { name: text, labels: { type: 'object', additionalProperties: text } } } },
};
const spec = {
  'description': 'what is wanted',
  'type': 'object',
  'required': ['size'],
  'minProperties': 1,
  'maxProperties': 40,
  'properties': {
    size: { type: 'integer', format: 'int64', minimum: 0, exclusiveMinimum: true, maximum: 100, multipleOf: 1, default: 3 },
    share: union,
    least: { 'x-kubernetes-int-or-string': true, 'allOf': [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '^[0-9]+' }] },
    note: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[a-z][-a-z0-9]*$', nullable: true, title: 'Note', externalDocs: { url: 'https://example.com', description: 'more' }, example: 'a-note' },
    since: { type: 'string', format: 'date-time' },
    ratio: { type: 'number', maximum: 1, exclusiveMaximum: true },
    isFast: { type: 'boolean', default: false },
    zones: { 'type': 'array', 'items': text, 'x-kubernetes-list-type': 'set', 'minItems': 1, 'maxItems': 5, 'default': ['a', 'b'] },
    ports: { 'type': 'array', 'items': port, 'maxItems': 8, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'protocol'], 'default': [{ name: 'http', port: 80 }] },
    points: { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': { 'type': 'object', 'x-kubernetes-map-type': 'atomic', 'properties': { x: { type: 'integer' } } } },
    rows: { 'type': 'array', 'x-kubernetes-list-type': 'atomic', 'items': { type: 'array', items: { type: 'integer' } } },
    selector: { 'type': 'object', 'additionalProperties': { type: 'string', maxLength: 63 }, 'maxProperties': 16, 'x-kubernetes-map-type': 'atomic', 'default': { app: 'llm' } },
    values: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true, 'default': { a: { b: [1] } } },
    anything: { 'x-kubernetes-preserve-unknown-fields': true },
    maker: { type: 'object', oneOf: [{ required: ['name'] }, { required: ['url'] }], properties: { name: text, url: { type: 'string', format: 'uri' } }, not: { properties: { name: { enum: ['none'] } } } },
    resource: { ...embedded, default: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made', labels: { app: 'llm' } }, data: { a: 'b' } } },
  },
  'anyOf': [{ properties: { size: { minimum: 2 } } }, { required: ['note'] }],
  'x-kubernetes-validations': [
    { rule: 'self.size <= 50 || self.isFast', message: 'too large', reason: 'FieldValueForbidden', fieldPath: '.size' },
    { rule: 'self.size >= oldSelf.orValue(self).size || has(self.note)', messageExpression: 'self.isFast ? "too few" : "too few, or too slow"', optionalOldSelf: true },
    { rule: "!has(self.selector) ||\n  self.selector.all(key, key != 'bad')", message: 'a bad key', fieldPath: ".selector['app']" },
  ],
};
const status = {
  type: 'object',
  properties: { replicas: { type: 'integer', format: 'int32' }, selector: text, phase: { type: 'string', maxLength: 20 }, ready: { type: 'boolean' } },
};
const schema = {
  openAPIV3Schema: {
    'description': 'A thing.',
    'type': 'object',
    'required': ['spec'],
    'properties': { apiVersion: text, kind: text, metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 40 } } }, spec, status },
    'x-kubernetes-validations': [{ rule: "self.metadata.name != 'all'" }],
  },
};
const subresources = { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas', labelSelectorPath: '.status.selector' } };
const additionalPrinterColumns = [
  { name: 'Size', type: 'integer', format: 'int32', jsonPath: '.spec.size', description: 'how many', priority: 1 }, { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];
const selectableFields = [{ jsonPath: '.spec.note' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.isFast' }];
const named = (plural: string, kind: string) => ({ plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, shortNames: [plural.slice(0, 2)], categories: ['all', 'ml'] });
const metadata = (plural: string) => ({ name: `${plural}.example.com`, labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] });
const v1 = { name: 'v1', served: true, storage: true, schema, subresources, additionalPrinterColumns, selectableFields };
const plain = { openAPIV3Schema: { type: 'object', properties: { spec: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true }, status: { type: 'object' } } } };

export const DEFINITION_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'apiextensions.k8s.io/v1 CustomResourceDefinition': [
    { metadata: metadata('things'), spec: { group: 'example.com', scope: 'Namespaced', names: named('things', 'Thing'), preserveUnknownFields: false, versions: [v1] } },
    {
      metadata: { name: 'parts.shop.k8s.io', annotations: { 'api-approved.kubernetes.io': 'https://example.com/approved' } },
      spec: {
        group: 'shop.k8s.io',
        scope: 'Cluster',
        names: { plural: 'parts', kind: 'Part' },
        conversion: {
          strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1', 'v1beta1'], clientConfig: { service: { name: 'hooks', namespace: 'system', path: '/convert', port: 8443 } } },
        },
        versions: [
          { ...v1, subresources: { status: {} }, selectableFields: [{ jsonPath: '.spec.size' }] },
          { name: 'v1beta1', served: true, storage: false, deprecated: true, deprecationWarning: 'use v1', schema: plain, additionalPrinterColumns: additionalPrinterColumns.slice(0, 1) },
        ],
      },
    },
    {
      metadata: { name: 'tools.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'tools', kind: 'Tool' },
        conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://hooks.example.com:8443/convert' } } },
        versions: [{ name: 'v2', served: true, storage: true, schema: plain }, { name: 'v1', served: false, storage: false, schema: plain }],
      },
    },
    {
      metadata: { name: 'nails.example.com' },
      spec: {
        group: 'example.com', scope: 'Namespaced', names: { plural: 'nails', kind: 'Nail' }, conversion: { strategy: 'None' }, versions: [{ name: 'v1alpha1', served: true, storage: true, schema: plain }],
      },
    },
  ],
};
