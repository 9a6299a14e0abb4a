import { unifiedDiff } from '../../../src/lint/fix/diff';

const text = (count: number, changed: readonly number[], end = '\n') =>
  Buffer.from(
    Array.from({ length: count }, (_, index) => `${changed.includes(index + 1) ? 'new' : 'old'} ${index + 1}`).join(
      '\n',
    ) + end,
  );
const heads = (count: number, changed: readonly number[]) =>
  unifiedDiff('a.yaml', text(count, []), text(count, changed))
    .split('\n')
    .filter(line => line.startsWith('@@'));

test('a change has three lines around it, as far as there are', () => {
  expect(unifiedDiff('x/a.yaml', text(9, []), text(9, [5]))).toBe(
    '--- a/x/a.yaml\n+++ b/x/a.yaml\n@@ -2,7 +2,7 @@\n old 2\n old 3\n old 4\n-old 5\n+new 5\n old 6\n old 7\n old 8\n',
  );
  expect([heads(9, [1]), heads(9, [9]), heads(1, [1])]).toEqual([
    ['@@ -1,4 +1,4 @@'],
    ['@@ -6,4 +6,4 @@'],
    ['@@ -1,1 +1,1 @@'],
  ]);
});

test.each([
  [[5, 11], ['@@ -2,13 +2,13 @@']],
  [[5, 12], ['@@ -2,14 +2,14 @@']],
  [
    [5, 13],
    ['@@ -2,7 +2,7 @@', '@@ -10,7 +10,7 @@'],
  ],
])('changes of lines %j are %j', (changed, expected) => {
  expect(heads(20, changed)).toEqual(expected);
});

test('two lines that change together stand together', () => {
  const diff = unifiedDiff('a.yaml', text(4, []), text(4, [2, 3]));

  expect(diff.split('\n').slice(3)).toEqual([' old 1', '-old 2', '-old 3', '+new 2', '+new 3', ' old 4', '']);
});

test('a file that does not end with a line break says so', () => {
  expect(
    unifiedDiff('a.yaml', text(2, [], ''), text(2, [2], ''))
      .split('\n')
      .slice(3),
  ).toEqual([' old 1', '-old 2', '\\ No newline at end of file', '+new 2', '\\ No newline at end of file', '']);
});
