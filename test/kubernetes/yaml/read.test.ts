import { DIFFERENCES } from './differences';
import { REFUSED, SCALARS } from './scalars';
import { STRUCTURES } from './structures';
import { readDocuments } from '../../../src/kubernetes/yaml/read';

/** Values of all documents, or that one of them cannot be read. */
function read(text: string | Buffer): unknown {
  const documents = [...readDocuments(text)];
  return documents.some(document => 'error' in document) ? REFUSED : documents.map(document => 'value' in document && document.value);
}

function expected(value: unknown, document: unknown): unknown {
  return value === REFUSED ? REFUSED : [document];
}

// The same rows are put to Go in cluster/tests/yaml.test.ts.
describe('reading YAML in the dialect of Go', () => {
  test.each(SCALARS)('the scalar %j is %j as a value', (written, value) => {
    expect(read(`v: ${written}\n`)).toStrictEqual(expected(value, { v: value }));
  });

  test.each(SCALARS)('the scalar %j, which is %j, reads as a key', (written, value, key = value === REFUSED ? REFUSED : String(value)) => {
    expect(read(`${written}: 1\n`)).toStrictEqual(expected(key, { [String(key)]: 1 }));
  });

  test.each(STRUCTURES)('%j', (text, documents) => {
    expect(read(text)).toStrictEqual(documents);
    expect(read(Buffer.from(text))).toStrictEqual(documents);
  });

  test.each(DIFFERENCES)('$why', ({ text, documents }) => {
    expect(read(text)).toStrictEqual(documents ?? REFUSED);
  });

  test('each alias is a value of its own', () => {
    const [{ a, b }] = read('a: &x {k: [1]}\nb: *x\n') as { a: { k: number[] }; b: { k: number[] } }[];
    a.k.push(2);
    expect(b).toEqual({ k: [1] });
  });

  test('no key reaches the prototype of objects', () => {
    const [value] = read('__proto__: {polluted: 1}\nx: {__proto__: {polluted: 2}}\n<<: {__proto__: 3}\n') as object[];
    expect(Object.keys(value)).toEqual(['__proto__', 'x']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
