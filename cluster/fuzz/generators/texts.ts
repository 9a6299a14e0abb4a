import * as fc from 'fast-check';
import { Expressions, Setting, literals, mostly, remembered } from './combinators';

/** What YAML 1.1, YAML 1.2 and Go read as something else than text, unless it is quoted. */
const LOOKS_LIKE_SOMETHING_ELSE = [
  'yes', 'No', 'on', 'OFF', 'y', 'n', 'true', 'False', 'null', 'Null', '~', '0x1F', '0o17', '017', '08', '1_000', '1e3', '1E-3', '+1', '-0', '.5', '12:30:45',
  '1:2', '.inf', '-.INF', '.nan', '2024-01-01', '2024-01-01T00:00:00Z', '=', '<<', '!', '!!str', '&a', '*a', '@', '`', '%', '|', '>', '?', '-', '---', '...',
  '- a', 'a: b', 'a #b', '#c', '[a]', '{a: b}', '"', "'", "''", '\\', ',', ':', '0b101', '9007199254740993', '1.0', '0.1e400', 'NaN', 'Infinity',
];

/** Blanks and line ends of all kinds. */
const BLANKS = ['', ' ', '  a', 'a  ', '\t', 'a\tb', '\n', 'a\n', '\na', 'a\n\n b\n', 'a\r\nb', '\r', '\u0085', '\u00a0', '\u2028', '\u2029', 'x\u0000y', '\u0007', '\u007f', '\ufeff'];

/** Beyond ASCII, up to what no encoding can carry. */
const BEYOND = ['\u00e9', 'Gr\u00f6\u00dfe', '\u65e5\u672c\u8a9e', '\ud83d\ude00', 'e\u0301', '\u202eabc', '\uffff', '\ud800', 'a\udc00b'];

/** What the kubelet expands, and what it does not. */
const REFERENCES = ['$(POD_NAME)', '$$(POD_NAME)', '$$$(A)', '$(A)$(B)', '$(', '$()', '$(A', '$(a b)', '$', '$$', '${A}', '$A', '`id`', '$(date)', 'x$(A-B.c)y', '$(1)'];

/** What turns up as a property of every object in JavaScript. */
export const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

const LONG = [63, 64, 253, 254, 1025].map(length => 'x'.repeat(length));

/** Any text, most of it harmless. */
export const texts = remembered((setting: Setting): fc.Arbitrary<string> => {
  return mostly(setting,
    fc.constantFrom('info', '1', '0', 'a b', '/data/set', 'https://hub.example/v1?a=b&c=d', 'bf16', '["a", "b"]', '{"a": 1}', ...LOOKS_LIKE_SOMETHING_ELSE.slice(0, 8)),
    fc.oneof(
      fc.constantFrom(...LOOKS_LIKE_SOMETHING_ELSE), fc.constantFrom(...BLANKS), fc.constantFrom(...BEYOND), fc.constantFrom(...REFERENCES),
      fc.constantFrom(...INHERITED, ...LONG), fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 8 })));
});

/** Not one of the ordinary texts: for what has a form of its own. */
export const ODD_TEXTS = fc.oneof(
  fc.constantFrom('', ' ', '-', '.', '/', 'A', 'a_b', 'a..b', '-a', 'a-', 'a b', 'a/b', 'a/b/c', '\u00e9', 'a\n', 'undefined', 'null', ...INHERITED),
  fc.constantFrom(...LONG),
  fc.string({ maxLength: 6 }));

/** Text with a form: the usual ones, and what breaks the form. */
export function formed(setting: Setting, usual: fc.Arbitrary<string>, odd: fc.Arbitrary<string> = ODD_TEXTS): Expressions {
  return literals(mostly(setting, usual, odd));
}

/** A DNS label of a length. */
function labelOf(length: number): string {
  return `n${'abcdefghij'.repeat(7).slice(0, length - 2)}z`;
}

/** A name in Kubernetes: short ones, and those around the lengths at which something derived of it gets too long. */
export function names(setting: Setting, ...usual: readonly string[]): fc.Arbitrary<string> {
  return mostly(setting,
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.integer({ min: 38, max: 46 }).map(labelOf) }),
    fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 40, max: 70 }).map(labelOf) }, { weight: 1, arbitrary: ODD_TEXTS }, { weight: 1, arbitrary: fc.constantFrom('1a', '9', 'a.b', 'a--b') }));
}

/** A construct's id. It may not be empty and may not be an inherited property: constructs itself refuses those before any code of the library runs. */
export function ids(setting: Setting, ...usual: readonly string[]): fc.Arbitrary<string> {
  return names(setting, ...usual).map(id => (id === '' || INHERITED.includes(id) ? '\u00e9' : id));
}

/** An absolute path in a container or on a node. */
export function paths(setting: Setting, ...usual: readonly string[]): Expressions {
  return formed(setting, fc.constantFrom(...usual),
    fc.oneof(fc.constantFrom('', '/', 'data', './data', '/data/', '//data', '/../etc', '/a:b', '/dev/shm', '/tmp', '/etc/mpi', '/a b', '/\u00e9', '/$(A)', 'C:\\data'), ODD_TEXTS));
}
