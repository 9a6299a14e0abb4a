import { DEFINITION_SAMPLES } from './samples/definitions';
import { changed, messages, Row, rowsOf, said, saidOfChange } from './subject';

const [thing, part, tool] = DEFINITION_SAMPLES['apiextensions.k8s.io/v1 CustomResourceDefinition']
  .map(sample => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...sample }) as any);
const V1 = 'spec.versions[0]';
const ROOT = `${V1}.schema.openAPIV3Schema`;

/** A definition of one version with these properties of its spec, and its status as a subresource. */
function of(properties: object, version: object = {}): any {
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...version }],
    },
  };
}

/** What is said of a property, without the place of the property. */
function saidOf(property: object): string[] {
  return said(of({ it: property })).map(each => each.replace(`${ROOT}.properties[spec].properties[it]`, 'it'));
}

test.each(rowsOf([
  ['metadata.name', 'thing.example.com', 'metadata.name: Invalid value'],
  ['metadata.name', undefined, 'metadata.name: Required value'],
  ['spec.group', 'example', 'metadata.name: Invalid value', 'spec.group: Invalid value'],
  ['spec.group', '', 'metadata.name: Invalid value', 'spec.group: Required value'],
  ['spec.scope', 'Cluster'],
  ['spec.scope', 'namespaced', 'spec.scope: Unsupported value'],
  ['spec.scope', undefined, 'spec.scope: Required value'],
  ['spec.names.kind', undefined, 'spec.names.kind: Required value'],
  ['spec.names.listKind', 'Thing', 'spec.names.listKind: Invalid value'],
  ['spec.names.singular', 'Thing', 'spec.names.singular: Invalid value'],
  ['spec.names.shortNames[0]', 'T', 'spec.names.shortNames[0]: Invalid value'],
  ['spec.names.categories[0]', 'a.b', 'spec.names.categories[0]: Invalid value'],
  ['spec.preserveUnknownFields', true, 'spec.preserveUnknownFields: Invalid value'],
  ['spec.versions', [], 'spec.versions: Invalid value'],
  [`${V1}.name`, 'V1', `${V1}.name: Invalid value`],
  [`${V1}.storage`, false, 'spec.versions: Invalid value'],
  [`${V1}.deprecationWarning`, 'x', `${V1}.deprecationWarning: Invalid value`],
  [`${V1}.schema`, undefined, `${ROOT}: Required value`, `${V1}.selectableFields: Invalid value`],
  [`${V1}.subresources.scale.specReplicasPath`, '.status.x', `${V1}.subresources.scale.specReplicasPath: Invalid value`],
  [`${V1}.subresources.scale.specReplicasPath`, 'spec.x', `${V1}.subresources.scale.specReplicasPath: Invalid value`],
  [`${V1}.subresources.scale.statusReplicasPath`, '', `${V1}.subresources.scale.statusReplicasPath: Required value`],
  [`${V1}.subresources.scale.labelSelectorPath`, '.metadata.x', `${V1}.subresources.scale.labelSelectorPath: Invalid value`],
  [`${V1}.additionalPrinterColumns[0].jsonPath`, 'spec.size', `${V1}.additionalPrinterColumns[0].jsonPath: Invalid value`],
  [`${V1}.additionalPrinterColumns[0].jsonPath`, undefined, `${V1}.additionalPrinterColumns[0].jsonPath: Required value`],
  [`${V1}.additionalPrinterColumns[0].type`, 'int', `${V1}.additionalPrinterColumns[0].type: Invalid value`],
  [`${V1}.additionalPrinterColumns[0].type`, undefined, `${V1}.additionalPrinterColumns[0].type: Required value`],
  [`${V1}.additionalPrinterColumns[0].format`, 'int', `${V1}.additionalPrinterColumns[0].format: Invalid value`],
  [`${V1}.additionalPrinterColumns[0].name`, '', `${V1}.additionalPrinterColumns[0].name: Required value`],
  [`${V1}.selectableFields[0].jsonPath`, '.spec.none', `${V1}.selectableFields[0].jsonPath: Invalid value`],
  [`${V1}.selectableFields[0].jsonPath`, ".spec['note']", `${V1}.selectableFields[0].jsonPath: Invalid value`],
  [`${V1}.selectableFields[0].jsonPath`, '.spec.ratio', `${V1}.selectableFields[0].jsonPath: Invalid value`],
  [`${V1}.selectableFields[0].jsonPath`, '.metadata.name', `${V1}.selectableFields[0].jsonPath: Invalid value`],
  [`${V1}.selectableFields[0].jsonPath`, '.spec.size', `${V1}.selectableFields[1].jsonPath: Duplicate value`],
  [`${V1}.selectableFields[0].jsonPath`, '', `${V1}.selectableFields[0].jsonPath: Required value`],
  [`${ROOT}.nullable`, true, `${ROOT}.nullable: Forbidden`, `${ROOT}: Invalid value`],
  [`${ROOT}.type`, 'array', `${ROOT}.items: Required value`, `${ROOT}.type: Invalid value`],
  [`${ROOT}.maxProperties`, 3, `${ROOT}: Invalid value`],
  [`${ROOT}.required`, ['none']],
  [`${ROOT}.$schema`, 'x', `${ROOT}: Invalid value`],
  [`${ROOT}.properties.metadata.properties.labels`, { type: 'object' }, `${ROOT}.properties[metadata]: Forbidden`],
  [`${ROOT}.properties.metadata.description`, 'x', `${ROOT}.properties[metadata]: Forbidden`],
  [`${ROOT}.properties.kind.type`, 'integer', `${ROOT}.properties[kind].type: Invalid value`],
  [`${ROOT}.properties.kind.default`, 'Thing', `${ROOT}.properties[kind].default: Forbidden`],
] satisfies Row[]))('%s', (_, path, value, expected) => {
  expect(said(changed(thing, path, value))).toEqual(expected);
});

test.each<[string, object, ...string[]]>([
  ['a type is needed', {}, 'it.type: Required value'],
  ['no type but these', { type: 'int' }, 'it.type: Unsupported value'],
  ['a list has items', { type: 'array' }, 'it.items: Required value'],
  ['items are one schema', { type: 'array', items: [{ type: 'string' }] }, 'it.items: Forbidden'],
  ['items have a type', { type: 'array', items: {} }, 'it.items.type: Required value'],
  ['either properties or keys', { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }, 'it.additionalProperties: Forbidden'],
  ['no definitions', { type: 'object', definitions: { a: { type: 'string' } } }, 'it.definitions: Forbidden'],
  ['no references', { type: 'object', $ref: '#/a' }, 'it.$ref: Forbidden'],
  ['no unique items', { type: 'array', items: { type: 'string' }, uniqueItems: true }, 'it.uniqueItems: Forbidden'],
  ['a pattern that compiles', { type: 'string', pattern: '(a' }, 'it.pattern: Invalid value'],
  ['no lookahead', { type: 'string', pattern: '(?!a)' }, 'it.pattern: Invalid value'],
  ['no back reference is known here', { type: 'string', pattern: '(a)\\1' }],
  ['word boundaries compile', { type: 'string', pattern: '\\ba\\b(?m)^x$' }],
  ['unknown fields are preserved or not told of', { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': false }, 'it.x-kubernetes-preserve-unknown-fields: Invalid value'],
  ['a resource is an object', { 'type': 'string', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }, 'it.type: Invalid value'],
  ['a resource has properties', { 'type': 'object', 'x-kubernetes-embedded-resource': true }, 'it.properties: Required value'],
  ['a choice names no types', { type: 'object', anyOf: [{ type: 'string' }] }, 'it.anyOf[0].type: Forbidden'],
  ['but the one of integer and string', { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] }],
  ['in this order', { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'string' }, { type: 'integer' }] }, 'it.anyOf[0].type: Forbidden', 'it.anyOf[1].type: Forbidden'],
  ['a choice inside may speak of what is not declared', { type: 'object', not: { properties: { a: { minLength: 1 } } }, allOf: [{ items: { minLength: 1 } }] }],
  ['list types are for lists', { 'type': 'object', 'x-kubernetes-list-type': 'set' }, 'it.type: Invalid value'],
  ['list types are known', { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'bag' }, 'it.x-kubernetes-list-type: Unsupported value'],
  ['a set has units', { 'type': 'array', 'items': { type: 'object' }, 'x-kubernetes-list-type': 'set' }, 'it.items.x-kubernetes-map-type: Invalid value'],
  ['a map has keys', { 'type': 'array', 'items': { type: 'object' }, 'x-kubernetes-list-type': 'map' }, 'it.x-kubernetes-list-map-keys: Required value'],
  ['map types are for objects', { 'type': 'string', 'x-kubernetes-map-type': 'atomic' }, 'it.type: Invalid value'],
  ['map types are known', { 'type': 'object', 'x-kubernetes-map-type': 'loose' }, 'it.x-kubernetes-map-type: Unsupported value'],
  ['a default has its type', { type: 'integer', default: 'x' }, 'it.default: Invalid value'],
  ['a default has no unknown fields', { type: 'object', properties: { a: { type: 'string' } }, default: { b: 1 } }, 'it.default: Invalid value'],
  ['a default has what is required, whatever its own default', { type: 'object', required: ['a'], properties: { a: { type: 'string', default: 'x' } }, default: {} }, 'it.default.a: Required value'],
  ['a default in a list', { type: 'array', items: { type: 'integer' }, default: [1, 'x'] }, 'it.default[1]: Invalid value'],
  ['a null in a default', { type: 'array', items: { type: 'integer' }, default: [null] }, 'it.default[0]: Invalid value'],
  ['a choice of a default is told at the default', { type: 'array', items: { type: 'string', not: {} }, default: ['a'] }, 'it.default: Invalid value'],
  ['no duplicates are looked for in a default', { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set', 'default': ['a', 'a'] }],
  ['a default keeps the rules', { 'type': 'integer', 'default': 3, 'x-kubernetes-validations': [{ rule: 'self > 3' }] }, 'it.default: Invalid value'],
  ['a default that is a resource', { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true, 'default': { kind: 'a b' } },
    'it.default.apiVersion: Required value', 'it.default.kind: Invalid value'],
  ['a rule is there', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: ' ' }] }, 'it.x-kubernetes-validations[0].rule: Required value'],
  ['a long rule has a message', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self >\n3' }] }, 'it.x-kubernetes-validations[0].message: Required value'],
  ['a message is one line', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > 3', message: 'a\nb' }] }, 'it.x-kubernetes-validations[0].message: Invalid value'],
  ['a reason is known', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > 3', reason: 'Bad' }] }, 'it.x-kubernetes-validations[0].reason: Unsupported value'],
  ['a rule compiles', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self.size > 3' }] }, 'it.x-kubernetes-validations[0].rule: Invalid value'],
  ['a rule that does not compile is told of the default', { 'type': 'integer', 'default': 3, 'x-kubernetes-validations': [{ rule: 'self > ""' }] }, 'it.default: Invalid value'],
  ['a message compiles', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > 3', messageExpression: 'self' }] }, 'it.x-kubernetes-validations[0].messageExpression: Invalid value'],
  ['a rule about what is not known', { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'true' }] }, 'it.x-kubernetes-validations: Internal error'],
  ['an optional old value is read', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > 3', optionalOldSelf: false }] }, 'it.x-kubernetes-validations[0].optionalOldSelf: Invalid value'],
  ['no old value of an item', { type: 'array', items: { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] } }, 'it.items.x-kubernetes-validations[0].rule: Invalid value'],
  ['but of an item with keys', {
    'type': 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a'],
    'items': { 'type': 'object', 'required': ['a'], 'properties': { a: { type: 'string' } }, 'x-kubernetes-validations': [{ rule: 'self.a >= oldSelf.a' }] },
  }],
  ['fields by their names in rules', {
    'type': 'object',
    'properties': { 'a-b': { type: 'string' }, '9': { type: 'string' }, 'any': { 'x-kubernetes-preserve-unknown-fields': true } },
    'x-kubernetes-validations': [{ rule: "self.a__dash__b == ''" }, { rule: "self.__9__ == ''" }, { rule: 'has(self.any)' }],
  }, 'it.x-kubernetes-validations[1].rule: Invalid value', 'it.x-kubernetes-validations[2].rule: Invalid value'],
  ['a resource inside has its fields', {
    'type': 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-validations': [{ rule: "self.kind == 'Pod' && self.metadata.name != ''" }, { rule: 'has(self.metadata.labels)' }],
  }, 'it.x-kubernetes-validations[1].rule: Invalid value'],
  ['a path leads somewhere', { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self > 3', fieldPath: '.a' }] }, 'it.x-kubernetes-validations[0].fieldPath: Invalid value'],
])('%s', (_, property, ...expected) => {
  expect(saidOf(property)).toEqual(expected);
});

test.each<[string, string[], ...string[]]>([
  ['that are none', ['b'], 'it.x-kubernetes-list-map-keys: Invalid value'],
  ['given twice', ['a', 'a'], 'it.x-kubernetes-list-map-keys: Invalid value'],
  ['that may be absent', ['c'], 'it.items.properties[c].default: Required value'],
  ['that may be null', ['d'], 'it.items.properties[d].nullable: Forbidden'],
  ['that are lists', ['e'], 'it.items.properties[e].type: Invalid value'],
])('keys of a list %s', (_, keys, ...expected) => {
  const properties = { a: { type: 'string' }, c: { type: 'string' }, d: { type: 'string', nullable: true, default: 'x' }, e: { type: 'array', items: { type: 'string' } } };
  expect(saidOf({ 'type': 'array', 'items': { type: 'object', required: ['a', 'e'], properties }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys })).toEqual(expected);
});

test.each<[path: string, expected: string | undefined]>([
  ['.a', undefined], [".m['x y']", undefined], ['.m.x', undefined], ["['a']", undefined], ['.a.b', 'must be a valid path'], ['a', 'must be a valid path'], ['.m[x]', 'must be a valid path'],
  [".m['x'", 'must be a valid path'], [".m['x'}", 'must be a valid path'], ['.', 'must be a valid path'], [".m['\\q']", 'must be a valid path'], [".m['\\'']", undefined], ['.b', 'must be a valid path'],
])('a rule may speak of %s', (fieldPath, expected) => {
  const properties = { a: { type: 'string' }, m: { type: 'object', additionalProperties: { type: 'string' } } };
  const found = messages(of({ it: { 'type': 'object', properties, 'x-kubernetes-validations': [{ rule: 'true', fieldPath }] } }));
  expect(found.map(each => each.slice(each.lastIndexOf(': ') + 2))).toEqual(expected === undefined ? [] : [expected]);
});

test.each(rowsOf([
  [`${ROOT}.not`, { properties: { other: { minLength: 1 } } }, `${ROOT}.properties[other]: Required value`],
  [`${ROOT}.anyOf`, [{ properties: { spec: { items: { minLength: 1 } } } }], `${ROOT}.properties[spec].items: Required value`],
  [`${ROOT}.oneOf`, [{ properties: { metadata: { required: ['name'] } } }], `${ROOT}.oneOf[0].properties[metadata]: Forbidden`, `${ROOT}.properties[metadata]: Required value`],
  [`${ROOT}.allOf`, [{ additionalProperties: true, nullable: true, default: {} }], ...['additionalProperties', 'default', 'nullable'].map(name => `${ROOT}.allOf[0].${name}: Forbidden`)],
  [`${ROOT}.additionalProperties`, true, `${ROOT}.additionalProperties: Forbidden`],
] satisfies Row[]))('at the root: %s', (_, path, value, expected) => {
  expect(said(changed(changed(tool, 'spec.versions[1].name', 'v3'), path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['metadata.annotations', {}, 'metadata.annotations[api-approved.kubernetes.io]: Required value'],
  ['metadata.annotations', { 'api-approved.kubernetes.io': 'yes' }, 'metadata.annotations[api-approved.kubernetes.io]: Invalid value'],
  ['metadata.annotations', { 'api-approved.kubernetes.io': 'unapproved, for tests' }],
  ['spec.conversion.strategy', undefined, 'spec.conversion.strategy: Required value', 'spec.conversion.webhook.clientConfig: Forbidden', 'spec.conversion.webhook.conversionReviewVersions: Forbidden'],
  ['spec.conversion.strategy', 'Hook', 'spec.conversion.strategy: Unsupported value', 'spec.conversion.webhook.clientConfig: Forbidden', 'spec.conversion.webhook.conversionReviewVersions: Forbidden'],
  ['spec.conversion.webhook.clientConfig', undefined, 'spec.conversion.webhook.clientConfig: Required value'],
  ['spec.conversion.webhook.clientConfig.url', 'https://a', 'spec.conversion.webhook.clientConfig: Required value'],
  ['spec.conversion.webhook.conversionReviewVersions', ['v2'], 'spec.conversion.webhook.conversionReviewVersions: Invalid value'],
  ['spec.conversion.webhook.conversionReviewVersions', ['v1', 'v1', '2'], 'spec.conversion.webhook.conversionReviewVersions[1]: Invalid value', 'spec.conversion.webhook.conversionReviewVersions[2]: Invalid value'],
  ['spec.conversion.webhook.conversionReviewVersions', [], 'spec.conversion.webhook.conversionReviewVersions: Required value'],
  ['spec.versions[1].name', 'v1', 'spec.versions: Invalid value'],
  ['spec.versions[1].storage', true, 'spec.versions: Invalid value'],
  ['spec.versions[1].deprecationWarning', '', 'spec.versions[1].deprecationWarning: Invalid value'],
  ['spec.versions[1].deprecationWarning', 'é'.repeat(129), 'spec.versions[1].deprecationWarning: Invalid value'],
  ['spec.versions[1].deprecationWarning', 'a\tb', 'spec.versions[1].deprecationWarning: Invalid value'],
] satisfies Row[]))('several versions: %s', (_, path, value, expected) => {
  expect(said(changed(part, path, value))).toEqual(expected);
});

test('what all versions say alike is told once, at the first', () => {
  const both = changed(changed(tool, 'spec.versions[0].schema.openAPIV3Schema.properties.spec.type', 'int'), 'spec.versions[1].schema.openAPIV3Schema.properties.spec.type', 'int');
  expect(said(both)).toEqual([`${ROOT}.properties[spec].type: Unsupported value`]);
  expect(said(changed(both, 'spec.versions[1].schema.openAPIV3Schema.description', ''))).toEqual([`${ROOT}.properties[spec].type: Unsupported value`]);
  expect(said(changed(both, 'spec.versions[1].schema.openAPIV3Schema.description', 'x'))).toHaveLength(2);
});

test('selectable fields of all versions need a schema of all versions', () => {
  const one = { jsonPath: '.spec.size' };
  const both = changed(changed(part, 'spec.versions[0].selectableFields', [one]), 'spec.versions[1].selectableFields', [one]);
  expect(said(both)).toEqual(['spec.versions[0].selectableFields: Invalid value']);
});

test('more than eight selectable fields are too many', () => {
  const names = Array.from({ length: 9 }, (_, index) => `f${index}`);
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]));
  const selectable = (count: number) => said(of(properties, { selectableFields: names.slice(0, count).map(name => ({ jsonPath: `.spec.${name}` })) }));
  expect([selectable(8), selectable(9)]).toEqual([[], [`${V1}.selectableFields: Too many`]]);
});

test('a hostile definition of many defaults ends', () => {
  let schema: object = { type: 'object', default: {} };
  for (let depth = 0; depth < 300; depth++) {
    schema = { type: 'object', properties: { a: schema, ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`b${index}`, { type: 'string' }])) }, default: {} };
  }
  const start = process.cpuUsage();
  expect(said(of({ it: schema }))).toEqual([]);
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
});

const pem = Buffer.from('-----BEGIN CERTIFICATE-----\n').toString('base64');
const trusting = (caBundle: string | undefined) => changed(part, 'spec.conversion.webhook.clientConfig.caBundle', caBundle);

test.each<[string, any, any, ...string[]]>([
  ['nothing', thing, thing],
  ['what versions say', thing, changed(thing, `${ROOT}.properties.spec.properties.isFast`, undefined)],
  ['the scope', thing, changed(thing, 'spec.scope', 'Cluster'), 'spec.scope: Invalid value'],
  ['the kind', thing, changed(thing, 'spec.names.kind', 'Other'), 'spec.names.kind: Invalid value'],
  ['other names', thing, changed(thing, 'spec.names.singular', 'other')],
  ['the version that was stored', part, changed(part, 'spec.versions', part.spec.versions.slice(1)), 'spec.versions: Invalid value'],
  ['another version', part, changed(part, 'spec.versions', part.spec.versions.slice(0, 1))],
  ['which version is stored', tool, changed(changed(tool, 'spec.versions[0].storage', false), 'spec.versions[1].storage', true)],
  ['what is wrong before and after', changed(thing, 'spec.names.kind', 'a b'), changed(thing, 'spec.names.kind', 'a b')],
  ['a certificate that is none', trusting(pem), trusting('Cg=='), 'spec.conversion.webhook.clientConfig.caBundle: Invalid value'],
  ['a new certificate that is none', trusting(undefined), trusting('Cg=='), 'spec.conversion.webhook.clientConfig.caBundle: Invalid value'],
  ['a certificate that was none', trusting('Cg=='), trusting('Cgo=')],
  ['no certificate any more', trusting(pem), trusting(undefined)],
  ['no version at all before', changed(part, 'spec.versions', undefined), part],
])('a change of %s', (_, before, after, ...expected) => {
  expect(saidOfChange(before, after)).toEqual(expected);
});
