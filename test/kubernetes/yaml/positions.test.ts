import { readDocuments } from '../../../src/kubernetes/yaml/read';
import { ReadDocument } from '../../../src/kubernetes/yaml/read-document';

function document(text: string, index = 0): ReadDocument {
  return [...readDocuments(text)][index] as ReadDocument;
}

const POD = `# what it is for
apiVersion: v1
kind: Pod   # a comment
metadata:
  name: web
  annotations:
    a/b.c: "1"
    plain: |
      # no comment
      text
spec:
  containers:
  - name: main
    env:
    - name: A
      value: x
    - {name: B,
       value: 0644}
  # between
  - name: side
`;

describe('lines of fields', () => {
  test.each([
    ['apiVersion', 2], ['metadata', 4], ['metadata.name', 5], ['metadata.annotations[a/b.c]', 7], ['metadata.annotations.plain', 8], ['metadata.annotations[plain]', 8],
    ['spec.containers', 12], ['spec.containers[0]', 13], ['spec.containers[0].name', 13], ['spec.containers[0].env[0].value', 16], ['spec.containers[0].env[1]', 17],
    ['spec.containers[0].env[1].value', 18], ['spec.containers[1].name', 20],
  ])('%s is at line %i', (path, line) => {
    expect(document(POD).lineOf(path)).toBe(line);
    expect(document(`a: 1\n---\n${POD}`, 1).lineOf(path)).toBe(line + 2);
  });

  test.each([
    ['', 2], ['metadata.labels', 4], ['spec.containers[0].image', 13], ['spec.containers[0].env[7].value', 14], ['nothing.at.all', 2], ['metadata.name.x', 5], ['spec.containers[x]', 12],
    ['a]b[', 2], ['[[[', 2], ['spec..containers', 11], ['__proto__', 2],
  ])('%s is not there: the line of what is nearest above it is %i', (path, line) => {
    expect(document(POD).lineOf(path)).toBe(line);
  });

  test('keys may hold dots and brackets', () => {
    const data = document('data:\n  a.b: 1\n  a: {b: 2}\n  x[0]: 3\n  "y]": 4\n  0: 5\n');
    expect(['data[a.b]', 'data.a.b', 'data[x[0]]', 'data[y]]', 'data[0]'].map(path => data.lineOf(path))).toEqual([2, 3, 4, 5, 6]);
  });

  test('fields below an alias are where the alias is', () => {
    expect(document('a: &x\n  b: 1\nc: *x\n').lineOf('c.b')).toBe(3);
  });

  test('numbers and words are told as they are written', () => {
    const numbers = document('a: 9007199254740993\nb: [0644, yes, "yes"]\nc: {}\n');
    expect(['a', 'b[0]', 'b[1]', 'b[2]', 'c', 'd'].map(path => numbers.written(path))).toEqual(['9007199254740993', '0644', 'yes', undefined, undefined, undefined]);
    expect(document('{"a": 9007199254740993}').written('a')).toBe('9007199254740993');
  });
});

describe('comments', () => {
  test('stand with their lines, and text of scalars is none', () => {
    expect(document(POD).comments).toEqual([{ line: 1, text: 'what it is for' }, { line: 3, text: 'a comment' }, { line: 19, text: 'between' }]);
  });

  test('behind the last value and behind separators of the same document', () => {
    expect(document('--- # first\na: | # of the block\n  b\n#last\n').comments).toEqual([
      { line: 1, text: 'first' }, { line: 2, text: 'of the block' }, { line: 4, text: 'last' },
    ]);
  });

  test('JSON has none', () => {
    expect(document('{"a": "#x"}').comments).toEqual([]);
  });
});
