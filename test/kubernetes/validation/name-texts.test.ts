import { configMapKey, dnsLabel, environmentName, label1035Name, labelName, maxLength, pathSegment, portName, portNumber, qualifiedName, subdomainName } from '../../../src/kubernetes/validation/names';

/* What is said of names, where one value may be wrong in several ways. */

const FORM = expect.stringContaining('regex used for validation is') as unknown as string;
const DOTS = 'must not contain dots';
const long = (length: number) => 'a'.repeat(length);

test.each<[string, string[]]>([
  [long(63), []], [long(64), [maxLength(63)]], ['a.b', [DOTS]], [`${long(61)}.b`, [DOTS]], [`${long(62)}.b`, [maxLength(63), DOTS]], [`${'a.'.repeat(130)}a`, [maxLength(63), DOTS]],
  ['a..b', [FORM]], [`${long(63)}..`, [maxLength(63), FORM]], ['.', [FORM]],
])('the label %s', (value, expected) => {
  expect(dnsLabel(value)).toEqual(expected);
});

const CHARACTERS = 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)';
const LETTER = 'must contain at least one letter (a-z)';
const ENDS = 'must not begin or end with a hyphen';
const CONSECUTIVE = 'must not contain consecutive hyphens';

test.each<[string, string[]]>([
  ['http', []], [long(15), []], ['1-a', []], [long(16), [maxLength(15)]], ['a_b', [CHARACTERS]], ['A', [CHARACTERS, LETTER]], ['80', [LETTER]], ['a--b', [CONSECUTIVE]], ['-a', [ENDS]], ['a-', [ENDS]],
  ['', [CHARACTERS, LETTER]], ['--', [LETTER, CONSECUTIVE, ENDS]],
])('the port %s', (value, expected) => {
  expect(portName(value)).toEqual(expected);
});

const PART = expect.stringMatching(/^name part must consist of/) as unknown as string;
const PREFIX = expect.stringMatching(/^prefix part a lowercase RFC 1123 subdomain/) as unknown as string;

test.each<[string, string[]]>([
  ['a', []], ['a.b/c', []], [long(64), [`name part ${maxLength(63)}`]], ['', ['name part must be non-empty', PART]], ['a/', ['name part must be non-empty', PART]],
  ['/a', ['prefix part must be non-empty']], ['A/a', [PREFIX]], ['A/-', [PREFIX, PART]], ['-', [PART]], [`${long(254)}/a`, [`prefix part ${maxLength(253)}`]],
  ['a/b/c', [expect.stringMatching(/^a valid label key must consist of .* with an optional DNS subdomain prefix and '\/' \(e\.g\. 'example\.com\/MyName'\)$/) as unknown as string]],
])('the key %s', (value, expected) => {
  expect([qualifiedName(value), qualifiedName(value)]).toEqual([expected, expected]);
});

test('keys that were fine are not confused with others, however many there are', () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => `key-${index}`);
  expect([...keys, ...keys].flatMap(key => qualifiedName(key))).toEqual([]);
  expect(qualifiedName('key-1-')).toEqual([PART]);
});

test.each<[string, string[]]>([
  ['a', []], ['.a', []], ['a..', []], ['...', ["must not start with '..'"]], ['.', ["must not be '.'"]], ['..', ["must not be '..'"]], ['..a', ["must not start with '..'"]],
  ['../a', [FORM, "must not start with '..'"]], ['', [FORM]],
])('the key "%s" of data', (value, expected) => {
  expect(configMapKey(value)).toEqual(expected);
});

test.each<[string, string[], string[]]>([
  ['A_b.c-d', [], []], ['1a', [FORM], []], ['..a', ["must not start with '..'"], []], ['..=', [FORM, "must not start with '..'"], [expect.stringContaining('printable ASCII') as unknown as string]],
  ['', [FORM], ['environment variable name must be non-empty']], ['a b~', [FORM], []], ['a\n', [FORM], [expect.stringContaining('printable ASCII') as unknown as string]],
])('the variable "%s", strictly and not', (value, strict, relaxed) => {
  expect([environmentName(value, false), environmentName(value, true)]).toEqual([strict, relaxed]);
});

test('the beginning of a name may end with a dash', () => {
  expect([labelName('a-', true), subdomainName('a.b-', true), label1035Name('a-', true), labelName(`${long(63)}-`, true)]).toEqual([[], [], [], []]);
  expect([labelName('a-', false), labelName('-', true), label1035Name('1-b-', true), labelName(`${long(64)}-`, true)]).toEqual([[FORM], [FORM], [FORM], [maxLength(63)]]);
});

test('a name stands in URLs', () => {
  expect([pathSegment('.', false), pathSegment('..', false), pathSegment('.', true), pathSegment('...', false)]).toEqual([["may not be '.'"], ["may not be '..'"], [], []]);
  expect([pathSegment('a%b/c', false), pathSegment('a%', true)]).toEqual([["may not contain '/'", "may not contain '%'"], ["may not contain '%'"]]);
});

test('ports are numbered from 1 to 65535', () => {
  expect([0, 1, 65_535, 65_536].map(port => portNumber(port).length)).toEqual([1, 0, 0, 1]);
});
