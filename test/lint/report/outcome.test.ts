import { ofEachClass } from './made';
import { countOfSeverity, inOrder, isAsBadAs } from '../../../src/lint/report/outcome';

test('the worst come first, and within a severity what was found first', () => {
  expect([...inOrder(ofEachClass())].map(each => each.title)).toEqual(['lossy', 'dropped', 'broken', 'rejected', 'risky', 'advice']);
});

test.each([['error', 4], ['warning', 1], ['info', 1]] as const)('%s is counted by itself', (severity, count) => {
  expect(countOfSeverity({ findings: ofEachClass(), acknowledged: 3, objects: 2 }, severity)).toBe(count);
});

test.each([
  ['error', 'error', true], ['error', 'warning', true], ['error', 'info', true],
  ['warning', 'error', false], ['warning', 'warning', true], ['warning', 'info', true],
  ['info', 'error', false], ['info', 'warning', false], ['info', 'info', true],
] as const)('%s is at least as bad as %s: %s', (severity, least, expected) => {
  expect(isAsBadAs(severity, least)).toBe(expected);
});
