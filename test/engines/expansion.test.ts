import { expand } from './kubelet';

const KNOWN = new Map([['A', 'one'], ['B', '$(A)'], ['EMPTY', '']]);

// Rows of Kubernetes' own test. Source: third_party/forked/golang/expansion/expand_test.go (v1.36)
test.each([
  ['$(A)', 'one'],
  ['$(A)-$(A)', 'one-one'],
  ['$(UNKNOWN)', '$(UNKNOWN)'],
  ['$$(A)', '$(A)'],
  ['$$$(A)', '$one'],
  ['$(B)', '$(A)'],
  ['$(EMPTY)', ''],
  ['$A', '$A'],
  ['$(A', '$(A'],
  ['foo$', 'foo$'],
  ['$', '$'],
  ['$()', '$()'],
  ['$((tries + 1))', '$((tries + 1))'],
  ['$(A) and $(', 'one and $('],
])('%s becomes %s', (input, expected) => {
  expect(expand(input, KNOWN)).toBe(expected);
});
