import { DEEPEST } from '../../../src/kubernetes/yaml/anchors';
import { readDocuments } from '../../../src/kubernetes/yaml/read';
import { counted } from '../../hygiene/steps';

function errorOf(text: string | Buffer): string {
  const [document] = [...readDocuments(text)];
  return 'error' in document ? document.error : 'none';
}

describe('input that means harm', () => {
  const bomb = (depth: number) => Array.from({ length: depth }, (_, i) => `a${i}: &a${i} [${i === 0 ? '"x"' : Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`).join('\n');

  test('aliases that multiply are stopped', () => {
    expect(errorOf(bomb(12))).toMatch(/^line \d+: document contains excessive aliasing$/);
    const [counting, stepsOf] = counted(() => jest.requireActual<{ readDocuments: typeof readDocuments }>('../../../src/kubernetes/yaml/read'));
    const [deep, deeper] = [12, 24].map(depth => stepsOf(() => [...counting.readDocuments(bomb(depth))]));
    expect(deeper).toBeLessThan(2 * deep);
  });

  test('aliases of ordinary manifests are not', () => {
    expect(errorOf(`base: &b {a: 1, b: 2}\nall:\n${'- *b\n'.repeat(300)}`)).toBe('none');
  });

  test('merges that multiply are stopped', () => {
    const merges = Array.from({ length: 40 }, (_, i) => `a${i}: &a${i} ${i === 0 ? '{x: 1}' : `{<<: [*a${i - 1}, *a${i - 1}, *a${i - 1}]}`}`).join('\n');
    expect(errorOf(merges)).toMatch(/excessive aliasing/);
  });

  test.each([
    ['brackets', '['.repeat(100_000)],
    ['braces', '{a: '.repeat(100_000)],
    ['JSON', '{"a":'.repeat(100_000)],
    ['indentation', Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['dashes', '- '.repeat(100_000)],
    ['question marks', '? '.repeat(100_000)],
    ['aliases', `a0: &a0 [x]\n${Array.from({ length: 1200 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`).join('\n')}\n`],
  ])('deep nesting by %s is an error', (_, text) => {
    expect(errorOf(text)).toMatch(/^line \d+: (nested more than 1000 levels deep|document contains excessive aliasing)$/);
  });

  test('the deepest nesting that is read', () => {
    const text = `${'{"a":'.repeat(DEEPEST)}1${'}'.repeat(DEEPEST)}`;
    expect(errorOf(text)).toBe('none');
    expect(errorOf(`# YAML\n${text}`)).toBe('none');
    expect(errorOf(`${Array.from({ length: DEEPEST }, (_, i) => `${' '.repeat(i)}a:`).join('\n')} 1\n`)).toBe('none');
  });

  test.each<[string, (size: number) => string]>([
    ['a long number', size => `a: ${'1'.repeat(size)}\n`],
    ['a long number of a base', size => `a: 0x${'0'.repeat(size)}\n`],
    ['a long plain scalar', size => `a: ${'b '.repeat(size)}\n`],
    ['a long quoted scalar', size => `a: "${'b\\n'.repeat(size)}"\n`],
    ['a scalar of many lines', size => `a:\n${'  b\n'.repeat(size)}`],
    ['a block of many lines', size => `a: |\n${'  b\n'.repeat(size)}`],
    ['many blank lines', size => `a: |\n${'\n'.repeat(size)}`],
    ['many brackets', size => `a: [${'[],'.repeat(size)}]\n`],
    ['many keys', size => `${Array.from({ length: size }, (_, i) => `k${i}: 1`).join('\n')}\n`],
    ['a long tag', size => `a: !${'x'.repeat(size)} b\n`],
    ['a long anchor', size => `a: &${'x'.repeat(size)} b\n`],
    ['many comments', size => '# c\n'.repeat(size)],
    ['many documents', size => '---\n'.repeat(size)],
    ['many questions on one line', size => `a: [${'? '.repeat(size)}`],
    ['many colons', size => `a: ${':x'.repeat(size)}\n`],
    ['many quotes', size => `a: '${'\'\''.repeat(size)}'\n`],
  ])('%s takes steps in proportion', (_, textOf) => {
    const [counting, stepsOf] = counted(() => jest.requireActual<{ readDocuments: typeof readDocuments }>('../../../src/kubernetes/yaml/read'));
    const [once, twice] = [5_000, 10_000].map(size => stepsOf(() => [...counting.readDocuments(textOf(size))]));
    expect(once).toBeGreaterThan(0);
    expect(twice).toBeLessThan(2.5 * once);
  });

  test('a scalar, a document and a stream that end half way are errors', () => {
    expect(errorOf('a: "b')).toBe('line 1: found the end of the document inside a quoted scalar');
    expect(errorOf('{"a": {"b": 1}')).toBe('line 1: did not find expected \',\' or \'}\'');
    expect(errorOf('a:\n  b: [1,\n')).toBe('line 2: did not find expected node content');
    expect(errorOf('a:\n  b')).toBe('none');
  });
});
