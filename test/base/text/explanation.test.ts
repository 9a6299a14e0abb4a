import { Explanation, largest, alignedRows } from '../../../src/base/text/explanation';

test('figures and rows beyond what one call takes as arguments', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => index);
  expect(largest(many)).toBe(199_999);
  expect(largest([])).toBe(0);
  expect(alignedRows(many.map(each => [String(each), 'x'])).slice(0, 19)).toBe('0       x\n1       x');
  expect(new Explanation('none').toString()).toBe('none');
});
