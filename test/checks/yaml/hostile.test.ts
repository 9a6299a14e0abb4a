import { DEEPEST } from '../../../src/checks/yaml/anchors';
import { readDocuments } from '../../../src/checks/yaml/read';

function errorOf(text: string | Buffer): string {
  const [document] = [...readDocuments(text)];
  return 'error' in document ? document.error : 'none';
}

/** Seconds of processor time: other work on the machine must not fail the test. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe('input that means harm', () => {
  const bomb = Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${i === 0 ? '"x"' : Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`).join('\n');

  test('aliases that multiply are stopped', () => {
    let error = '';
    expect(secondsOf(() => error = errorOf(bomb))).toBeLessThan(5);
    expect(error).toMatch(/^line \d+: document contains excessive aliasing$/);
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

  test.each([
    ['a long number', `a: ${'1'.repeat(2_000_000)}\n`],
    ['a long number of a base', `a: 0x${'0'.repeat(2_000_000)}\n`],
    ['a long plain scalar', `a: ${'b '.repeat(1_000_000)}\n`],
    ['a long quoted scalar', `a: "${'b\\n'.repeat(700_000)}"\n`],
    ['a scalar of many lines', `a:\n${'  b\n'.repeat(500_000)}`],
    ['a block of many lines', `a: |\n${'  b\n'.repeat(500_000)}`],
    ['many blank lines', `a: |\n${'\n'.repeat(2_000_000)}`],
    ['many brackets', `a: [${'[],'.repeat(500_000)}]\n`],
    ['many keys', `${Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join('\n')}\n`],
    ['a long tag', `a: !${'x'.repeat(2_000_000)} b\n`],
    ['a long anchor', `a: &${'x'.repeat(2_000_000)} b\n`],
    ['many comments', '# c\n'.repeat(500_000)],
    ['many documents', '---\n'.repeat(300_000)],
    ['many questions on one line', `a: [${'? '.repeat(300)}`],
    ['many colons', `a: ${':x'.repeat(500_000)}\n`],
    ['many quotes', `a: '${'\'\''.repeat(1_000_000)}'\n`],
  ])('%s takes time in proportion', (_, text) => {
    expect(secondsOf(() => [...readDocuments(text)])).toBeLessThan(4);
  });

  test('a scalar, a document and a stream that end half way are errors', () => {
    expect(errorOf('a: "b')).toBe('line 1: found the end of the document inside a quoted scalar');
    expect(errorOf('{"a": {"b": 1}')).toBe('line 1: did not find expected \',\' or \'}\'');
    expect(errorOf('a:\n  b: [1,\n')).toBe('line 2: did not find expected node content');
    expect(errorOf('a:\n  b')).toBe('none');
  });
});
