import { ruleProblem } from '../../../src/kubernetes/cel/rule-problem';
import { BOOL, DYN, INT, list, map, optional, plainType, STRING, Type } from '../../../src/kubernetes/cel/typing/types';

const part: Type = { kind: 'struct', name: 'part', parameters: [], fields: new Map([['name', STRING], ['size', INT], ['__namespace__', STRING]]) };
const self: Type = {
  kind: 'struct',
  name: 'self',
  parameters: [],
  fields: new Map([
    ['name', STRING], ['size', INT], ['ratio', plainType('double')], ['isFast', BOOL], ['port', DYN], ['since', plainType('timestamp')], ['wait', plainType('duration')],
    ['part', part], ['parts', list(part)], ['zones', list(STRING)], ['labels', map(STRING, STRING)],
  ]),
};
const variables = new Map([['self', self], ['oldSelf', self]]);
const problemOf = (rule: string, minor = '1.36', gives = BOOL) => ruleProblem(rule, { variables, gives, minor }).problem;

/* What a server of 1.36 says of a definition with such a rule. */
test.each([
  'self.size > 3 && (self.isFast || self.name.startsWith("a"))',
  'self.size > 1.5 && self.ratio <= 3',
  'self.port == 80 || self.port == "http"',
  'type(self.port) == int ? self.port < 5 : double(self.port.replace("%", "")) < 0.5',
  'self.parts.all(each, each.size > 0 && each.name != "")',
  'self.parts.exists_one(each, each == self.parts[0])',
  'self.zones.filter(zone, zone.size() > 1).map(zone, zone + "x").join(",") != ""',
  'self.parts.map(each, each.size > 1, each.size).sum() < 10',
  'self.labels.all(key, self.labels[key] != "") && "a" in self.labels && self.labels.a == "b"',
  'self.labels.all(key, value, key != value)',
  'self.zones.transformMap(index, zone, zone.size() > 0, index)[0] == 3',
  'self.zones.transformMapEntry(index, zone, {zone: index}).size() > 0',
  'self.parts.transformList(index, each, each.size + index).isSorted()',
  'self.?part.?name.orValue("x") == "x" && self.part.?size.hasValue()',
  'self.labels[?"a"].optMap(value, value.size()).orValue(0) > 1',
  'self.zones[?0].optFlatMap(zone, optional.of(zone)).hasValue()',
  'self.parts.sortBy(each, each.size)[0].name == "a"',
  'has(self.part.name) && has(self.labels.x)',
  'self.part.namespace == self.part.__namespace__',
  'self.since > timestamp("2026-01-01T00:00:00Z") && self.wait < duration("1h") && self.since + self.wait > self.since',
  'type(self.since) == google.protobuf.Timestamp && type(self.wait) == google.protobuf.Duration',
  'self == oldSelf && self.parts == oldSelf.parts',
  'quantity("1Gi").add(quantity("1")).isGreaterThan(quantity("1")) && isQuantity(self.name)',
  'sets.contains(self.zones, ["a"]) && self.name.matches("^a+$") && self.zones == []',
  '!format.dns1123Label().validate(self.name).hasValue()',
  'cidr("10.0.0.0/8").containsIP(ip("10.0.0.1")) && ip.isCanonical(self.name)',
  '{"a": [1], "b": []}.size() == 2 && [[], [1]].size() == 2 && [?self.?name].size() > 0',
  'dyn(self.size) == "x" && self.part != null',
  '-9223372036854775808 < self.size && self.name == \'\' && b"x" == bytes(self.name)',
])('%s compiles', rule => {
  expect(problemOf(rule)).toBeUndefined();
});

test.each([
  ['self.size >', 'the expression ends'],
  ['self.sizes > 3', "undefined field 'sizes'"],
  ['self.part.none == ""', "undefined field 'none'"],
  ['selfie.size > 3', "undeclared reference to 'selfie'"],
  ['self.size', 'must evaluate to a bool but gives int'],
  ['self.port', 'must evaluate to a bool but gives dyn'],
  ['self.size == "3"', "found no matching overload for '_==_' applied to '(int, string)'"],
  ['self.part == self.parts', 'applied to'],
  ['self.part == self', 'applied to'],
  ['self.size == null', "applied to '(int, null)'"],
  ['self.name && true', "expected type 'bool' but found 'string'"],
  ['self.isFast ? 1 : "a"', "'_?_:_'"],
  ['self.name.none()', "undeclared reference to 'none'"],
  ['self.name.split()', "found no matching overload for 'split'"],
  ['self.size.startsWith("a")', "found no matching overload for 'startsWith' applied to 'int.(string)'"],
  ['has(self)', 'invalid argument to has() macro'],
  ['has(self.none)', "undefined field 'none'"],
  ['self.size.all(each, true)', 'cannot be range of a comprehension'],
  ['self.part.all(each, true)', "expression of type 'object' cannot be range"],
  ['self.zones.all(self.x, true)', 'argument must be a simple name'],
  ['self.zones.all(a, a, true)', 'duplicate variable name'],
  ['self.zones.all(each, each)', "expected type 'bool'"],
  ['self.zones.filter(each, each + 1)', "applied to '(string, int)'"],
  ['self.zones.existsOne(each, true)', "undeclared reference to 'existsOne'"],
  ['self.zones.map(__result__, true).size() > 0', 'overwrites accumulator'],
  ['self.name.x == 1', "type 'string' does not support field selection"],
  ['[1, "a"].size() > 0', "expected type 'int' but found 'string'"],
  ['[1, self.port].size() > 0', "expected type 'int' but found 'dyn'"],
  ['{"a": 1, "b": "c"}.size() > 0', "expected type 'int'"],
  ['[?self.size].size() > 0', 'optional_type'],
  ['self.wait > duration("1 hour")', 'invalid duration argument'],
  ['self.since > timestamp("today")', 'invalid timestamp argument'],
  ['self.name.matches("(a")', 'invalid matches argument'],
  ['self.name.find("(a") == ""', 'invalid find argument'],
  ['int("a") > 1', 'invalid int argument'],
  ['self.size < 9223372036854775808', 'invalid int literal'],
  ['18446744073709551616u > 1u', 'invalid uint literal'],
  ['quantity("1").sign() > 0', "found no matching overload for 'sign'"],
  ['cel.bind(x, 1, x > 0)', "undeclared reference to 'bind'"],
  ['self.size.name("a")', "found no matching overload for 'name'"],
  ['{}.sortBy(x, x)', 'sortBy can only be applied'],
  ['name("a")', "undeclared reference to 'name'"],
  ['self.size && true && true', "expected type 'bool' but found 'int'"],
])('%s does not compile', (rule, problem) => {
  expect(problemOf(rule)).toContain(problem);
});

test.each(['Thing{name: "a"}.name == "a"', 'self.`a-b` == 1', 'google.protobuf.Any == 1', 'kubernetes.Quantity', 'dyn(self).namespace("x")', 'self.port.check("x")'])('of %s nothing is known', rule => {
  expect(problemOf(rule)).toBeUndefined();
});

test.each<[string, string, boolean]>([
  ['semver("1.2.3").major() == 1', '1.33', false], ['semver("1.2.3").major() == 1', '1.34', true], ['[2, 1].sort() == [1, 2]', '1.34', false], ['[2, 1].sort() == [1, 2]', '1.35', true],
  ['self.parts.sortBy(each, each.size).size() > 0', '1.34', false], ['[1].isSorted()', '1.33', true],
])('%s in %s: a new rule may use what the minor before knows (%s)', (rule, minor, isFine) => {
  expect(problemOf(rule, minor) === undefined).toBe(isFine);
});

test('a message is a string', () => {
  expect(problemOf('"at most " + string(self.size)', '1.36', STRING)).toBeUndefined();
  expect(problemOf('self.size', '1.36', STRING)).toBe('must evaluate to a string but gives int');
});

test.each<[string, boolean | undefined]>([
  ['self.size > oldSelf.size', true], ['self.size > 3', false], ['self.parts.all(oldSelf, oldSelf.size > 1)', true], ['Thing{}.x == 1', undefined], ['google.x == oldSelf.size', undefined],
])('whether %s reads the old value', (rule, expected) => {
  expect(ruleProblem(rule, { variables, gives: BOOL, minor: '1.36' }).reads('oldSelf')).toBe(expected);
});

test('an old value may be optional', () => {
  const scope = { variables: new Map([['self', self], ['oldSelf', optional(self)]]), gives: BOOL, minor: '1.36' };
  expect(ruleProblem('!oldSelf.hasValue() || oldSelf.value().size <= self.size', scope).problem).toBeUndefined();
  expect(ruleProblem('oldSelf.size.orValue(3) <= self.size', scope).problem).toBeUndefined();
  expect(ruleProblem('oldSelf == self', scope).problem).toContain('applied to');
});

test('chains of thousands of conditions end, and nesting has a limit', () => {
  expect(problemOf(Array.from({ length: 5_000 }, () => 'self.size > 1').join(' && '))).toBeUndefined();
  expect(problemOf(`${'('.repeat(300)}true${')'.repeat(300)}`)).toContain('nested more than 250 deep');
});

test('types that double with each step end', () => {
  const start = process.cpuUsage();
  const doubling = `[1]${Array.from({ length: 60 }, () => '.map(x, {x: x})').join('')}.size() > 0`;
  expect(problemOf(doubling)).toBeUndefined();
  expect(problemOf(`${doubling} && self.size == "x" + ${doubling}`)).toBeUndefined();
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3);
});
