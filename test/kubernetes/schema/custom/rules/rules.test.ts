import { PlainObject } from '../../../../../src/base/plain';
import { programOf } from '../../../../../src/kubernetes/cel/evaluation/program';
import { checkAgainst, compileStructure, customKind, customKinds } from '../../../../../src/kubernetes/schema/custom/custom';
import { CelRule } from '../../../../../src/kubernetes/schema/custom/node';
import { RULES } from '../../../../../src/kubernetes/schema/custom/rules.generated';
import { linesOf, problemsOf } from '../problems';
import { SAMPLES } from '../samples';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const rules = (...all: readonly (string | object)[]) => ({ 'x-kubernetes-validations': all.map(each => typeof each === 'string' ? { rule: each } : each) });

/** What is said of a `spec` with this schema; `?` where a rule is not evaluated. */
function said(schema: object, spec: unknown, root: object = {}): string[] {
  const lines: string[] = [];
  const body = { apiVersion: 'example.org/v1', kind: 'Sample', metadata: { name: 'sample' }, spec } as PlainObject;
  checkAgainst(compileStructure(object({ spec: schema }, root)), body, { source: 'a definition', unevaluated: (_, reason) => lines.push(`? ${reason}`) },
    ({ id, field, message }) => lines.push(`${id === 'AIW1206' ? '' : `${id} `}${field}: ${message}`));
  return lines;
}

describe('rules of the known kinds', () => {
  test('are all evaluated', () => {
    const refused = RULES.map(line => JSON.parse(line) as CelRule).flatMap(({ rule }) => {
      try {
        programOf(rule, ['self', 'oldSelf']);
        return [];
      } catch (error) {
        return [`${(error as Error).message}: ${rule}`];
      }
    });
    expect(refused).toEqual([]);
    expect(RULES.length).toBeGreaterThan(250);
  });

  test('are those of kinds that have some', () => {
    const ruled = customKinds().map(name => customKind(...name.split('/') as [string, string])!).filter(({ celRules }) => celRules > 0);
    expect(ruled.length).toBeGreaterThan(30);
  });

  test('hold for the samples', () => {
    expect(SAMPLES.flatMap(sample => linesOf(problemsOf(sample)))).toEqual([]);
  });

  test('refuse a route whose path is none, in the words of the server', () => {
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: 'a' },
      spec: { rules: [{ matches: [{ path: { type: 'PathPrefix', value: 'x//y' } }], filters: [{ type: 'RequestRedirect' }], backendRefs: [{ name: 'web' }] }] },
    };
    expect(linesOf(problemsOf(route as unknown as PlainObject))).toEqual([
      'AIW1206 spec.rules[0].backendRefs[0]: Invalid value: Must have port for Service reference',
      'AIW1206 spec.rules[0].filters[0]: Invalid value: filter.requestRedirect must be specified for RequestRedirect filter.type',
      "AIW1206 spec.rules[0].matches[0].path: Invalid value: value must be an absolute path and start with '/' when type one of ['Exact', 'PathPrefix']",
      "AIW1206 spec.rules[0].matches[0].path: Invalid value: must not contain '//' when type one of ['Exact', 'PathPrefix']",
    ]);
  });
});

describe('a rule', () => {
  test('stands where it is written, and says its message', () => {
    const schema = object({ sizes: { type: 'array', items: { ...NUMBER, ...rules({ rule: 'self < 10', message: ' too much ' }) } } });
    expect(said(schema, { sizes: [1, 11, 2, 12] })).toEqual(['spec.sizes[1]: Invalid value: 11: too much', 'spec.sizes[3]: Invalid value: 12: too much']);
  });

  test('without a message says itself', () => {
    expect(said({ ...NUMBER, ...rules(' self < 10 ') }, 11)).toEqual(['spec: Invalid value: 11: failed rule: self < 10']);
  });

  test('has a reason, the field that it is about, and a message of its values', () => {
    const of = (more: object) => said(object({ 'a': NUMBER, 'b-c': TEXT, 'm': { type: 'object', additionalProperties: TEXT } }, rules({ rule: 'self.a < 10', ...more })), { a: 11 });
    expect(of({ reason: 'FieldValueRequired', fieldPath: '.a', message: 'x' })).toEqual(['spec.a: Required value: x']);
    expect(of({ reason: 'FieldValueForbidden', fieldPath: ".m['d.e']", message: 'x' })).toEqual(['spec.m[d.e]: Forbidden: x']);
    expect(of({ reason: 'FieldValueDuplicate', fieldPath: '.b-c', message: 'x' })).toEqual(['spec.b-c: Duplicate value: x']);
    expect(of({ messageExpression: '"at most 9, not " + string(self.a)', message: 'x' })).toEqual(['spec: Invalid value: at most 9, not 11']);
    expect(of({ messageExpression: 'string(1 / 0)', message: 'x' })).toEqual(['spec: Invalid value: x']);
    expect(of({ messageExpression: 'nothing()', message: 'x' })).toEqual(['spec: Invalid value: x']);
    expect(of({ messageExpression: '" "', message: 'x' })).toEqual(['spec: Invalid value: x']);
  });

  test('that fails refuses the object', () => {
    expect(said(object({ a: NUMBER, b: NUMBER }, rules('1 / self.a > 0', { rule: 'self.b == 1', message: 'b is 1' })), { a: 0 }))
      .toEqual(['spec: Invalid value: division by zero evaluating rule: 1 / self.a > 0', 'spec: Invalid value: no such key: b evaluating rule: b is 1']);
  });

  test('is about a value that is there', () => {
    const schema = object({ a: { ...NUMBER, ...rules('self > 5') }, b: { ...NUMBER, nullable: true, ...rules('self > 5') }, c: { ...NUMBER, default: 1, ...rules('self > 5') } });
    expect(said(schema, { b: null })).toEqual(['spec.c: Invalid value: 1: failed rule: self > 5']);
    expect(said(schema, { a: null, b: 1, c: 6 })).toEqual(['spec.b: Invalid value: 1: failed rule: self > 5']);
  });

  test('about the object of before is not about a creation, unless it takes its absence', () => {
    expect(said(object({ a: NUMBER }, rules('self.a == oldSelf.a')), { a: 1 })).toEqual([]);
    const optional = { rule: 'oldSelf.hasValue() || self.a == 2', optionalOldSelf: true, message: 'new ones are 2' };
    expect(said(object({ a: NUMBER }, rules(optional)), { a: 1 })).toEqual(['spec: Invalid value: new ones are 2']);
    expect(said(object({ a: NUMBER }, rules(optional)), { a: 2 })).toEqual([]);
  });

  test('is not reached by an object that the structure refuses, as on the server', () => {
    const schema = object({ a: { ...NUMBER, minimum: 5 }, b: { ...TEXT, enum: ['x'] }, c: { ...TEXT, maxLength: 2 }, d: { type: 'array', items: TEXT, maxItems: 1 } }, { required: ['a'], ...rules('false') });
    expect(said(schema, { a: 1 })).toEqual([expect.stringContaining('AIW1102 spec.a'), 'spec: Invalid value: failed rule: false']);
    for (const spec of [{ a: '1' }, {}, { a: 5, b: 'y' }, { a: 5, c: 'abc' }, { a: 5, d: ['a', 'b'] }, { a: 5, e: 1 }]) {
      expect(said(schema, spec)).toEqual([expect.stringMatching(/^AIW/)]);
    }
  });

  test('in allOf counts, and one that is empty or no rule does not', () => {
    expect(said({ ...NUMBER, allOf: [rules('self > 1'), rules('self > 0')] }, 1)).toEqual(['spec: Invalid value: 1: failed rule: self > 1']);
    expect(said({ ...NUMBER, ...rules(' ', { rule: 5 }) }, 1)).toEqual([]);
    expect(said({ ...NUMBER, 'x-kubernetes-validations': 'x' }, 1)).toEqual([]);
  });

  test('at the root sees kind, name and nothing else of the metadata; without a name the one that is made', () => {
    expect(said(NUMBER, 1, rules('self.kind == "Sample" && self.apiVersion.startsWith("example.org/") && self.metadata.name == "sample" && !has(self.metadata.generateName)'))).toEqual([]);
    expect(said(NUMBER, 1, rules('self.metadata.name == "other"'))).toEqual([': Invalid value: failed rule: self.metadata.name == "other"']);
    expect(said(NUMBER, 1, rules('has(self.metadata.labels)'))).toEqual(['? metadata but their name: labels']);
  });

  test('that uses what is not evaluated here is told, and says nothing of the object', () => {
    expect(said({ ...NUMBER, ...rules('frobnicate(self)', 'self > 5') }, 1)).toEqual(['? the function frobnicate() with 1 arguments', 'spec: Invalid value: 1: failed rule: self > 5']);
    expect(said(object({ a: NUMBER }, rules('self.b == 1')), { a: 1 })).toEqual(['? the field b, which the schema does not have']);
    expect(said(object({ a: { 'x-kubernetes-preserve-unknown-fields': true } }, rules('self.a.b == 1')), { a: { b: 1 } })).toEqual([expect.stringContaining('no such overload')]);
  });
});

describe('values', () => {
  const holds = (schema: object, spec: unknown, ...all: readonly string[]) => expect(said({ ...schema, ...rules(...all) }, spec)).toEqual([]);

  test('have the types of their schema', () => {
    holds(object({ i: NUMBER, n: { type: 'number' }, t: TEXT, b: { type: 'boolean' }, s: { 'x-kubernetes-int-or-string': true }, p: { 'x-kubernetes-int-or-string': true } }),
      { i: 5, n: 5, t: 'a', b: true, s: '10%', p: 3 },
      'type(self.i) == int', 'type(self.n) == double', 'self.i / 2 == 2', 'self.n / 2.0 == 2.5', 'type(self.s) == string && self.s.endsWith("%")', 'type(self.p) == int && self.p > 2', 'self.b');
    holds({ ...TEXT, format: 'date-time' }, '2026-01-02T03:04:05Z', 'self.getFullYear() == 2026');
    holds({ ...TEXT, format: 'date' }, '2026-01-02', 'self < timestamp("2026-01-03T00:00:00Z")');
    holds({ ...TEXT, format: 'duration' }, '90s', 'self > duration("1m")');
    holds({ ...TEXT, format: 'byte' }, 'aGVsbG8=', 'size(self) == 5');
    expect(said({ ...TEXT, format: 'duration', ...rules('self > duration("1m")') }, '2 hours')).toEqual(['? a duration in words']);
  });

  test('have defaults and no nulls', () => {
    const port = object({ port: NUMBER, protocol: { ...TEXT, default: 'TCP' } }, { default: {} });
    holds(object({ ports: { type: 'array', items: port }, a: { ...TEXT, default: 'x' }, b: TEXT, c: { ...TEXT, nullable: true } }), { ports: [{ port: 1 }, null], b: null, c: null },
      'self.ports.all(p, p.protocol == "TCP")', 'self.ports.size() == 2 && !has(self.ports[1].port)', 'self.a == "x"', '!has(self.b)', '!has(self.c)');
    holds({ type: 'object', additionalProperties: { ...NUMBER, nullable: true } }, { a: null, b: 1 }, 'self.size() == 2 && self["a"] == null && "b" in self', 'self.exists(k, self[k] == null)');
    holds({ type: 'object', additionalProperties: NUMBER }, { a: null, b: 1 }, 'self.size() == 1 && !("a" in self) && self.b == 1', 'self.all(k, self[k] == 1)');
  });

  test('have names that expressions can write', () => {
    holds(object({ 'namespace': TEXT, 'a.b': TEXT, 'c-d': TEXT, 'e/f': TEXT, 'g__h': TEXT, 'in': TEXT, 'i_j': TEXT }), { 'namespace': 'n', 'a.b': '1', 'c-d': '2', 'e/f': '3', 'g__h': '4', 'in': '5', 'i_j': '6' },
      'self.__namespace__ == "n"', 'self.a__dot__b == "1"', 'self.c__dash__d == "2"', 'self.e__slash__f == "3"', 'self.g__underscores__h == "4"', 'self.__in__ == "5"', 'self.i_j == "6"');
  });

  test('of lists that are sets or maps are equal in any order, and joined without repetitions', () => {
    const set = { 'type': 'array', 'items': TEXT, 'x-kubernetes-list-type': 'set' };
    const map = { 'type': 'array', 'items': object({ k: TEXT, v: NUMBER }), 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
    holds(object({ a: set, b: set, c: { type: 'array', items: TEXT }, d: { type: 'array', items: TEXT } }), { a: ['x', 'y'], b: ['y', 'x'], c: ['x', 'y'], d: ['y', 'x'] },
      'self.a == self.b', 'self.c != self.d', '(self.a + self.b).size() == 2', '(self.c + self.d).size() == 4');
    holds(object({ a: map, b: map, c: map }), { a: [{ k: 'x', v: 1 }, { k: 'y', v: 2 }], b: [{ k: 'y', v: 2 }, { k: 'x', v: 1 }], c: [{ k: 'y', v: 3 }] },
      'self.a == self.b', 'self.a != self.c', '(self.a + self.c).size() == 2 && (self.a + self.c)[1].v == 3');
  });

  test('of embedded resources have a kind and a name', () => {
    const embedded = { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
    holds(object({ a: embedded }), { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: {} } }, 'self.a.kind == "Pod" && self.a.metadata.name == "p"');
  });

  test('that are preserved as they are can be compared', () => {
    const open = { 'x-kubernetes-preserve-unknown-fields': true };
    holds(object({ a: open, b: open, c: open }), { a: { x: [1] }, b: { x: [1] }, c: { x: [2] } }, 'self.a == self.b', 'self.a != self.c');
  });
});
