import { linesAbout } from './problems';
import { ObjectProblem } from '../../../../src/kubernetes/problem';
import { checkAgainst, compileStructure } from '../../../../src/kubernetes/schema/custom/custom';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('a schema that came with the input', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['a map', { a: { b: 1 } }, { type: 'object', additionalProperties: object({ b: { type: 'string' } }) },
      ['AIW1102 spec.a.b: Invalid value: "integer": spec.a.b in body must be of type string: "integer"']],
    ['a map key with dots', { 'a.b/c': 1 }, { type: 'object', additionalProperties: { type: 'string' } },
      ['AIW1102 spec[a.b/c]: Invalid value: "integer": spec[a.b/c] in body must be of type string: "integer"']],
    ['an open object', { a: { b: 1 }, c: 'x' }, object({ c: { type: 'integer' } }, { 'x-kubernetes-preserve-unknown-fields': true }),
      ['AIW1102 spec.c: Invalid value: "string": spec.c in body must be of type integer: "string"']],
    ['an embedded resource', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, b: 1 }, { 'type': 'object', 'x-kubernetes-embedded-resource': true },
      ['AIW1101 spec.b: Invalid value: "b": unknown field']],
    ['an object without properties', { a: 1 }, { type: 'object' }, ['AIW1101 spec.a: Invalid value: "a": unknown field']],
    ['int32', 2 ** 31, { type: 'integer', format: 'int32' }, ['AIW1102 spec: Invalid value: 2147483648: Checked value must be of type integer with format int32 in spec']],
    ['a fraction', 1.5, { type: 'integer', format: 'int32' }, ['AIW1102 spec: Invalid value: "float64": spec in body must be of type int32: "float64"']],
    ['a whole number written as a fraction', 2.0, { type: 'integer' }, []],
    ['a large integer', 2n ** 60n, { type: 'integer' }, []],
    ['a minimum', 0, { type: 'integer', minimum: 1 }, ['AIW1102 spec: Invalid value: 0: spec in body should be greater than or equal to 1']],
    ['an open minimum', 1, { type: 'number', minimum: 1, exclusiveMinimum: true }, ['AIW1102 spec: Invalid value: 1: spec in body should be greater than 1']],
    ['a maximum', 9, { type: 'number', maximum: 8 }, ['AIW1102 spec: Invalid value: 9: spec in body should be less than or equal to 8']],
    ['multiples', 3, { type: 'integer', multipleOf: 2 }, ['AIW1102 spec: Invalid value: 3: spec in body should be a multiple of 2']],
    ['too short', '', { type: 'string', minLength: 1 }, ['AIW1102 spec: Invalid value: "": spec in body should be at least 1 chars long']],
    ['too short in characters', '😀', { type: 'string', minLength: 2 }, ['AIW1102 spec: Invalid value: "😀": spec in body should be at least 2 chars long']],
    ['long enough in characters', '😀😀', { type: 'string', minLength: 2 }, []],
    ['too long in characters', 'äöü', { type: 'string', maxLength: 2 }, ['AIW1102 spec: Too long: may not be more than 2 bytes']],
    ['as long as allowed in characters', '😀😀', { type: 'string', maxLength: 2 }, []],
    ['a format', 'tomorrow', { type: 'string', format: 'date-time' }, ['AIW1102 spec: Invalid value: "tomorrow": spec in body must be of type date-time: "tomorrow"']],
    ['a format that nobody knows', 'x', { type: 'string', format: 'nonsense' }, []],
    ['an enumeration', 'b', { type: 'string', enum: ['a'] }, ['AIW1104 spec: Unsupported value: "b": supported values: "a"']],
    ['an enumeration of many', 'b', { type: 'string', enum: Array.from({ length: 52 }, (_, index) => `a${index}`) },
      [expect.stringMatching(/^AIW1104 spec: Unsupported value: "b": supported values: "a0", "a1", .*"a48", "a49" and 2 more$/)]],
    ['int-or-string', true, { 'x-kubernetes-int-or-string': true }, ['AIW1102 spec: Invalid value: "boolean": spec in body must be of type integer,string: "boolean"']],
    ['too many items', [1, 2], { type: 'array', items: { type: 'integer' }, maxItems: 1 }, ['AIW1102 spec: Too many: 2: must have at most 1 item']],
    ['too few items', [], { type: 'array', items: { type: 'integer' }, minItems: 1 }, ['AIW1102 spec: Invalid value: 0: spec in body should have at least 1 items']],
    ['too few properties', {}, object({ a: {} }, { minProperties: 1 }), ['AIW1102 spec: Invalid value: 0: spec in body should have at least 1 properties']],
    ['null in a list', [null], { type: 'array', items: { type: 'string' } }, ['AIW1102 spec[0]: Invalid value: "null": spec[0] in body must be of type string: "null"']],
    ['null in a list of what may be null', [null], { type: 'array', items: { type: 'string', nullable: true } }, []],
    ['a set', ['a', 'b', 'a', 'a'], { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' }, ['AIW1102 spec[2]: Duplicate value: "a"']],
    ['required', {}, object({ a: { type: 'string' } }, { required: ['a'] }), ['AIW1103 spec.a: Required value']],
    ['required and null', { a: null }, object({ a: { type: 'string' } }, { required: ['a'] }), ['AIW1103 spec.a: Required value']],
    ['required and nullable', { a: null }, object({ a: { type: 'string', nullable: true } }, { required: ['a'] }), []],
    ['required with a default', { a: null }, object({ a: { type: 'string', default: 'x' } }, { required: ['a'] }), []],
    ['anyOf', {}, object({ a: {}, b: {} }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }), ['AIW1102 spec: Invalid value: "": "spec" must validate at least one schema (anyOf)']],
    ['oneOf', { a: 1, b: 1 }, object({ a: { type: 'integer' }, b: { type: 'integer' } }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      ['AIW1102 spec: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives']],
    ['oneOf of which one is null', { a: 1, b: null }, object({ a: { type: 'integer' }, b: { type: 'integer' } }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }), []],
    ['oneOf of which one is a default', { a: 1 }, object({ a: { type: 'integer' }, b: { type: 'integer', default: 1 } }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      ['AIW1102 spec: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives']],
    ['not', { a: 1 }, object({ a: { type: 'integer' } }, { not: { required: ['a'] } }), ['AIW1102 spec: Invalid value: "": "spec" must not validate the schema (not)']],
    ['allOf', { a: 1 }, object({ a: { type: 'integer' } }, { allOf: [{ properties: { a: { minimum: 2 } } }] }),
      ['AIW1102 spec.a: Invalid value: 1: spec.a in body should be greater than or equal to 2']],
  ])('%s', (_, spec, schema, expected) => {
    expect(linesAbout(spec, schema)).toEqual(expected);
  });

  test('a key of an associative list that is missing has its default', () => {
    const items = object({ port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } });
    const schema = { 'type': 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'protocol'] };
    expect(linesAbout([{ port: 1 }, { port: 1, protocol: 'UDP' }, { protocol: 'TCP', port: 1 }], schema)).toEqual(['AIW1102 spec[2]: Duplicate value: {"port":1,"protocol":"TCP"}']);
  });

  test('a definition without a schema refuses nothing', () => {
    const problems: ObjectProblem[] = [];
    checkAgainst(compileStructure(undefined), { apiVersion: 'example.org/v1', kind: 'Sample', metadata: { name: 'a' }, spec: { a: [null] } }, { source: '' }, problem => problems.push(problem));
    expect(problems).toEqual([]);
  });

  test('the replicas of a scale subresource are not negative', () => {
    const problems: ObjectProblem[] = [];
    const structure = compileStructure(object({ spec: object({ size: { type: 'integer' } }) }));
    const body = { apiVersion: 'example.org/v1', kind: 'Sample', metadata: { name: 'a' }, spec: { size: -1 } };
    checkAgainst(structure, body, { source: '', replicas: '.spec.size' }, problem => problems.push(problem));
    expect(problems).toMatchObject([{ id: 'AIW1102', field: 'spec.size', message: 'Invalid value: -1: should be a non-negative integer' }]);
  });

  test('the nearest name is looked for twenty times', () => {
    const helps: (string | undefined)[] = [];
    const spec = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`image${index}`, 'a']));
    const body = { apiVersion: 'example.org/v1', kind: 'Sample', metadata: { name: 'a' }, spec };
    checkAgainst(compileStructure(object({ spec: object({ image: { type: 'string' } }) })), body, { source: 'a' }, ({ help }) => helps.push(help));
    expect(helps).toEqual([...Array<string>(20).fill('did you mean "image"?'), ...Array<string>(2).fill('the definition of a has no such field')]);
  });

  test('equal parts are one node', () => {
    const part = object({ a: { type: 'string' }, b: { type: 'string' } });
    const { nodes, root } = compileStructure(object({ c: part, d: part }));
    const { c, d } = nodes.at(root).properties!;
    expect(c).toBe(d);
  });
});

describe('nothing breaks it', () => {
  const values = [undefined, null, true, 7, 'x', [], [[]], {}, { a: null }, JSON.parse('{"__proto__": 1, "constructor": {"a": 1}, "toString": []}')];

  test.each(values.map(value => [JSON.stringify(value), value]))('a schema that is %s', (_, schema) => {
    for (const spec of values) {
      expect(() => linesAbout(spec, schema)).not.toThrow();
      expect(() => linesAbout(spec, { type: 'object', properties: schema, required: schema, enum: schema, anyOf: schema, items: schema, default: schema })).not.toThrow();
    }
  });

  test('keys with names of JavaScript are ordinary keys', () => {
    const spec = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "hasOwnProperty": 2}');
    expect(linesAbout(spec, object({ a: { type: 'string' } })).map(line => line.split(':')[0]).sort()).toEqual(['AIW1101 spec.__proto__', 'AIW1101 spec.constructor', 'AIW1101 spec.hasOwnProperty']);
    expect(linesAbout(spec, JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {}, "hasOwnProperty": {}}}'))).toEqual([
      'AIW1102 spec.__proto__: Invalid value: "object": spec.__proto__ in body must be of type string: "object"',
    ]);
  });

  test('a thousand levels are walked', () => {
    const nested = (depth: number): any => depth === 0 ? 1 : { a: nested(depth - 1) };
    const schema = (depth: number): any => depth === 0 ? { type: 'string' } : object({ a: schema(depth - 1) });
    expect(linesAbout(nested(1000), schema(1000))).toHaveLength(1);
  });
});
