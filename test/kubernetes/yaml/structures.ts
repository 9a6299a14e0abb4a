import { REFUSED } from './scalars';

/** A text, and its documents or that Go refuses it. */
export type StructureRow = readonly [text: string, documents: readonly unknown[] | typeof REFUSED];

/** A text of many lines. */
function lines(...text: string[]): string {
  return `${text.join('\n')}\n`;
}

const DEEP = 999;

export const STRUCTURES: readonly StructureRow[] = [
  // Documents.
  ['', []], ['\n', []], ['# only a comment\n', []], ['---\n', []], ['---\n---\n', []], ['null\n', []], ['~\n---\na: 1\n', [{ a: 1 }]], ['a', ['a']],
  ['a: 1\n---\nb: 2', [{ a: 1 }, { b: 2 }]], ['---\na: 1\n---\n---\nb: 2\n---\n', [{ a: 1 }, { b: 2 }]],
  ['--- # one\na: 1\n---\t# two\nb: 2\n', [{ a: 1 }, { b: 2 }]], ['--- a: 1\n', REFUSED], ['a: 1\n--- {b: 2}\n', REFUSED], ['----\n', REFUSED],
  ['a: 1\n---\r\nb: 2\r\n', [{ a: 1 }, { b: 2 }]], [' ---\na: 1\n', REFUSED], ['a: 1\n...\n', [{ a: 1 }]], ['a: 1\n...\nb: 2\n', [{ a: 1 }]],
  ['a: 1\n... # end\n]\n', [{ a: 1 }]], ['...\n', REFUSED], ['---\n...\n', []], ['%YAML 1.1\n---\na: 1\n', REFUSED], ['# c\n%YAML 1.2\n', REFUSED],
  ['a: 1\n%YAML 1.1\n', [{ a: 1 }]], ['a: 1\n%FOO\n', REFUSED], ['%TAG ! tag:x\n', REFUSED], ['\ufeffa: 1\n', [{ a: 1 }]],
  ['a: 1\n---\n\ufeffb: 2\n', [{ a: 1 }, { b: 2 }]], ['\ufeff---\na: 1\n', [{ a: 1 }]], ['a: 1\n\ufeffb: 2\n', [{ 'a': 1, '\ufeffb': 2 }]],
  // Go stops behind the first value: nothing reads the rest.
  ['"a" b\n', ['a']], ['[a] b: c\n', REFUSED], ['[a] b\n', [['a']]], ['[]: x\n', [[]]], ['  a: 1\n b: 2\n', [{ a: 1 }]], ['[a]\n}\n', [['a']]], ['"a"\n"b\n', REFUSED],
  ['"a"\nb: \'c\n', ['a']],
  ['"a"\n!e!x b\n', ['a']], ['"a"\n!e! b\n', REFUSED],
  // Mappings.
  ['a:\n', [{ a: null }]], ['a:\n\n\nb: \n', [{ a: null, b: null }]], ['a: 1\nb: 2\n', [{ a: 1, b: 2 }]],
  ['a:\n  b:\n    c: 1\n  d: 2\n', [{ a: { b: { c: 1 }, d: 2 } }]], ['a : 1\n', [{ a: 1 }]], ['a:1\n', ['a:1']], ['a:\tb\n', [{ a: 'b' }]],
  ['a\t: b\n', [{ a: 'b' }]], ['a: b: c\n', REFUSED], ['a: 1\n  b: 2\n', REFUSED], ['a:\n b: 1\n  c: 2\n', REFUSED], ['a: 1\nb\n', REFUSED],
  ['a: 1\nb\nc: 2\n', REFUSED], ['a\nb: 1\n', REFUSED], ['a: b\n  c\n', [{ a: 'b c' }]], ['a: - b\n', REFUSED], ['a: ? b\n', REFUSED],
  [': a\n', REFUSED], ['? a\n: b\n', [{ a: 'b' }]], ['? a\n', [{ a: null }]], ['? a\n: - b\n  - c\n', [{ a: ['b', 'c'] }]],
  ['? [a]\n: b\n', REFUSED], ['? {a: b}\n: c\n', REFUSED], ['[a]: b\n', REFUSED], ['?\n: b\n', REFUSED], ['? |\n  a\n: b\n', [{ 'a\n': 'b' }]],
  ['? "a\n  b"\n: c\n', [{ 'a b': 'c' }]], ['"a\n  b": c\n', REFUSED], ['a: &x b\nc: *x\n', [{ a: 'b', c: 'b' }]],
  ['__proto__: 1\n', [JSON.parse('{"__proto__":1}')]],
  ['__proto__:\n  a: 1\nconstructor: 2\n', [JSON.parse('{"__proto__":{"a":1},"constructor":2}')]],
  [`${'k'.repeat(1024)}: 1\n`, [{ ['k'.repeat(1024)]: 1 }]], [`${'k'.repeat(1025)}: 1\n`, REFUSED], [`{${'k'.repeat(1025)}: 1}\n`, REFUSED],
  [`${'😀'.repeat(1024)}: 1\n`, [{ ['😀'.repeat(1024)]: 1 }]], [`${'😀'.repeat(1025)}: 1\n`, REFUSED],
  [`? ${'k'.repeat(2000)}\n: 1\n`, [{ ['k'.repeat(2000)]: 1 }]],
  // Keys given twice; those that are texts are in differences.ts.
  ['- a: 1\n- a: 1\n', [[{ a: 1 }, { a: 1 }]]], ['yes: 1\nno: 2\n', [{ true: 1, false: 2 }]],
  ['yes: 1\ntrue: 2\n', REFUSED], ['1: a\n0x1: b\n', REFUSED], ['constructor: 1\ntoString: 2\n', [{ constructor: 1, toString: 2 }]],
  // Sequences.
  ['- a\n- b\n', [['a', 'b']]], ['-\n- \n', [[null, null]]], ['-\ta\n', REFUSED], ['- - a\n  - b\n- c\n', [[['a', 'b'], 'c']]],
  ['- a: 1\n  b: 2\n- c\n', [[{ a: 1, b: 2 }, 'c']]], ['a:\n- b\n- c\nd: 1\n', [{ a: ['b', 'c'], d: 1 }]],
  ['a:\n- b\n-\nd: 1\n', [{ a: ['b', null], d: 1 }]], ['a:\n  - b\n- c\n', REFUSED], ['- a\nb: 1\n', REFUSED], ['- a\n b\n', [['a b']]],
  ['- a\n  - b\n', [['a - b']]], ['-a\n', ['-a']], ['- -a\n', [['-a']]], ['- -\n', [[[null]]]], ['- ? a\n  : b\n', [[{ a: 'b' }]]],
  ['- &a\n- *a\n', [[null, null]]], ['a:\n - b\n  - c\n', [{ a: ['b - c'] }]],
  // Brackets.
  ['[]\n', [[]]], ['{ }\n', [{}]], ['[a, b,]\n', [['a', 'b']]], ['[,]\n', REFUSED], ['[a,,b]\n', REFUSED],
  ['a: {b: c, d: [e, {f: g}]}\n', [{ a: { b: 'c', d: ['e', { f: 'g' }] } }]], ['a: {b, c: d}\n', [{ a: { b: null, c: 'd' } }]],
  ['a: {b: }\n', [{ a: { b: null } }]], ['a: {b:}\n', [{ a: { 'b:': null } }]], ['a: {b:c}\n', [{ a: { 'b:c': null } }]],
  ['a: {"b":c}\n', [{ a: { b: 'c' } }]], ['a: {? b : c, ? d}\n', [{ a: { b: 'c', d: null } }]], ['[a: b, c]\n', [[{ a: 'b' }, 'c']]],
  ['[? a : b]\n', [[{ a: 'b' }]]], ['[a: b, a: c]\n', [[{ a: 'b' }, { a: 'c' }]]], ['[: a]\n', REFUSED], ['a: {: b}\n', REFUSED],
  ['[a?b]\n', REFUSED], ['[a\n, b\n]\n', [['a', 'b']]], ['a: [\nb\n]\n', [{ a: ['b'] }]], ['a: [b\n', REFUSED], ['a: b]\n', [{ a: 'b]' }]],
  ['[a}\n', REFUSED], ['a: [b]c\n', REFUSED], ['[a b, "c d"]\n', [['a b', 'c d']]], ['[a #c\n, b]\n', [['a', 'b']]], ['[a#c]\n', [['a#c']]],
  ['["a"#c\n]\n', [['a']]], ['[- a]\n', REFUSED], ['[-a, -]\n', [['-a', '-']]], ['a: [\tb,\tc ]\n', [{ a: ['b', 'c'] }]],
  ['a: {\n\tb: c\n}\n', [{ a: { b: 'c' } }]], ['[|\n a]\n', REFUSED], ['[&x a, *x ]\n', [['a', 'a']]], ['[*x]\n', REFUSED], ['a: {b: 1\n', REFUSED],
  ['[a, [b, c], {d: [e]}]\n', [['a', ['b', 'c'], { d: ['e'] }]]],
  // Scalars over several lines.
  ['a: b\n\n  c\n', [{ a: 'b\nc' }]], ['a: b\n  c #d\n  e\n', REFUSED], ['a: b #c\n', [{ a: 'b' }]], ['a: b\n  # c\nd: e\n', [{ a: 'b', d: 'e' }]],
  ['a\n b\n\n\n c\n', ['a b\n\nc']], ['a: "b\n  c"\n', [{ a: 'b c' }]], ['a: "b\n\n  c\\\n  d"\n', [{ a: 'b\ncd' }]],
  ['a: "b  \n  c"\n', [{ a: 'b c' }]], ['a: "b \\\n  c"\n', [{ a: 'b c' }]], ['a: \'b\n  c\'\n', [{ a: 'b c' }]], ['a: "b\nc"\n', [{ a: 'b c' }]],
  ['a: "b\n...\n"\n', REFUSED], ['a: "b\n---\nc"\n', REFUSED], ['a: "b\n', REFUSED], ['a: \'b\n', REFUSED], ['a: "b" c\n', REFUSED],
  ['a: "b"c\n', REFUSED], ['a: "b"#c\n', [{ a: 'b' }]], ['a: b\r\nc: d\r\n', [{ a: 'b', c: 'd' }]], ['a: b\rc: d\r', [{ a: 'b', c: 'd' }]],
  ['a: b\r\r\n  c\n', [{ a: 'b c' }]], ['a: b\u2028  c\n', [{ a: 'b\u2028c' }]], ['a: b\x85  c\n', [{ a: 'b c' }]], ['a: b\n\tc\n', REFUSED],
  ['a: b\n \tc\n', [{ a: 'b c' }]],
  // Block scalars.
  ['a: |\n  b\n  c\n', [{ a: 'b\nc\n' }]], ['a: |-\n  b\n', [{ a: 'b' }]], ['a: |+\n  b\n\n\n', [{ a: 'b\n\n\n' }]],
  ['a: |\n  b\n\n\nc: 1\n', [{ a: 'b\n', c: 1 }]], ['a: >\n  b\n  c\n\n  d\n', [{ a: 'b c\nd\n' }]],
  ['a: >\n  b\n    c\n  d\n', [{ a: 'b\n  c\nd\n' }]], ['a: >-\n  b\n  c\n', [{ a: 'b c' }]], ['a: >+\n  b\n\n', [{ a: 'b\n\n' }]],
  ['a: |2\n   b\n', [{ a: ' b\n' }]], ['a: |1-\n  b\n', [{ a: ' b' }]], ['a: |-1\n  b\n', [{ a: ' b' }]], ['a: |0\n  b\n', REFUSED],
  ['a: |x\n  b\n', REFUSED], ['a: |12\n  b\n', REFUSED], ['a: | # c\n  b\n', [{ a: 'b\n' }]], ['a: |\n\n  b\n', [{ a: '\nb\n' }]],
  ['a: |\n    \n  b\n', REFUSED], ['a: |\n  b', [{ a: 'b\n' }]], ['a: |', [{ a: '' }]], ['a: |\nb: 1\n', [{ a: '', b: 1 }]],
  ['a: |\n\tb\n', REFUSED], ['a: |\n  b\n\tc\n', REFUSED], ['a: |\n  b\n \n  c\n', [{ a: 'b\n\nc\n' }]], ['a: |\n  b\n   \n', [{ a: 'b\n \n' }]],
  ['a: |\n  # no comment\n', [{ a: '# no comment\n' }]], ['- |\n b\n- >\n c\n', [['b\n', 'c\n']]], ['|\n a\n', ['a\n']], ['|\na\n', ['']],
  ['a:\n  b: |\n    c\n  d: 1\n', [{ a: { b: 'c\n', d: 1 } }]], ['a: |\n  b\n c\n', REFUSED], ['a: |\n  b\r\n  c\r\n', [{ a: 'b\nc\n' }]],
  ['a: !!str |\n  1\n', [{ a: '1\n' }]], ['a: |\n  yes\n', [{ a: 'yes\n' }]], ['a: !!int |-\n  1\n', [{ a: 1 }]],
  ['a: |\n  b: [\n', [{ a: 'b: [\n' }]], ['a: >\n\n  b\n', [{ a: '\nb\n' }]],
  // Tabs.
  ['\ta: 1\n', REFUSED], ['a:\n\tb: 1\n', REFUSED], ['a:\n  b: 1\n\tc: 1\n', REFUSED], ['a: 1\t\n', [{ a: 1 }]], ['a: 1\t# c\n', [{ a: 1 }]],
  ['- \ta\n', REFUSED], ['a: \tb\n', [{ a: 'b' }]], ['\t\n', REFUSED], ['a: 1\n\t\n', REFUSED], ['a: 1\n\t# c\n', REFUSED],
  // Anchors, aliases and merges that give no key twice.
  ['a: &x {b: 1}\nc: *x\n', [{ a: { b: 1 }, c: { b: 1 } }]], ['a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n', [{ a: { b: 1 }, c: { b: 1, d: 2 } }]],
  ['<<: {a: 1}\nb: 2\n', [{ a: 1, b: 2 }]], ['<<: [{a: 1}, {b: 2}]\n', [{ a: 1, b: 2 }]], ['<<: []\n', [{}]], ['<<: 1\n', REFUSED],
  ['<<: [1]\n', REFUSED], ['<<:\n', REFUSED], ['a: &x [{b: 1}]\n<<: *x\n', REFUSED], ['"<<": 1\n', [{ '<<': 1 }]], ['!!str <<: 1\n', [{ '<<': 1 }]],
  ['! <<: {a: 1}\n', [{ a: 1 }]], ['!!merge "<<": {a: 1}\n', [{ a: 1 }]], ['<<: {<<: {a: 1}, b: 2}\nc: 3\n', [{ a: 1, b: 2, c: 3 }]],
  ['<<: {a: 1}\n<<: {b: 2}\n', [{ a: 1, b: 2 }]], ['a: &x\n  b: *x\n', REFUSED], ['a: &x\n  <<: *x\n', REFUSED],
  ['a: &x 1\nb: &x 2\nc: *x\n', [{ a: 1, b: 2, c: 2 }]], ['&x a: 1\nb: *x\n', [{ a: 1, b: 'a' }]], ['&x 1e3: 1\n*x : 2\n', REFUSED],
  ['a: &x 1e3\n*x : 2\n', [{ a: 1000, 1000: 2 }]], ['a: &x [1]\n*x : 2\n', REFUSED], ['a: &x-1 b\nc: *x-1\n', [{ a: 'b', c: 'b' }]],
  ['a: &x\nb: *x\n', [{ a: null, b: null }]], ['!!str : 1\n', [{ '': 1 }]], ['a: !!str\n', [{ a: '' }]], ['a: !!int\n', REFUSED],
  ['a: !!map {b: 1}\n', [{ a: { b: 1 } }]], ['a: !!str {b: 1}\n', [{ a: { b: 1 } }]], ['!!: 1\n', ['1']], ['a: !!\n', REFUSED],
  // Depth.
  [`a: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}\n`, [{ a: Array.from({ length: DEEP }).reduce<unknown[]>(value => [value], []).flat() }]],
  [lines('a:', '  b: 1', '', '# c', 'd:', '- e: f', '  g: [h, i]', '', '- j'), [{ a: { b: 1 }, d: [{ e: 'f', g: ['h', 'i'] }, 'j'] }]],
];
