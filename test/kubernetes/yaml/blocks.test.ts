import { readDocuments } from '../../../src/kubernetes/yaml/read';

/** The values of a text, which counts on nothing that was read before: its keys have names of their own. */
function values(text: string, name: string): any[] {
  return [...readDocuments(text.replace(/KEY/g, name))].map(document => ('error' in document ? document.error : document.value));
}

const BLOCK = '    - name: main\n      image: registry.example/web:1.4\n      args: [serve, --verbose]\n';

test('a block that stands in several documents is there once', () => {
  const [first, second] = values(`a: 1\nKEY:\n${BLOCK}---\na: 2\nKEY:\n${BLOCK}z: 3\n`, 'once');
  expect(second).toEqual({ a: 2, once: [{ name: 'main', image: 'registry.example/web:1.4', args: ['serve', '--verbose'] }], z: 3 });
  expect(second.once).toBe(first.once);
});

test.each([
  ['goes on with an item', `${BLOCK}    - name: side\n`, [expect.anything(), { name: 'side' }]],
  ['goes on in its last item', `${BLOCK}      tty: true\n`, [expect.objectContaining({ tty: true })]],
  ['stands in another column', BLOCK.replace(/^ {2}/gm, ''), [expect.objectContaining({ name: 'main' })]],
  ['ends otherwise', BLOCK.replace('--verbose', '--silent_'), [expect.objectContaining({ args: ['serve', '--silent_'] })]],
])('one that %s is read anew', (what, block, expected) => {
  const name = `anew${what.length}`;
  const [first, second] = values(`KEY:\n${BLOCK}---\nKEY:\n${block}`, name);
  expect(second[name]).toEqual(expected);
  expect(second[name]).not.toBe(first[name]);
});

test.each([
  ['in the column of its key', 'KEY:\n- name: a long name of an item\n- name: another one of these\nz: 1\n'],
  ['further in', 'KEY:\n  - name: a long name of an item\n  - name: another one of these\nz: 1\n'],
])('a list %s, with a key behind it', (what, text) => {
  const name = `list${what.length}`;
  const [first, second] = values(`${text}---\n${text}`, name);
  expect(second).toEqual({ [name]: [{ name: 'a long name of an item' }, { name: 'another one of these' }], z: 1 });
  expect(second[name]).toBe(first[name]);
});

test('what was a value below one key, and stands beside another, is none of it', () => {
  const map = '  name: a long name of an item\n  other: another long value\n';
  const [first, second] = values(`KEY:\n${map}---\nx:\n  KEY:\n${map}`, 'beside');
  expect(first.beside).toEqual({ name: 'a long name of an item', other: 'another long value' });
  expect(second).toEqual({ x: { beside: null, name: 'a long name of an item', other: 'another long value' } });
});

test('a mistake behind it is told as if nothing had been read before', () => {
  const wrong = `a:\n  KEY:\n${BLOCK}   wrong: column\n`;
  const [alone] = values(wrong, 'mistake');
  expect(alone).toBe('line 6: did not find expected key');
  const [, second] = values(`a:\n  KEY:\n${BLOCK}---\n${wrong}`, 'mistake');
  expect(second).toBe('line 12: did not find expected key');
});

test('what a mistake cuts off is no block', () => {
  const [first, second] = values('KEY:\n  name: a long name of an item\n  other: {a: 1}, b\n---\nKEY:\n  name: a long name of an item\nz: 1\n', 'cut');
  expect(first).toMatch(/^line 3: /);
  expect(second).toEqual({ cut: { name: 'a long name of an item' }, z: 1 });
});

test.each([
  ['|+', ['', '\n', '\n\n', '\n'], ['a text of several more words\n', 'a text of several more words\n\n', 'a text of several more words\n\n\n', 'a text of several more words\n\n']],
  ['|+', ['\n\n', '\n', '\n\n'], ['a text of several more words\n\n\n', 'a text of several more words\n\n', 'a text of several more words\n\n\n']],
  ['>+', ['\n\n', '', '\n'], ['a text of several more words\n\n\n', 'a text of several more words\n', 'a text of several more words\n\n']],
  ['>', ['\n', '\n      \n', '', '      \n'], ['a text of several more words\n', 'a text of several more words\n\n  \n', 'a text of several more words\n', 'a text of several more words\n  \n']],
  ['|', ['', '      \n', '\n'], ['a text of several more words\n', 'a text of several more words\n  \n', 'a text of several more words\n']],
])('a text at the end of a block, as %s, keeps the line breaks of its own', (sign, ends, expected) => {
  const rest = ['z: 1\n', ''];
  for (const behind of rest) {
    const documents = ends.map(end => `KEY:\n  note: ${sign}\n    a text of several more words\n${end}${behind}`);
    expect(values(documents.join('---\n'), `breaks${ends.length}`).map(document => document[`breaks${ends.length}`].note)).toEqual(expected);
  }
});
