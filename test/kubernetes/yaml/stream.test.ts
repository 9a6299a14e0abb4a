import { readDocuments } from '../../../src/kubernetes/yaml/read';

/** What is read, as values and errors. */
function read(text: string | Buffer): unknown[] {
  return [...readDocuments(text)].map(document => 'error' in document ? document.error : document.value);
}

function linesOf(text: string | Buffer): number[] {
  return [...readDocuments(text)].map(({ line }) => line);
}

describe('documents of a file', () => {
  test('a document that cannot be read does not hide the others, and says its line', () => {
    const text = 'a: 1\n---\nb: [\n---\nc: 3\n---\nd: 4\nd: 5\n---\n--- {e: 5}\nf: 6\n---\ng: 7\n';
    expect(read(text)).toEqual([
      { a: 1 },
      'line 3: did not find expected node content',
      { c: 3 },
      { d: 5 },
      'line 10: found something other than a comment behind "---"',
      { g: 7 },
    ]);
  });

  test('the line of a document is the one that its value starts at', () => {
    expect(linesOf('# head\n\na: 1\n---\n# more\nb: 2\n---\n\n---\nc: 3\n')).toEqual([3, 6, 10]);
  });

  test('documents are read one at a time', () => {
    const documents = readDocuments('a: 1\n---\nb: [\n');
    expect(documents.next().value).toMatchObject({ value: { a: 1 }, line: 1 });
    expect(documents.next().value).toMatchObject({ error: expect.any(String), line: 3 });
    expect(documents.next().done).toBe(true);
  });

  test('text behind the value, which nobody would apply, is told', () => {
    const unread = (text: string) => [...readDocuments(text)].map(document => 'unread' in document ? document.unread : document);
    expect(unread('  a: 1\n b: 2\n')).toEqual([2]);
    expect(unread('a: 1\n...\n# c\n\nb: 2\n')).toEqual([5]);
    expect(unread('a: 1\n...\n# c\n\n')).toEqual([undefined]);
    expect(unread('a: 1\n')).toEqual([undefined]);
  });
});

describe('JSON', () => {
  test.each([
    ['one value', '{"a": 1, "b": [true, null, "x"]}', [{ a: 1, b: [true, null, 'x'] }]],
    ['several values in a row', '{"a":1}{"b":2}\n\n{"c":3}\n4 [5] null "six"', [{ a: 1 }, { b: 2 }, { c: 3 }, 4, [5], 'six']],
    ['escapes that YAML does not know', '{"a": "\\/\\ud83d\\ude00\\u0041"}', [{ a: '/😀A' }]],
    ['half a pair', '{"a": "\\ud83d", "b": "\\ude00x"}', [{ a: '\ufffd', b: '\ufffdx' }]],
    ['tabs', '{\n\t"a":\t1\n}\n', [{ a: 1 }]],
    ['a key of 2,000 characters', `{"${'k'.repeat(2000)}": 1}`, [{ ['k'.repeat(2000)]: 1 }]],
    ['numbers', '{"a": [0, -0.5, 1e3, 1E-2, 12345678901234567890]}', [{ a: [0, -0.5, 1000, 0.01, 12345678901234567168] }]],
    ['a key of the prototype', '{"__proto__": {"a": 1}}', [JSON.parse('{"__proto__": {"a": 1}}')]],
    ['YAML in brackets', '{a: yes, b: 0x10,}\n', [{ a: true, b: 16 }]],
    ['numbers that are not JSON', '{"a": 010}\n', [{ a: 8 }]],
    ['YAML behind the first value', '{"a":1}\n---\nb: 2\n---\n{"c":3}\n', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['a comment behind the value', '{"a":1} # c\n', [{ a: 1 }]],
    ['blanks before the value', ' \n\t\n {"a":1}', [{ a: 1 }]],
  ])('%s', (_, text, documents) => {
    expect(read(text)).toStrictEqual(documents);
  });

  test('YAML behind the second value is refused, as kubectl does', () => {
    expect(read('{}\n{"a":1}\n---\nb: 2\n')).toEqual([{}, { a: 1 }, 'line 3: did not find expected value']);
  });

  test('less than four characters behind a value are no YAML, as for kubectl', () => {
    expect(read('{"a":1}\n#x')).toEqual([{ a: 1 }, 'line 2: did not find expected value']);
    expect(read('{"a":1}\n#xy')).toEqual([{ a: 1 }]);
  });

  test('the last value of a duplicate key counts, the lost one is kept with its line, and the next value is read', () => {
    const text = '{"a":1,\n"b":{"c":1,"c":2}}\n{"d":1}';

    expect(read(text)).toEqual([{ a: 1, b: { c: 2 } }, { d: 1 }]);
    expect([...readDocuments(text)].map(each => 'duplicates' in each && each.duplicates)).toEqual([[{ key: 'c', lost: 1, line: 2 }], []]);
  });

  test('values know their lines behind others and behind characters of several bytes', () => {
    const [first, second] = [...readDocuments('{"ä": "😀",\n"b": 1}\n\n {"c":\n {"d": 2}}')];
    expect([first.line, 'lineOf' in first && first.lineOf('b')]).toEqual([1, 2]);
    expect([second.line, 'lineOf' in second && second.lineOf('c.d'), 'value' in second && second.value]).toEqual([4, 5, { c: { d: 2 } }]);
  });
});

describe('bytes', () => {
  test('a document that is no UTF-8 is one error with its line', () => {
    expect(read(Buffer.from('a: 1\n---\nb: \xff\n---\nc: 3\n', 'latin1'))).toEqual([{ a: 1 }, 'line 3: the text is no UTF-8', { c: 3 }]);
    expect(read(Buffer.from('a: \xc3', 'latin1'))).toEqual(['line 1: the text is no UTF-8']);
  });

  test('UTF-16 is named', () => {
    expect(read(Buffer.from('\ufeffa: 1\n', 'utf16le'))).toEqual(['line 1: the text is UTF-16; save it as UTF-8']);
  });

  test('characters of several bytes are read in documents of their own', () => {
    expect(read('a: 1\n---\nä: "😀"\n---\nb: 2\n')).toEqual([{ a: 1 }, { ä: '😀' }, { b: 2 }]);
  });

  test('a NUL is refused in its document only', () => {
    expect(read('a: 1\n---\nb: 1\nc: \0\n---\nd: 2\n')).toEqual([{ a: 1 }, 'line 4: control characters are not allowed: found U+0000', { d: 2 }]);
  });
});
